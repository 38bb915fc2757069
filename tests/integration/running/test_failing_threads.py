"""Tests what happens if a thread of the agent fails. Failures are seeded in the agent's sources.

The program goes on unharmed, nothing waits for ever, and the profile says what it lacks.
"""

import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for, wait_for_end
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import default_jdk
from mutations.mutant import build_mutant
from oracle.harness import compile_java
from served import Attached, served

AGENT = "agent/agent/src/main/java/org/kpathjvm/agent/"
PROGRAM = """
import java.nio.file.*;

public class Until {
    static int odd(int x) {
        int n = 0;
        for (int i = 0; i < 40; i++) { if (((x >> i % 30) & 1) != 0) n++; }
        return n;
    }

    public static void main(String[] args) throws Exception {
        long sum = 0;
        Path end = Path.of(args[0]);
        int round = 0;
        do {
            for (int i = 0; i < 20_000; i++) { sum += odd(i * 31 + round); }
            round++;
            Files.writeString(Path.of(args[0] + ".begun"), "");
        } while (!Files.exists(end));
        // The paths of this loop take more room than the smallest segment has.
        for (int i = 0; i < 500_000; i++) { sum += odd(i * 31 + round); }
        System.out.println("done " + (sum > 0));
        System.exit(3);
    }
}
"""


@dataclass(frozen=True)
class Seeded:
    """Code in a source file of the agent, and the code that replaces it."""

    source: str
    find: str
    replacement: str


def failing(find: str, failure: str) -> str:
    return f"{find} if (System.nanoTime() != 1) {{ throw new {failure}; }}"


#: If watching the consumer (the process that reads the segment) keeps failing, the agent gives up.
#: With this change, it gives up after half a second, so that tests needn't wait long.
SOON = Seeded("ConsumerWatch.java", "PATIENCE_MILLIS = 10_000", "PATIENCE_MILLIS = 500")


def failing_watch(failure: str) -> Sequence[Seeded]:
    """Returns changes with which every round of the watch fails.

    A round fails before it has seen whether the consumer is alive.
    """
    find = "  long consumerStart() {"
    return (SOON, Seeded("SegmentFile.java", find, failing(find, failure)))


WATCH = failing_watch('NoClassDefFoundError("seeded")')
_TRANSFORM = "  void transform(boolean again) {"
#: With this change, the agent fails when it is about to instrument the classes loaded before it.
NO_MEMORY = Seeded(
    "EarlierClasses.java", _TRANSFORM, failing(_TRANSFORM, 'OutOfMemoryError("seeded")')
)
_REGISTER = "  void register(Instrumentation instrumentation) throws IOException {"
#: With this change, the agent fails to read its jar when it is about to instrument classes.
NO_JAR = Seeded("PathTransformer.java", _REGISTER, failing(_REGISTER, 'IOException("seeded")'))


def jars_with(seeded: Sequence[Seeded], directory: Path) -> Path:
    """Returns a directory with the jars of an agent that has all of the seeded failures."""
    jars = require_jars().directory
    for number, one in enumerate(seeded):
        place = directory / f"mutant{number}"
        place.mkdir()
        jars = build_mutant(jars, place, AGENT + one.source, one.find, one.replacement)
    return jars


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Returns the command of a program, without its argument.

    The argument is the name of a file. The program runs until that file exists.
    """
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("until")
    (directory / "Until.java").write_text(PROGRAM)
    compile_java([directory / "Until.java"], directory)
    return [str(default_jdk().java), "-cp", str(directory), "Until"]


def start(
    seeded: Sequence[Seeded], program: list[str], directory: Path, *options: str
) -> "subprocess.Popen[bytes]":
    """Records the program with a failing agent.

    The program runs until the file ``end`` exists in the directory.
    """
    segments = directory / "segments"
    segments.mkdir()
    words = ["run", "--no-report", "-o", "p.kpath", "--segment-dir", str(segments), *options]
    command = [*words, "--", *program, str(directory / "end")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KPATH_JVM_JARS", str(jars_with(seeded, directory)))
        return kpath.start(*command, directory=directory)


def logged(directory: Path, text: str) -> bool:
    logs = (directory / "segments").glob("*/agent.log")
    return any(text in log.read_text("utf-8", "replace") for log in logs)


@pytest.mark.parametrize(
    "seeded",
    [WATCH, failing_watch("StackOverflowError()")],
    ids=["class-is-missing", "stack-overflow"],
)
def test_the_profile_says_why_a_recording_ended_early(
    seeded: Sequence[Seeded], program: list[str], tmp_path: Path
) -> None:
    process = start(seeded, program, tmp_path)
    wait_for(lambda: logged(tmp_path, "the recording ended early"), "the watch is given up")
    (tmp_path / "end").touch()
    out, err = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert (process.returncode, out) == (3, b"done true\n"), err
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "lower bounds"
    assert "the recording ended before the target did" in run["completeness"]["reasons"]
    report = kpath.run("report", "p.kpath", directory=tmp_path).stdout.decode()
    assert "its consumer can't be watched" in " ".join(report.split())


def test_no_program_waits_for_a_consumer_that_cannot_be_watched(
    program: list[str], tmp_path: Path
) -> None:
    """The consumer is killed, and the agent can't see that.

    The program then emits more than the segment can hold.
    """
    process = start(WATCH, program, tmp_path, "--segment-size", "2M")
    target = kpath.target_pid(process.pid)
    wait_for((tmp_path / "end.begun").exists, "the program is at work")
    os.kill(process.pid, signal.SIGKILL)
    (tmp_path / "end").touch()
    wait_for_end(target)
    assert logged(tmp_path, "its consumer can't be watched")


@pytest.mark.parametrize("failure", ["StackOverflowError()", 'NoClassDefFoundError("seeded")'])
def test_the_profile_says_that_hot_methods_are_no_longer_found(
    failure: str, program: list[str], tmp_path: Path
) -> None:
    find = "  public void compiled(Collection<Compilation> compilations) {"
    seeded = Seeded("hot/HotMethods.java", find, failing(find, failure))
    process = start([seeded], program, tmp_path, "--scope", "hot")
    wait_for(lambda: logged(tmp_path, "no longer finds"), "the failure is logged")
    (tmp_path / "end").touch()
    _, err = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert process.returncode == 3, err
    reasons = kpath.run_json(tmp_path / "p.kpath")["completeness"]["reasons"]
    assert any(one.startswith("scope=hot no longer finds hot methods: ") for one in reasons)


def test_a_failing_attachment_ends_and_the_program_goes_on(
    classes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KPATH_JVM_JARS", str(jars_with(WATCH, tmp_path)))
    with served(classes, default_jdk().home) as target:
        attached = Attached(target, tmp_path, "-o", "p.kpath")
        assert attached.wait() == 0
        assert target.ask("work 1")
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "lower bounds"
    reasons = [one for one in run["completeness"]["reasons"] if "ended early" in one]
    assert len(reasons) == 1
    assert "its consumer can't be watched: java.lang.NoClassDefFoundError: seeded" in reasons[0]


def test_a_failure_while_classes_get_probes_ends_the_attach(
    classes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = "  private void transformAll() {"
    seeded = Seeded("Attachment.java", find, failing(find, 'OutOfMemoryError("seeded")'))
    monkeypatch.setenv("KPATH_JVM_JARS", str(jars_with([seeded], tmp_path)))
    with served(classes, default_jdk().home) as target:
        attached = Attached(target, tmp_path, "-o", "p.kpath")
        attached.wait()
        assert target.ask("work 1")
    assert "the agent failed to begin: java.lang.OutOfMemoryError: seeded" in str(attached.lines)


@pytest.mark.parametrize(
    ("seeded", "failure"),
    [
        (NO_MEMORY, "java.lang.OutOfMemoryError: seeded"),
        (NO_JAR, "java.io.IOException: seeded"),
    ],
    ids=["no-memory", "no-jar"],
)
def test_a_recording_that_failed_to_begin_is_not_taken_for_one_under_way(
    seeded: Seeded, failure: str, classes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the program's second agent nor an attached one says that the program is recorded."""
    jars = jars_with([seeded], tmp_path)
    monkeypatch.setenv("KPATH_JVM_JARS", str(jars))
    agents = [
        f"-javaagent:{jars / 'kpath.jar'}=output={tmp_path / name},log={tmp_path / name}.log,"
        "segment-size=16M"
        for name in ("first", "second")
    ]
    with served(classes, default_jdk().home, *agents) as target:
        attached = kpath.run("attach", str(target.pid), "-d", "1", directory=tmp_path)
        assert target.ask("work 1")
    told = (tmp_path / "first.log").read_text("utf-8")
    assert f"the agent failed to begin: {failure}" in told
    refused = (tmp_path / "second.log").read_text("utf-8")
    assert "a kpath.jar given before this one" in refused
    assert "has failed to record this JVM; leave one of them out" in refused
    assert not (tmp_path / "second").exists()
    assert b"an earlier recording could not be taken out of this JVM" in attached.stderr


def test_an_inline_profiler_that_failed_to_begin_writes_no_tables(
    classes: str, tmp_path: Path
) -> None:
    """With tables, the recording would be taken for one of a program that ran nothing."""
    jars = jars_with([NO_JAR], tmp_path)
    agent = f"-javaagent:{jars / 'kpath.jar'}=profiler=blpp,output={tmp_path / 'own'}"
    done = subprocess.run(
        [str(default_jdk().java), agent, "-cp", classes, "Behaviours"],
        env=os.environ | {"JAVA_TOOL_OPTIONS": ""},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout[:3]) == (0, "sum"), done.stderr
    assert "kpath: not recording: java.io.IOException: seeded" in done.stderr
    assert not (tmp_path / "own" / "inline.json").exists()
    built = kpath.run("build", "own", directory=tmp_path)
    assert built.returncode == 2
    assert b"or the agent failed to begin (then its log says why)" in built.stderr


@pytest.mark.slow
def test_an_agent_that_cannot_detach_blocks_nobody(
    classes: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = "  private void putBack() {"
    seeded = Seeded("Attachment.java", find, failing(find, "StackOverflowError()"))
    monkeypatch.setenv("KPATH_JVM_JARS", str(jars_with([seeded], tmp_path)))
    with served(classes, default_jdk().home) as target:
        attached = Attached(target, tmp_path, "-o", "p.kpath")
        target.ask("work 1")
        attached.process.send_signal(signal.SIGINT)
        _, err = attached.process.communicate(timeout=kpath.TIMEOUT_SECONDS)
        assert attached.process.returncode == 0, err
        assert target.ask("work 1")
        again = kpath.run("attach", str(target.pid), "-d", "1", directory=tmp_path)
        assert b"an earlier recording could not be taken out of this JVM" in again.stderr
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "lower bounds"
    assert any("could not detach" in one for one in run["completeness"]["reasons"])
