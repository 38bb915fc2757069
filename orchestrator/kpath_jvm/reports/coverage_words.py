"""Says how few of the hottest paths do most of the work. All outputs use these words."""

from collections.abc import Iterator, Mapping
from typing import Any

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.output import (
    NEARLY_ALL,
    amount,
    counted,
    percent,
    percent_at_least,
    percent_at_most,
)

#: The heading and the columns of the table whose rows are ``length_rows``.
LENGTHS = "What the hottest sequences cover together"
LENGTH_COLUMNS = ("sequences of", "hottest", "of the path\ncompletions", "of their\nbytecodes")


def coverage_text(coverage: Mapping[str, Any] | None) -> str:
    """Says how many paths make 50, 90 and 99 % of the path completions, and of the bytecodes.

    ``coverage`` comes from facts/coverage.py. The text is empty if there are fewer than two paths.
    """
    if coverage is None or coverage["paths"] < 2:
        return ""
    levels = coverage["levels"]
    percents = f"{_listed(levels, 'percent')} %"
    text = (
        f"it takes {_listed(levels, 'by_completions')} of {amount(coverage['paths'])} completed "
        f"paths to make {percents} of the path completions, and {_listed(levels, 'by_bytecodes')} "
        f"to make {percents} of these paths' bytecodes"
    )
    if coverage["verdict"] is None:
        return text
    return f"{text}; {_of_what_was_counted(coverage)}"


def longer_sequences(summary: Mapping[str, Any]) -> str:
    """Says which option shows what longer sequences cover; "" if it was given, or can't show any.

    ``summary`` is a report's document (documents/report.py).
    """
    if summary["profile_k"] < 2 or "coverage_by_length" in summary:
        return ""
    return "; report --coverage 1,10,100 shows what longer sequences cover together"


def length_rows(found: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yields the rows of the table of what sequences of each length cover together.

    ``found`` comes from facts/coverage.py. A row is left out if the row before has as many
    sequences of the same length. Only the first row of a length names the length.
    """
    before: Mapping[str, Any] | None = None
    for row in found["rows"]:
        is_new = before is None or before["k"] != row["k"]
        if not is_new and before is not None and before["sequences"] == row["sequences"]:
            continue
        before = row
        number = row["sequences"]
        yield (
            _length(row["k"]) if is_new else "",
            amount(number) if number == row["top"] else f"all {amount(number)}",
            bounded(row["share_of_completions"]),
            bounded(row["share_of_bytecodes"]),
        )


def _length(k: int) -> str:
    return f"2 to {k} paths" if k > 2 else counted(k, "path")


def about_lengths(found: Mapping[str, Any]) -> str:
    """Explains the table of what sequences of each length cover together."""
    text = (
        "each row says what share of the path completions, and of the bytecodes that these "
        "executed, the hottest sequences of so many paths cover together; a completion that "
        "several of them cover counts once"
    )
    if found["share_alone"]:
        text += (
            f"; {percent(found['share_alone'])} of the completions have no path before or behind "
            "them, so no sequence of several paths covers these"
        )
    rows = [row for row in found["rows"] if row["share_of_completions"] is not None]
    if any(
        row["share_of_completions"]["low"] < row["share_of_completions"]["high"] for row in rows
    ):
        k = found["profile_k"]
        text += (
            "; a range has the least and the most that is possible: sequences of more than "
            f"{counted((k + 1) // 2, 'path')} may overlap farther back than k = {k} paths show"
        )
    if (unclear := found["unclear"]) is not None:
        text += f"; not known for the sequences of {printable(unclear['title'])}: {unclear['why']}"
    return text if found["verdict"] is None else f"{text}; {_of_what_was_counted(found)}"


def bounded(share: Mapping[str, float] | None) -> str:
    """Returns a share's bounds, as in "12.3 % to 15.0 %", or "12.3 %" if they are equal."""
    if share is None:
        return "not known"
    low, high = share["low"], share["high"]
    if low == high:
        return percent(low)
    if high >= NEARLY_ALL:
        return f"at least {percent_at_least(low)}"
    return f"{percent_at_least(low)} to {percent_at_most(high)}"


def _of_what_was_counted(found: Mapping[str, Any]) -> str:
    return f"these are shares of what was counted, and the verdict is {found['verdict']}"


def _listed(levels: list[Mapping[str, Any]], key: str) -> str:
    *first, last = [amount(level[key]) for level in levels]
    return f"{', '.join(first)} and {last}"
