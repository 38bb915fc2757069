"""Writes paths into the cells of tables."""

from typing import Any

from rich.text import Text

from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.reports.branch_words import not_matched
from kpath_jvm.reports.source_lines import append_source
from kpath_jvm.reports.told_sequences import LETTERS

#: At most this many paths of a way through a loop are named.
_MOST_LETTERS = 4


def order_of_paths(order: str) -> str:
    """Says in which order a list of paths is, and in which order paths have their letters.

    ``order`` is the document's key of that name. The order by bytecodes may differ from the order
    of the letters, because a rarer path may be longer.
    """
    if order == "count":
        return f"rows are ordered by completions; {LETTERS}"
    return f"rows are ordered by bytecodes, but {LETTERS}"


def paths_of_way(path: dict[str, Any]) -> str:
    """Names the paths that go a way through a loop, in the description of the way's hottest path.

    These are the names that the paths have in other outputs.
    """
    letters = path["letters"]
    more = len(letters) - _MOST_LETTERS
    return f"{', '.join(letters[:_MOST_LETTERS])}{f' and {more:,} more' if more > 0 else ''}"


def append_path(cell: Text, path: dict[str, Any], *, way: str | None = None) -> None:
    """Appends the name, ends, lines, decisions and source of a path in a summary.

    If the path stands for a way through a loop, ``way`` is the way's name, which comes first.
    """
    cell.append(path["name"] if way is None else way, style="bold")
    name = ""
    if way is not None:
        cell.append(f" ({paths_of_way(path)})", style="default")
        name = "" if len(path["letters"]) == 1 else f"hottest path {path['name']}, "
    lines = lines_phrase(path["lines_text"] or "unknown")
    ends = f"{path['start']} to {path['end']}"
    # Some paths also have a text about where they begin.
    begins = f", {path['begins']}" if path.get("begins") else ""
    if path.get("inside_text"):
        lines = f"{lines_phrase(path['inside_text'])} in this loop"
    cell.append(f"  {name}{ends}{begins}, {lines}", style="dim")
    if path["apart"]:
        cell.append(f"\n   {', '.join(path['apart'])}", style="default")
    if path["unmatched_lines"]:
        told = not_matched(path["unmatched_text"].split(", "), path["unmatched_why"])
        cell.append(f"\n   {told}", "dim")
    append_source(cell, path["source"])
