"""The table of extended paths, for terminals and pipes."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.cells import Cell, FactTable, titled
from kpath_jvm.reports.counted.extended import KINDS, place
from kpath_jvm.reports.output import amount, percent

#: The kinds of paths that divide what a program does among them, so that no two overlap.
_APART = ("window",)
#: What an iteration decides if the path ends before its first branch, or if there is none.
NO_BRANCH = "no branch of it is on the path"


def extended_table(rows: list[dict[str, Any]]) -> RenderableType:
    """Returns the rows of a summary; estimates have a column if any count was adjusted."""
    has_estimates = any(row["estimate"] is not None for row in rows)
    columns = ["of its kind", "count", *(["estimate"] if has_estimates else [])]
    table = FactTable(columns, "path", 1)
    for row in rows:
        cell = titled(row["title"], row["class"])
        cell.append(f"\n{row['name']}", "bold")
        cell.append(f"  {words(row)}", "dim")
        _append_decisions(cell, row["decisions"])
        if row["other"] is not None:
            cell.append(f"\n{printable(row['other']['title'])}", "cyan")
            cell.append(f", lines {row['other']['lines_text'] or 'unknown'}", "dim")
            _append_decisions(cell, row["other"]["decisions"])
        figures = [percent(row["share_of_kind"]), amount(row["count"])]
        if has_estimates:
            figures.append("" if row["estimate"] is None else f"{row['estimate']:,.1f}")
        table.add(figures, cell)
    return table


def about_kinds(rows: Sequence[Mapping[str, Any]]) -> str:
    """Says what the shares of a kind are shares of, and how to read its paths."""
    overlap = any(row["kind"] not in _APART for row in rows)
    return (
        f"of its kind: the share of {what_is_shared(rows)} of all paths of that kind"
        f"{', which overlap' if overlap else ''}; blocks have the numbers of `export --table edges`"
    )


def what_is_shared(rows: Sequence[Mapping[str, Any]]) -> str:
    """Says what the shares of a kind are shares of."""
    has_estimates = any(row["estimate"] is not None for row in rows)
    return "the estimates, or counts without one," if has_estimates else "the counts"


def words(row: dict[str, Any]) -> str:
    """Says what a path is, where it begins and ends, and its lines."""
    kind = KINDS.get(row["kind"], row["kind"])
    where = f"{printable(place(row['start']))} to {printable(place(row['end']))}"
    return f"{kind}, {where}, lines {row['lines_text']}"


def _append_decisions(cell: Cell, decisions: list[list[str]]) -> None:
    """Appends what each iteration decides; several iterations take a line each."""
    found = [", ".join(part) for part in decisions]
    if len(found) == 1:
        if found[0]:
            cell.append(f"\n   {found[0]}", "default")
        return
    for number, text in enumerate(found, 1):
        cell.append(f"\n   {number}: {text or NO_BRANCH}", "default")
