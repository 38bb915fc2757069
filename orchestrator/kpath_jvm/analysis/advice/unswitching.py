"""Counts how often a loop's branches keep their outcomes while the loop goes round."""

from collections.abc import Collection

import numpy as np

from kpath_jvm.analysis.advice.asked import OWN
from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.looking_back import Before
from kpath_jvm.analysis.steadiness import LEAST_COUNT, Steadiness
from kpath_jvm.profile.forest import Forest, Int64Array


def why_not(branches: Collection[Steadiness]) -> str:
    """Returns why there is nothing to advise.

    ``is_known`` must be true for all branches, and ``is_steady`` false.
    """
    if not branches:
        return f"no {OWN} has two outcomes"
    why = f"no {OWN} keeps one outcome in some entries and another one in others"
    is_rare = any(not one.changed and sum(map(bool, one.perhaps_staying)) >= 2 for one in branches)
    return f"{why}, at least {LEAST_COUNT:,} times each" if is_rare else why


def looked_back(one: Steadiness, branch: BranchOutcomes, before: Before) -> Steadiness:
    """Returns the steadiness of a branch as ``before`` shows it, with fewer unknowns than ``one``.

    ``before`` was counted with Reach.ENTRY, and across inner loops and cut edges. ``one`` was
    computed from chains, which end at inner loops and cut edges.
    """
    places = branch.executed
    targets = tuple(branch.targets[at] for at in places)
    return Steadiness(
        one.block,
        targets,
        sum(branch.counts),
        tuple(map(tuple, before.table[np.ix_(places, places)].tolist())),
        int(before.none.sum()),
        tuple(before.unknown[places].tolist()),
        one.exits,
        one.is_assigned,
    )


def steadiness(chains: Chains, own: Collection[int]) -> tuple[Steadiness, ...]:
    """Returns the steadiness of each branch with several outcomes, the most executed branch first.

    The branches are at the ends of the blocks in ``own``. Executions are compared within chains
    (chains.py). The first execution in a chain is known to be the first of the entry only if the
    chain begins with the entry's first iteration.
    """
    found = [one for block in own if (one := _of_branch(chains, block)) is not None]
    return tuple(sorted(found, key=lambda one: (-one.executions, one.block)))


def _of_branch(chains: Chains, block: int) -> Steadiness | None:
    targets, outcomes = chains.traces.outcomes(block)
    if len(targets) < 2:
        return None
    is_executed = outcomes >= 0
    pairs = np.zeros((len(targets), len(targets)), dtype=np.int64)
    executions, firsts = np.zeros((2, len(targets)), dtype=np.int64)
    for level in chains.all.levels:
        met, counts = _rows(chains.all, level, outcomes)
        if met.shape[1] == 1:
            at = met[:, 0] >= 0
            np.add.at(executions, met[at, 0], counts[at])
            continue
        # The branch is executed in the first and in the last trace, but not in between.
        at = (met[:, 0] >= 0) & (met[:, -1] >= 0) & (met[:, 1:-1] < 0).all(axis=1)
        np.add.at(pairs, (met[at, 0], met[at, -1]), counts[at])
    for level in chains.entered.levels:
        met, counts = _rows(chains.entered, level, outcomes)
        at = (met[:, -1] >= 0) & (met[:, :-1] < 0).all(axis=1)
        np.add.at(firsts, met[at, -1], counts[at])
    if not is_executed.any():
        return None
    rows: list[list[int]] = pairs.tolist()
    unknowns: list[int] = (executions - pairs.sum(axis=0) - firsts).tolist()
    return Steadiness(
        block,
        targets,
        int(executions.sum()),
        tuple(map(tuple, rows)),
        int(firsts.sum()),
        tuple(unknowns),
        tuple(target for target in targets if target not in chains.traces.loop.blocks),
        block in chains.traces.loop.assigned,
    )


def _rows(forest: Forest, level: np.ndarray, outcomes: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Returns the branch's outcomes along each n-gram of a level, and the n-grams' counts.

    The outcome is -1 in a trace that doesn't execute the branch.
    """
    return outcomes[forest.sequences(level)], forest.counts[level]
