"""Tests lanes: how tasks are handed out, where a lane runs, and how all lanes end."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from builders.waiting import LIMIT_SECONDS, wait_for
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.trials import lanes as module
from kpath_jvm.evaluation.experiments.trials.lanes import Lane, choose_lanes, in_words, run_in_lanes
from kpath_jvm.evaluation.experiments.trials.processes import Stop, StoppedError, run_limited

Task = tuple[str, int]


def subject(task: Task) -> str:
    return task[0]


@pytest.fixture
def our_cpus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Makes CPUs 3, 5, 7 and 9 the only ones that may be used. CPUs 3 and 5 share a core.

    Returns the directory that replaces the kernel's files about CPUs.
    """
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {3, 5, 7, 9})
    monkeypatch.setattr(module, "_CPUS", tmp_path)
    monkeypatch.setattr(module, "_QUOTA", tmp_path / "cpu.max")
    for cpu, siblings in {3: "3,5", 5: "3,5", 7: "7", 9: "9"}.items():
        directory = tmp_path / f"cpu{cpu}" / "topology"
        directory.mkdir(parents=True)
        (directory / "thread_siblings_list").write_text(f"{siblings}\n")
    return tmp_path


@pytest.mark.usefixtures("our_cpus")
class TestChoice:
    def test_one_lane_has_the_whole_machine_unless_it_is_pinned(self) -> None:
        assert choose_lanes(1, None) == ([Lane(1, None)], None)
        assert choose_lanes(1, True) == ([Lane(1, 3)], None)
        assert in_words([Lane(1, None)]) == "one trial at a time, on all CPUs"
        assert in_words([Lane(1, 3)]) == "one trial at a time, pinned to one core"

    def test_a_second_cpu_of_a_core_comes_last(self) -> None:
        chosen, complaint = choose_lanes(4, None)
        assert [lane.core for lane in chosen] == [3, 7, 9, 5]
        assert complaint is None
        assert in_words(chosen) == "4 lanes, each pinned to one core"

    def test_there_are_at_most_as_many_lanes_as_cpus(self, our_cpus: Path) -> None:
        chosen, complaint = choose_lanes(5, None)
        assert len(chosen) == 4
        assert complaint == "5 lanes were asked for, and 4 CPUs are available: running 4"
        (our_cpus / "cpu.max").write_text("250000 100000\n")
        assert [lane.core for lane in choose_lanes(5, None)[0]] == [3, 7]
        (our_cpus / "cpu.max").write_text("50000 100000\n")
        chosen, complaint = choose_lanes(2, None)
        assert (len(chosen), complaint) == (
            1,
            "2 lanes were asked for, and 1 CPU is available: running 1",
        )
        (our_cpus / "cpu.max").write_text("max 100000\n")
        assert len(choose_lanes(4, None)[0]) == 4

    def test_several_lanes_must_be_pinned(self) -> None:
        with pytest.raises(KpathError, match="2 lanes that aren't pinned would share CPUs"):
            choose_lanes(2, False)


class TestHandingOut:
    LANES = (Lane(1, None), Lane(2, None))

    def test_all_tasks_are_done_once(self) -> None:
        done: list[Task] = []
        tasks = [(f"b{at % 7}", at) for at in range(500)]
        run_in_lanes(self.LANES, tasks, subject, lambda task, _: done.append(task), Stop())
        assert sorted(done) == sorted(tasks)

    def test_one_lane_keeps_the_order(self) -> None:
        done: list[Task] = []
        tasks = [(f"b{at % 7}", at) for at in range(50)]
        run_in_lanes(self.LANES[:1], tasks, subject, lambda task, _: done.append(task), Stop())
        assert done == tasks

    def test_lanes_take_different_benchmarks_as_long_as_possible(self) -> None:
        """The lanes wait for each other in every task.

        So the nth task of one lane and the nth task of the other lane run at the same time.
        """
        together = threading.Barrier(2, timeout=LIMIT_SECONDS)
        seen: dict[int, list[Task]] = {1: [], 2: []}

        def work(task: Task, lane: Lane) -> None:
            seen[lane.number].append(task)
            together.wait()

        tasks = [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1), ("c", 2)]
        run_in_lanes(self.LANES, tasks, subject, work, Stop())
        pairs = list(zip(seen[1], seen[2], strict=True))
        assert {one[0] == two[0] for one, two in pairs[:2]} == {False}
        assert sorted(seen[1] + seen[2]) == tasks

    def test_an_error_ends_all_lanes_and_is_raised(self) -> None:
        stop = Stop()

        def work(task: Task, _: Lane) -> None:
            if task[0] == "bad":
                raise KpathError("no room")
            while not stop.is_set():
                pass

        with pytest.raises(KpathError, match="no room"):
            run_in_lanes(self.LANES, [("good", 1), ("bad", 1), ("c", 1)], subject, work, stop)


def test_a_lane_is_pinned_and_the_calling_thread_is_not() -> None:
    ours = os.sched_getaffinity(0)
    core = max(ours)
    seen: list[set[int]] = []
    run_in_lanes(
        [Lane(1, core)],
        [("a", 1)],
        subject,
        lambda _, __: seen.append(os.sched_getaffinity(0)),
        Stop(),
    )
    assert seen == [{core}]
    assert os.sched_getaffinity(0) == ours


def test_a_stop_ends_the_wait_for_a_process(tmp_path: Path) -> None:
    stop = Stop()
    log = tmp_path / "log"

    def set_it() -> None:
        wait_for(lambda: log.exists() and log.read_text() != "", "the process has started")
        stop.set()

    setting = threading.Thread(target=set_it)
    setting.start()
    command = ["/bin/sh", "-c", "echo started; exec sleep 1000"]
    with pytest.raises(StoppedError):
        run_limited(command, log, tmp_path, dict(os.environ), LIMIT_SECONDS, stop)
    setting.join()


def test_an_interrupt_is_raised_after_the_lanes_have_ended() -> None:
    stop = Stop()
    ended = []

    def work(task: int, _: Lane) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        wait_for(stop.is_set, "the lanes have been told to stop")
        # If run_in_lanes() doesn't wait for the lane, it returns long before this sleep ends.
        time.sleep(0.3)
        ended.append(task)

    with pytest.raises(KeyboardInterrupt):
        run_in_lanes([Lane(1, None)], [1], lambda task: task, work, stop)
    assert ended == [1]
