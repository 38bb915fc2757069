"""The loops of a method as the page lists them."""

from collections.abc import Mapping
from typing import Any

from kpath_jvm.analysis.loops import rows_with_entries
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.facts.iterations import entry_groups, iterations_document
from kpath_jvm.facts.loops import loop_statement, next_iteration_document
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import lines
from kpath_jvm.reports.iteration_words import iterations_text, percentiles_text, span
from kpath_jvm.reports.loop_words import next_iteration, repetition
from kpath_jvm.reports.page.times import PageTimes
from kpath_jvm.source.annotation import SourceTexts


def loop_documents(
    profile: Profile,
    method: int,
    names: Mapping[int, str],
    sources: SourceTexts | None,
    whole: Profile | None = None,
    times: PageTimes | None = None,
) -> list[dict[str, Any]]:
    """Returns a method's executed loops, in the order of their numbers, as plain values.

    ``cost`` is in bytecodes, and doesn't include the loops inside. ``names`` are those of the
    paths; ``line`` is the name of the header's line. ``whole`` is the profile that ``profile`` is a
    part of. ``time`` is that of ``times`` (PageTimes.of_loop), None without samples.
    """
    code = profile.code(method)
    places = code.places
    return [
        {
            "loop": one.loop,
            "line": None if one.header_line is None else places.name(one.header_line),
            "depth": one.depth,
            "entries": one.entries,
            "iterations": one.iterations,
            "mean": one.mean_iterations,
            "per_entry": per_entry(one.per_entry),
            "missing": one.missing,
            "estimated": one.is_estimate,
            "paths": len(one.paths),
            "cost": one.cost,
            "whole_cost": one.whole_cost,
            "time": None if times is None else times.of_loop(method, one.loop),
            "sequence": None
            if one.sequence is None
            else {
                "text": lines.folded([names[path] for path in one.sequence.paths]),
                "count": one.sequence.count,
            },
            "entropies": [] if one.next_iteration is None else list(one.next_iteration.bits),
            "next_path": "; ".join(next_iteration(next_iteration_document(one.next_iteration))),
            "repetition": repetition(one.period, one.period_share),
            "waiting": why_it_waits(code.loops[one.loop].waits),
            "statement": loop_statement(profile, method, code.loops[one.loop], sources),
        }
        for one in rows_with_entries(profile, whole or profile, method)
    ]


def per_entry(found: IterationsPerEntry | None) -> dict[str, Any] | None:
    """Returns how many entries made how many iterations: a ``text``, and ``bars`` to draw it by.

    A bar has a ``label``, its ``share`` of the entries, and the ``kind`` of its group
    (facts/iterations.py). ``percentiles`` is a text, too. Returns None if nothing is known.
    """
    document = iterations_document(found)
    if document is None:
        return None
    bars = [
        {
            "label": _label(one, document["k"]),
            "share": one["share"],
            "kind": one["kind"],
        }
        for one in entry_groups(document)
    ]
    return {
        "text": iterations_text(document) or f"per entry: {percentiles_text(document)}",
        "bars": bars,
        "percentiles": percentiles_text(document),
    }


def _label(group: Mapping[str, Any], k: int) -> str:
    """Returns what stands below a bar: its iterations, or why these are only known to be more."""
    if group["kind"] == "known":
        return span(group)
    why = f"> {k} {'path' if k == 1 else 'paths'}" if group["kind"] == "longer" else "no end seen"
    return f"{why}, \u2265 {group['least']:,}"
