"""Makes the page's data about what stands out in a profile."""

from typing import Any

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.hot_loops import hottest_loops
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.settled.found import SettledMethods
from kpath_jvm.reports.findings import (
    advised_loops,
    caution,
    findings_document,
    note,
    place_of,
    places,
)
from kpath_jvm.reports.output import as_sentence
from kpath_jvm.reports.settled import heavy_rows
from kpath_jvm.shown import REPORTED_SHARE, ROWS
from kpath_jvm.source.annotation import SourceTexts


def page_findings(
    selected: Selected, costs: Costs, k: int, sources: SourceTexts | None
) -> dict[str, Any] | None:
    """Returns what stands out (reports/findings.py) in texts; None if nothing was looked at.

    ``costs`` are those of the whole profile. In each row, ``texts`` are pairs of a kind and a text,
    and ``loop`` is the loop's number, None for a test.
    """
    whole = selected.whole
    settled = SettledMethods(whole, k)
    loops = advised_loops(whole, hottest_loops(selected, ROWS, k), k, costs, sources, settled)
    heavy = heavy_rows(selected, costs, REPORTED_SHARE, k, sources, settled)
    found = findings_document(loops, heavy, is_exact=whole.completeness.is_exact)
    if not (found["loops"] or found["found"]):
        return None
    warning = caution(found)
    return {
        "rows": [
            {
                "title": first["title"],
                "place": place_of(first),
                "loop": first["number"],
                "share": first["share"],
                "texts": texts,
            }
            for first, texts in places(found)
        ],
        "note": as_sentence(note(found)),
        "caution": None if warning is None else as_sentence(warning),
    }
