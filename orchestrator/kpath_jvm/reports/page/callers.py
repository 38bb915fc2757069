"""Makes the page's data about the callers of methods."""

from collections.abc import Iterable
from typing import Any

from kpath_jvm.analysis.callers import Callers
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.callers import (
    about_callers,
    called_document,
    called_from,
    called_notes,
    callers_document,
    chain_text,
    entries_text,
)
from kpath_jvm.reports.output import as_sentence

#: How many callers of a method get their own rows, in the overview and in the method's own part of
#: the page. A single caller beyond this number also gets a row; several callers share one row.
_MOST_IN_OVERVIEW, _MOST = 3, 20


class PageCallers:
    """The callers of a profile's methods."""

    def __init__(self, selected: Selected, callers: Callers) -> None:
        """Takes the selection that the page shows, and the callers of the whole profile."""
        self._selected = selected
        self._callers = callers

    @classmethod
    def of(cls, selected: Selected) -> "PageCallers | None":
        """Returns the callers of the whole profile, or None if they weren't counted.

        Raises KpathError if the profile's table of callers is damaged.
        """
        callers = Callers.of(selected.whole)
        return None if callers is None else cls(selected, callers)

    def document(self, methods: Iterable[int]) -> dict[str, Any]:
        """Returns what the overview says about the callers of the methods with these numbers."""
        found = callers_document(self._selected.whole, self._callers, ())
        return {
            "about": as_sentence(about_callers(found)),
            "methods": [self._of(method, _MOST_IN_OVERVIEW) for method in methods],
        }

    def of_method(self, method: int) -> dict[str, Any]:
        """Returns what a method's own part of the page says about the method's callers.

        The key ``rows`` has a row for each place that entries came from; rare places share the last
        row. A row has the share of all entries, the count, a text that names the place, and the
        title of the calling method. The title is None if the caller isn't a method or the row has
        several callers.
        """
        return self._of(method, _MOST)

    def _of(self, method: int, most: int) -> dict[str, Any]:
        found = called_document(self._selected.whole, self._callers, method)
        chain = [text] if (text := chain_text(found)) else []
        return {
            "title": printable(found["title"]),
            "entries": entries_text(found),
            "rows": [list(row) for row in called_from(found, most)],
            "notes": [as_sentence(note) for note in (*chain, *called_notes(found))],
        }
