"""Makes the tables of ``fleet trend``: one for each figure, with rows in order of time."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from kpath_jvm.analysis.gates.rules import SHARES
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.aligned import aligned
from kpath_jvm.reports.diff.words import growth_text
from kpath_jvm.reports.output import in_digits, percent

#: The values of a row, by column (fleet/trend.py).
TrendDict = Mapping[str, Any]

#: The number of digits of a run's id that are shown. ``store get`` accepts the beginning of an id.
_MOST_DIGITS = 8
#: The titles of the columns; True for columns of texts, which are aligned to the left.
_TITLES = {
    "service": True, "version": True, "day": True, "java": True, "run": True, "runs": False,
    "sum": False, "per run": False, "least": False, "most": False, "per entry": False,
    "change": False, "since first": False, "verdict": True,
}  # fmt: skip
#: What the figures of each kind are.
_WORDS = {
    "total": "executed bytecodes", "bytecodes": "executed bytecodes", "entries": "entries",
    "iterations": "iterations per entry", "loop-bytecodes": "bytecodes of the loop's own blocks",
    "share": "share of the executed bytecodes", "outcome": "share of the branch's executions",
    "path": "completions of the path",
}  # fmt: skip


def lines(rows: Sequence[TrendDict]) -> Iterator[str]:
    """Yields the lines of a trend's tables; a column that is empty in a table is left out."""
    is_first = True
    for (figure, kind), own in groupby(rows, key=lambda row: (row["figure"], row["kind"])):
        if not is_first:
            yield ""
        is_first = False
        # A rule's name may begin with these words already: "iterations per entry of Parser.word".
        what = "" if figure.startswith(f"{_WORDS[kind]} of ") else f": {_WORDS[kind]}"
        yield printable(f"{figure}{what}")
        yield from _table([_cells(row) for row in own])


def _cells(row: TrendDict) -> dict[str, str]:
    """Returns a row's cells by the columns' titles; "" for a cell with nothing to show."""
    days = dict.fromkeys((row["first_day"], row["last_day"]))
    is_one_run = row["run"] is not None and row["runs"] == 1
    is_share = row["kind"] in SHARES
    return {
        "service": row["service"],
        "version": ", ".join(row["versions"]),
        "day": " to ".join(days),
        "java": ", ".join(row["java_versions"]) or "-",
        "run": (row["run"] or "")[:_MOST_DIGITS],
        "runs": "" if is_one_run else _runs(row["known_runs"], row["runs"]),
        "sum": "" if is_one_run else _number(row["sum"]),
        "per run": row["why"] or _per_run(row, is_share=is_share),
        "least": "" if is_one_run else _number(row["least"], is_share=is_share),
        "most": "" if is_one_run else _number(row["most"], is_share=is_share),
        "per entry": _number(row["per_entry"]),
        "change": _change(row["change"], is_share=is_share),
        "since first": _change(row["since_first"], is_share=is_share),
        "verdict": row["verdict"],
    }


def _runs(known: int, runs: int) -> str:
    return f"{runs:,}" if known in (0, runs) else f"{known:,} of {runs:,}"


def _per_run(row: TrendDict, *, is_share: bool) -> str:
    return f"{_number(row['per_run'], is_share=is_share)}{_bounds(row, is_share=is_share)}"


def _number(value: float | None, *, is_share: bool = False) -> str:
    if value is None:
        return ""
    if is_share:
        return percent(value)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if value >= 10_000 else in_digits(value, 5)


def _bounds(row: TrendDict, *, is_share: bool) -> str:
    """Returns the bounds of a mean that isn't known exactly, as " (3 to 4)"."""
    least, value, most = row["lower_bound"], row["per_run"], row["upper_bound"]
    if least == value == most:
        return ""
    if most is None:
        return f" ({_number(least)} or more)"
    return f" ({_number(least, is_share=is_share)} to {_number(most, is_share=is_share)})"


def _change(change: float | None, *, is_share: bool) -> str:
    if change is None:
        return ""
    if not change:
        return "0"
    return f"{in_digits(100 * change, 3, '+')} points" if is_share else growth_text(change)


def _table(rows: Sequence[Mapping[str, str]]) -> Iterator[str]:
    shown = [title for title in _TITLES if any(row[title] for row in rows)]
    table = [shown, *([printable(row[title]) or "-" for title in shown] for row in rows)]
    yield from aligned(table, lambda _, column: not _TITLES[shown[column]])
