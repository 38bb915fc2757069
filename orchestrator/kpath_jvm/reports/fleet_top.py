"""Makes the text of ``fleet top``: the methods or paths that executed the most bytecodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kpath_jvm.profile.names import method_title, printable
from kpath_jvm.reports.aligned import aligned
from kpath_jvm.reports.output import counted, from_to

#: The columns of numbers, which are aligned to the right.
_NUMBERS = ("class files", "profiles", "path completions", "bytecodes", "share")
#: The columns that name a path, by the names of their values.
_OF_PATHS = ("starts", "blocks", "ends")


def lines(
    rows: Sequence[Mapping[str, Any]], profiles: int, days: tuple[str, str], bytecodes: int
) -> Iterator[str]:
    """Yields the lines of the rows of ``answers.top``, by the names of their columns.

    The first line has what all profiles have in common. ``profiles`` is their number; each may be
    a sum of several runs. ``days`` are their first and their last day, and ``bytecodes`` is what
    they executed in all. If an edit has changed a method's blocks, the method's paths before and
    after it have rows of their own. No other output has the digests by which these are told apart,
    so they aren't shown; the days show when each ran.
    """
    in_all = {"class files": "1", "profiles": f"{profiles:,}", "days": from_to(*days)}
    yield (
        f"{counted(profiles, 'profile')}, {in_all['days']}; {bytecodes:,} bytecodes of recorded "
        "code (the JDK isn't recorded unless --include names it)"
    )
    cells = [*map(_cells, rows)]
    titles = [title for title in cells[0] if any(one[title] != in_all.get(title) for one in cells)]
    table = [titles, *([printable(one[title]) for title in titles] for one in cells)]
    yield from aligned(table, lambda _, column: titles[column] in _NUMBERS)
    yield (
        "bytecodes: of the method's own code, without what it calls; the sum of all these profiles"
    )


def _cells(row: Mapping[str, Any]) -> dict[str, str]:
    return {
        "method": method_title(row["class_name"], row["method"], row["descriptor"]),
        **{name: str(row[name]) for name in _OF_PATHS if name in row},
        "class files": f"{row['class_files']:,}",
        "profiles": f"{row['runs']:,}",
        "days": from_to(row["first_day"], row["last_day"]),
        "path completions": f"{row['completions']:,}",
        "bytecodes": f"{row['bytecodes']:,}",
        "share": f"{100 * row['share']:.2f} %",
    }
