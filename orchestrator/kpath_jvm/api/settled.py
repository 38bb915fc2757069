"""Branches that told nothing new, as a pandas table."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.api.tables import Sources
from kpath_jvm.arguments import checked, require_share
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.settled import heavy_rows
from kpath_jvm.reports.summary import check_k
from kpath_jvm.shown import ADVISED_SHARE
from kpath_jvm.source.annotation import SourceTexts

_OF_BRANCHES = [
    "title", "kind", "line", "question", "count", "bytecodes", "each", "of_block", "share",
    "may_call", "called", "called_share", "behind", "uncompleted",
]  # fmt: skip
_OF_GIVEN = ["given_line", "given_question", "iterations", "same_condition", "entries", "text"]


@checked
def settled(
    profile: Profile,
    *,
    k: int | None = None,
    least_share: float = ADVISED_SHARE,
    selection: Selection = ALL,
    sources: Sources = (),
) -> pd.DataFrame:
    """Returns a row per branch whose test told nothing new in the run, the costliest first.

    Columns: ``title`` (the method), ``kind`` ("one way", "redundant" or "hoist"), ``line`` and
    ``question`` of the branch, ``count`` (executions that told nothing new), ``bytecodes`` and
    ``share`` (what the branch's test cost in these executions, without what it calls), ``each``
    (what it costs in one execution), ``of_block`` (whether the test's own bytecodes aren't known;
    these three figures are those of its whole block then), ``may_call`` (whether the test calls
    methods), ``called`` and ``called_share`` (about what these calls took, None if callers weren't
    recorded), ``behind`` (with "one way", the bytecodes that ran only because it went that way),
    ``uncompleted`` (how many paths of the method weren't completed, so that their branches weren't
    seen), ``given_line``, ``given_question``, ``iterations`` and ``same_condition`` (with
    "redundant", the branch that settled it), ``entries`` (with "hoist", those of the loop), and
    ``text`` (all that in words). Branches with less than ``least_share`` of all executed
    bytecodes are left out. docs/verbs/branches.md says when something is claimed. Raises KpathError
    if k is more than the profile's, if the selection matches nothing, or for a profile of an inline
    profiler, which doesn't count the paths that exceptions broke off.
    """
    require_share("settled", "least_share", least_share)
    if profile.run.inline is not None:
        raise KpathError(
            f"{profile.path} doesn't count the paths that exceptions broke off, so nothing is "
            "known of all executions of a branch; record with `kpath-jvm run` (without --profiler)"
        )
    roots = [Path(root) for root in sources]
    texts = SourceTexts(roots) if roots else None
    chosen = select(profile, selection)
    found = heavy_rows(chosen, Costs(profile), least_share, check_k(profile, k), texts)
    for row in found:
        given = row["given"] or {"line": None, "question": None}
        row |= {f"given_{name}": given[name] for name in ("line", "question")}
    frame: pd.DataFrame = pd.DataFrame(found, columns=[*_OF_BRANCHES, *_OF_GIVEN])
    return frame
