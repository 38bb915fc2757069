"""The text and the Markdown of ``bounds``."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.cells import FactTable, titled, wrapped
from kpath_jvm.reports.markdown.writing import code, escaped, section
from kpath_jvm.reports.output import amount, counted, percent

_COLUMNS = ("definite", "potential", "pairs", "precise")
_EXPLAINED = (
    "a pair is a whole iteration and the one behind it; definite: so often at least, potential: at "
    "most, added up over pairs; precise: pairs whose bounds are equal"
)


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """What rich prints of the document that docs/formats/json.md describes."""
    for line in _head(document):
        yield wrapped(Text(line), hanging=2)
    if document["loops"]:
        yield Text("\nLoops with the most potential flow", "bold")
        found = FactTable(_columns(document), "loop", len(_columns(document)))
        for one in document["loops"]:
            cell = titled(one["title"], one["class"], place=_place(one))
            if one["outside"]:
                cell.append(f"\n{_outside(one)}", "red")
            found.add(_figures(document, one), cell)
        yield found
        yield wrapped(Text(f"  {_EXPLAINED}", "dim"), hanging=2)


def bounds_markdown(document: dict[str, Any]) -> Iterator[str]:
    """Yields the lines of the document as Markdown."""
    first, *rest = _head(document)
    yield f"## {escaped(first)}"
    for line in rest:
        yield from ("", escaped(line.strip()))
    if document["loops"]:
        rows = [
            [*_figures(document, one), f"{code(one['title'])}{escaped(_place(one))}"
             + (f"<br>**{_outside(one)}**" if one["outside"] else "")]
            for one in document["loops"]
        ]  # fmt: skip
        heads = (*(f">{name}" for name in _columns(document)), "<loop")
        yield from section("Loops with the most potential flow", heads, rows)
        yield from ("", escaped(_EXPLAINED))


def _head(document: dict[str, Any]) -> Iterator[str]:
    yield f"Pairs of iterations of {printable(document['title'])}: {printable(document['profile'])}"
    if document["shown"] is not None:
        yield f"  only {document['shown']}"
    loops = counted(document["loops_in_all"], "loop")
    if not document["loops_in_all"]:
        yield "  no path was extended over a back edge, so there are none"
        return
    yield (
        f"  definite flow {amount(document['definite'])}, potential {amount(document['potential'])}"
        f", of {counted(document['pairs'], 'pair')} in {loops}; "
        f"{amount(document['precise'])} with equal bounds"
    )
    if document["real"] is not None:
        yield f"  {_real(document)}"


def _real(document: dict[str, Any]) -> str:
    real = document["real"]
    flow = max(real["flow"], 1)
    text = (
        f"real flow {amount(real['flow'])} ({printable(document['against'])}): definite is "
        f"{percent(real['definite'] / flow)} of it, potential {percent(real['potential'] / flow)}; "
    )
    if document["loops_unmatched"]:
        text += f"{counted(document['loops_unmatched'], 'loop')} of other code not compared; "
    if document["outside"]:
        return f"{text}{_outside(document)}"
    return f"{text}none is out of its bounds"


def _outside(found: dict[str, Any]) -> str:
    return f"{counted(found['outside'], 'pair')} out of bounds"


def _columns(document: dict[str, Any]) -> tuple[str, ...]:
    return _COLUMNS if document["real"] is None else ("real", *_COLUMNS)


def _figures(document: dict[str, Any], one: dict[str, Any]) -> list[str]:
    figures = [f"{one[name]:,}" for name in _COLUMNS]
    if document["real"] is None:
        return figures
    return ["-" if one["real"] is None else f"{one['real']:,}", *figures]


def _place(one: dict[str, Any]) -> str:
    return "" if one["place"] is None else f", {one['place']}"
