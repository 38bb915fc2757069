"""Gives settled branches, and branches that always went one way, as pandas tables."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.api.tables import Sources
from kpath_jvm.arguments import checked, require_share
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth
from kpath_jvm.reports.always import always_rows
from kpath_jvm.reports.settled import heavy_rows
from kpath_jvm.reports.summary import check_k
from kpath_jvm.shown import ADVISED_SHARE
from kpath_jvm.source.annotation import SourceTexts

_OF_BRANCHES = [
    "title", "kind", "line", "question", "count", "bytecodes", "each", "of_block", "share",
    "may_call", "called", "called_share", "called_unrecorded", "behind", "uncompleted", "unseen",
    "repetitions",
]  # fmt: skip
_OF_ALWAYS = [
    "title", "kind", "line", "question", "answer", "count", "most", "may_differ", "bytecodes",
    "each", "of_block", "share", "may_call", "called", "called_share", "called_unrecorded",
    "behind", "never_run",
    "uncompleted", "held_back", "other_copy", "assertion_check", "text",
]  # fmt: skip
_OF_GIVEN = [
    "given_line",
    "given_question",
    "iterations",
    "same_condition",
    "entries",
    "answers",
    "text",
]


@checked
@tells_worth
def settled(
    profile: Profile,
    *,
    k: int | None = None,
    least_share: float = ADVISED_SHARE,
    selection: Selection = ALL,
    sources: Sources = (),
) -> pd.DataFrame:
    """Returns the branches whose tests told nothing new in the run, the costliest test first.

    But a "redundant" branch comes last if its test also decides whether a loop ends.

    Columns:

    - ``title`` of the method; ``line`` and ``question`` of the branch;
    - ``kind``: "one way" (it always went one way), "redundant" (another branch had decided it) or
      "hoist" (its outcome never changed between an entry of its loop and the exit from the loop);
    - ``count``: how many executions of the test surely told nothing new; ``unseen``: for
      "redundant", how many other executions may also have told nothing new, which isn't known
      because an iteration had too many paths;
    - ``bytecodes`` and ``share``: what the test cost in the ``count`` executions, without the
      methods that it calls; ``each``: what the test costs in one execution;
    - ``of_block``: whether ``bytecodes``, ``share`` and ``each`` are those of the branch's whole
      block, because it isn't known which of the bytecodes belong to the test;
    - ``may_call``: whether the test may call methods; ``called`` and ``called_share``: an estimate
      of the bytecodes of these calls, None without an estimate (for example, if callers weren't
      recorded). The program may need the calls even without the test;
    - ``called_unrecorded``: a list of the calls that entered unrecorded code, whose bytecodes
      aren't in ``called``. The item "…" stands for a part of the condition that isn't known. The
      list is None if callers weren't recorded;
    - ``behind``: for "one way", the bytecodes that ran only because the branch went that way;
    - ``uncompleted``: the number of the method's paths that weren't completed. Executions of the
      branch on these paths weren't seen;
    - ``repetitions``: for "redundant" and "hoist", how often the method seems to have done the same
      work, and 1 for "one way". If it isn't 1, all counts of the method's sequences are multiples
      of this number, and the branch may seem settled because a coincidence was repeated;
    - ``given_line``, ``given_question``, ``iterations`` and ``same_condition``: for "redundant",
      the branch that decided this one, how many iterations earlier, and whether both test the same
      condition;
    - ``entries``: for "hoist", the entries of the loop;
    - ``answers``: a list of the outcomes that were settled, the most frequent first; each is a dict
      with ``answer``, ``count`` and ``given`` (the deciding branch's outcome, or None if the
      branch isn't "redundant");
    - ``text``: all this in words.

    A branch is left out if its test, without called methods, surely took less than ``least_share``
    of all executed bytecodes. docs/verbs/branches.md says when a branch is settled. Raises
    KpathError if k exceeds the profile's k, if the selection matches nothing, or if an inline
    profiler recorded the profile. Inline profilers don't count abandoned paths.
    """
    require_share("settled", "least_share", least_share)
    if profile.run.inline is not None:
        raise KpathError(
            f"{profile.path} doesn't count the paths that exceptions broke off, so nothing can be "
            "said about all executions of a branch; record with `kpath-jvm run` (without "
            "--profiler)"
        )
    roots = [Path(root) for root in sources]
    texts = SourceTexts(roots, [profile]) if roots else None
    chosen = select(profile, selection)
    found = heavy_rows(chosen, Costs(profile), least_share, check_k(profile, k), texts)
    for row in found:
        given = row["given"] or {"line": None, "question": None}
        row |= {f"given_{name}": given[name] for name in ("line", "question")}
    frame: pd.DataFrame = pd.DataFrame(found, columns=[*_OF_BRANCHES, *_OF_GIVEN])
    frame.attrs["completeness"] = chosen.profile.completeness.document()
    return frame


@checked
@tells_worth
def always(profile: Profile, *, selection: Selection = ALL, sources: Sources = ()) -> pd.DataFrame:
    """Returns all branches and switches that always went one way, the costliest test first.

    Unlike the one-way branches of ``settled``, these may have been executed only once, and any
    profiler may have counted them.

    Columns:

    - ``title`` of the method; ``kind``: "branch" or "switch"; ``line`` and ``question`` of the
      branch or switch;
    - ``answer``: the only outcome; ``count``: the number of executions that surely had this
      outcome; ``most``: an upper bound of this number;
    - ``may_differ``: how many other executions may have had another outcome, because their outcome
      isn't known;
    - ``bytecodes``, ``each``, ``of_block``, ``share``, ``may_call``, ``called``,
      ``called_share`` and ``called_unrecorded``: what the test cost, as in ``settled``, but in all
      executions;
    - ``behind``: the bytecodes that ran only because the branch went that way; ``never_run``: the
      size, in bytecodes, of the code to which only other outcomes lead, and which no completed path
      ran;
    - ``uncompleted``: the number of the method's paths that weren't completed, missing if the
      profiler doesn't count such paths; ``held_back``: the largest number of the method's completed
      paths that may be missing. Executions of the branch on all these paths weren't counted;
    - ``other_copy``: whether another copy of the branch, on the same line, went another way or may
      have done so; ``assertion_check``: whether the branch asks whether assertions are enabled;
    - ``text``: all this in words.

    Raises KpathError if the selection matches nothing.
    """
    roots = [Path(root) for root in sources]
    texts = SourceTexts(roots, [profile]) if roots else None
    chosen = select(profile, selection)
    rows = always_rows(chosen, texts)
    frame: pd.DataFrame = pd.DataFrame(rows, columns=_OF_ALWAYS)
    typed: pd.DataFrame = frame.astype({"uncompleted": "Int64", "called": "Int64"})
    typed.attrs["completeness"] = chosen.profile.completeness.document()
    return typed
