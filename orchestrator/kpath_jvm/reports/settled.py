"""Shows settled branches as rows of a JSON document and as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.settled.found import SettledMethods, heavy
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts.settled import settled_rows
from kpath_jvm.reports import settled_words as words
from kpath_jvm.reports.branch_words import placed
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.source.annotation import SourceTexts


def heavy_rows(
    selected: Selected,
    costs: Costs,
    least_share: float,
    k: int,
    sources: SourceTexts | None = None,
    settled: SettledMethods | None = None,
) -> list[dict[str, Any]]:
    """Returns a row for each settled branch of the selection, in the order of ``heavy``.

    Branches whose tests surely took less than ``least_share`` of all bytecodes are omitted.
    ``settled`` is passed on to ``heavy``.
    """
    told: dict[int, ToldMethod] = {}
    nests: dict[int, LoopNest] = {}
    found = []
    for method, one in heavy(selected, costs, least_share, k, settled):
        row = selected.whole.method_rows.row(method)
        code = selected.whole.code(method)
        if method not in told:
            told[method] = ToldMethod(code, row, sources)
            nests[method] = LoopNest(code, row)
        loop = int(nests[method].innermost[one.branch.block])
        for facts in settled_rows([one], code, told[method], costs):
            found.append(
                {
                    **selected.whole.method_rows.identity(method),
                    **facts,
                    "loop_number": None if loop < 0 else loop,
                    "text": words.sentence(facts),
                }
            )
    return found


def heavy_parts(rows: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Yields the rows of ``heavy_rows`` for rich, and then an explanation of the figures."""
    for one in rows:
        title = Text(one["title"], style="cyan")
        title.append(f"  {placed(one)}", style="bold default")
        yield Padding(wrapped(title), (0, 0, 0, 2))
        yield from _said(one)
    if rows:
        yield Padding(wrapped(Text(words.about(rows), style="dim"), hanging=0), (0, 0, 0, 2))


def parts(rows: Sequence[Mapping[str, Any]]) -> Iterator[RenderableType]:
    """Yields the settled branches of one method for rich."""
    for one in rows:
        yield Padding(wrapped(Text(placed(one), style="bold")), (0, 0, 0, 2))
        yield from _said(one)


def _said(one: Mapping[str, Any]) -> Iterator[RenderableType]:
    yield Padding(wrapped(Text(words.claim(one))), (0, 0, 0, 4))
    yield Padding(wrapped(Text(words.cost(one), style="dim")), (0, 0, 0, 4))
