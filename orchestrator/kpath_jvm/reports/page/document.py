"""Makes the page's data about the whole profile: what ran, what costs most, and what is missing."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.entered import entered as entered_ones
from kpath_jvm.analysis.hot_loops import costliest, rows_at, shown_loops
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.of_edges.path_windows import first_paths, is_windowed
from kpath_jvm.analysis.of_loops.loop_costs import loop_costs
from kpath_jvm.analysis.selection import Selected, Selection, select
from kpath_jvm.facts.coverage import coverage_document, lengths_document
from kpath_jvm.facts.iterations import iterations_document
from kpath_jvm.facts.loops import loop_header, next_iteration_document
from kpath_jvm.facts.methods import MethodFacts
from kpath_jvm.profile import names
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.entries_only import may_be_hot, with_less, without_paths_text
from kpath_jvm.profile.forest import IndexArray
from kpath_jvm.profile.metadata import EDGES_MODE, ENTRY_RUNG, WHOLE_RUNGS
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.callers import methods_to_show
from kpath_jvm.reports.completed_words import OF_WHOLE_RUN
from kpath_jvm.reports.counted.edges import (
    all_bytecodes,
    counted_edges_text,
    edges_only,
    exactness,
)
from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.coverage_words import (
    LENGTH_COLUMNS,
    LENGTHS,
    about_lengths,
    coverage_text,
    length_rows,
)
from kpath_jvm.reports.findings import find
from kpath_jvm.reports.header import header_rows, nothing_entered, which_loops
from kpath_jvm.reports.ladder import MEANINGS, PAGE, why_left_out
from kpath_jvm.reports.loop_words import all_next_iterations, share_of_loops, short_loop_name
from kpath_jvm.reports.output import as_sentence, counted
from kpath_jvm.reports.page.callers import PageCallers
from kpath_jvm.reports.page.findings import page_findings
from kpath_jvm.reports.page.method import MethodPages
from kpath_jvm.reports.page.times import PageTimes
from kpath_jvm.reports.shares import asked_for, what_shares_are_of, which_bytecodes
from kpath_jvm.reports.summary import ReportOptions, check_k, loops_asked, summarise
from kpath_jvm.reports.told_sequences import RULE
from kpath_jvm.shown import PAGE_METHODS, PAGE_NODES, ROWS
from kpath_jvm.source.annotation import SourceTexts

_MOST_WITH_LESS, _MOST_PARTS = 500, 100
#: The overview shows the callers of at most this many methods.
_MOST_CALLED = 12
#: The overview's tables of methods and loops have at most this many rows (ranking.js).
_MOST_RANKED = 12

#: The names of the facts that are shown about a method, or that decide what is shown.
_OF_METHODS = (
    "method", "title", "class", "name", "descriptor", "bytecodes", "bytecodes_exact",
    "bytecodes_entered", "completed", "entries",
    "paths_executed", "possible_paths", "rung", "rung_reason", "cuts", "mode", "irreducible",
    "abandoned", "unfinished", "undecided", "since_millis",
)  # fmt: skip


@dataclass(frozen=True)
class PageOptions:
    """The content of a page: details of methods, each with at most ``nodes`` sequences.

    The methods are the ``top`` costliest ones, and those that come first in the overview's tables:
    the first ``top`` by time and by inclusive time, and the methods of the first ``top`` loops by
    bytecodes and by time. A table has at most 12 rows.

    If ``k`` is None, the profile's k is used. ``coverage`` is as in ReportOptions.
    """

    k: int | None = None
    top: int = PAGE_METHODS
    nodes: int = PAGE_NODES
    merge: bool = True
    selection: Selection = field(default_factory=Selection)
    coverage: tuple[int, ...] = ()


@dataclass(frozen=True)
class PageDocument:
    """The data of a page: documents about the whole profile, and about methods in detail."""

    title: str
    whole: dict[str, Any]
    methods: list[dict[str, Any]]


def page_document(
    profile: Profile, options: PageOptions, sources: SourceTexts | None = None
) -> PageDocument:
    """Returns the page's data as plain values.

    Raises KpathError if k exceeds the profile's k, or if the filters leave nothing.
    """
    k = check_k(profile, options.k)
    selected = select(profile.merged() if options.merge else profile, options.selection)
    shown = selected.profile
    rows = shown.method_rows
    costs = Costs(shown)
    whole_costs = costs if selected.is_all else Costs(selected.whole)
    cost = costs.of_methods[rows.numbers]
    entered = np.flatnonzero(entered_ones(shown))
    # Methods of equal cost are ordered by completions, and then as in the table ``methods``.
    completed = rows.column("completed")
    order = entered[np.lexsort((entered, -completed[entered], -cost[entered]))]
    has_part = (completed > 0) | (cost > 0)
    extended = ExtendedRows(selected, sources)
    times, callers = PageTimes.of(selected), PageCallers.of(selected)
    ran = loop_costs(selected.whole)
    loops = shown_loops(selected, ran)
    first = min(options.top, _MOST_RANKED)
    also = set(ran.methods[costliest(ran, loops, first)].tolist())
    if times is not None:
        also |= times.first_methods(set(rows.numbers[order].tolist()), first)
    could = [place for place in order.tolist() if has_part[place]]
    chosen = [
        place
        for at, place in enumerate(could)
        if at < options.top or int(rows.numbers[place]) in also
    ]
    pages = MethodPages(shown, selected.whole, whole_costs, k, sources, extended, times, callers)
    methods = [pages.document(int(rows.numbers[place]), options.nodes) for place in chosen]
    listed = {place: at for at, place in enumerate(order.tolist())}
    summary = summarise(profile, ReportOptions(k=k, top=0, merge=options.merge))
    if times is not None:
        summary["time"] = times.summary
    less = with_less(shown.method_rows)
    nothing = nothing_entered(summary)
    title, has = printable(shortened(summary["title"])), known(shown)
    work = {
        "loops": len(loops),
        "bytecodes": whole_costs.total,
        "bytecodes_in_loops": int(ran.costs[loops].sum()),
    }
    hottest = rows_at(selected.whole, ran, costliest(ran, loops, ROWS), k)
    titles = {place: rows.title(int(rows.numbers[place])) for place in chosen}
    listed_loops = [
        {"method": listed[place], "title": titles[place], **loop}
        for place, method in zip(chosen, methods, strict=True)
        for loop in method["loops"]
    ]
    whole = {
        "version": summary["version"],
        "title": title,
        "whole_title": printable(summary["title"]),
        "stand_in": summary["stand_in"],
        "empty": None if nothing is None else as_sentence(nothing),
        "thread": None if summary["thread"] is None else printable(summary["thread"]),
        "k": k,
        "verdict": summary["completeness"]["verdict"],
        "exact": summary["completeness"]["exact"],
        "header": [
            [label, printable(text), style == "yellow"]
            for label, text, style in header_rows(summary)
        ],
        "shares": as_sentence(printable(f"shares are {what_shares_are_of(summary)}")),
        "shown": None if selected.is_all else _shown(selected),
        "totals": {
            "cost": int(cost.sum()),
            "exact_cost": int(costs.exact_of_methods[rows.numbers].sum()),
            "entered_cost": int(costs.entered_of_methods[rows.numbers].sum()),
            "all_cost": whole_costs.total,
            "which_bytecodes": which_bytecodes(summary["known"]),
            "completions": int(completed.sum()),
            "methods": len(rows),
            "loops": len(loops),
            "detailed": len(methods),
            "entered": len(entered),
            "paths": int(shown.table("paths").num_rows),
            "nodes": len(shown.forest.truncated(k)),
            "held_back": summary["profiled"]["held_back"],
            "edges": counted_edges_text(asdict(has)) if has.edges_only else None,
        },
        "jvms": _parts(summary["per_jvm"], "pid", "name") if len(summary["per_jvm"]) > 1 else [],
        "threads": _parts(summary["per_thread"], "thread", "title"),
        "not_profiled": _not_profiled(summary["not_profiled"]),
        "entries_only": None
        if (only := without_paths_text(shown.method_rows)) is None
        else as_sentence(printable(only)),
        "may_be_hot": may_be_hot(with_less(shown.method_rows)),
        "with_less": [
            {
                "title": one["title"],
                "meaning": MEANINGS[one["rung"]],
                "reason": printable(one["reason"] or "unknown"),
                "entries": one["entries"],
            }
            for one in less[:_MOST_WITH_LESS]
        ],
        "coverage": _coverage(shown, costs),
        "lengths": _lengths(selected, costs, k, options.coverage),
        "findings": page_findings(
            find(
                selected, hottest, k, whole_costs, sources, None if times is None else times.shares
            )
        ),
        "methods": _methods(shown, costs, order, chosen, times, options.top),
        "loops": listed_loops,
        "loops_ranked": first,
        "sequence_rule": as_sentence(RULE),
        "about_loops": _about_loops(selected.whole, work, summary["known"], hottest, k),
        "time": None if times is None else times.document(),
        "callers": None
        if callers is None
        else callers.document(
            methods_to_show(
                selected,
                None if times is None else times.shares,
                rows.numbers[order[:_MOST_CALLED]].tolist(),
                _MOST_CALLED,
            )
        ),
        "extent": _extent(summary, len(less), order, methods, options),
    }
    return PageDocument(title, whole, methods)


def _shown(selected: Selected) -> str:
    text, loops = selected.selection.text, which_loops(loops_asked(selected))
    return f"{text}: {loops}" if loops else text


def _about_loops(
    whole: Profile,
    work: dict[str, Any],
    known: dict[str, Any],
    hottest: Sequence[LoopRow],
    k: int,
) -> list[str]:
    """Returns sentences on all loops that ran, and on the ``hottest``, which a report lists."""
    rows = [
        {
            **whole.method_rows.identity(one.method),
            "number": one.loop,
            "loop": loop_header(whole, one.method, whole.code(one.method).loops[one.loop], None),
            "next_iteration": next_iteration_document(one.next_iteration),
            "iterations_per_entry": iterations_document(one.per_entry),
        }
        for one in hottest
    ]
    names = [*map(short_loop_name, rows)]
    ways = all_next_iterations(rows, names, k, "loops that cost most")
    found = [share_of_loops(work, known), ways]
    return [as_sentence(text) for text in found if text]


def _coverage(profile: Profile, costs: Costs) -> str:
    """Returns a sentence on how few paths make up most of the work; empty if not known."""
    counts = integers(profile.table("paths"), "count")
    text = coverage_text(coverage_document(profile, counts, costs.of_rows))
    return as_sentence(text) if text else ""


def _lengths(
    selected: Selected, costs: Costs, k: int, tops: Sequence[int]
) -> dict[str, Any] | None:
    """Returns the table of what the hottest sequences of each length cover together.

    Returns None if the table wasn't asked for, or if no path was completed.
    """
    if not tops:
        return None
    found = lengths_document(selected.profile, tops, k, costs, selected.whole)
    if found is None:
        return None
    return {
        "heading": LENGTHS,
        "columns": [name.replace("\n", " ") for name in LENGTH_COLUMNS],
        "rows": [*length_rows(found)],
        "about": as_sentence(about_lengths(found)),
    }


def _methods(
    profile: Profile, costs: Costs, order: IndexArray, chosen: Sequence[int],
    times: PageTimes | None, top: int,
) -> dict[str, list[Any]]:  # fmt: skip
    """Returns the columns of the page's table of methods, which has all entered methods.

    The column ``page`` has the number of a method's own part of the page, or -1 if the method has
    none. The column ``time`` has what ``PageTimes.of_method`` returns; there is no such column if
    the profile has no samples.
    """
    rows = MethodFacts(profile, costs).rows(order, *_OF_METHODS)
    parts = {place: number for number, place in enumerate(chosen)}
    classes = [names.dotted(row["class"]) for row in rows]
    return {
        "title": [row["title"] for row in rows],
        "class": classes,
        "member": [row["title"][len(name) + 1 :] for row, name in zip(rows, classes, strict=True)],
        "name": [printable(row["name"]) for row in rows],
        "descriptor": [printable(row["descriptor"]) for row in rows],
        "cost": [row["bytecodes"] for row in rows],
        "exact_cost": [row["bytecodes_exact"] for row in rows],
        "entered_cost": [row["bytecodes_entered"] for row in rows],
        "completed": [row["completed"] for row in rows],
        "entries": [row["entries"] for row in rows],
        "paths": [row["paths_executed"] for row in rows],
        "possible": [row["possible_paths"] for row in rows],
        "page": [parts.get(place, -1) for place in order.tolist()],
        "notes": [_notes(profile, row) for row in rows],
        "no_page": [_no_page(row, top) for row in rows],
        **(
            {}
            if times is None
            else {
                "time": [
                    times.of_method(number)
                    for number in profile.method_rows.numbers[order].tolist()
                ]
            }
        ),
    }


def _notes(profile: Profile, row: dict[str, Any]) -> list[str]:
    """Returns notes that readers of a method's figures need."""
    found = []
    first = first_paths(profile, row["method"])
    if row["rung"] not in WHOLE_RUNGS:
        reason = printable(row["rung_reason"] or "unknown")
        found.append(f"Recorded with less: {MEANINGS[row['rung']]} ({reason}). See {PAGE}.")
    if row["cuts"] and row["mode"] != EDGES_MODE:
        found.append(
            f"Too many paths: they are cut at {counted(len(row['cuts']), 'edge')}, and each piece "
            "counts as one of a sequence's k paths."
        )
    if first is not None:
        found.append(
            f"At most the method's first {counted(first, 'path')} were counted, so the counts "
            "don't stand for the whole run."
        )
    elif is_windowed(profile):
        found.append(f"The figures are {OF_WHOLE_RUN}; those of other methods are of first paths.")
    if row["irreducible"]:
        found.append("Irreducible: some of its loops have several entries.")
    lost = [
        f"{row[term]:,} {words}"
        for term, words in (
            ("abandoned", "cut off by exceptions"),
            ("unfinished", "unfinished at the end"),
            ("undecided", "cut off or unfinished, it isn't known which"),
        )
        if row[term]
    ]
    if lost:
        found.append(f"Paths that aren't counted here: {', '.join(lost)}.")
    if row["since_millis"]:
        found.append("Recorded since it was found hot: earlier activations are not counted.")
    return found


def _no_page(row: dict[str, Any], top: int) -> list[str]:
    """Returns why a method has no part of its own in the page: shortly, and in a sentence."""
    if row["rung"] == ENTRY_RUNG:
        return [
            "only entries",
            "No paths of this method are recorded, only its entries are counted.",
        ]
    if not row["completed"]:
        return ["no paths", "No path of this method was completed."]
    return ["not in --top", f"This page has details of {_detailed(top)}: not of this one."]


def _detailed(top: int) -> str:
    """Says which methods the page has details of."""
    return (
        f"the {counted(top, 'method')} that cost most (--top), and of those that come first by "
        "time or have the hottest loops"
    )


def _parts(entries: Sequence[dict[str, Any]], number: str, name: str) -> list[dict[str, Any]]:
    """Returns the JVMs or threads with the most completions."""
    return [
        {
            "number": one[number],
            "name": printable(one[name]),
            "completed": one["completed"],
            "share": one["share_of_all"],
        }
        for one in entries[:_MOST_PARTS]
    ]


def _not_profiled(skipped: dict[str, Any]) -> dict[str, Any]:
    asked = asked_for(skipped)
    return {
        "asked": printable(f"{asked[0].upper()}{asked[1:]}"),
        "reasons": [
            {
                "reason": printable(why_left_out(one["reason"], skipped)),
                "classes": one.get("classes", 0),
                "methods": one.get("methods", 0),
            }
            for one in skipped["reasons"]
        ],
    }


def _extent(
    summary: dict[str, Any], less: int, order: IndexArray, methods: Sequence[dict[str, Any]],
    options: PageOptions,
) -> str:  # fmt: skip
    """Returns sentences about how much of the profile is in the page."""
    pruned = sum(one["nodes"]["shown"] < one["nodes"]["all"] for one in methods)
    more_less = less - _MOST_WITH_LESS
    parts = [
        f"All {counted(len(order), 'entered method')} are listed; the page has details of "
        f"{len(methods):,} of them: of {_detailed(options.top)}.",
        ""
        if edges_only(summary)
        else f"For {counted(pruned, 'method')}, the rarest sequences are left out: the page has at "
        f"most {options.nodes:,} sequences of each method (--nodes)."
        if pruned
        else "No sequences of these methods are left out.",
        f"Bytecodes follow from counts of edges. {exactness(summary['work'], summary['known'])}."
        if edges_only(summary)
        else "Bytecodes are instructions executed by completed paths, exact if the profile is; "
        "where edges were counted, they follow from these."
        if summary["known"]["edges"]
        else "Bytecodes are instructions executed by completed paths, exact if the profile is.",
        f"Shares are of {all_bytecodes(summary['work'], summary['known'])}."
        if summary["known"]["is_windowed"]
        else "",
        *([f"{more_less:,} more methods are recorded with less."] if more_less > 0 else []),
        f"Made by kpath-jvm from {printable(summary['profile'])}.",
    ]
    return " ".join(filter(None, parts))
