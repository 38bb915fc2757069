"""Finds the Ball-Larus path or extended path that a control-flow graph highlights."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kpath_jvm.analysis.flow import Flow
from kpath_jvm.analysis.names_of_paths import names_of_paths, path_called
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.of_extended.iterations import iterations
from kpath_jvm.analysis.of_extended.names import extended_called, is_extended
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.counted.extended import kind_text, place
from kpath_jvm.reports.output import counted, percent
from kpath_jvm.reports.pictures import looks
from kpath_jvm.reports.pictures.dot import Span
from kpath_jvm.reports.pictures.lit_extended import LitExtended
from kpath_jvm.reports.pictures.lit_path import LitPath


def lit(
    selected: Selected, method: int, text: str | None, flow: Flow, title: str
) -> tuple[LitPath | LitExtended, list[Span]]:
    """Returns the path to highlight in the graph, and a line of text about the path.

    ``text`` is the path's name or number, or None to highlight nothing. ``title`` is the method's
    name in errors. Raises KpathError if the method has no such path.
    """
    code = selected.profile.code(method)
    if text is None:
        return LitPath(None, flow), []
    if is_extended(text):
        row = extended_called(selected.whole, method, text, title)
        return LitExtended(row, code), _said(_extended_text(selected, text, row))
    if not flow.is_of_paths:
        require_paths(selected.whole, "path to highlight")
    called = names_of_paths(selected.whole, method)
    path = code.decode(path_called(called, text, title))
    forest = selected.profile.method_forest(method)
    is_it = (forest.parents < 0) & (forest.paths == path.path)
    count = int(forest.counts[is_it].sum())
    share = count * _bytecodes(code, path.blocks) / max(_bytecodes_of(code, flow), 1)
    words = (
        f"path {called[path.path]} ({path.path}), {path.start} to {path.end}: "
        f"{counted(count, 'time')}, {percent(share)} of the method's bytecodes"
    )
    return LitPath(path, flow), _said(words)


def _extended_text(selected: Selected, name: str, row: dict[str, Any]) -> str:
    code = selected.whole.code(row["method"])
    kind = kind_text(row["kind"], len(iterations(code, row["blocks"])))
    ends = f"{printable(place(row['start']))} to {printable(place(row['end']))}"
    text = f"path {name.upper()}, {kind}, {ends}: {counted(row['count'], 'time')}"
    if not np.isnan(row["estimate"]):
        text += f", {row['estimate']:,.1f} estimated"
    if row["other_method"] >= 0:
        other = selected.whole.method_rows.row(row["other_method"])
        text += f"; and {counted(len(row['other_blocks']), 'block')} of {printable(other['name'])}"
    return text


def _said(text: str) -> list[Span]:
    return [Span(text, is_bold=True, colour=looks.LIT)]


def _bytecodes(code: MethodCode, blocks: Sequence[int]) -> int:
    return sum(code.instructions[block] for block in blocks)


def _bytecodes_of(code: MethodCode, flow: Flow) -> int:
    return int((flow.blocks * np.array(code.instructions, dtype=np.int64)).sum())
