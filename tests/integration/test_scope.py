"""Tests recordings with --scope loops and --scope hot.

With --scope loops, only methods with loops are recorded. They have the same counts as in a full
recording. With --scope hot, only methods that HotSpot finds hot are recorded. A method is recorded
from the moment at which it is found hot, and its counts from then on are exact.
"""

import json
import os
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

import kpath_command as kpath
from builders.turns import NEWEST, OLDEST, in_turns
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from oracle.harness import compile_java

Recorded = dict[str, tuple[Profile, str]]
Done = subprocess.CompletedProcess[bytes]

CALLS = 20_000
TRIPS = 6
KERNEL = "HotAndCold$Kernel"
#: Methods of this class get hot, too. So the tests exclude it.
WATCH = "HotAndCold$Watch"
#: With these options, HotSpot first compiles a method's loop while the loop runs, and compiles the
#: method for new calls later. Without these options, HotSpot may do so if it has much to compile.
LOOPS_FIRST = (
    "-XX:Tier3InvocationThreshold=20000000",
    "-XX:Tier3MinInvocationThreshold=20000000",
    "-XX:Tier3CompileThreshold=20000000",
)
#: HotAndCold's exit status if HotSpot doesn't compile the loops in time, and the largest number of
#: attempts.
NOT_COMPILED, ATTEMPTS = 3, 4


@pytest.fixture(scope="module")
def recorded(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Returns the profiles of the scopes ``all`` and ``loops``, with their reports."""
    directory = tmp_path_factory.mktemp("scope")
    found = {}
    for scope in ("all", "loops"):
        words = ("run", "-q", "-k", "4", "--scope", scope, "-o", f"{scope}.kpath")
        done = kpath.run(*words, "--", "java", "-cp", classes, "Behaviours", directory=directory)
        assert done.returncode == 0, done.stderr
        assert done.stdout == b"sum 16564994\n"
        report = kpath.run("report", f"{scope}.kpath", directory=directory).stdout.decode()
        found[scope] = Profile.open(directory / f"{scope}.kpath"), report
    return found


def _with_loops(profile: Profile) -> pd.Series:
    return profile.methods.index.to_series().isin(profile.loops["method"])


def test_methods_in_scope_are_recorded_as_with_scope_all(recorded: Recorded) -> None:
    everything, loops = recorded["all"][0], recorded["loops"][0]
    assert len(loops.methods) == _with_loops(everything).sum() > 0
    for number, row in loops.methods.iterrows():
        name = f"{row['class'].replace('/', '.')}.{row['name']}{row['descriptor']}"
        other = everything.find_method(name)
        for column in ("entries", "completed", "abandoned"):
            assert row[column] == everything.methods.loc[other, column]
        assert loops.ngrams(number).equals(everything.ngrams(other))


def test_methods_out_of_scope_are_listed(recorded: Recorded) -> None:
    everything, loops = recorded["all"][0], recorded["loops"][0]
    left = [
        entry
        for entry in loops.run.skipped
        if entry.reason == "out-of-scope: the method has no loop"
    ]
    assert len(left) == (~_with_loops(everything)).sum() > 0


def test_the_report_names_the_scope(recorded: Recorded) -> None:
    heads = {scope: " ".join(report.split()) for scope, (_, report) in recorded.items()}
    assert "only methods with loops (--scope loops)" in heads["loops"]
    assert "methods: out-of-scope; " in heads["loops"]
    assert "scope" not in heads["all"]


def _until_hot(tmp_path: Path, attempt: Callable[[Path], Done]) -> tuple[Done, Path]:
    """Repeats a run until HotSpot compiles the hot methods in time.

    There are at most ATTEMPTS runs, each in a new directory.
    """
    for number in range(ATTEMPTS):
        directory = tmp_path / f"attempt{number}"
        directory.mkdir()
        done = attempt(directory)
        if done.returncode != NOT_COMPILED:
            break
    return done, directory


def _run(
    tmp_path: Path,
    classes: str,
    *options: str,
    java_home: Path = OLDEST,
    jvm_options: tuple[str, ...] = (),
) -> tuple[Profile, int]:
    """Records HotAndCold; returns the profile, and the printed number of calls of Kernel.run."""
    done, _ = _until_hot(
        tmp_path,
        lambda place: kpath.run(
            *("run", "-k", "4", "--scope", "hot", "--segment-dir", str(place), "--no-report"),
            *("--exclude", WATCH, "-o", str(tmp_path / "hot.kpath"), "--force", *options, "--"),
            *(str(java_home / "bin" / "java"), *jvm_options, "-cp", classes),
            *("HotAndCold", str(place), str(CALLS)),
            directory=place,
        ),
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"known {CALLS}\n".encode()
    (calls,) = [line for line in done.stderr.decode().splitlines() if line.startswith("calls ")]
    return Profile.open(tmp_path / "hot.kpath"), int(calls.split()[1])


def _known(profile: Profile, method: int, statement: str) -> int:
    """Returns the number of completed paths through a statement of HotAndCold.

    Only the program's last phase, which makes CALLS calls, executes this statement.
    """
    lines = Path(kpath.PROGRAMS, "HotAndCold.java").read_text("utf-8").splitlines()
    line = 1 + next(number for number, text in enumerate(lines) if statement in text)
    paths = profile.paths[profile.paths["method"] == method]
    return sum(
        int(row["count"])
        for _, row in paths.iterrows()
        if line in profile.decode(method, int(row["path"])).lines
    )


def _check(profile: Profile, calls: int) -> None:
    """Checks that the profile has the two hot methods, with all that they did in the last phase."""
    assert set(profile.methods["class"]) == {KERNEL}
    assert sorted(profile.methods["name"]) == ["other", "run"]
    for method, row in profile.methods.iterrows():
        most, statement = {"run": (calls, "x += 7"), "other": (None, "x -= 5")}[row["name"]]
        assert row["entries"] >= CALLS
        assert most is None or row["entries"] <= most
        assert row["exits"] == row["entries"]
        assert row["since_millis"] > 0
        assert _known(profile, method, statement) == CALLS * TRIPS
        ngrams = profile.ngrams(method)
        assert ngrams["length"].max() == 4
        # Every activation has one more path than it has trips.
        assert row["completed"] == row["entries"] * (TRIPS + 1)
        assert ngrams[ngrams["length"] == 4]["count"].sum() == row["entries"] * (TRIPS + 1 - 3)
    assert profile.run.completeness.verdict == "exact"


@pytest.mark.parametrize("java_home", in_turns([()], sorted({OLDEST, NEWEST})))
def test_hot_methods_are_exact_from_the_moment_they_are_found(
    java_home: Path, classes: str, tmp_path: Path
) -> None:
    profile, calls = _run(tmp_path, classes, java_home=java_home)
    _check(profile, calls)
    assert profile.run.option("scope", str) == "hot"
    report = kpath.run("report", "hot.kpath", directory=tmp_path).stdout.decode()
    text = " ".join(report.split())
    assert "2 methods found hot (--scope hot), from " in text
    assert "activations that began before are not counted" in text
    told = json.loads(
        kpath.run("report", "--json", "hot.kpath", directory=tmp_path).stdout.decode()
    )
    first, last = sorted(profile.methods["since_millis"].tolist())
    assert told["hot"] == {"methods": 2, "first_millis": first, "last_millis": last}
    assert sorted(method["since_millis"] for method in told["methods"]) == [first, last]


@pytest.mark.parametrize(
    "options",
    [
        ("--follow-children",),
        ("--per-thread",),
        pytest.param(("--no-packing",), marks=pytest.mark.slow),
        pytest.param(("--include", "HotAndCold*"), marks=pytest.mark.slow),
    ],
    ids=lambda options: options[0],
)
def test_hot_methods_are_exact_with_other_options(
    options: tuple[str, ...], classes: str, tmp_path: Path
) -> None:
    profile, calls = _run(tmp_path, classes, *options)
    _check(profile, calls)
    if "--per-thread" in options:
        assert [entry.name for entry in profile.run.per_thread] == ["main"]


@pytest.mark.parametrize("java_home", in_turns([()], sorted({OLDEST, NEWEST}, reverse=True)))
def test_hot_methods_are_exact_if_their_loops_are_compiled_first(
    java_home: Path, classes: str, tmp_path: Path
) -> None:
    _check(*_run(tmp_path, classes, java_home=java_home, jvm_options=LOOPS_FIRST))


def test_an_inline_profiler_also_counts_hot_methods_exactly(classes: str, tmp_path: Path) -> None:
    done, directory = _until_hot(
        tmp_path,
        lambda place: kpath.run(
            *("run", "--profiler", "blpp-hash", "--scope", "hot", "--no-report", "-o", "hot.kpath"),
            *("--exclude", WATCH),
            *("--", "java", f"-Djava.io.tmpdir={place}", "-cp", classes),
            *("HotAndCold", str(place), str(CALLS)),
            directory=place,
            extra={"TMPDIR": str(place)},
        ),
    )
    assert done.returncode == 0, done.stderr
    profile = Profile.open(directory / "hot.kpath")
    (method,) = profile.methods.index[profile.methods["name"] == "run"]
    assert _known(profile, method, "x += 7") == CALLS * TRIPS


WARMED = """
public class Warmed {
    static class Kernel {
        static int odd(int x) {
            int n = 0;
            for (int i = 0; i < 30; i++) { if (((x >> i) & 1) != 0) n++; }
            return n;
        }
    }

    static long work(double seconds) {
        long sum = 0;
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end) {
            for (int i = 0; i < 10_000; i++) { sum += Kernel.odd(i * 31); }
        }
        return sum;
    }

    public static void premain(String arguments) {
        work(2);
    }

    public static void main(String[] arguments) {
        System.out.println(work(5) > 0);
    }
}
"""


def test_methods_that_were_hot_before_our_agent_started_are_recorded(tmp_path: Path) -> None:
    """Another agent runs methods of the program before our agent starts.

    HotSpot compiles these methods at that time, and not again.
    """
    (tmp_path / "Warmed.java").write_text(WARMED)
    compile_java([tmp_path / "Warmed.java"], tmp_path, "--release", "17")
    jar = tmp_path / "warmed.jar"
    with zipfile.ZipFile(jar, "w") as file:
        file.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nPremain-Class: Warmed\n\n")
        for path in tmp_path.glob("*.class"):
            file.write(path, path.name)
    done = kpath.run(
        "run", "-q", "-k", "4", "--scope", "hot", "-o", "hot.kpath", "--no-report", "--",
        # Without dontinline, HotSpot would soon inline the method `odd` into code that it compiles
        # later.
        str(NEWEST / "bin" / "java"), "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=dontinline,Warmed$Kernel::odd", "-cp", str(jar), "Warmed",
        directory=tmp_path, extra={"JAVA_TOOL_OPTIONS": f"-javaagent:{jar}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    methods = Profile.open(tmp_path / "hot.kpath").methods
    assert methods[methods["name"] == "odd"]["completed"].sum() > 0


def test_excluded_methods_are_never_hot(classes: str, tmp_path: Path) -> None:
    words = ("run", "--scope", "hot", "--exclude", f"{KERNEL}", "--no-report", "-o", "hot.kpath")
    done = kpath.run(
        *(*words, "--", "java", "-cp", classes, "HotAndCold", "-", str(CALLS)), directory=tmp_path
    )
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "hot.kpath")
    assert KERNEL not in set(profile.methods["class"])
    assert {(entry.class_name, entry.reason) for entry in profile.run.skipped} >= {
        (KERNEL, "excluded by a filter")
    }


def test_a_message_says_that_no_method_was_found_hot(classes: str, tmp_path: Path) -> None:
    words = ("run", "--scope", "hot", "-o", "hot.kpath")
    done = kpath.run(
        *(*words, "--", "java", "-Xint", "-cp", classes, "HotAndCold", "-", "9"),
        directory=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    said = done.stderr.decode()
    assert "no method was found hot, or its class could not be changed; try --scope loops" in said
    assert "no method was found hot (--scope hot)" in " ".join(said.split())


def test_the_agent_alone_leaves_no_log_behind(classes: str, tmp_path: Path) -> None:
    agent = require_jars().agent
    extra = {"JAVA_TOOL_OPTIONS": f"-javaagent:{agent}=output=alone,scope=hot,exclude={WATCH}"}
    done, directory = _until_hot(
        tmp_path,
        lambda place: subprocess.run(
            ["java", "-cp", classes, "HotAndCold", str(place), str(CALLS)],
            cwd=place, env={**os.environ, **extra}, capture_output=True,
            timeout=kpath.TIMEOUT_SECONDS,
        ),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"known {CALLS}\n".encode()
    left = {file.name for file in (directory / "alone").iterdir()}
    assert left == {"methods.jsonl", "recording.json", "segment"}
