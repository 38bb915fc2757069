"""Writes the text and the Markdown of the verb ``bounds``."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.profile.names import package_of, printable
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.cells import FactTable, titled, wrapped
from kpath_jvm.reports.markdown.writing import code, escaped, section
from kpath_jvm.reports.output import amount, counted, percent, worth

_COLUMNS = ("definite", "potential", "pairs", "precise")
_EXPLAINED = (
    "a pair is a whole iteration and the next one, neither of which enters an inner loop, with a "
    "lower and an upper bound on how often it occurred; definite is the sum of the lower bounds, "
    "potential the sum of the upper ones, and precise the number of pairs whose bounds are equal"
)
_OF_CALLS = (
    "a pair is a path up to a call and the first path in the called method (into), or a path to a "
    "method's end and the caller's path after the call (back from)"
)
_WAYS = {"call": "into", "return": "back from"}


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields a document of ``bounds`` (bounds_summary.py) for rich, part by part."""
    for line in _head(document):
        yield wrapped(Text(line), hanging=2)
    for title, what, rows, explained, columns in _tables(document):
        yield Text(f"\n{title}", "bold")
        found = FactTable(columns, what, len(columns))
        for one in rows:
            cell = titled(one["title"], one["class"], place=_place(one))
            if part := _part(one):
                cell.append(f"\n{part}")
            if one["outside"]:
                cell.append(f"\n{_outside(one)}", "red")
            found.add(_figures(columns, one), cell)
        yield found
        yield wrapped(Text(f"  {explained}", "dim"), hanging=2)


def bounds_markdown(document: dict[str, Any]) -> Iterator[str]:
    """Yields the document as Markdown, line by line."""
    first, *rest = _head(document)
    yield f"## {escaped(first)}"
    for line in rest:
        yield from ("", escaped(line.strip()))
    for title, what, found, explained, columns in _tables(document):
        rows = [
            [*_figures(columns, one), f"{code(one['title'])}{escaped(_place(one))}"
             + (f"<br>{part}" if (part := _part(one)) else "")
             + (f"<br>**{_outside(one)}**" if one["outside"] else "")]
            for one in found
        ]  # fmt: skip
        yield from section(title, (*(f">{name}" for name in columns), f"<{what}"), rows)
        yield from ("", escaped(explained))


def _tables(
    document: dict[str, Any],
) -> Iterator[tuple[str, str, list[dict[str, Any]], str, tuple[str, ...]]]:
    """Yields for each table its title, what a row is, the rows, an explanation and the columns."""
    if document["loops"]:
        title = "Loops with the most potential flow"
        yield title, "loop", document["loops"], _EXPLAINED, _columns(document)
    if document["calls"]:
        title = "Calls with the most potential flow"
        columns = _columns(document["across"])
        yield title, "call", document["calls"], _OF_CALLS, columns


def _head(document: dict[str, Any]) -> Iterator[str]:
    title, profile = shortened(document["title"]), document["profile"]
    yield f"Pairs of iterations of {printable(title)}: {printable(profile)}"
    if (doubt := worth(document)) is not None:
        yield f"  {doubt}"
    if document["shown"] is not None:
        yield f"  only {document['shown']}"
    if document["loops_in_all"]:
        yield (
            f"  {_flow(document)}{_in_loops(document)}; "
            f"{amount(document['precise'])} with equal bounds"
        )
        yield f"  {_back_edges(document)}"
    else:
        yield "  no path was extended over a back edge, so there are no pairs"
    if document["real"] is not None:
        yield f"  {_real(document, document['against'])}"
    across = document["across"]
    if across is not None:
        calls = counted(across["calls"], "call or return", "calls and returns")
        yield (
            f"  across calls: {_flow(across)} at {calls}; "
            f"{amount(across['precise'])} with equal bounds"
        )
        if across["real"] is not None:
            yield f"  {_real(across, document['against'])}"


def _flow(found: dict[str, Any]) -> str:
    return (
        f"definite flow {amount(found['definite'])}, potential {amount(found['potential'])}, of "
        f"{counted(found['pairs'], 'pair')}"
    )


def _in_loops(document: dict[str, Any]) -> str:
    """Says how many loops have pairs, of those that took back edges."""
    paired, loops = document["loops_with_pairs"], counted(document["loops_in_all"], "loop")
    if not paired:
        return ""
    return f" in {loops}" if paired == document["loops_in_all"] else f" in {paired:,} of {loops}"


def _back_edges(document: dict[str, Any]) -> str:
    """Says how often back edges were taken; only then can an iteration follow another."""
    loops, taken = document["loops_in_all"], document["back_edges"]
    least = "at least " if document["back_edges_at_least"] else ""
    which = "this loop's back edges" if loops == 1 else f"the back edges of these {loops:,} loops"
    share = percent(document["definite"] / taken)
    return (
        f"{which} were taken {least}{counted(taken, 'time')} (definite is {share} of that); the "
        "loop may then also have been left, or an inner loop entered"
    )


def _real(document: dict[str, Any], against: str) -> str:
    real = document["real"]
    flow = max(real["flow"], 1)
    text = (
        f"real flow {amount(real['flow'])} ({printable(against)}){_covered(real)}: definite is "
        f"{percent(real['definite'] / flow)} of the real flow, potential "
        f"{percent(real['potential'] / flow)}; "
    )
    if document.get("loops_unmatched"):
        loops = counted(document["loops_unmatched"], "loop")
        text += f"{loops} not compared, because the code differs; "
    if document["outside"]:
        return f"{text}{_outside(document)}"
    return f"{text}none is out of its bounds"


def _covered(real: dict[str, Any]) -> str:
    """Returns the share of all successions that the real flow has, in words; "" for calls."""
    times = real["successions"]
    return "" if times is None else f", {_share(real['flow'], times)} in these loops"


def _part(row: dict[str, Any]) -> str:
    """Returns a loop's share in words; "" for a call, or if the share is all or isn't known."""
    times = row.get("successions")
    if times is None or times == row["real"]:
        return ""
    return f"real is {_share(row['real'], times)}"


def _share(flow: int, times: int) -> str:
    share = "all" if times == flow else f"{percent(flow / times)} of the"
    return f"{share} {counted(times, 'time')} that an iteration followed another"


def _outside(found: dict[str, Any]) -> str:
    return f"{counted(found['outside'], 'pair')} out of bounds"


def _columns(found: dict[str, Any]) -> tuple[str, ...]:
    return _COLUMNS if found["real"] is None else ("real", *_COLUMNS)


def _figures(columns: tuple[str, ...], one: dict[str, Any]) -> list[str]:
    return ["-" if one[name] is None else f"{one[name]:,}" for name in columns]


def _place(one: dict[str, Any]) -> str:
    place = "" if one["place"] is None else f", {one['place']}"
    if "called" in one:
        called = one["called"]
        package = package_of(called["class"])
        title = called["title"]
        if package and package == package_of(one["class"]):
            title = title[len(package) + 1 :]
        ordinal = f" #{one['ordinal']}" if one["ordinal"] else ""
        place += f"{ordinal}, {_WAYS[one['kind']]} {printable(title)}"
    return place
