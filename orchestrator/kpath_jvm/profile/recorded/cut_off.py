"""Counts the iterations and calls that no counted path includes, because their path was cut off.

Iterations: a path of k iterations ends with the k-th iteration of a loop, or where the method ends.
If an exception or the end of the JVM cuts off the path, its iterations are in no counted path. To
find the number of these iterations, each method counts the first k - 1 back edges that it takes
after entering a loop. Some of these back edges are in counted paths; the others were cut off.

Calls: a call is counted with the caller's path when that path is complete. So if the path is cut
off, its calls are cut off, too.
"""

from collections.abc import Iterator, Mapping, Sequence

from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.records.completeness import Cause, Fact

#: What the metadata call the counter of first back edges.
FIRST_BACK_EDGES = "first_back_edges"

_MOST_NAMED = 3


def cut_off(
    methods: Sequence[InstrumentedMethod],
    counters: Mapping[int, int],
    in_paths: Mapping[int, int],
    *,
    is_quiet: bool = True,
) -> Iterator[Fact]:
    """Yields a fact with the number of iterations that are in no counted path, if there are any.

    ``counters`` has counts by id. ``in_paths`` has the number of first back edges that are in
    counted paths, by the method's first id. If this number exceeds the method's counter of first
    back edges, one of the two is wrong, and another fact reports the disagreement. If ``is_quiet``
    is false, a thread may have changed only one of the two counts, so no disagreement is reported.
    """
    lacking: list[tuple[int, InstrumentedMethod]] = []
    wrong: list[InstrumentedMethod] = []
    for method in methods:
        if FIRST_BACK_EDGES not in method.counted.counters:
            continue
        taken = counters.get(method.counted.counters[FIRST_BACK_EDGES], 0)
        left = taken - in_paths.get(method.counted.first_id, 0)
        if left > 0:
            lacking.append((left, method))
        elif left < 0 and is_quiet:
            wrong.append(method)
    if wrong:
        text = (
            f"paths have more iterations than were counted in {_methods(len(wrong))}: "
            f"{_listed([_name(method) for method in wrong])}"
        )
        yield Fact(cause=Cause.DISAGREEMENT, text=printable(text), figure=len(wrong))
    if lacking:
        total = sum(left for left, _ in lacking)
        lacking.sort(key=lambda one: -one[0])
        names = [f"{left:,} of {_name(method)}" for left, method in lacking]
        what = "1 iteration is" if total == 1 else f"{total:,} iterations are"
        text = (
            f"{what} in no path, because an exception or the end of the JVM came before a path "
            f"was complete: {_listed(names)}"
        )
        yield Fact(cause=Cause.CUT_OFF, text=printable(text), figure=total)


def calls_cut_off(taken: int | None, in_paths: int, *, is_quiet: bool = True) -> Iterator[Fact]:
    """Yields a fact with the number of calls that returned but are in no counted path, if any.

    ``taken`` is the number of calls that returned, or None if an older agent didn't count them.
    ``in_paths`` is the number of calls in counted paths. If ``in_paths`` is larger, a count is
    wrong, and the fact is a disagreement. If ``is_quiet`` is false, a thread may have changed only
    one of the two counts, so no disagreement is reported.
    """
    left = 0 if taken is None else taken - in_paths
    if left < 0 and is_quiet:
        text = f"{in_paths:,} calls are in paths, but only {taken:,} calls returned"
        yield Fact(cause=Cause.DISAGREEMENT, text=text)
    if left > 0:
        what = "1 call that returned is" if left == 1 else f"{left:,} calls that returned are"
        text = (
            f"{what} in no row of paths across calls, as an exception or the end of the JVM cut "
            "off the caller's path"
        )
        yield Fact(cause=Cause.CUT_OFF, text=text, figure=left)


def _methods(count: int) -> str:
    return "1 method" if count == 1 else f"{count:,} methods"


def _name(method: InstrumentedMethod) -> str:
    one = method.identity
    return method_title(one.class_name, one.name, one.descriptor)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    others = f" and {more:,} more {'method' if more == 1 else 'methods'}" if more > 0 else ""
    return ", ".join(names[:_MOST_NAMED]) + others
