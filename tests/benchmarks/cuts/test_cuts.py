"""Tests the benchmark of cuts: how it reads a log, and the program that it makes."""

from benchmarks.cuts.cuts import Pause, many_classes, pauses

LOG = (
    '[1.2s][info][safepoint] Safepoint "RedefineClasses", Time since last: 91 ns, '
    "Reaching safepoint:    1500000 ns, Cleanup: 12 ns, At safepoint:  2500000 ns, Total: 4 ns\n"
    '[1.3s][info][safepoint] Safepoint "ICBufferFull", Time since last: 91 ns, '
    "Reaching safepoint: 1 ns, At safepoint: 2 ns, Total: 3 ns\n"
    "[1.4s][info][gc] a line of another kind\n"
)


def test_only_pauses_of_the_given_cause_are_read() -> None:
    assert pauses(LOG) == [Pause(1.5, 2.5)]
    assert pauses(LOG, "ICBufferFull") == [Pause(1e-6, 2e-6)]
    assert pauses("") == []


def test_every_class_of_the_program_is_run_once() -> None:
    text = many_classes(1_203)
    assert all(text.count(f"final class C{one} {{") == 1 for one in (0, 499, 500, 1_202))
    assert all(text.count(f" C{one}.run({one});") == 1 for one in (0, 499, 500, 1_202))
    assert "C1203" not in text
