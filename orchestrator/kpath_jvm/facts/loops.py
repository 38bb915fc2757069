"""Describes the executed loops of a profile: their figures, places and statements."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
from msgspec import to_builtins

from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.analysis.of_loops.next_iteration import NextIteration
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.source.annotation import SourceTexts

_NUMBERS = pa.list_(pa.int32())
#: The columns; docs/glossary.md and LoopRow say what they mean.
SCHEMA = pa.schema(
    [
        ("method", pa.int32()),
        ("title", pa.string()),
        ("loop", pa.int32()),
        ("header_block", pa.int32()),
        ("line", pa.int32()),
        ("place", pa.string()),
        ("depth", pa.int32()),
        ("entries", pa.int64()),
        ("iterations", pa.int64()),
        ("entries_most", pa.int64()),
        ("iterations_most", pa.int64()),
        ("mean_iterations", pa.float64()),
        ("mean_least", pa.float64()),
        ("mean_most", pa.float64()),
        ("entries_by_iterations", pa.list_(pa.int64())),
        ("entries_longer", pa.int64()),
        ("longer_at_least", pa.int32()),
        ("longer_mean", pa.float64()),
        ("entries_unfinished", pa.int64()),
        ("median_least", pa.int64()),
        ("median_most", pa.int64()),
        ("p90_least", pa.int64()),
        ("p90_most", pa.int64()),
        ("missing", pa.int64()),
        ("at_least", pa.bool_()),
        ("estimated", pa.bool_()),
        ("first_paths", pa.int64()),
        ("paths", _NUMBERS),
        ("paths_executed", pa.int32()),
        ("completions", pa.int64()),
        ("bytecodes", pa.int64()),
        ("bytecodes_exact", pa.int64()),
        ("bytecodes_entered", pa.int64()),
        ("bytecodes_cut_off", pa.int64()),
        ("paths_cut_off", pa.int64()),
        ("whole_bytecodes", pa.int64()),
        ("share", pa.float64()),
        ("sequence", _NUMBERS),
        ("sequence_count", pa.int64()),
        ("back_edges_followed", pa.int64()),
        ("left_after", pa.int64()),
        ("left_exact", pa.bool_()),
        ("left_unclear", pa.int64()),
        ("pieces", pa.int64()),
        ("not_followed", pa.int64()),
        ("next_bits", pa.list_(pa.float64())),
        ("exit_bits", pa.list_(pa.float64())),
        ("lacks_longer", pa.bool_()),
        ("repetitions", pa.int64()),
        ("period", pa.int32()),
        ("period_share", pa.float64()),
        ("period_above", pa.int32()),
        ("period_of_iterations", pa.float64()),
        ("period_paths", pa.int32()),
        ("back_edges", pa.int32()),
        ("may_be_several", pa.bool_()),
    ]
)
#: The number of columns about the distribution of iterations per entry.
_ENTRY_COLUMNS = 9
#: The number of columns about what followed the back edges.
_NEXT_COLUMNS = 10


def loop_table(profile: Profile, rows: Sequence[LoopRow], total: int) -> pa.Table:
    """Returns a row for each loop, in the order given.

    ``share`` is the loop's share of ``total`` executed bytecodes. ``line`` and ``place`` are None
    without a line table. ``sequence`` and ``sequence_count`` are None if no sequence stays in the
    loop. The columns from ``entries_by_iterations`` to ``p90_most`` are None if the distribution of
    iterations per entry isn't known (LoopRow.per_entry). ``median_most`` and ``p90_most`` are also
    None if there is no upper bound. ``mean_least`` and ``mean_most`` are bounds of the mean; each
    is None if there is no such bound. ``mean_iterations`` is None if only bounds are known.
    """
    entered = [*map(_entries, rows)]
    followed = [*map(_next, rows)]
    columns = [
        [one.method for one in rows],
        [profile.method_rows.title(one.method) for one in rows],
        [one.loop for one in rows],
        [one.header for one in rows],
        [one.header_line for one in rows],
        [_place(profile, one) for one in rows],
        [one.depth for one in rows],
        [one.entries for one in rows],
        [one.known_iterations for one in rows],
        [one.entries_most for one in rows],
        [one.iterations_most for one in rows],
        [one.mean_iterations for one in rows],
        [one.mean_least for one in rows],
        [one.mean_most for one in rows],
        *([one[place] for one in entered] for place in range(_ENTRY_COLUMNS)),
        [one.missing for one in rows],
        [one.is_at_least for one in rows],
        [one.is_estimate for one in rows],
        [one.first_paths for one in rows],
        [one.paths for one in rows],
        [len(one.paths) for one in rows],
        [one.completions for one in rows],
        [one.cost for one in rows],
        [one.exact_cost for one in rows],
        [one.entered_cost for one in rows],
        [None if one.cut_off is None else one.cut_off.bytecodes for one in rows],
        [None if one.cut_off is None else one.cut_off.paths for one in rows],
        [one.whole_cost for one in rows],
        [one.cost / max(total, 1) for one in rows],
        [None if one.sequence is None else one.sequence.paths for one in rows],
        [None if one.sequence is None else one.sequence.count for one in rows],
        *([one[place] for one in followed] for place in range(_NEXT_COLUMNS)),
        [one.period for one in rows],
        [one.period_share for one in rows],
        [one.period_above for one in rows],
        [one.period_of_iterations for one in rows],
        [one.period_paths for one in rows],
        [len(one.back_edges) for one in rows],
        [one.may_be_several for one in rows],
    ]
    arrays = [pa.array(values, kind) for values, kind in zip(columns, SCHEMA.types, strict=True)]
    return pa.Table.from_arrays(arrays, schema=SCHEMA)


def trips_document(row: LoopRow) -> dict[str, Any]:
    """Returns a loop's numbers of entries and iterations, with bounds, for JSON documents."""
    return {
        "entries": row.entries,
        "iterations": row.known_iterations,
        "entries_most": row.entries_most,
        "iterations_most": row.iterations_most,
        "mean_iterations": row.mean_iterations,
        "mean_least": row.mean_least,
        "mean_most": row.mean_most,
        "missing": row.missing,
        "at_least": row.is_at_least,
        "estimated": row.is_estimate,
        "first_paths": row.first_paths,
        "whole_run": row.is_of_whole_run,
        "paths_executed": len(row.paths),
    }


def cut_off_document(row: LoopRow) -> dict[str, Any]:
    """Returns the most bytecodes that cut-off paths can have executed in a loop's own blocks.

    The result also has the number of these paths. Its values are None if they aren't known.
    """
    return {
        "bytecodes_cut_off": None if row.cut_off is None else row.cut_off.bytecodes,
        "paths_cut_off": None if row.cut_off is None else row.cut_off.paths,
    }


def commoner_document(row: LoopRow, names: Mapping[int, str]) -> dict[str, Any] | None:
    """Returns the path that has more completions than a loop's sequence can cover, or None."""
    if row.commoner is None:
        return None
    path, count = row.commoner.path, row.commoner.count
    return {
        "path": path, "name": names[path], "count": count, "share_of_loop": count / row.completions,
    }  # fmt: skip


def period_document(row: LoopRow) -> dict[str, Any]:
    """Returns how a loop's iterations repeat, as plain values."""
    return {
        "period": row.period,
        "period_share": row.period_share,
        "period_above": row.period_above,
        "period_of_iterations": row.period_of_iterations,
        "period_paths": row.period_paths,
    }


def back_edges_document(
    profile: Profile, row: LoopRow, sources: SourceTexts | None
) -> dict[str, Any]:
    """Returns a loop's back edges, and whether the loop may be several loops of the source."""
    code, method = profile.code(row.method), profile.method_rows.row(row.method)
    places = code.places
    is_one = (
        row.may_be_several
        and sources is not None
        and sources.is_one_statement(
            method["class"],
            method["source"],
            method["name"],
            code,
            code.loops[row.loop],
            method["digest"],
        )
    )
    return {
        "back_edges": [
            {
                "block": one.block,
                "place": places.phrase_if_known(one.line),
                "count": one.least,
                "most": one.most,
            }
            for one in row.back_edges
        ],
        "may_be_several": row.may_be_several and not is_one,
    }


def loop_statement(
    profile: Profile, method: int, loop: Loop, sources: SourceTexts | None
) -> str | None:
    """Returns the text of a loop's statement, with control characters escaped.

    Returns None without sources, and where ``SourceTexts.loop_statement`` returns None.
    """
    if sources is None:
        return None
    row, code = profile.method_rows.row(method), profile.code(method)
    text = sources.loop_statement(
        row["class"], row["source"], row["name"], code, loop, row["digest"]
    )
    return None if text is None else printable(text)


def loop_header(
    profile: Profile, method: int, loop: Loop, sources: SourceTexts | None
) -> dict[str, Any]:
    """Returns a loop's place, statement and test, and what the loop waits for, as plain values."""
    code = profile.code(method)
    line = code.header_line(loop.header)
    test = loop_test(code, profile.method_rows.row(method), code.loops.index(loop), sources)
    return {
        "header_block": loop.header,
        "header_line": line,
        "header_place": code.places.phrase_if_known(line),
        "statement": None if line is None else loop_statement(profile, method, loop, sources),
        "test": None if test is None else test.text,
        "waiting": why_it_waits(loop.waits),
    }


class DescribedTest(NamedTuple):
    """The conditions of a loop's test in words, with and without their lines."""

    text: str
    without_lines: str


def loop_test(
    code: MethodCode,
    method: Mapping[str, Any],
    loop: int,
    sources: SourceTexts | None = None,
    *,
    is_always: bool = False,
) -> DescribedTest | None:
    """Returns the conditions of a loop's test in words, or None if they aren't described.

    The test is described if it has code on other lines than the header's line. It is also described
    if the loop can be left at a latch, as in ``do { if (a) break; c; } while (b)``.

    If the loop has no test, the conditions at its top by which it can be left are described. Such
    conditions arise because javac compiles ``while (--n >= 0)`` like a ``do`` with a ``break``.
    Then the pass on which ``--n >= 0`` fails counts as an iteration.

    Returns None if the header has no line number. With ``is_always``, every test is described, and
    also that a loop has none. ``method`` is the row of the loop's method, and
    ``loop`` is the loop's place in MethodCode.loops.
    """
    line = code.header_line(code.loops[loop].header)
    nest = LoopNest(code, method)
    test = sorted(nest.test(loop))
    lines = {one for block in test for one in code.lines.of_block(block)}
    is_left_below = any(
        not nest.holds[loop, to]
        for latch in code.loops[loop].latches
        for to in nest.successors(latch)
    )
    leading = sorted(nest.leading_conditions(loop))
    if is_always and not (test or leading):
        return DescribedTest("no loop test", "no loop test")
    is_far = line is not None and (leading or (test and (lines - {line} or is_left_below)))
    if not (is_always or is_far):
        return None
    told = ToldMethod(code, method, sources)
    conditions = conditions_of(told, code, test or leading)
    asked = sorted({one for _, one in conditions if one is not None})
    named = ", ".join(dict.fromkeys(text for text, _ in conditions))
    where = lines_phrase(code.places.names(asked))
    at = f" ({where})" if asked and asked != [line] else ""
    begin, end = "loop test: ", "; a pass that ends there is no iteration"
    if leading:
        begin, end = "no loop test: a pass that ends at ", " is an iteration, too"
    return DescribedTest(f"{begin}{named}{at}{end}", f"{begin}{named}{end}")


def conditions_of(
    told: ToldMethod, code: MethodCode, blocks: Collection[int]
) -> list[tuple[str, int | None]]:
    """Returns the conditions in some blocks of a method, each with its line."""
    decisions = [code.deciding[block] for block in sorted(blocks) if block in code.deciding]
    found = [told.outcome_or_part(Outcome(one, one.targets[0])) for one in decisions]
    return [(one.question, one.line) for one in found]


def _entries(row: LoopRow) -> tuple[Any, ...]:
    """Returns a loop's values in the columns about the distribution of iterations per entry."""
    found = row.per_entry
    median = None if found is None else found.percentile(50)
    p90 = None if found is None else found.percentile(90)
    if found is None or median is None or p90 is None:
        return (None,) * _ENTRY_COLUMNS
    most = max((iterations for iterations, _ in found.known), default=-1)
    return (
        [found.exactly(iterations) for iterations in range(most + 1)],
        found.longer_entries,
        min((iterations for iterations, _ in found.longer), default=None),
        found.longer_mean,
        found.unfinished_entries,
        median.least,
        median.most,
        p90.least,
        p90.most,
    )


def next_iteration_document(found: NextIteration | None) -> dict[str, Any] | None:
    """Returns what followed a loop's back edges, as plain values for JSON documents."""
    if found is None:
        return None
    return {
        "followed": found.followed,
        "left": found.left,
        "left_inside": found.left_inside,
        "left_exact": found.is_left_exact,
        "left_in_all": found.left_in_all,
        "left_in_all_exact": found.is_left_in_all_exact,
        "unclear": found.unclear,
        "pieces": found.pieces,
        "thrown": found.thrown,
        "not_followed": found.not_followed,
        "caught": found.caught,
        # Adding 0.0 turns -0.0 into 0.0.
        "ways": [
            {"known": known, "bits": bits + 0.0, "equal_ways": 2**bits}
            for known, bits in enumerate(found.bits)
        ],
        "too_few": None if found.too_few is None else to_builtins(found.too_few),
        "sure_from": found.sure_from,
        "lacks_longer": found.lacks_longer,
        "exit_bits": [bits + 0.0 for bits in found.exit_bits],
        "exit_bits_by_number": [bits + 0.0 for bits in found.exit_bits_by_number],
        "repetitions": found.repetitions,
        "entries_alike": found.entries_alike,
        "rare": found.is_rare,
    }


def _next(row: LoopRow) -> tuple[Any, ...]:
    """Returns a loop's values in the columns about what followed the back edges."""
    found = next_iteration_document(row.next_iteration)
    if found is None:
        return (0, 0, None, 0, 0, None, [], [], False, 1)
    names = ("followed", "left", "left_exact", "unclear", "pieces", "not_followed")
    counts = (found[name] for name in names)
    bits = [one["bits"] for one in found["ways"]]
    return (*counts, bits, found["exit_bits"], found["lacks_longer"], found["repetitions"])


def _place(profile: Profile, row: LoopRow) -> str | None:
    return profile.code(row.method).places.phrase_if_known(row.header_line)
