"""Who called the hottest methods, on the page."""

from collections.abc import Iterable
from typing import Any

from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.callers import about_callers, caller_lines, callers_of, entries_text
from kpath_jvm.reports.output import as_sentence


def page_callers(selected: Selected, methods: Iterable[int]) -> dict[str, Any] | None:
    """Returns what the page shows of the callers as texts, or None without callers.

    A row of ``methods`` has the entries, the title, and lines about the callers.
    """
    found = callers_of(selected, methods)
    if not found:
        return None
    callers = found["callers"]
    return {
        "about": as_sentence(about_callers(callers)),
        "methods": [
            [entries_text(method), printable(method["title"]), caller_lines(method)]
            for method in callers["methods"]
        ],
    }
