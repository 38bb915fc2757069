"""Checks an everyday program's output and counts, with the agent and under many flags of the JVM.

Each situation runs on one JDK, or on all JDKs with KPATH_EVERY_VARIANT=1.
"""

from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from situations.harness import (
    Situation,
    agent,
    build,
    check_books,
    chosen,
    classes,
    in_the_matrix,
    java_homes,
    named,
    record,
    release,
    run,
    supports,
)

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def jars() -> None:
    kpath.ensure_jars()


def everyday(*arguments: str) -> tuple[str, ...]:
    return ("-cp", str(classes()), "Everyday", *arguments)


FLAGS = [
    (),
    ("-Xint",),
    ("-Xcomp", "-XX:CompileCommand=quiet", "-XX:CompileOnly=Everyday,Work,Books"),
    ("-XX:TieredStopAtLevel=1",),
    ("-XX:-TieredCompilation",),
    ("-Xverify:all",),
    ("-Xcheck:jni",),
    ("-Xshare:off",),
    ("-Xss256k",),
    ("-XX:+UseSerialGC",),
    ("-XX:+UseParallelGC",),
    ("-XX:+UseG1GC",),
    ("-XX:+UnlockExperimentalVMOptions", "-XX:+UseZGC"),
    ("-XX:+UnlockExperimentalVMOptions", "-XX:+UseShenandoahGC"),
    # By default Epsilon ends the JVM at the first OutOfMemoryError.
    (
        *("-XX:+UnlockExperimentalVMOptions", "-XX:+UseEpsilonGC"),
        *("-XX:-ExitOnOutOfMemoryError", "-Xlog:disable"),
    ),
]


#: The flags that are tried by default, each on one JDK.
ALWAYS = {
    "",
    "-Xint",
    "-Xverify:all",
    "-Xcheck:jni",
    "-XX:+UnlockExperimentalVMOptions -XX:+UseZGC",
}


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param(turn, id=text or "-", marks=() if text in ALWAYS else in_the_matrix)
        for turn, text in enumerate(" ".join(flags) for flags in FLAGS)
    ],
)
def test_an_everyday_program_is_undisturbed_under_flags_of_the_jvm(
    turn: int, tmp_path: Path
) -> None:
    flags = FLAGS[turn]
    homes = [home for home in java_homes() if supports(home, *flags)]
    assert homes, f"no JDK here knows {flags}"
    for home in chosen(turn, homes):
        end = ("return", "exit", "halt", "throw")[turn % 4]
        finished, profile = record(Situation(everyday(end), flags), home, tmp_path)
        assert finished.status == {"return": 0, "exit": 3, "halt": 4, "throw": 1}[end]
        check_books(finished, profile)
        # With -Xcomp, the frames of the recursive method are small. The probes are still
        # interpreted, so one probe needs the stack of many such frames.
        check_everyday(profile, 64 if "-Xcomp" in flags else 4)


def check_everyday(profile: Profile, frames_of_a_probe: int) -> None:
    """Checks the counts that don't depend on how the program ends."""
    for method, handlers in (("overflow", 4), ("memory", 3), ("stacks", 1)):
        row = named(profile, "Everyday", method).iloc[0]
        assert (row["entries"], row["handler_entries"]) == (1, handlers)
    recursion = named(profile, "Everyday", "recurse").iloc[0]
    # No call ever returned. The innermost calls may have had no stack left for the probe that runs
    # when an exception leaves them, so they stay unfinished.
    assert recursion["exits"] == 0
    assert recursion["unfinished"] <= 4 * frames_of_a_probe
    assert recursion["entries"] > 1000


@pytest.mark.parametrize(
    "end",
    ["exit", "halt", *(pytest.param(end, marks=in_the_matrix) for end in ("return", "throw"))],
)
def test_an_everyday_program_is_recorded_however_it_ends(end: str, tmp_path: Path) -> None:
    turn = ["exit", "return", "throw", "halt"].index(end)
    for home in chosen(turn):
        finished, profile = record(Situation(everyday(end)), home, tmp_path)
        check_books(finished, profile)


@in_the_matrix
def test_counts_are_right_although_the_heap_is_full(tmp_path: Path) -> None:
    for home in chosen(1):
        flags = ("-Xmx24m", "-XX:+UseSerialGC")
        finished, profile = record(Situation(everyday("exit", "fill"), flags), home, tmp_path)
        check_books(finished, profile)


@in_the_matrix
def test_an_agent_that_is_given_twice_records_once(tmp_path: Path) -> None:
    home = chosen(0)[0]
    java = str(home / "bin" / "java")
    native = run([java, *everyday()], tmp_path)
    twice = run([java, agent(), agent(), *everyday()], tmp_path)
    assert twice == native
    check_books(twice, build(tmp_path / "recording", home))

    (tmp_path / "both").mkdir()
    other = agent().replace("output=recording", "output=other")
    extra = {"JAVA_TOOL_OPTIONS": agent()}
    both = run([java, other, *everyday()], tmp_path / "both", extra)
    assert (both.stdout, both.status) == (native.stdout, native.status)
    picked, _, rest = both.stderr.partition("\n")
    assert picked.startswith("Picked up JAVA_TOOL_OPTIONS: -javaagent:")
    assert rest == native.stderr
    check_books(both, build(tmp_path / "both" / "recording", home))
    (log,) = (tmp_path / "both").glob("kpath-*.log")
    assert "this JVM is recorded already" in log.read_text()
    assert not (tmp_path / "both" / "other").exists()


SECURITY = "-Djava.security.manager"


@in_the_matrix
def test_a_security_manager_may_keep_the_agent_from_recording(tmp_path: Path) -> None:
    """The agent records only if the policy grants it rights."""
    homes = [home for home in java_homes() if release(home) < 18]
    jar = agent().partition(":")[2].partition("=")[0]
    policy = tmp_path / "policy"
    rights = f'grant codeBase "file:{jar}" {{ permission java.security.AllPermission; }};\n'
    everything = (
        f'grant codeBase "file:{classes()}/-" {{ permission java.security.AllPermission; }};\n'
    )
    for home in chosen(0, homes):
        policy.write_text(rights + everything)
        flags = (SECURITY, f"-Djava.security.policy=={policy}")
        finished, profile = record(Situation(everyday(), flags), home, tmp_path)
        check_books(finished, profile)
        policy.write_text(everything)
        java = home / "bin" / "java"
        situation = Situation(everyday(), flags)
        (tmp_path / "without").mkdir(exist_ok=True)
        recorded = run(situation.command(java, agent()), tmp_path / "without")
        alone = run(situation.command(java), tmp_path / "without")
        assert (recorded.status, recorded.stdout) == (alone.status, alone.stdout)
        # The agent isn't allowed to write a log, so it uses stderr.
        said = [one for one in recorded.stderr.splitlines() if one not in alone.stderr]
        assert len(said) == 1
        assert said[0].startswith("kpath: not recording: a security manager keeps the agent from")
        assert list((tmp_path / "without").iterdir()) == []
