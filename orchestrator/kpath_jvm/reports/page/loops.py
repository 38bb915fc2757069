"""Makes the page's data about a method's loops."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from kpath_jvm.analysis.hot_sequences import HotSequence
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import LoopRow, rows_with_entries
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths, executed_paths
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.facts.iterations import entry_groups, iterations_document
from kpath_jvm.facts.loops import (
    back_edges_document,
    commoner_document,
    conditions_of,
    cut_off_document,
    loop_statement,
    next_iteration_document,
    period_document,
    trips_document,
)
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import completed_words, lines
from kpath_jvm.reports.completed_words import cut_off_in_loop, mean_text, trips
from kpath_jvm.reports.hot_tables import about_sequence
from kpath_jvm.reports.iteration_words import is_known, iterations_text, percentiles_text, span
from kpath_jvm.reports.loop_words import next_iteration, repetition, shared_header
from kpath_jvm.reports.output import counted
from kpath_jvm.reports.page.times import PageTimes
from kpath_jvm.reports.repeated_words import perhaps_repeated
from kpath_jvm.reports.told_sequences import sequence_lines, told_sequence_paths
from kpath_jvm.source.annotation import SourceTexts


def loop_documents(
    profile: Profile,
    method: int,
    names: Mapping[int, str],
    sources: SourceTexts | None,
    whole: Profile | None = None,
    times: PageTimes | None = None,
    k: int | None = None,
) -> list[dict[str, Any]]:
    """Returns a method's executed loops, in the order of their numbers, as plain values.

    ``names`` are the names of the method's paths. ``whole`` is the profile that ``profile`` is a
    part of, and ``k`` the length of the longest sequences to use, by default the profile's k. In
    the result, ``cost`` is the number of bytecodes executed in the loop without its inner loops.
    ``line`` is the name of the header's line, and ``test`` has the blocks, conditions and lines of
    the loop test. ``trips``, ``cut_off`` and ``mean`` are texts (completed_words.py). ``time`` is
    what ``PageTimes.of_loop`` returns, or None if there are no samples.
    """
    code = profile.code(method)
    places = code.places
    nest = LoopNest(code, profile.method_rows.row(method))
    executed = executed_paths(whole or profile, method)
    told = ToldMethod(code, profile.method_rows.row(method), sources)
    found = []
    for one in rows_with_entries(profile, whole or profile, method, k):
        following = next_iteration_document(one.next_iteration)
        sequence = None
        statement = loop_statement(profile, method, code.loops[one.loop], sources)
        if one.sequence is not None:
            sequence = _sequence(profile, one, one.sequence, following, told, names, executed)
        found.append(
            {
                "loop": one.loop,
                "line": None if one.header_line is None else places.name(one.header_line),
                "depth": one.depth,
                "entries": one.entries,
                "entries_most": one.entries_most,
                "iterations": one.known_iterations,
                "iterations_most": one.iterations_most,
                "mean": mean_text(trips_document(one)),
                "shared_header": shared_header(back_edges_document(profile, one, sources)),
                "trips": trips(trips_document(one)),
                "cut_off": cut_off_in_loop(cut_off_document(one) | {"bytecodes": one.cost}),
                "per_entry": per_entry(
                    one.per_entry,
                    completed_words.per_entry(
                        {"entries": one.entries, "entries_most": one.entries_most}
                    ),
                    statement,
                ),
                "missing": one.missing,
                "at_least": one.is_at_least,
                "estimated": one.is_estimate,
                "paths": len(one.paths),
                "cost": one.cost,
                "exact_cost": one.exact_cost,
                "entered_cost": one.entered_cost,
                "whole_cost": one.whole_cost,
                "time": None if times is None else times.of_loop(method, one.loop),
                "sequence": sequence,
                "next_iteration": following,
                "next_path": "; ".join(next_iteration(following, perhaps_repeated)),
                "repetition": repetition(period_document(one), following),
                "waiting": why_it_waits(code.loops[one.loop].waits),
                "test": _test(told, code, nest.test(one.loop)),
                "statement": statement,
            }
        )
    return found


def _test(told: ToldMethod, code: MethodCode, blocks: Collection[int]) -> dict[str, Any]:
    """Returns the blocks and conditions of a loop's test, and the lines of the conditions.

    The lines are a text, "" if they aren't known.
    """
    conditions = conditions_of(told, code, blocks)
    lines = sorted({line for _, line in conditions if line is not None})
    return {
        "blocks": sorted(blocks),
        "conditions": [*dict.fromkeys(text for text, _ in conditions)],
        "lines": code.places.names(lines) if lines else "",
    }


def _sequence(
    profile: Profile,
    loop: LoopRow,
    found: HotSequence,
    following: dict[str, Any] | None,
    told: ToldMethod,
    names: Mapping[int, str],
    executed: ExecutedPaths,
) -> dict[str, Any]:
    """Returns a loop's hottest sequence ``found``.

    ``following`` has the facts of ``next_iteration_document``. In the result, ``told`` is a text
    about the sequence's occurrences. ``paths`` are lines on what its paths share, and on some of
    the paths.
    """
    code, row = profile.code(loop.method), profile.method_rows.row(loop.method)

    def told_paths(paths: Iterable[int]) -> dict[str, Any]:
        decoded = [code.decode(path) for path in paths]
        nest = code.loops[loop.loop]
        return told_sequence_paths(code, row, told, names, executed, nest, decoded)

    commoner = commoner_document(loop, names)
    if commoner is not None:
        commoner["told"] = told_paths([commoner["path"]])["named"][0]
    sequence = {
        "text": lines.rounds([names[path] for path in found.paths], found.period),
        "paths": found.paths,
        "period": found.period,
        "count": found.count,
        "share_of_loop": found.covered / loop.completions,
        "commoner": commoner,
        **told_paths(dict.fromkeys(found.paths)),
    }
    text, times, rest = about_sequence(
        {
            "completions": loop.completions,
            "bytecodes": loop.cost,
            "whole_bytecodes": loop.whole_cost,
            "next_iteration": following,
            "sequence": sequence,
        }
    )
    return {
        "text": text,
        "count": found.count,
        "told": f"{times}{rest}",
        "paths": sequence_lines(sequence),
    }


def per_entry(
    found: IterationsPerEntry | None, per: str = "per entry", statement: str | None = None
) -> dict[str, Any] | None:
    """Returns the distribution of iterations per entry: as ``bars`` to draw, and as a ``text``.

    ``per`` begins the text, and ``statement`` is the loop's, if it is known. A bar has a ``label``,
    its ``share`` of the entries, and the ``kind`` of its group (facts/iterations.py). ``numbers``
    is how many numbers of iterations the bar stands for. Its ``height`` is the mean share of one of
    these numbers, so that a flat distribution looks flat. ``gap`` is set if numbers of iterations
    that no entry made lie between the previous bar and this bar. ``percentiles`` is the part of the
    text about percentiles. If nothing is known, returns None.
    """
    document = iterations_document(found)
    if document is None:
        return None
    groups = entry_groups(document)
    bars = [
        {
            "label": span(one) if one["kind"] == "known" else _open(one["least"]),
            "share": one["share"],
            "height": one["share"] / _numbers(one),
            "numbers": _numbers(one),
            "gap": bool(place) and _has_gap(groups[place - 1], one),
            "kind": one["kind"],
        }
        for place, one in enumerate(groups)
    ]
    percentiles = percentiles_text(document)
    if document["entries"] == 1:
        # A single entry has no distribution.
        first = document["percentiles"][0]
        more = " or more" if first["most"] is None else ""
        percentiles = f"{counted(first['least'], 'iteration')}{more} in the one entry"
        if not is_known(first):
            percentiles = "the one entry couldn't be followed to its end"
    elif not any(is_known(one) for one in groups):
        # The only bar would stand for all entries, and its label wouldn't be a number.
        bars, percentiles = [], "how they are distributed isn't known"
    return {
        "text": iterations_text(document, per, statement) or f"{per}: {percentiles}",
        "bars": bars if document["entries"] > 1 else [],
        "percentiles": percentiles,
    }


def _numbers(group: Mapping[str, Any]) -> int:
    """Returns how many different numbers of iterations a group has; 1 without an upper bound."""
    return 1 if group["most"] is None else int(group["most"] - group["least"] + 1)


def _has_gap(before: Mapping[str, Any], group: Mapping[str, Any]) -> bool:
    """Returns whether numbers of iterations that no entry made lie between two groups.

    Returns False if this isn't known.
    """
    if group["kind"] != "known" or before["kind"] != "known":
        return False
    return bool(group["least"] > before["most"] + 1)


def _open(least: int) -> str:
    """Returns the label of entries whose end wasn't seen, after ``least`` iterations or more.

    For 0, the label is only "?", because "\u2265 0" is true of every entry.
    """
    return f"? \u2265 {least:,}" if least else "?"
