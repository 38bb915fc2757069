"""Makes the page's data about a method's extended paths, which are grouped by loop."""

from typing import Any, TypeAlias

from kpath_jvm.analysis.of_extended.iterations import iterations
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.counted.extended import ExtendedRows, kind_text

#: At most this many paths of each group are described: those with the largest estimates, or the
#: largest counts if there are no estimates.
TOLD = 25
#: The titles of sections whose paths are all of one kind, by kind.
TITLES = {"iterations": "Paths across iterations", "window": "Structural paths"}
_OVERLAPPING = "Overlapping paths"
#: In rows of this kind, ``graph`` is the block of a loop's header. In other rows, it is the number
#: of a loop.
_BY_HEADER = "window"
#: The words for paths that don't belong to one particular loop, by the paths' kind.
_NO_LOOP = {
    "iterations": "whole activations",
    "window": "outside of loops",
    "loop": "one of several loops",
    "call": "at any site",
    "return": "at any site",
}
_Rows: TypeAlias = list[dict[str, Any]]


def extended_document(rows: ExtendedRows, method: int, code: MethodCode) -> dict[str, Any] | None:
    """Returns a method's extended paths as plain values, or None if the method has none.

    The paths are grouped by kind and loop. The group with the largest count comes first. A path's
    share is its part of the group's count.
    """
    groups: dict[tuple[str, int], _Rows] = {}
    for row in rows.of_method(method):
        groups.setdefault((row["kind"], row["graph"]), []).append(row)
    if not groups:
        return None
    kinds = {kind for kind, _ in groups}
    found = [
        _group(rows, of_group, _title(code, kind, graph, of_group))
        for (kind, graph), of_group in groups.items()
    ]
    return {
        "title": TITLES.get(kinds.pop(), _OVERLAPPING) if len(kinds) == 1 else _OVERLAPPING,
        "groups": sorted(found, key=lambda one: -one["count"]),
    }


def _title(code: MethodCode, kind: str, graph: int, of_group: _Rows) -> str:
    what = kind_text(kind, max(len(iterations(code, row["blocks"])) for row in of_group))
    if graph < 0:
        return f"{what}, {_NO_LOOP.get(kind, 'of any loop')}"
    header = graph if kind == _BY_HEADER else code.loops[graph].header
    return f"{what}, loop at {code.block_name(header)}"


def _group(rows: ExtendedRows, of_group: _Rows, title: str) -> dict[str, Any]:
    total = sum(row["count"] for row in of_group)
    return {
        "title": title,
        "count": total,
        "left": max(len(of_group) - TOLD, 0),
        "left_count": sum(row["count"] for row in of_group[TOLD:]),
        "rows": [_row(row, rows.row(row), total) for row in of_group[:TOLD]],
    }


def _row(row: dict[str, Any], told: dict[str, Any], total: int) -> dict[str, Any]:
    """Returns one path: its blocks by number, and what each of its parts decides."""
    other = told["other"]
    return {
        "name": told["name"],
        "count": told["count"],
        "share": told["count"] / total,
        "estimate": told["estimate"],
        "start": told["start_text"],
        "end": told["end_text"],
        "lines": told["lines_text"],
        "parts": told["decisions"],
        "blocks": row["blocks"],
        "all_lines": sorted({line for part in told["lines"] for line in part}),
        "other": None
        if other is None
        else {
            "title": printable(other["title"]),
            "lines": other["lines_text"],
            "parts": other["decisions"],
        },
    }
