"""Writes counts for pictures; a count that isn't exact has bounds, or a mark before it.

A flow has the counts of a method's blocks, edges and terminals. A terminal is an entry, a handler
or an exit of the method.
"""

from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.reports.completed_words import OF_COMPLETED

#: The marks before counts that are estimates, upper bounds or lower bounds.
ABOUT, AT_MOST, AT_LEAST = "≈", "≤", "≥"


def count_range(least: int, most: int) -> str:
    """Returns one number, or both bounds."""
    return f"{most:,}" if least == most else f"{least:,} to {most:,}"


def loop_counts(row: LoopRow) -> str:
    """Returns a text that says how many entries and iterations a loop has."""
    mark = ABOUT if row.is_estimate else AT_LEAST if row.is_at_least else ""
    entries = _of_loop(mark, row.entries, row.entries_most, "entry", "entries")
    if not row.has_iterations:
        return f"{entries}, iterations not counted"
    iterations = _of_loop(mark, row.iterations, row.iterations_most, "iteration", "iterations")
    is_of_completed = row.missing is None and not mark
    return f"{entries}, {iterations}{f', {OF_COMPLETED}' if is_of_completed else ''}"


def _of_loop(mark: str, least: int, most: int | None, one: str, many: str) -> str:
    count = f"{least:,}" if most is None else count_range(least, most)
    return f"{mark} {count} {one if (most or least) == 1 else many}".strip()


def edge_mark(flow: Flow, *edges: FlowEdge) -> str:
    """Returns the mark before the total count of some edges.

    The mark is "" if the count is exact, if it is an estimate of 0, or if the count's two bounds
    are shown instead.
    """
    if flow.is_estimated:
        return ABOUT if any(edge.most for edge in edges) else ""
    return AT_LEAST if any(edge.is_open for edge in edges) else ""


def edge_count(flow: Flow, *edges: FlowEdge) -> str:
    """Returns how often edges were taken in total; an estimate is a single number."""
    most = sum(edge.most for edge in edges)
    least = most if flow.is_estimated else sum(edge.least for edge in edges)
    return f"{edge_mark(flow, *edges)} {count_range(least, most)}".strip()


def block_mark(flow: Flow, block: int) -> str:
    """Returns the mark before a block's count; "" if the count is exact."""
    if block not in flow.inexact:
        return ""
    if flow.is_estimated:
        return ABOUT
    into = (one.is_open for one in flow.edges if one.target == block)
    starts = (not one.is_exact for one in flow.starts if one.block == block)
    return AT_LEAST if any(into) or any(starts) else AT_MOST


def block_count(flow: Flow, block: int, where: str = "") -> str:
    """Returns how often a block was executed; ``where`` is as in ``never``."""
    count = int(flow.blocks[block])
    if not count and flow.is_scaled:
        return never(flow, where)
    mark = block_mark(flow, block)
    return f"{mark} {count:,}" if mark else f"{count:,}" if count else never(flow, where)


def never(flow: Flow, where: str, word: str = "never") -> str:
    """Returns the words for a count of 0: ``word`` followed by ``where``.

    ``where`` is a result of ``of_which`` (completed_words.py), which says for which executions the
    words are true. If only a method's first paths were counted, the code may have run later. So
    "not counted" is returned instead.
    """
    return "not counted" if flow.is_scaled else f"{word}{where}"


def terminal_mark(flow: Flow, one: Terminal) -> str:
    """Returns the mark before a terminal's count; "" if the count is exact.

    If exceptions make a count uncertain, the mark is AT_MOST for an exit, and AT_LEAST for an entry
    or a handler.
    """
    if one.is_exact:
        return ""
    if flow.is_estimated:
        return ABOUT
    return AT_MOST if one.kind == "exit" else AT_LEAST


def terminal_count(flow: Flow, one: Terminal) -> str:
    """Returns how often paths began or ended at a terminal."""
    return f"{terminal_mark(flow, one)} {one.count:,}".strip()
