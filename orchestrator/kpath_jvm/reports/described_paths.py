"""Paths of one method as plain data: their names, their lines and what they decide."""

from collections.abc import Collection, Mapping
from typing import Any

from kpath_jvm.analysis.told import ToldMethod
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
    """Returns the given paths by number, told apart from one another.

    ``row`` is the method's row in ``methods``. docs/formats/json.md has the keys of a path.
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
            "apart": [one.text for one in apart[decoded.path]],
            "unmatched_lines": (unmatched := told.unmatched_lines(apart[decoded.path])),
            "unmatched_text": ", ".join(map(code.places.name, unmatched)),
            "source": None
            if sources is None
            else source_lines(sources, row, code.places, decoded.lines),
        }
        for decoded in paths
    }
