"""Says how few of the hottest paths do most of the work. All outputs use these words."""

from collections.abc import Mapping
from typing import Any

from kpath_jvm.reports.output import amount


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
    return f"{text}; these are shares of what was counted, and the verdict is {coverage['verdict']}"


def _listed(levels: list[Mapping[str, Any]], key: str) -> str:
    *first, last = [amount(level[key]) for level in levels]
    return f"{', '.join(first)} and {last}"
