"""Describes paths of one method as plain data: by their names, lines and decisions."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from kpath_jvm.analysis.told import Told, ToldMethod
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.reports.source_lines import source_lines
from kpath_jvm.source.annotation import SourceTexts


def described_paths(
    code: MethodCode,
    row: Mapping[str, Any],
    told: ToldMethod,
    names: Mapping[int, str],
    paths: Collection[DecodedPath],
    sources: SourceTexts | None = None,
) -> dict[int, dict[str, Any]]:
    """Returns a description of each given path, by the path's number.

    A description has all decisions of the path, and separately those that tell it apart from the
    other given paths. ``row`` is the method's row in ``methods``. docs/formats/json.md has the keys
    of a path.
    """
    apart = told.apart(paths)
    return {
        decoded.path: {
            "name": names[decoded.path],
            "path": decoded.path,
            "start": decoded.start,
            "end": decoded.end,
            "lines": list(decoded.lines),
            "lines_text": code.places.names(decoded.lines),
            "decisions": [one.plain() for one in told.path(decoded)],
            **told_apart(code, told, apart[decoded.path]),
            "source": None
            if sources is None
            else source_lines(sources, row, code.places, decoded.lines),
        }
        for decoded in paths
    }


def told_apart(code: MethodCode, told: ToldMethod, decisions: Iterable[Told]) -> dict[str, Any]:
    """Returns the part of a path's description that is about the given decisions."""
    shown = list(decisions)
    unmatched = told.unmatched_lines(shown)
    return {
        "apart": [one.text for one in shown],
        "unmatched_lines": unmatched,
        "unmatched_text": ", ".join(map(code.places.name, unmatched)),
        "unmatched_why": told.why_unmatched(unmatched),
    }
