"""Tests ``kpath-jvm attach --scope hot`` with methods that get hot before it attaches, or later."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import on_the_newest, on_the_oldest
from builders.waiting import wait_for
from kpath_jvm import Profile
from served import Attached, Counts, Served, counts, served

pytestmark = pytest.mark.usefixtures("no_segment_is_left")

WORK = "Served$Work"
ASKS = 400
FEW_ASKS = 10
#: The numbers of paths in one call of Served.Late.count(10) and in one of Served.Held.turned.
LATE_PATHS, TURNED_PATHS = 11, 4


def soon(methods: str) -> tuple[str, ...]:
    """Returns flags that make HotSpot find some methods hot after few calls.

    The number of calls is a hundredth of the usual number. If the flags were for all methods,
    HotSpot would also optimise much of the agent, which takes seconds.
    """
    rule = f"-XX:CompileCommand=CompileThresholdScaling,{methods},0.01"
    return "-XX:CompileCommand=quiet", rule


SOON = soon("Served*::*")


@pytest.fixture
def hot(classes: str, home: Path, tmp_path: Path) -> Iterator[Served]:
    """Yields a program that has hot methods and waits for commands."""
    with served(classes, home, *SOON, f"-Xlog:gc*:file={tmp_path / 'gc.log'}") as one:
        warm_up(one, home)
        yield one


def warm_up(target: Served, home: Path, ask: str = "work 1", method: str = f"{WORK}.loops") -> None:
    """Sends a request again and again, until a method is hot."""
    class_name, name = method.rsplit(".", 1)

    def is_hot() -> bool:
        for _ in range(ASKS):
            target.ask(ask)
        return name in optimised(target, home, class_name)

    wait_for(is_hot, f"{method} is compiled by C2")


def command(target: Served, home: Path, *words: str) -> str:
    """Returns what jcmd prints for a command."""
    jcmd = [str(home / "bin" / "jcmd"), str(target.pid), *words]
    done = subprocess.run(jcmd, capture_output=True, text=True, check=True)
    return done.stdout


def optimised(target: Served, home: Path, class_name: str) -> set[str]:
    """Returns the methods of a class that run code compiled by C2."""
    line = rf"^\d+ 4 0 {re.escape(class_name)}\.(\w+)\("
    return set(re.findall(line, command(target, home, "Compiler.codelist"), re.MULTILINE))


def at_rest(target: Served, home: Path, class_name: str) -> set[str]:
    """Waits until nothing is queued for compilation; returns the result of ``optimised``."""

    def is_at_rest() -> bool:
        lines = command(target, home, "Compiler.queue").splitlines()[1:]
        return all(line.strip() in ("", "Empty") or line.strip().endswith(":") for line in lines)

    wait_for(is_at_rest, "nothing waits for a compiler")
    return optimised(target, home, class_name)


def is_recorded_now(methods: Path, class_name: str) -> bool:
    """Returns whether the metadata say since when a hot method of the class is recorded.

    Before the agent changes the class, it writes a line that describes the method, and a ``since``
    line without a time. It writes the time later, in another ``since`` line.
    """
    ids, since = set(), set()
    for line in methods.read_bytes().splitlines(keepends=True):
        # The last line may be half written.
        if line.endswith(b"\n"):
            told = json.loads(line)
            if told["kind"] == "method" and told["class"] == class_name:
                ids.add(told["first_id"])
            elif told["kind"] == "since" and told["millis"] > 0:
                since.update(told["first_ids"])
    return not ids.isdisjoint(since)


def attach(
    target: Served, directory: Path, segments: Path, *, name: str = "p.kpath", scope: str = "hot"
) -> Attached:
    words = ("--scope", scope, "-o", name, "--segment-dir", str(segments))
    return Attached(target, directory, *words)


def named(found: Counts, names: set[str]) -> Counts:
    return {key: value for key, value in found.items() if key[0] in names}


def singles(ngrams: dict[tuple[int, ...], int]) -> int:
    return sum(count for sequence, count in ngrams.items() if len(sequence) == 1)


@on_the_oldest
def test_methods_hot_before_an_attach_are_recorded_as_with_scope_all(
    hot: Served, home: Path, launched: Counts, tmp_path: Path, segments: Path
) -> None:
    for number, scope in enumerate(("hot", "all", "hot", "hot")):
        if number > 0:
            # A changed class has lost its compiled code, so its methods have to get hot again.
            warm_up(hot, home)
        names = at_rest(hot, home, WORK)
        assert "loops" in names
        attached = attach(hot, tmp_path, segments, name=f"{number}.kpath", scope=scope)
        hot.ask("work 1")
        assert attached.end() == 0
        found = counts(tmp_path / f"{number}.kpath")
        assert named(found, names) == named(launched, names)
        profile = Profile.open(tmp_path / f"{number}.kpath")
        assert profile.run.completeness.verdict == "exact"
        assert profile.run.option("scope", str) == scope
        if scope == "hot":
            ours = profile.methods[profile.methods["name"].isin(names)]
            assert (ours["since_millis"] > 0).all()
            assert "place" not in set(profile.methods["name"])
        else:
            assert found == launched


@on_the_newest
def test_only_hot_methods_are_changed_and_later_restored(
    classes: str, home: Path, tmp_path: Path, segments: Path
) -> None:
    flags = (*SOON, "-XX:-TieredCompilation", f"-Xlog:gc*:file={tmp_path / 'gc.log'}")
    with served(classes, home, *flags) as one:
        place, threads, files = one.ask("place"), one.threads(), one.own_files()
        log = command(one, home, "VM.log", "list")
        assert "gc.log" in log
        for number in range(3):
            warm_up(one, home, "place", "Served.place")
            attached = attach(one, tmp_path, segments, name=f"{number}.kpath")
            # The answer is the bytecode offset of a call in the code that really runs.
            assert one.ask("place") != place
            assert "compilations.log" in command(one, home, "VM.log", "list")
            assert "kpath-hot" in one.threads()
            assert attached.end() == 0
            assert one.ask("place") == place
            assert one.threads() == threads
            assert one.own_files() == files
            assert one.segments() == []
            assert command(one, home, "VM.log", "list") == log


@on_the_oldest
def test_a_cold_method_is_changed_only_once_it_gets_hot(
    classes: str, home: Path, tmp_path: Path, segments: Path
) -> None:
    with served(classes, home, *soon("Served$Late::*")) as one:
        place = one.ask("place")
        attached = attach(one, tmp_path, segments)
        assert one.ask("place") == place
        asked = 0
        (methods,) = segments.glob("*/methods.jsonl")

        def is_recorded() -> bool:
            nonlocal asked
            # Only the first call sends many requests. If all calls did, the method that answers
            # requests might get hot, too, during a long wait.
            more = FEW_ASKS if asked else ASKS
            asked += more
            for _ in range(more):
                one.ask("late")
            return is_recorded_now(methods, "Served$Late")

        wait_for(is_recorded, "the hot method is recorded")
        for _ in range(ASKS):
            one.ask("late")
        assert one.ask("place") == place
        assert attached.end() == 0
        assert one.ask("place") == place
        (figures, ngrams) = counts(tmp_path / "p.kpath", "Served$Late")[("count", "(I)I")]
        assert 0 < figures[0] <= asked + ASKS
        assert figures == (figures[0], figures[0], 0, 0)
        assert singles(ngrams) == figures[0] * LATE_PATHS
        assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"


@on_the_newest
def test_a_hot_method_is_recorded_while_its_caller_goes_on(
    classes: str, home: Path, tmp_path: Path, segments: Path
) -> None:
    with served(classes, home) as one:
        one.ask("hold busily")
        warm_up(one, home, "turn", "Served$Held.turned")
        attached = attach(one, tmp_path, segments)
        one.ask("turn")
        one.ask("release")
        assert attached.end() == 0
        found = counts(tmp_path / "p.kpath", "Served$Held")
        (figures, ngrams) = found[("turned", "(I)I")]
        assert figures[0] >= 1000
        assert figures == (figures[0], figures[0], 0, 0)
        assert singles(ngrams) == figures[0] * TURNED_PATHS
        assert found.get(("hold", "()V"), ((0, 0, 0, 0), {})) == ((0, 0, 0, 0), {})
        assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"


@on_the_oldest
def test_the_agent_detaches_from_the_log_after_a_kill_of_kpath_jvm(
    hot: Served, home: Path, launched: Counts, tmp_path: Path, segments: Path
) -> None:
    place, threads, files = hot.ask("place"), hot.threads(), hot.own_files()
    log = command(hot, home, "VM.log", "list")
    names = at_rest(hot, home, WORK)
    attached = attach(hot, tmp_path, segments)
    hot.ask("work 1")
    attached.process.send_signal(signal.SIGKILL)
    attached.wait()
    assert hot.ask("place") == place
    assert hot.threads() == threads
    assert hot.own_files() == files
    assert hot.segments() == []
    assert command(hot, home, "VM.log", "list") == log
    (left,) = segments.iterdir()
    done = kpath.run("recover", str(left), "-k", "4", "-o", "r.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert named(counts(tmp_path / "r.kpath"), names) == named(launched, names)


@on_the_newest
def test_hot_methods_can_be_reset_and_dumped(
    hot: Served,
    home: Path,
    launched: Counts,
    tmp_path: Path,
    segments: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    names = at_rest(hot, home, WORK)
    attached = attach(hot, tmp_path, segments)
    hot.ask("work 3")
    for words in (["stop"], ["start"], ["reset"]):
        done = kpath.run("ctl", str(hot.pid), *words, directory=tmp_path)
        assert done.returncode == 0, done.stderr
    hot.ask("work 1")
    done = kpath.run("ctl", str(hot.pid), "dump", "-o", "d.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert attached.end() == 0
    for name in ("d.kpath", "p.kpath"):
        assert named(counts(tmp_path / name), names) == named(launched, names)
        assert kpath.run_json(tmp_path / name)["completeness"]["verdict"] == "exact"


@on_the_oldest
@pytest.mark.parametrize(
    ("flags", "why"),
    [
        (("-Xint",), ""),
        (("-XX:TieredStopAtLevel=1",), ""),
        (("--limit-modules", "java.base,java.instrument"), "the JVM has no module jdk.management"),
    ],
    ids=lambda flags: flags[0] if flags and isinstance(flags, tuple) else None,
)
def test_a_message_says_that_no_method_was_found_hot(
    classes: str, home: Path, tmp_path: Path, segments: Path, flags: tuple[str, ...], why: str
) -> None:
    with served(classes, home, *SOON, *flags) as one:
        for _ in range(ASKS):
            one.ask("work 1")
        done = kpath.run(
            "attach", str(one.pid), "-d", "0.2", "--scope", "hot", "-o", "p.kpath",
            "--segment-dir", str(segments), directory=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        said = done.stderr.decode()
        assert "no method was found hot" in said
        shown = kpath.run("report", "p.kpath", directory=tmp_path).stdout.decode()
        report = " ".join(shown.split())
        assert "no method was found hot (--scope hot)" in report
        assert why in report
        assert ("agent's log" in report) == bool(why)
        assert one.ask("late") == "45"
