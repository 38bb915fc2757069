"""Makes the document of the verb ``advise``."""

from typing import Any

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.hot_loops import hottest_loops
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.selection import select
from kpath_jvm.analysis.settled.found import SettledMethods
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.advise import AdviseKeys
from kpath_jvm.reports.findings import advised_loops, findings_document
from kpath_jvm.reports.not_advised_words import by_reason
from kpath_jvm.reports.reading import ReadOptions, about
from kpath_jvm.reports.settled import heavy_rows
from kpath_jvm.reports.summary import check_k
from kpath_jvm.reports.times import time_document
from kpath_jvm.reports.unnamed import unnamed_variables
from kpath_jvm.shown import ADVISED_SHARE, ROWS
from kpath_jvm.source.annotation import SourceTexts

DOCUMENT = DocumentKind("advise", 4, AdviseKeys)


def summarise_advice(
    profile: Profile, options: ReadOptions, sources: SourceTexts | None = None
) -> dict[str, Any]:
    """Returns the document of advice, which consists of strings, numbers, None, lists and dicts.

    Raises KpathError if the profile has no paths, if k is 1 or exceeds the profile's k, or if the
    selection isn't valid.
    """
    require_paths(profile, "advice on iterations in a row (branches has the outcomes)")
    k = check_k(profile, options.k)
    if k < 2:
        raise KpathError(
            f"k = {k} has single paths only, which say nothing about iterations in a row; "
            "record the program with -k 8",
            2,
        )
    shown = profile.merged() if options.merge else profile
    selected = select(shown, options.selection)
    costs = Costs(shown)
    work = costs.total
    times = TimeShares.of(selected.whole)
    rows = hottest_loops(selected, max(options.top, ROWS), k)
    settled = SettledMethods(shown, k)
    loops = advised_loops(shown, rows, k, costs, sources, settled, times, with_tests=True)
    branches = heavy_rows(selected, costs, ADVISED_SHARE, k, sources, settled)
    is_exact = profile.completeness.is_exact
    findings = findings_document(loops, branches, is_exact=is_exact, times=times)
    # The findings don't depend on how many loops are shown.
    loops = loops[: options.top]
    content = {
        **about(profile, k, selected),
        "cut": profile.run.option("cut", str),
        "bytecodes": work,
        "top": options.top,
        "findings": findings,
        "loops": loops,
        "not_known": by_reason(loops),
        "time": None if times is None else time_document(selected, times, options.top),
        "settled": branches,
        "unnamed_variables": unnamed_variables(
            selected.whole, findings["found"], loops, branches[: options.top]
        ),
    }
    return DOCUMENT.of(content)
