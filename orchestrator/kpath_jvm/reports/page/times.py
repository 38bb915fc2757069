"""Time beside bytecodes on the page."""

from typing import Any

from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.output import as_sentence, percent
from kpath_jvm.reports.times import (
    MOST_LOOPS,
    about_samples,
    interval_text,
    loop_words,
    other_rows,
    share_text,
    times_of,
)

_MOST = 30


def page_times(selected: Selected) -> dict[str, Any] | None:
    """Returns what the page shows of the times as texts, or None without samples.

    A row of ``methods`` has the two shares, the samples, the title, and lines about it.
    """
    found = times_of(selected, _MOST)
    if not found:
        return None
    time = found["time"]
    return {
        "about": as_sentence(about_samples(time)),
        "methods": [
            [
                share_text(row),
                percent(row["share_of_bytecodes"]),
                f"{row['samples']:,}{interval_text(row)}",
                printable(row["title"]),
                [
                    *([row["words"]] if row["words"] else []),
                    *(printable(loop_words(loop)) for loop in row["loops"][:MOST_LOOPS]),
                ],
            ]
            for row in time["methods"]
        ],
        "others": [f"{share} {where}." for share, where in other_rows(time)],
    }
