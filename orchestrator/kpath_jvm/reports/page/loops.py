"""The loops of a method as the page lists them."""

from collections.abc import Mapping
from typing import Any

from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.facts.loops import loop_statement
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import lines
from kpath_jvm.reports.loop_words import next_path, repetition
from kpath_jvm.source.annotation import SourceTexts


def loop_documents(
    profile: Profile, method: int, names: Mapping[int, str], sources: SourceTexts | None
) -> list[dict[str, Any]]:
    """Returns a method's executed loops, in the order of their numbers, as plain values.

    ``cost`` is in bytecodes, and doesn't include the loops inside. ``names`` are those of the
    paths; ``line`` is the name of the header's line.
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
            "missing": one.missing,
            "estimated": one.is_estimate,
            "paths": len(one.paths),
            "cost": one.cost,
            "whole_cost": one.whole_cost,
            "sequence": None
            if one.sequence is None
            else {
                "text": lines.folded([names[path] for path in one.sequence.paths]),
                "count": one.sequence.count,
            },
            "entropies": list(one.entropies),
            "period": one.period,
            "next_path": next_path(one.entropies),
            "repetition": repetition(one.period, one.period_share),
            "waiting": why_it_waits(code.loops[one.loop].waits),
            "statement": loop_statement(profile, method, code.loops[one.loop], sources),
        }
        for one in loop_rows(profile, method)
    ]
