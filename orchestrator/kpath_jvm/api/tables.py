"""What a profile says of methods, loops, paths, sequences and branches, as pandas tables.

Every function takes a profile: a whole one, a ``merged`` one, or a part (``select(...).profile``).
It takes a method by its number, or by a name as ``Profile.find_method`` does. It raises KpathError,
in one line, where there is no such method or the profile is damaged. Counts are exact if the
profile is. ``bytecodes`` are executed bytecode instructions, and shares are 0..1. Letters are those
of reports. Lines are the class file's numbers. Reports show
``profile.code(method).places.name(line)``, which differs for code that was inlined from another
file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from kpath_jvm.analysis import by_iteration as numbered
from kpath_jvm.analysis import dependence, information, outcomes
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.hot_sequences import hot_sequences
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import method_title
from kpath_jvm.shown import ROWS
from kpath_jvm.source.annotation import SourceTexts

_METHODS = ["method", "title", "bytecodes", "share", "completed", "entries", "paths", "loops"]
_LOOPS = [
    "method", "title", "loop", "line", "depth", "entries", "iterations", "mean_iterations",
    "missing", "paths", "bytecodes", "share", "whole_bytecodes", "sequence", "entropies", "period",
    "period_share",
]  # fmt: skip
_PATHS = [
    "path", "name", "count", "share", "bytecodes", "start", "end", "blocks", "lines", "decisions"
]  # fmt: skip
_SEQUENCES = ["method", "title", "paths", "names", "count", "period", "covered", "share"]
_BRANCHES = ["block", "line", "ordinal", "question", "answer", "target", "count", "share"]
_DEPENDENCES = [
    "line", "question", "iterations_ago", "given_line", "given_question", "given_answer", "answer",
    "count", "share", "of", "bits", "explained", "exact",
]  # fmt: skip
_BY_ITERATION = [
    "line", "question", "iteration", "answer", "count", "share", "of", "bits", "explained", "exact"
]  # fmt: skip

#: Directories and jars of Java sources, as --sources takes them.
Sources = Iterable[str | Path]


@checked
def methods(profile: Profile) -> pd.DataFrame:
    """Returns a row per method that executed bytecodes, most expensive first, by method number.

    Columns: ``title``, ``bytecodes``, ``share`` of the bytecodes of all methods, ``completed``
    (path completions), ``entries``, ``paths`` (executed ones) and ``loops``.
    """
    costs = Costs(profile).of_methods
    rows = profile.method_rows
    executed = np.bincount(profile.paths["method"], minlength=len(costs))
    loops = np.bincount(profile.loops["method"], minlength=len(costs))
    total = max(int(costs.sum()), 1)
    found = [
        (number, _title(profile, number), int(costs[number]), costs[number] / total,
         int(row["completed"]), int(row["entries"]), int(executed[number]), int(loops[number]))
        for number, row in zip(rows.numbers.tolist(), map(rows.row, rows.numbers), strict=True)
        if costs[number]
    ]  # fmt: skip
    found.sort(key=lambda row: (-row[2], row[0]))
    frame: pd.DataFrame = _frame(found, _METHODS).set_index("method")
    return frame


@checked
def loops(profile: Profile, method: int | str | None = None) -> pd.DataFrame:
    """Returns a row per executed loop of a method, or of all methods, the most expensive first.

    Columns: ``method``, ``title``, ``loop`` (its number in the table ``loops``), ``line`` (of the
    header; None without a line table), ``depth``, ``entries``, ``iterations``, ``mean_iterations``
    (per entry), ``missing`` (by how much both can be too low; None if unknown), ``paths`` (the
    executed ones through it), ``bytecodes`` (of its own blocks), ``share`` (of those of all
    methods), ``whole_bytecodes`` (including inner loops), ``sequence`` (the path numbers that stand
    for it), ``entropies`` (the bits by which the next path is uncertain, knowing 0, 1, 2 ... of
    this activation of the loop), ``period`` and ``period_share`` (of a repeated sequence, None if
    there is none).
    """
    total = max(Costs(profile).total, 1)
    numbers = _with_loops(profile) if method is None else [_number(profile, method)]
    found = []
    for number in numbers:
        title = _title(profile, number)
        for row in loop_rows(profile, number):
            sequence = () if row.sequence is None else row.sequence.paths
            found.append(
                (number, title, row.loop, row.header_line, row.depth, row.entries, row.iterations,
                 row.mean_iterations, row.missing, row.paths, row.cost, row.cost / total,
                 row.whole_cost, sequence, row.entropies, row.period, row.period_share)
            )  # fmt: skip
    found.sort(key=lambda row: (-row[10], row[0], row[2]))
    return _frame(found, _LOOPS)


@checked
def paths(profile: Profile, method: int | str, sources: Sources = ()) -> pd.DataFrame:
    """Returns a row per executed path of a method, the hottest first.

    Columns: ``path`` (its number), ``name`` (A, B, C ...), ``count``, ``share`` (of the method's
    completions), ``bytecodes`` (of one completion), ``start``, ``end``, ``blocks``, ``lines`` (in
    order of execution) and ``decisions`` (texts, with the conditions of ``sources`` where they are
    proven to be the right ones).
    """
    number = _number(profile, method)
    names = names_of_paths(profile, number)
    told = _told(profile, number, sources)
    forest = profile.method_forest(number)
    roots = forest.parents < 0
    counts = dict(zip(forest.paths[roots].tolist(), forest.counts[roots].tolist(), strict=True))
    total = max(sum(counts.values()), 1)
    costs = Costs(profile)
    found = []
    for path, name in names.items():
        decoded = profile.decode(number, path)
        decisions = tuple(one.text for one in told.path(decoded))
        found.append(
            (path, name, counts[path], counts[path] / total, costs.of_path(number, path),
             decoded.start, decoded.end, decoded.blocks, decoded.lines, decisions)
        )  # fmt: skip
    return _frame(found, _PATHS)


@checked
def sequences(
    profile: Profile, method: int | str | None = None, *, top: int = ROWS, k: int | None = None
) -> pd.DataFrame:
    """Returns the hottest sequences of at least two paths, of a method or of all, hottest first.

    docs/formats/profile.md says which sequences are chosen. Columns: ``method``, ``title``,
    ``paths`` (numbers), ``names`` (A, B, C ...), ``count``, ``period``, ``covered`` (path
    completions that certainly belong to it) and ``share`` (of all completions of the profile).
    ``k`` is the greatest number of paths in a sequence.
    """
    if top < 1 or (k is not None and k < 1):
        raise KpathError(f"sequences: top is {top} and k {k}; give whole numbers from 1 on")
    number = None if method is None else _number(profile, method)
    forest = profile.forest if number is None else profile.method_forest(number)
    total = max(int(profile.method_rows.completed.sum()), 1)
    found = []
    for one in hot_sequences(forest.truncated(k or profile.k), top):
        names = names_of_paths(profile, one.method)
        found.append(
            (one.method, _title(profile, one.method), one.paths,
             " ".join(names[path] for path in one.paths), one.count, one.period, one.covered,
             one.covered / total)
        )  # fmt: skip
    return _frame(found, _SEQUENCES)


@checked
def branches(profile: Profile, method: int | str, sources: Sources = ()) -> pd.DataFrame:
    """Returns a row per outcome of each branch, switch and handler, in the order of the code.

    Columns: ``block``, ``line`` and ``ordinal`` (the n-th decision of the line), ``question``,
    ``answer``, ``target`` (block), ``count`` and ``share`` (of the branch's executions in completed
    paths). Where it isn't known which way paths went on, there is a row with the answer "unknown"
    and the target -1.
    """
    number = _number(profile, method)
    told = _told(profile, number, sources)
    found = []
    for branch in outcomes.branch_outcomes(profile, number):
        asked = [told.outcome(one) for one in branch.outcomes]
        where = (branch.block, branch.line, branch.ordinal, asked[0].question)
        rows = zip(asked, branch.targets, branch.counts, branch.shares, strict=True)
        found += [(*where, one.answer, target, n, share) for one, target, n, share in rows]
        if branch.unknown:
            found.append((*where, "unknown", -1, branch.unknown, branch.unknown / branch.total))
    return _frame(found, _BRANCHES)


@checked
def dependences(
    profile: Profile,
    method: int | str,
    sources: Sources = (),
    *,
    k: int | None = None,
    least_count: int = information.LEAST_COUNT,
    least_explained: float = information.LEAST_EXPLAINED,
) -> pd.DataFrame:
    """Returns how far earlier outcomes decide those of branches, the strongest dependence first.

    There is a row per dependence, outcome of the branch, and outcome of the other one
    ``iterations_ago``. Columns: ``line``, ``question`` and ``answer`` of the branch,
    ``given_line``, ``given_question`` and ``given_answer`` of the other one (or of itself),
    ``count``, ``share`` (of ``of``, the executions that had the given outcome before), ``bits`` and
    ``explained`` (the information per execution, and as a share of the branch's uncertainty) and
    ``exact`` (no count can be too low). Least counts and shares are as in docs/verbs/branches.md.
    """
    number = _number(profile, method)
    told = _told(profile, number, sources)
    found: list[tuple[Any, ...]] = []
    for one in dependence.dependences(
        profile, number, k=k, least_count=least_count, least_explained=least_explained
    ):
        asked = [told.outcome(outcome) for outcome in one.branch.outcomes]
        for given, counts, shares, of in zip(
            map(told.outcome, one.given.outcomes), one.table, one.shares, one.given_counts,
            strict=True,
        ):  # fmt: skip
            found += [
                (one.branch.line, answer.question, one.iterations, one.given.line, given.question,
                 given.answer, answer.answer, count, share, of, one.bits, one.explained,
                 one.is_exact)
                for answer, count, share in zip(asked, counts, shares, strict=True)
            ]  # fmt: skip
    return _frame(found, _DEPENDENCES)


@checked
def by_iteration(
    profile: Profile,
    method: int | str,
    sources: Sources = (),
    *,
    k: int | None = None,
    least_count: int = information.LEAST_COUNT,
    least_explained: float = information.LEAST_EXPLAINED,
) -> pd.DataFrame:
    """Returns how branches go in their loop's first, second ... iteration, where that tells much.

    There is a row per iteration and outcome; the branch about which the iteration tells most comes
    first. Columns: ``line``, ``question``, ``iteration`` (since the loop was entered, from 1 on; 0
    stands for later iterations and those with an unknown number), ``answer``, ``count``, ``share``
    (of ``of``, the branch's executions in that iteration), ``bits``, ``explained`` and ``exact`` as
    in ``dependences``.
    """
    number = _number(profile, method)
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
                 count / of if of else 0.0, of, one.bits, one.explained, one.is_exact)
                for answer, count in zip(asked, row, strict=True)
            ]  # fmt: skip
    return _frame(found, _BY_ITERATION)


def _number(profile: Profile, method: int | str) -> int:
    if isinstance(method, str):
        return profile.find_method(method)
    profile.require_method(method)
    return int(method)


def _title(profile: Profile, method: int) -> str:
    row = profile.method_rows.row(method)
    return method_title(row["class"], row["name"], row["descriptor"])


def _told(profile: Profile, method: int, sources: Sources) -> ToldMethod:
    roots = [Path(root) for root in sources]
    return ToldMethod(
        profile.code(method),
        profile.method_rows.row(method),
        SourceTexts(roots) if roots else None,
    )


def _with_loops(profile: Profile) -> list[int]:
    executed = np.unique(profile.paths["method"])
    loops: list[int] = np.intersect1d(executed, profile.loops["method"]).tolist()
    return loops


def _frame(rows: Sequence[tuple[Any, ...]], columns: list[str]) -> pd.DataFrame:
    frame: pd.DataFrame = pd.DataFrame(rows, columns=columns)
    return frame
