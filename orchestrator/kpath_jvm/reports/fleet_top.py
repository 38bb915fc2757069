"""Makes the text of ``fleet top``: the methods or paths that executed the most bytecodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.reports.cells import Cell, FactTable, titled, wrapped
from kpath_jvm.reports.output import counted, from_to

#: The columns that name a path.
_OF_PATHS = ("starts", "blocks", "ends")
_CLASS_FILES = "class\nfiles"
_LEGEND = (
    "bytecodes: of the method's own code, without what it calls; the sum of all these profiles"
)


def renderables(
    rows: Sequence[Mapping[str, Any]], profiles: int, days: tuple[str, str], bytecodes: int
) -> Iterator[RenderableType]:
    """Yields the text of the rows of ``answers.top``, by the names of their columns.

    The first line has what all profiles have in common. ``profiles`` is their number; each may be
    a sum of several runs. ``days`` are their first and their last day, and ``bytecodes`` is what
    they executed in all. If an edit has changed a method's blocks, the method's paths before and
    after it have rows of their own. No other output has the digests by which these are told apart,
    so they aren't shown; the days show when each ran.
    """
    yield wrapped(
        Text(
            f"{counted(profiles, 'profile')}, {from_to(*days)}; {bytecodes:,} bytecodes of "
            "recorded code (the JDK isn't recorded unless --include names it)"
        )
    )
    by = "path" if _OF_PATHS[0] in rows[0] else "method"
    columns = ["share", "bytecodes", "path\ncompletions", _CLASS_FILES]
    if all(row["class_files"] == 1 for row in rows):
        columns.remove(_CLASS_FILES)
    table = FactTable(columns, by)
    for row in rows:
        cells = [
            _percent(row["share"]), f"{row['bytecodes']:,}", f"{row['completions']:,}",
            f"{row['class_files']:,}",
        ]  # fmt: skip
        table.add(cells[: len(columns)], _named(row, profiles))
    yield table
    yield wrapped(Text(_LEGEND))


def _named(row: Mapping[str, Any], profiles: int) -> Cell:
    """Returns a row's method or path, and in which of the profiles it ran if not in all."""
    title = method_title(row["class_name"], row["method"], row["descriptor"])
    cell = titled(printable(title), row["class_name"])
    if _OF_PATHS[0] in row:
        path = "; ".join(f"{name}: {row[name]}" for name in _OF_PATHS)
        cell.append(f"\n{printable(path)}")
    if row["runs"] < profiles:
        days = from_to(row["first_day"], row["last_day"])
        share = _percent(row["share_where_run"])
        cell.append(
            f"\nran in {row['runs']:,} of {profiles:,} profiles ({days}): {share} of their "
            "bytecodes"
        )
    return cell


def _percent(share: float) -> str:
    return f"{100 * share:.2f} %"
