"""``kpath-jvm attach`` records a running JVM for a while and leaves the JVM as it was."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import HOMES, in_turns, on_the_newest, on_the_oldest
from builders.waiting import wait_for_state
from kpath_jvm import Profile
from oracle.harness import default_java_home, java_version
from served import Attached, Counts, Served, counts, first_ids, served

pytestmark = pytest.mark.usefixtures("no_segment_is_left")


def attach(target: Served, directory: Path, segments: Path, name: str = "p.kpath") -> Attached:
    return Attached(target, directory, "-o", name, "--segment-dir", str(segments))


def test_activations_after_an_attach_are_counted_as_in_a_launched_run(
    target: Served, launched: Counts, tmp_path: Path, segments: Path
) -> None:
    attached = attach(target, tmp_path, segments)
    answer = target.ask("work 1")
    assert attached.end() == 0
    assert answer == target.ask("work 1")
    assert len(launched) == 6
    assert sum(len(ngrams) for _, ngrams in launched.values()) > 50
    assert counts(tmp_path / "p.kpath") == launched
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "exact"
    assert "what began within the recording is counted" in run["completeness"]["reasons"][0]
    assert run["exit_status"] is None
    assert run["command"][-1] == "Served"


@on_the_oldest
def test_a_class_loaded_during_the_recording_is_recorded_and_restored(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    attached = attach(target, tmp_path, segments)
    assert target.ask("late") == "45"
    assert attached.end() == 0
    (figures, ngrams) = counts(tmp_path / "p.kpath", "Served$Late")[("count", "(I)I")]
    assert figures == (1, 1, 0, 0)
    assert sum(count for sequence, count in ngrams.items() if len(sequence) == 1) == 11
    assert target.ask("late") == "45"


def test_bytecode_threads_segments_and_files_are_restored(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    place, threads, files = target.ask("place"), target.threads(), target.own_files()
    for _ in range(3):
        attached = attach(target, tmp_path, segments, "x.kpath")
        # The answer is the bytecode offset of a call in the code that the JVM runs. The code that a
        # transformer is given may be different.
        assert target.ask("place") != place
        assert len(target.segments()) == 1
        assert attached.end() == 0
        assert target.ask("place") == place
        assert target.threads() == threads
        assert target.own_files() == files
        assert target.segments() == []
        subprocess.run(["rm", "-r", str(tmp_path / "x.kpath")], check=True)


@on_the_newest
def test_successive_recordings_are_alike(
    target: Served, launched: Counts, tmp_path: Path, segments: Path
) -> None:
    kept: set[int] = set()
    for number in range(4):
        attached = attach(target, tmp_path, segments, f"{number}.kpath")
        target.ask("work 1")
        assert attached.end() == 0
        assert counts(tmp_path / f"{number}.kpath") == launched
        kept.add(len(target.files()))
    assert len(kept) == 1


@pytest.mark.parametrize(
    ("how", "home"),
    in_turns([("platform",), ("virtual",)], HOMES),
    indirect=["home"],
    scope="module",
)
def test_activations_live_at_either_end_of_a_recording_do_no_harm(
    target: Served, home: Path, launched: Counts, tmp_path: Path, segments: Path, how: str
) -> None:
    if how == "virtual" and java_version(home) < 21:
        pytest.skip("virtual threads exist from JDK 21 on")
    target.ask(f"hold {how}")
    first = attach(target, tmp_path, segments, "1.kpath")
    target.ask("work 1")
    target.ask("turn")
    assert first.end() == 0
    held = counts(tmp_path / "1.kpath", "Served$Held")
    assert held[("hold", "()V")][0] == held[("nested", "(I)I")][0] == (0, 0, 0, 0)
    assert held[("turned", "(I)I")][0][0] > 0
    assert counts(tmp_path / "1.kpath") == launched
    target.ask("release")

    second = attach(target, tmp_path, segments, "2.kpath")
    target.ask(f"hold {how}")
    target.ask("work 1")
    assert second.end() == 0
    held = counts(tmp_path / "2.kpath", "Served$Held")
    assert held[("hold", "()V")][0] == (1, 0, 0, 1)
    # The three activations of ``nested`` have no exit, and the method has no loop. So their last
    # paths are undecided: unfinished, or ended by an exception.
    assert held[("nested", "(I)I")] == ((3, 0, 0, 0), {})
    assert counts(tmp_path / "2.kpath") == launched
    assert target.segments() == []

    # The held activation goes on in the code of the second recording. During the third and the
    # fourth recording, this code's probes are on again, but they have ids that the class has given
    # up.
    target.ask("turn")
    for name in ("3.kpath", "4.kpath"):
        again = attach(target, tmp_path, segments, name)
        target.ask("turn")
        if name == "4.kpath":
            target.ask("release")
        target.ask("work 1")
        assert again.end() == 0
        held = counts(tmp_path / name, "Served$Held")
        assert held[("hold", "()V")] == held[("nested", "(I)I")] == ((0, 0, 0, 0), {})
        assert counts(tmp_path / name) == launched
    # At the end of the third recording, a call from the loop of ``hold`` may have been live. At the
    # end of the fourth, none was.
    run = kpath.run_json(tmp_path / "4.kpath")
    assert run["completeness"]["verdict"] == "exact"
    assert len(run["completeness"]["reasons"]) == 1

    # The held activation has ended, so its class may get its former ids again.
    fifth = attach(target, tmp_path, segments, "5.kpath")
    target.ask(f"hold {how}")
    target.ask("release")
    target.ask("work 1")
    assert fifth.end() == 0
    held = counts(tmp_path / "5.kpath", "Served$Held")
    assert held[("hold", "()V")][0] == (1, 1, 0, 0)
    assert held[("nested", "(I)I")][0] == (3, 3, 0, 0)
    assert counts(tmp_path / "5.kpath") == launched

    # A class gets its former ids again unless one of its methods may be live. Stacks show which
    # methods are live in platform threads; the main method always is. If there are virtual threads,
    # any method may be live.
    before, *later = (first_ids(tmp_path / f"{number}.kpath") for number in range(2, 6))
    others = [
        {name.split(".")[0] for name in now if now[name] != before[name]} - {"Served"}
        for now in later
    ]
    if how == "platform":
        assert others == [{"Served$Held"}, {"Served$Held"}, set()]
    else:
        assert others == 3 * [{"Served$Held", "Served$Work"}]


@on_the_oldest
def test_the_agent_leaves_after_a_kill_of_kpath_jvm(
    target: Served, launched: Counts, tmp_path: Path, segments: Path
) -> None:
    place, threads = target.ask("place"), target.threads()
    attached = attach(target, tmp_path, segments, "1.kpath")
    target.ask("work 1")
    attached.process.send_signal(signal.SIGKILL)
    attached.wait()
    assert target.ask("place") == place
    assert target.threads() == threads
    again = attach(target, tmp_path, segments, "2.kpath")
    target.ask("work 1")
    assert again.end() == 0
    assert counts(tmp_path / "2.kpath") == launched
    (left,) = segments.iterdir()
    done = kpath.run("recover", str(left), "-k", "4", "-o", "r.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert counts(tmp_path / "r.kpath") == launched


@on_the_newest
def test_a_recording_may_end_before_the_program_does_anything(
    target: Served, launched: Counts, tmp_path: Path, segments: Path
) -> None:
    """Work before the recording isn't counted, and the program can be recorded again."""
    work = target.ask("work 1")
    done = kpath.run(
        "attach", str(target.pid), "-d", "0.2", "-o", "p.kpath", "--segment-dir", str(segments),
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"
    assert not Profile.open(tmp_path / "p.kpath").methods["entries"].any()
    again = attach(target, tmp_path, segments, "again.kpath")
    assert target.ask("work 1") == work
    assert again.end() == 0
    assert counts(tmp_path / "again.kpath") == launched


@on_the_oldest
def test_the_program_may_end_while_it_is_recorded(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    attached = attach(target, tmp_path, segments)
    target.ask("late")
    assert target.process.stdin is not None
    target.process.stdin.close()
    assert target.process.wait() == 0
    target.process.stdin = None
    assert attached.wait() == 0
    assert counts(tmp_path / "p.kpath", "Served$Late")[("count", "(I)I")][0] == (1, 1, 0, 0)
    assert kpath.run_json(tmp_path / "p.kpath")["completeness"]["verdict"] == "exact"


@on_the_newest
def test_paths_held_back_at_an_exit_are_reported(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    attached = attach(target, tmp_path, segments)
    target.ask("late")
    target.ask("exit")
    assert target.process.wait() == 3
    assert attached.wait() == 0
    assert counts(tmp_path / "p.kpath", "Served$Late")[("count", "(I)I")][0] == (1, 1, 0, 0)
    completeness = kpath.run_json(tmp_path / "p.kpath")["completeness"]
    assert completeness["verdict"] == "truncated"
    assert "may have held back its last path completions" in " ".join(completeness["reasons"])


@on_the_oldest
def test_paths_emitted_before_a_kill_are_counted(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    attached = attach(target, tmp_path, segments)
    target.ask("late")
    target.process.kill()
    target.process.wait()
    assert attached.wait() == 0
    assert counts(tmp_path / "p.kpath", "Served$Late")[("count", "(I)I")][0] == (1, 1, 0, 0)
    completeness = kpath.run_json(tmp_path / "p.kpath")["completeness"]
    assert completeness["verdict"] == "truncated"
    assert "the JVM was killed" in " ".join(completeness["reasons"])


@on_the_newest
def test_a_segment_too_small_for_all_threads_ends_the_recording(
    target: Served, tmp_path: Path, segments: Path
) -> None:
    attached = Attached(
        target, tmp_path, "-o", "p.kpath", "--segment-dir", str(segments), "--segment-size", "2M"
    )
    # Each held thread keeps its segment blocks for as long as it lives.
    for _ in range(15):
        assert target.ask("hold platform") == "held"
    assert attached.wait() == 0
    told = [line for line in attached.lines if "--segment-size" in line]
    assert len(told) == 1
    completeness = kpath.run_json(tmp_path / "p.kpath")["completeness"]
    assert completeness["verdict"] == "lower bounds"
    assert "larger --segment-size" in " ".join(completeness["reasons"])
    assert target.ask("release") == "released"
    assert target.segments() == []


@on_the_oldest
def test_a_second_recording_is_refused(target: Served, tmp_path: Path, segments: Path) -> None:
    first = attach(target, tmp_path, segments, "1.kpath")
    refused(target.pid, tmp_path, segments, "recorded already")
    target.ask("late")
    assert first.end() == 0
    assert counts(tmp_path / "1.kpath", "Served$Late")[("count", "(I)I")][0] == (1, 1, 0, 0)


def test_the_jvms_warning_is_announced(
    target: Served, home: Path, tmp_path: Path, segments: Path
) -> None:
    attached = attach(target, tmp_path, segments)
    assert attached.end() == 0
    said = "will print a warning" in "".join(attached.lines)
    assert said == ("loaded dynamically" in (tmp_path / "stderr").read_text())
    assert said == (java_version(home) >= 21)


def refused(pid: int, directory: Path, segments: Path, *fragments: str) -> None:
    done = kpath.run("attach", str(pid), "-q", "--segment-dir", str(segments), directory=directory)
    kpath.check_one_line(done, *fragments)


def test_a_process_that_is_no_jvm_is_refused(tmp_path: Path, segments: Path) -> None:
    lists = "`kpath-jvm attach` lists the JVMs"
    refused(os.getpid(), tmp_path, segments, f"process {os.getpid()}", "isn't a JVM", lists)
    with subprocess.Popen(["true"]) as ended:
        wait_for_state(ended.pid, "Z")
        refused(ended.pid, tmp_path, segments, f"process {ended.pid} has ended")
    refused(ended.pid, tmp_path, segments, f"no process {ended.pid}")


@on_the_newest
@pytest.mark.parametrize("flag", ["-XX:+DisableAttachMechanism", "-XX:-EnableDynamicAgentLoading"])
def test_a_jvm_that_takes_no_agents_is_refused(
    classes: str, home: Path, tmp_path: Path, segments: Path, flag: str
) -> None:
    with served(classes, home, flag) as one:
        refused(one.pid, tmp_path, segments, flag, "kpath-jvm run")
        assert one.ask("late") == "45"


@on_the_oldest
def test_a_stopped_jvm_is_refused(target: Served, tmp_path: Path, segments: Path) -> None:
    os.kill(target.pid, signal.SIGSTOP)
    wait_for_state(target.pid, "T")
    refused(target.pid, tmp_path, segments, "is stopped", "kill -CONT")
    os.kill(target.pid, signal.SIGCONT)


@contextmanager
def recorded_by_run(classes: str, directory: Path, segments: Path) -> Iterator[int]:
    """Yields the process id of a Served that `kpath-jvm run` records.

    After the ``with`` block, the Served answers `late` and ends.
    """
    recorded = subprocess.Popen(
        kpath.command(["run", "--no-report", "-o", "r.kpath", "--segment-dir", str(segments),
                       "--", "java", "-cp", classes, "Served"]),
        cwd=directory, env=kpath.environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        assert recorded.stdout is not None
        assert recorded.stdout.readline() == b"ready\n"
        yield kpath.target_pid(recorded.pid)
    finally:
        recorded.communicate(b"late\n")
    assert recorded.returncode == 0


def counted_late(profile: Path) -> tuple[int, ...]:
    return counts(profile, "Served$Late")[("count", "(I)I")][0]


def test_a_jvm_recorded_by_run_is_refused(classes: str, tmp_path: Path, segments: Path) -> None:
    with recorded_by_run(classes, tmp_path, segments) as pid:
        refused(pid, tmp_path, segments, "recorded already")
    assert counted_late(tmp_path / "r.kpath") == (1, 1, 0, 0)


def test_a_jvm_that_has_another_jvms_agent_option_is_recorded(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    """When the other JVM starts, the agent does nothing, because the segment is the first JVM's."""
    with recorded_by_run(classes, tmp_path, segments) as pid:
        words = Path(f"/proc/{pid}/cmdline").read_text("utf-8").split("\0")
        (agent,) = [word for word in words if word.startswith("-javaagent:")]
        with served(classes, default_java_home(), agent) as other:
            attached = attach(other, tmp_path, segments)
            assert other.ask("late") == "45"
            # Attached.end would wait until the other JVM has no segment mapped, but the garbage
            # collector decides when the first JVM's segment is unmapped.
            attached.process.send_signal(signal.SIGINT)
            _, err = attached.process.communicate(timeout=kpath.TIMEOUT_SECONDS)
            assert attached.process.returncode == 0, err
    assert counted_late(tmp_path / "p.kpath") == (1, 1, 0, 0)
    assert counted_late(tmp_path / "r.kpath") == (1, 1, 0, 0)
