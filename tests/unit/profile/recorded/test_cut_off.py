"""Tests what is reported if extended paths have too few or too many iterations or calls."""

from builders.methods import instrumented
from kpath_jvm.profile.metadata import Block, InstrumentedMethod
from kpath_jvm.profile.recorded.cut_off import calls_cut_off, cut_off
from kpath_jvm.records.completeness import Cause


def method(
    name: str, first_id: int, counter: int | None, descriptor: str = "()V"
) -> InstrumentedMethod:
    return instrumented(
        class_name="p/C",
        name=name,
        descriptor=descriptor,
        mode="streamed",
        first_id=first_id,
        paths=1,
        counters={} if counter is None else {"first_back_edges": counter},
        blocks=(Block(0, 0, (), 1),),
        edges=(),
        starts=(("entry", 0, 0),),
        ends=(("exit", 0, 0),),
        rung="full",
    )


METHODS = [method(f"m{at}", 10 * at, 10 * at + 9) for at in range(1, 6)]


def test_nothing_is_reported_if_paths_have_all_iterations_and_calls() -> None:
    assert [*cut_off(METHODS, {19: 3}, {10: 3})] == []
    assert [*cut_off([method("none", 10, None)], {0: 5, 10: 5}, {})] == []


def test_iterations_in_no_path_are_reported() -> None:
    (fact,) = cut_off(METHODS, {19: 5, 29: 1, 39: 1000, 49: 2, 59: 7}, {10: 4, 50: 7})
    assert (fact.cause, fact.figure) == (Cause.CUT_OFF, 1004)
    assert fact.text.startswith(
        "1,004 iterations are in no path, because an exception or the end of"
    )
    told = "1,000 of p.C.m3(), 2 of p.C.m4(), 1 of p.C.m1() and 1 more method"
    assert fact.text.endswith(told)
    (fact,) = cut_off(METHODS, {19: 5}, {10: 4})
    assert fact.text.startswith("1 iteration is in no path")


def test_paths_with_too_many_iterations_are_reported() -> None:
    """Paths with more iterations than were counted are wrong, unless a thread was still running."""
    (fact,) = cut_off(METHODS, {19: 5}, {10: 6})
    assert (fact.cause, fact.figure) == (Cause.DISAGREEMENT, 1)
    assert fact.text == "paths have more iterations than were counted in 1 method: p.C.m1()"
    assert [*cut_off(METHODS, {19: 5}, {10: 6}, is_quiet=False)] == []


def test_calls_in_no_path_are_reported() -> None:
    assert [*calls_cut_off(None, 0)] == [*calls_cut_off(7, 7)] == []
    (fact,) = calls_cut_off(1_007, 5)
    assert (fact.cause, fact.figure) == (Cause.CUT_OFF, 1_002)
    assert fact.text.startswith("1,002 calls that returned are in no row")
    (fact,) = calls_cut_off(5, 6)
    assert (fact.cause, fact.text) == (
        Cause.DISAGREEMENT,
        "6 calls are in paths, but only 5 calls returned",
    )
    assert [*calls_cut_off(5, 6, is_quiet=False)] == []


def test_methods_have_their_usual_names() -> None:
    sorter = method("sort", 10, 19, "([ILjava/lang/String;)V")
    (fact,) = cut_off([sorter], {19: 5}, {10: 4})
    assert fact.text.endswith("1 of p.C.sort(int[], String)")
