"""Makes the page's data about what stands out in a profile."""

from collections.abc import Mapping
from typing import Any

from kpath_jvm.reports.findings import caution, note, place_of, places
from kpath_jvm.reports.output import as_sentence


def page_findings(found: Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns what stands out (documents/findings.py), as texts; None if nothing was looked at.

    In each row, ``texts`` are pairs of a kind and a text, and ``loop`` is the loop's number, or
    None if the row is about a test.
    """
    if not (found["loops"] or found["found"]):
        return None
    warning = caution(found)
    return {
        "rows": [
            {
                "title": first["title"],
                "place": place_of(first, found["samples"]),
                "loop": first["number"],
                "share": first["share"],
                "texts": texts,
            }
            for first, texts in places(found)
        ],
        "note": as_sentence(note(found)),
        "caution": None if warning is None else as_sentence(warning),
    }
