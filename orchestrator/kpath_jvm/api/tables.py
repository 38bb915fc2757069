"""Gives methods, loops, paths, sequences and branches of a profile as pandas tables.

Every function takes a profile: a whole one, a ``merged`` one, or a part (``select(...).profile``).
A method is given by its number, or by a name that ``Profile.find_method`` finds. The functions
raise KpathError if there is no such method, if only its entries were counted, if the profile is
damaged, or if its profiler doesn't count what the table needs (docs/profilers.md).

``attrs["completeness"]`` of each frame says what the counts are worth, in the words of
``Profile.completeness``. Its ``reasons`` name the methods of which only entries were counted. These
methods have no rows in tables of all methods, and no share includes them, however hot they are.

Counts are exact if the profile is. ``bytecodes`` are executed bytecode instructions, and shares are
numbers from 0 to 1. Paths have the letters that reports give them. Lines are the numbers in the
class file. Reports show ``profile.code(method).places.name(line)`` instead, which differs for code
that was inlined from another file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from msgspec.structs import asdict

from kpath_jvm.analysis import by_iteration as numbered
from kpath_jvm.analysis import dependence, information
from kpath_jvm.analysis.advice.by_several import decided_by_several
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.covered_by_hottest import covered_by_hottest
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.followed import known_length
from kpath_jvm.analysis.hot_sequences import HotSequence, hot_sequences
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.of_edges.known import require_paths, require_sequences
from kpath_jvm.analysis.part import ProfilePart
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.arguments import checked, require_share
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.branches import branch_table
from kpath_jvm.facts.coverage import (
    PERCENTS,
    TOPS,
    coverage_levels,
    lengths_document,
    require_coverage,
)
from kpath_jvm.facts.iterations import iterations_document
from kpath_jvm.facts.loops import loop_table
from kpath_jvm.facts.methods import MethodFacts
from kpath_jvm.facts.paths import path_table
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.entries_only import method_with_paths
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth
from kpath_jvm.reports.branches_summary import several_document
from kpath_jvm.shown import ROWS
from kpath_jvm.source.annotation import SourceTexts

_METHODS = (
    "method", "title", "bytecodes", "bytecodes_exact", "bytecodes_entered", "bytecodes_cut_off",
    "share", "completed", "entries", "paths_executed", "loops"
)  # fmt: skip
_LOOPS = [
    "method", "title", "loop", "line", "depth", "entries", "iterations", "entries_most",
    "iterations_most", "mean_iterations", "mean_least", "mean_most", "median_least", "median_most",
    "p90_least", "p90_most", "missing", "at_least", "estimated", "first_paths", "paths",
    "bytecodes", "bytecodes_exact", "bytecodes_entered", "bytecodes_cut_off", "paths_cut_off",
    "share", "whole_bytecodes", "sequence",
    "back_edges_followed", "left_after", "left_exact", "left_unclear", "pieces", "not_followed",
    "next_bits", "exit_bits", "lacks_longer", "repetitions", "period", "period_share",
    "period_above", "period_of_iterations", "period_paths", "back_edges", "may_be_several",
]  # fmt: skip
#: The columns of _LOOPS with whole numbers that may be missing.
_BOUNDS = (
    "iterations", "entries_most", "iterations_most", "median_least", "median_most", "p90_least",
    "p90_most", "missing", "first_paths", "bytecodes_cut_off", "paths_cut_off", "not_followed",
    "period", "period_above", "period_paths",
)  # fmt: skip
#: The columns of _LOOPS with numbers that may be missing and needn't be whole.
_MEANS = ("mean_iterations", "mean_least", "mean_most", "period_of_iterations")
_PER_ENTRY = ["method", "title", "loop", "line", "iterations", "kind", "entries", "share"]
_PATHS = [
    "path", "name", "count", "share", "bytecodes", "start", "end", "blocks", "lines", "decisions"
]  # fmt: skip
_COVERAGE = ["percent", "by_completions", "by_bytecodes"]
_BY_LENGTH = [
    "k", "top", "sequences", "completions_least", "completions_most", "bytecodes_least",
    "bytecodes_most",
]  # fmt: skip
_SEQUENCES = [
    "method", "title", "paths", "names", "count", "period", "covered", "share", "together_least",
    "together_most", "together_bytecodes_least", "together_bytecodes_most",
]  # fmt: skip
_ROWS_OVERLAP = (
    "rows overlap: a path completion can belong to several sequences, so counts and shares of rows "
    "can't be added up; the columns together_... count each completion once"
)
_BRANCHES = ["block", "line", "ordinal", "question", "answer", "target", "count", "most", "share"]
_DEPENDENCES = [
    "line", "question", "iterations_ago", "given_line", "given_question", "given_answer", "answer",
    "count", "share", "of", "bits", "explained", "unseen", "absent",
    "same_as_last", "exact",
]  # fmt: skip
_BY_ITERATION = [
    "line", "question", "iteration", "answer", "count", "share", "of", "bits", "explained", "exact"
]  # fmt: skip

#: Directories and jars with sources of the program, as --sources takes them.
Sources = Iterable[str | Path]


@checked
@tells_worth
def methods(profile: Profile) -> pd.DataFrame:
    """Returns a row per method that executed bytecodes, the most expensive first.

    The index is the method's number. The columns ``title``, ``bytecodes``, ``bytecodes_exact``,
    ``bytecodes_entered`` and ``bytecodes_cut_off`` are as in ``loops``, for the whole method. The
    others are ``share`` (of the bytecodes of all methods), ``completed`` (path completions),
    ``entries``, ``paths`` (the number of different executed paths) and ``loops`` (the number of
    loops).
    """
    facts = MethodFacts(profile)
    places = np.flatnonzero(facts.bytecodes)
    order = places[np.lexsort((places, -facts.bytecodes[places]))]
    frame: pd.DataFrame = facts.table(order, *_METHODS).to_pandas()
    frame["method"] = frame["method"].astype("int64")
    frame["bytecodes_cut_off"] = frame["bytecodes_cut_off"].astype("Int64")
    indexed: pd.DataFrame = frame.rename(columns={"paths_executed": "paths"}).set_index("method")
    return indexed


@checked
@tells_worth
def loops(profile: Profile, method: int | str | None = None) -> pd.DataFrame:
    """Returns a row per executed loop of a method, or of all methods, the most expensive first.

    Columns:

    - ``method`` and ``title``;
    - ``loop``: the loop's number in the profile's table ``loops``;
    - ``line``: the line of the loop's header, None without a line table;
    - ``depth``: 1 for an outermost loop;
    - ``entries`` and ``iterations``; ``iterations`` is missing if the profiler counts only the
      entries of loops; ``entries_most`` and ``iterations_most``: upper bounds, equal to the counts
      if the counts are exact, and missing if no upper bound is known;
    - ``mean_iterations``: mean iterations per entry, missing if not known exactly; ``mean_least``
      and ``mean_most``: bounds of this mean, each missing if no such bound is known;
    - ``median_least`` and ``median_most``: bounds of the median of iterations per entry, missing if
      the distribution isn't known; ``median_most`` is also missing if there is no upper bound;
    - ``p90_least`` and ``p90_most``: bounds of the number of iterations that 90 % of the entries
      don't exceed, missing as for the median;
    - ``missing``: by how much entries and iterations may each be too low. There is no value if the
      profiler doesn't count paths that weren't completed. Then the counts are exact, but only for
      completed paths. Nor is there a value if counts were lost or contradict each other;
    - ``at_least``: whether entries and iterations are lower bounds without upper bounds, because
      edges or only first paths were counted, or counts were lost; ``estimated``: whether entries or
      iterations are estimates, which may be too high or too low; ``first_paths``: the largest
      number of paths counted per method, missing if all were counted, or if edges were counted;
    - ``paths``: the path numbers of the executed paths that run through the loop's own blocks,
      which are those in no inner loop;
    - ``bytecodes`` of the loop's own blocks; ``bytecodes_exact``: the bytecodes that were
      certainly executed, which are all bytecodes unless edges were counted;
      ``bytecodes_entered``: the bytecodes in blocks for which it is known how often they were
      entered. If ``bytecodes_entered`` equals ``bytecodes``, ``bytecodes`` is an upper bound;
    - ``bytecodes_cut_off``: the most bytecodes that cut-off paths can have executed in the loop's
      own blocks; ``bytecodes`` doesn't include these; ``paths_cut_off``: the largest number of
      cut-off paths that may have run through these blocks. Both columns are missing if not known;
    - ``share``: ``bytecodes`` as a share of the bytecodes of all methods; ``whole_bytecodes``: the
      bytecodes of the loop including its inner loops;
    - ``sequence``: the path numbers of the hottest sequence that stays in the loop. That is the
      sequence with the largest product of count and period (the number of paths that repeat in it).
      The function ``paths`` shows where each path of the sequence begins, and all its decisions;
    - ``back_edges_followed``: how often a back edge was taken and a completed path followed;
      ``left_after``: how often this path left the loop; ``left_exact``: whether ``left_after`` has
      all exits from the loop, missing if no completed path followed a back edge. If ``left_exact``
      is False, the loop may also have been left in a later piece of an iteration that an inner
      loop, a cut edge or a throw divides. Then ``left_after`` is a lower bound, and ``exit_bits``
      is empty;
    - ``left_unclear``: how often it isn't known whether the path after a back edge left the loop;
      ``not_followed``: how often a back edge was taken and no completed path followed, missing if
      unknown;
    - ``back_edges``: the number of edges back to the header; ``may_be_several``: whether the loop
      may stand for several loops of the source that begin with the same instruction
      (docs/loops.md);
    - ``pieces``: how often a path stayed in the loop, but ended before its iteration did;
    - ``next_bits``: how uncertain the way of the next iteration is, in bits, if the loop isn't
      left; the list has a value for 0, 1, 2 ... known paths since the loop was entered;
      ``exit_bits``: how uncertain it is whether the loop is left, in bits, for the same numbers of
      known paths; both lists end where there are too few executions (docs/loops.md);
      ``lacks_longer``: whether ``next_bits`` ends because the profile may lack longer sequences of
      the loop's iterations, which might tell more;
    - ``repetitions``: all counts of the method's sequences are multiples of this number. If it
      isn't 1, the method seems to have done the same work that many times, and ``next_bits`` and
      ``exit_bits`` may be low because a coincidence was repeated;
    - ``period``: the number of iterations after which paths repeat, missing if nothing repeats
      within k - 1 iterations; ``period_above``: k - 1 if no period was seen, but there may well be
      a longer one, and missing otherwise;
    - ``period_of_iterations``: the share of the loop's iterations that consist of one path from the
      header to a back edge, a lower bound if the number of iterations isn't exact. The period is
      computed only from these iterations; ``period_share``: the share of these iterations whose
      path is the same as one period before; ``period_paths``: the number of different paths of
      these iterations. If ``period_paths`` is 1, the iterations are bound to repeat. All three
      columns are missing if ``period`` is.
    """
    rows = _loop_rows(profile, method)
    found = loop_table(profile, rows, Costs(profile).total).select(_LOOPS).to_pylist()
    for row in found:
        for name in ("paths", "next_bits", "exit_bits"):
            row[name] = tuple(row[name])
        row["sequence"] = tuple(row["sequence"] or ())
    frame: pd.DataFrame = pd.DataFrame(found, columns=_LOOPS)
    # Without this, the type of a column would depend on whether a value is missing.
    typed: pd.DataFrame = frame.astype(
        dict.fromkeys(_BOUNDS, "Int64") | dict.fromkeys(_MEANS, "float64")
    )
    return typed


@checked
@tells_worth
def iterations_per_entry(profile: Profile, method: int | str | None = None) -> pd.DataFrame:
    """Returns how many of a loop's entries made each number of iterations (docs/loops.md).

    There is a row per loop, ``kind`` and number of ``iterations``; loops with the most bytecodes
    come first. Columns: ``method``, ``title``, ``loop``, ``line``, ``iterations``, ``kind``,
    ``entries`` and ``share`` (of the loop's entries). ``kind`` is "known" for entries that made
    exactly ``iterations`` iterations. It is "longer" for entries that were still in the loop after
    k paths, and "unfinished" for other entries that weren't seen to end. Entries of these two kinds
    made at least ``iterations`` iterations, and may have made any greater number. Let m be the
    smallest number of ``iterations`` in a loop's rows of these two kinds: from m on, the figures in
    the loop's "known" rows are lower bounds. Loops without a known distribution have no rows.
    """
    require_paths(profile, "distribution of iterations per entry")
    found: list[tuple[Any, ...]] = []
    for row in _loop_rows(profile, method):
        document = iterations_document(row.per_entry)
        if document is None:
            continue
        title = profile.method_rows.title(row.method)
        found += [
            (row.method, title, row.loop, row.header_line, one["iterations"], kind, one["entries"],
             one["entries"] / document["entries"])
            for kind in ("known", "longer", "unfinished")
            for one in document[kind]
        ]  # fmt: skip
    return _frame(found, _PER_ENTRY)


@checked
@tells_worth
def paths(profile: Profile, method: int | str, sources: Sources = ()) -> pd.DataFrame:
    """Returns a row per executed path of a method, the hottest first.

    Columns: ``path`` (the number), ``name`` (A, B, C ...), ``count``, ``share`` (of the method's
    completions), ``bytecodes`` (of one completion), ``start``, ``end``, ``blocks``, ``lines`` (in
    order of execution) and ``decisions`` (texts). A decision's text quotes a condition from
    ``sources`` if this condition is proven to be the decision's.
    """
    require_paths(profile, "list of paths")
    number = method_with_paths(profile, method)
    told = _told(profile, number, sources)
    found = path_table(profile, number, names_of_paths(profile, number)).to_pylist()
    for row in found:
        decoded = profile.decode(number, row["path"])
        row |= {name: getattr(decoded, name) for name in ("start", "end", "blocks", "lines")}
        row["decisions"] = tuple(one.text for one in told.path(decoded))
    frame: pd.DataFrame = pd.DataFrame(found, columns=_PATHS)
    return frame


@checked
@tells_worth
def coverage(
    profile: Profile,
    method: int | str | None = None,
    *,
    percents: Sequence[float] = PERCENTS,
) -> pd.DataFrame:
    """Returns how many of the hottest paths make up given shares of completions and bytecodes.

    The paths are those of a method, or of all methods. There is a row for each of ``percents``,
    which are numbers from 0 to 100. Columns:

    - ``percent``;
    - ``by_completions``: the least number of paths that together have this share of the path
      completions; ``by_bytecodes``: the least number of paths that together have this share of the
      bytecodes of completed paths;
    - ``paths``: the number of different paths that were completed.

    If the profile isn't exact, the shares refer to what was counted. Raises KpathError if only the
    first paths of each method were counted, because they say nothing about later paths.
    """
    for percent in percents:
        require_share("coverage", "an item of percents", percent, most=100)
    require_coverage(profile, "coverage by the hottest paths")
    rows = slice(None)
    if method is not None:
        first, end = profile.rows_of("paths").span(method_with_paths(profile, method))
        rows = slice(first, end)
    counts = integers(profile.table("paths"), "count")[rows]
    found = coverage_levels(counts, Costs(profile).of_rows[rows], percents)
    levels = [asdict(level) for level in found]
    frame: pd.DataFrame = pd.DataFrame(levels, columns=_COVERAGE)
    frame["paths"] = len(counts)
    return frame


@checked
@tells_worth
def coverage_by_length(
    profile: Profile,
    method: int | str | None = None,
    *,
    tops: Sequence[int] = TOPS,
    k: int | None = None,
) -> pd.DataFrame:
    """Returns what the hottest sequences of up to 1, 2, 4, 8 ... paths cover together.

    The sequences and all shares are those of a method, or of all methods. There is a row for each
    number of sequences in ``tops`` and each limit on the paths of a sequence. The limits are 1, 2,
    4, 8 and so on up to ``k``, and ``k`` itself. The default of ``k`` is the profile's k. The
    sequences of a row are those of ``sequences(profile, top=top, k=k)``, or single paths if the
    limit is 1. Columns:

    - ``k``: the limit on the paths of a sequence; ``top``: the number of sequences that was asked
      for; ``sequences``: the number of sequences found, which may be smaller;
    - ``completions_least`` and ``completions_most``: bounds of the share of the path completions
      that belong to an occurrence of any of these sequences. A completion that several occurrences
      cover counts once;
    - ``bytecodes_least`` and ``bytecodes_most``: bounds of these completions' share of the
      bytecodes that all completed paths executed.

    The bounds are equal, and the share is exact, if no sequence has more than (K + 1) / 2 paths,
    where K is the profile's k. The bounds are missing for the same reasons as in ``sequences``;
    then ``attrs["unclear"]`` names the method whose sequences are the reason, and says why.
    ``attrs["share_alone"]`` is the share of completions with no path before or after them. No
    sequence of two or more paths covers these completions. The value is None if the share isn't
    known. For a profile without completed paths, there are no rows. Raises KpathError if the
    profile has no paths, or only the first paths of each method, or if ``k`` is less than 1 or
    greater than the profile's k.
    """
    tops = sorted(set(tops))
    if not tops or tops[0] < 1:
        raise KpathError(f"coverage_by_length: tops is {tops}; give whole numbers from 1 on")
    if k is not None and not 1 <= k <= profile.k:
        raise KpathError(f"coverage_by_length: k is {k}; give a k from 1 to {profile.k}")
    if method is not None:
        numbers = np.array([method_with_paths(profile, method)], dtype=np.int32)
        profile = profile.part(ProfilePart(profile, numbers))
    found = lengths_document(profile, tops, profile.k if k is None else k, Costs(profile))
    rows: list[dict[str, Any]] = [] if found is None else found["rows"]
    table = [
        (row["k"], row["top"], row["sequences"],
         *_bounds(row["share_of_completions"]), *_bounds(row["share_of_bytecodes"]))
        for row in rows
    ]  # fmt: skip
    frame = _frame(table, _BY_LENGTH)
    for name in ("unclear", "share_alone"):
        frame.attrs[name] = None if found is None else found[name]
    return frame


def _bounds(share: Mapping[str, float] | None) -> tuple[float, float]:
    return (np.nan, np.nan) if share is None else (share["low"], share["high"])


@checked
@tells_worth
def sequences(
    profile: Profile, method: int | str | None = None, *, top: int = ROWS, k: int | None = None
) -> pd.DataFrame:
    """Returns the hottest sequences of at least two paths, of a method or of all methods.

    The hottest sequence comes first. docs/formats/profile.md says which sequences are chosen.
    Columns: ``method``, ``title``, ``paths`` (numbers), ``names`` (A, B, C ...), ``count``,
    ``period``, ``covered`` (the path completions that certainly belong to the sequence) and
    ``share`` (``covered`` as a share of all completions of the profile, also if a ``method`` is
    given). To get shares of the completions of one method, pass a profile of this method alone:
    ``select(profile, Selection(method=(method,))).profile``.

    Rows overlap: a completion can belong to several sequences. So ``count``, ``covered`` and
    ``share`` of several rows can't be added up. ``together_least`` and ``together_most`` are bounds
    of the share of completions that this row's sequence and those above it cover together. Each
    completion counts once. ``together_bytecodes_least`` and ``together_bytecodes_most`` are bounds
    of these completions' share of all executed bytecodes. The bounds are equal, and the share is
    exact, if no sequence has more than (K + 1) / 2 paths, where K is the profile's k. To ensure
    that, pass a ``k`` of at most (K + 1) / 2. If the sequences of a row's method weren't all
    counted exactly, or aren't all in the profile (after ``select`` with a loop), the bounds are
    missing in this row and in all rows below it.

    ``k`` is the greatest number of paths in a sequence. Raises KpathError if ``k`` is less than 2
    or greater than the profile's k.
    """
    if top < 1:
        raise KpathError(f"sequences: top is {top}; give a whole number from 1 on")
    require_sequences(profile, "sequence of two paths", k, least=2)
    number = None if method is None else method_with_paths(profile, method)
    forest = profile.forest if number is None else profile.method_forest(number)
    total = max(int(profile.method_rows.completed.sum()), 1)
    hottest = hot_sequences(forest.truncated(k or profile.k), top)
    found = []
    for one, together in zip(hottest, _together(profile, hottest, total), strict=True):
        names = names_of_paths(profile, one.method)
        found.append(
            (one.method, profile.method_rows.title(one.method), one.paths,
             " ".join(names[path] for path in one.paths), one.count, one.period, one.covered,
             one.covered / total, *together)
        )  # fmt: skip
    frame = _frame(found, _SEQUENCES)
    frame.attrs["note"] = _ROWS_OVERLAP
    return frame


def _together(
    profile: Profile, sequences: Sequence[HotSequence], completions: int
) -> Iterator[tuple[float, float, float, float]]:
    """Yields, for each sequence, how much it and the sequences before it cover together.

    Each item has bounds of the share of completions, and then bounds of the share of bytecodes.
    Bounds that aren't known are NaN.
    """
    costs = Costs(profile)
    bytecodes = max(costs.total, 1)
    for found in covered_by_hottest(profile, sequences, costs):
        if found is None:
            yield (np.nan,) * 4
        else:
            yield (
                found.least / completions,
                found.most / completions,
                found.least_cost / bytecodes,
                found.most_cost / bytecodes,
            )


@checked
@tells_worth
def branches(profile: Profile, method: int | str, sources: Sources = ()) -> pd.DataFrame:
    """Returns a row per outcome of each branch, switch and handler, in the order of the code.

    Columns: ``block``, ``line``, ``ordinal`` (1 for the first decision of the line), ``question``,
    ``answer``, ``target`` (the block to which the answer leads), ``count``, ``most`` (an upper
    bound of the count) and ``share`` (of the branch's executions in completed paths). Executions
    with an unknown outcome have a row with the answer "unknown" and the target -1. For each outcome
    that they may have had, ``most`` is greater than ``count``. Raises KpathError if only the
    method's entries were counted.
    """
    number = method_with_paths(profile, method)
    told = _told(profile, number, sources)
    table = branch_table(profile, [number], lambda _: told).select(_BRANCHES)
    frame: pd.DataFrame = pd.DataFrame(table.to_pylist(), columns=_BRANCHES)
    return frame


@checked
@tells_worth
def dependences(
    profile: Profile,
    method: int | str,
    sources: Sources = (),
    *,
    k: int | None = None,
    least_count: int = information.LEAST_COUNT,
    least_explained: float = information.LEAST_EXPLAINED,
) -> pd.DataFrame:
    """Returns how far earlier outcomes decide branches, the strongest dependence first.

    A dependence has a row for each pair of outcomes: one of the branch, and one that the earlier
    branch had ``iterations_ago`` iterations before. The earlier branch may be the same branch. The
    iterations are those of the innermost loop around both branches. If the earlier branch is in a
    loop inside that loop, its outcome in the inner loop's last iteration is taken. Columns:

    - ``line``, ``question`` and ``answer`` of the branch;
    - ``given_line``, ``given_question`` and ``given_answer`` of the earlier outcome;
    - ``count``: how often the outcome is known to have come after the earlier one; ``of``: how
      often the branch is known to have been executed after the earlier outcome; ``share``:
      ``count`` as a share of ``of``, missing if ``of`` is 0;
    - ``bits``: the information that the dependence gives per execution; ``explained``: ``bits`` as
      a share of the branch's uncertainty;
    - ``unseen``: how many further executions of the branch may have come after the earlier branch.
      The paths before these executions aren't all known, mainly because an iteration had more
      paths than k shows. ``count`` and ``of`` don't include these executions, which may behave
      differently;
    - ``absent``: how many other executions of the branch have no such earlier outcome. The earlier
      branch wasn't executed in the iteration in question, or the execution was in the first
      ``iterations_ago`` iterations after the loop was entered. These executions aren't in ``count``
      and ``of``, either. ``absent`` is missing if counts can be too low, or if the profiler didn't
      count all sequences;
    - ``same_as_last``: whether the branch depends on itself and, as far as is known, always kept
      its outcome from an entry of the loop to the exit from the loop. If so, ``iterations_ago``
      means nothing: any other earlier iteration tells just as much;
    - ``exact``: whether no count can be too low. Counts can be too low if ``unseen`` isn't 0, if
      the engine's memory was full, or if ``--profiler kiter`` counted no sequences over some back
      edges of the branches' loop.

    A dependence is about one earlier outcome. ``attrs["by_several"]`` of the frame lists the
    branches about which several outcomes together tell clearly more than any single one. It also
    lists the branches that no single outcome decides, but that several outcomes might decide if k
    were larger. Each item of the list is a dict with ``line``, ``question`` and the keys of
    ``by_several`` in ``branches --json``. The list doesn't depend on ``least_count`` or
    ``least_explained``. ``attrs["repetitions"]`` is how often the method seems to have done the
    same work: all counts of the method's sequences are multiples of this number. If it isn't 1, a
    dependence may be a coincidence that was repeated. docs/verbs/branches.md says which counts and
    shares a dependence must reach. Raises KpathError if only the method's entries were counted.
    """
    require_sequences(profile, "dependence between branches", k, least=2)
    number = method_with_paths(profile, method)
    told = _told(profile, number, sources)
    is_whole: dict[Loop | None, bool] = {}
    found: list[tuple[Any, ...]] = []
    loops = LoopBranches(profile, number, k)
    dependences = dependence.dependences_of(
        loops, least_count=least_count, least_explained=least_explained
    )
    for one in dependences:
        asked = [told.outcome(outcome) for outcome in one.branch.outcomes]
        if one.loop not in is_whole:
            is_whole[one.loop] = known_length(profile, number, one.loop) == profile.k
        for given, counts, shares, of in zip(
            map(told.outcome, one.given.outcomes), one.table, one.shares, one.given_counts,
            strict=True,
        ):  # fmt: skip
            found += [
                (one.branch.line, answer.question, one.iterations, one.given.line, given.question,
                 given.answer, answer.answer, count, share, of, one.bits, one.explained,
                 one.unseen, one.absent, one.last is not None,
                 one.is_exact and one.is_complete and is_whole[one.loop])
                for answer, count, share in zip(asked, counts, shares, strict=True)
            ]  # fmt: skip
    frame = _frame(found, _DEPENDENCES)
    by_number = numbered.by_iteration_of(loops)
    usual = information.LEAST_COUNT, information.LEAST_EXPLAINED
    is_usual = (least_count, least_explained) == usual
    single = dependences if is_usual else dependence.dependences_of(loops)
    several = decided_by_several(loops, single, by_number, loops.branches, told.parts)
    frame.attrs["by_several"] = [
        {
            "line": loops.branches[one.prediction.block].line,
            "question": told.outcome(loops.branches[one.prediction.block].outcomes[0]).question,
            **several_document(one),
        }
        for one in several
    ]
    frame["absent"] = frame["absent"].astype("Int64")
    frame["share"] = frame["share"].astype("float64")
    frame.attrs["repetitions"] = repetitions(profile, number)
    return frame


@checked
@tells_worth
def by_iteration(
    profile: Profile,
    method: int | str,
    sources: Sources = (),
    *,
    k: int | None = None,
    least_count: int = information.LEAST_COUNT,
    least_explained: float = information.LEAST_EXPLAINED,
) -> pd.DataFrame:
    """Returns the outcomes of branches in their loop's first, second ... iteration.

    A branch is included only if the iteration's number tells enough about the outcome. There is a
    row per iteration and outcome. The branch about which the number tells most comes first.
    Columns: ``line``, ``question``, ``iteration`` (the 1st begins where the loop is entered, and
    each back edge begins the next one; 0 stands for all later iterations), ``answer``, ``count``,
    ``of`` (the branch's executions in this iteration), ``share`` (``count`` as a share of ``of``,
    missing if ``of`` is 0), ``bits``, ``explained`` and ``exact``. The last three columns and
    ``attrs["repetitions"]`` are as in ``dependences``. An iteration has rows of its own only if all
    executions of the branch in this iteration are known. If a loop test ends the loop, the last
    iteration is this test alone. Other figures don't count this test as an iteration, but here it
    has a number. So the test of a ``for`` loop with 3 iterations per entry (``loops``) is executed
    in the 1st to the 4th iteration. Raises KpathError if only the method's entries were counted.
    """
    require_sequences(profile, "outcome of branches by iteration", k, least=2)
    number = method_with_paths(profile, method)
    told = _told(profile, number, sources)
    found: list[tuple[Any, ...]] = []
    for one in numbered.by_iteration(
        profile, number, k=k, least_count=least_count, least_explained=least_explained
    ):
        asked = [told.outcome(outcome) for outcome in one.branch.outcomes]
        for iteration, row in [*enumerate(one.table, start=1), (0, one.otherwise)]:
            of = sum(row)
            found += [
                (one.branch.line, answer.question, iteration, answer.answer, count,
                 count / of if of else None, of, one.bits, one.explained, one.is_exact)
                for answer, count in zip(asked, row, strict=True)
            ]  # fmt: skip
    frame = _frame(found, _BY_ITERATION)
    frame["share"] = frame["share"].astype("float64")
    frame.attrs["repetitions"] = repetitions(profile, number)
    return frame


def _told(profile: Profile, method: int, sources: Sources) -> ToldMethod:
    roots = [Path(root) for root in sources]
    return ToldMethod(
        profile.code(method),
        profile.method_rows.row(method),
        SourceTexts(roots, [profile]) if roots else None,
    )


def _loop_rows(profile: Profile, method: int | str | None) -> list[LoopRow]:
    """Returns the executed loops of a method, or of all methods, the most expensive first."""
    numbers = _with_loops(profile) if method is None else [method_with_paths(profile, method)]
    rows = [row for number in numbers for row in loop_rows(profile, number)]
    return sorted(rows, key=lambda row: (-row.cost, row.method, row.loop))


def _with_loops(profile: Profile) -> list[int]:
    executed = np.union1d(profile.paths["method"], profile.edge_counts["method"])
    loops: list[int] = np.intersect1d(executed, profile.loops["method"]).tolist()
    return loops


def _frame(rows: Sequence[tuple[Any, ...]], columns: list[str]) -> pd.DataFrame:
    frame: pd.DataFrame = pd.DataFrame(rows, columns=columns)
    return frame
