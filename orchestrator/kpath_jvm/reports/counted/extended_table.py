"""Makes the table of extended paths for terminals and pipes."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType

from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.reports.cells import Cell, FactTable, titled
from kpath_jvm.reports.counted.edges import degree_text
from kpath_jvm.reports.counted.extended import kind_text
from kpath_jvm.reports.output import amount, counted, percent

#: The kinds whose paths don't overlap each other.
_APART = ("window",)
#: A text for an iteration that has no branch, or whose first branch comes after the path's end.
NO_BRANCH = "no branch of it is on the path"


def extended_table(rows: list[dict[str, Any]]) -> RenderableType:
    """Returns a table of extended paths, which are rows of a report's summary.

    If any row has an estimate, the table has a column of estimates.
    """
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
            cell.append(f", {lines_phrase(row['other']['lines_text'] or 'unknown')}", "dim")
            _append_decisions(cell, row["other"]["decisions"])
        figures = [percent(row["share_of_kind"]), amount(row["count"])]
        if has_estimates:
            figures.append("" if row["estimate"] is None else f"{row['estimate']:,.1f}")
        table.add(figures, cell)
    return table


def about_kinds(summary: Mapping[str, Any]) -> str:
    """Explains the column of shares, how blocks are numbered, and where overlapping paths end.

    ``summary`` is a report's document (documents/report.py).
    """
    rows, degree = summary["extended"], summary["degree"]
    overlap = any(row["kind"] not in _APART for row in rows)
    return (
        f"of its kind: the path's share of {what_is_shared(rows)} of all paths of that kind"
        f"{', which overlap' if overlap else ''}; blocks are numbered from 0, in the order of the "
        f"code{'' if degree is None else f'; {_about_degree(summary)}'}"
    )


def _about_degree(summary: Mapping[str, Any]) -> str:
    past = "to the branch of the first predicate"
    if degree := summary["degree"]:
        past = f"past {counted(degree, 'predicate')} to the branch of the next one"
    return (
        f"{degree_text(summary)}: behind a back edge or a call, a path goes on {past}, unless it "
        "ends before that (run --degree, docs/profilers.md#overlapping-paths)"
    )


def what_is_shared(rows: Sequence[Mapping[str, Any]]) -> str:
    """Says whether shares are computed from estimates or from counts."""
    has_estimates = any(row["estimate"] is not None for row in rows)
    return "the estimates (or counts, where there is none)" if has_estimates else "the counts"


def words(row: dict[str, Any]) -> str:
    """Says of what kind a path is, where it begins and ends, and on which lines it runs."""
    kind = kind_text(row["kind"], len(row["lines"]))
    where = f"{row['start_text']} to {row['end_text']}"
    return f"{kind}, {where}, {lines_phrase(row['lines_text'])}"


def _append_decisions(cell: Cell, decisions: list[list[str]]) -> None:
    found = [", ".join(part) for part in decisions]
    if len(found) == 1:
        if found[0]:
            cell.append(f"\n   {found[0]}", "default")
        return
    for number, text in enumerate(found, 1):
        cell.append(f"\n   {number}: {text or NO_BRANCH}", "default")
