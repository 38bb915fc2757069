"""Finds a loop's branches whose outcomes don't change while the loop goes round."""

from collections.abc import Collection

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.advice.asked import OWN
from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.profile.forest import Forest, Int64Array

#: Each of two outcomes must be followed by the same outcome at least this many times.
LEAST_COUNT = 1000
#: A branch is said never to change only if the previous outcome is unknown for at most this share
#: of the branch's executions.
MOST_UNKNOWN = 0.05


class Steadiness(Struct, frozen=True):
    """How the outcomes of a branch follow each other within one entry into its loop.

    ``pairs[a][b]`` is how often outcome b came next after outcome a, in the order of ``targets``
    (blocks). ``firsts`` is the number of executions that had no earlier one in the same entry.
    ``unknown`` is the number of executions for which the profile doesn't tell whether there was an
    earlier one, or doesn't tell its outcome. The earlier execution may be further back than the
    profile's sequences reach, or an inner loop, a cut or a handler may lie in between.
    """

    block: int
    targets: tuple[int, ...]
    executions: int
    pairs: tuple[tuple[int, ...], ...]
    firsts: int
    unknown: int

    @property
    def kept(self) -> int:
        """The number of pairs with the same outcome."""
        return sum(row[place] for place, row in enumerate(self.pairs))

    @property
    def changed(self) -> int:
        """The number of pairs with different outcomes."""
        return sum(map(sum, self.pairs)) - self.kept

    @property
    def is_worth_it(self) -> bool:
        """Whether the branch never changed within an entry, though two outcomes are frequent."""
        return self._never_changed and self.unknown <= MOST_UNKNOWN * self.executions

    @property
    def is_known(self) -> bool:
        """Whether it is known that the branch's outcome changes, or that an outcome is rare."""
        return not self._never_changed

    @property
    def _never_changed(self) -> bool:
        staying = [row[place] for place, row in enumerate(self.pairs)]
        return self.changed == 0 and sum(count >= LEAST_COUNT for count in staying) >= 2


def is_known(branches: Collection[Steadiness]) -> bool:
    """Returns whether it is known for all branches that there is nothing to advise."""
    return all(one.is_known for one in branches)


def why_not(branches: Collection[Steadiness]) -> str:
    """Returns why there is nothing to advise."""
    if not branches:
        return f"no {OWN} has two outcomes"
    if not is_known(branches):
        return (
            "as far as is known, a branch never changed in an entry, but its previous outcome is "
            f"unknown for more than {100 * MOST_UNKNOWN:.0f} % of its executions: it lies more "
            "than k paths back, or before an inner loop, a cut or a handler"
        )
    return f"no {OWN} keeps one outcome in some entries and another one in others"


def steadiness(chains: Chains, own: Collection[int]) -> tuple[Steadiness, ...]:
    """Returns the steadiness of each branch with several outcomes, the most executed one first.

    The branches end the blocks of ``own``. Executions are compared within chains (chains.py). An
    execution that is the first one in its chain is known to be the first one of the entry only if
    the chain begins with the loop's first iteration.
    """
    found = [one for block in own if (one := _of_branch(chains, block)) is not None]
    return tuple(sorted(found, key=lambda one: (-one.executions, one.block)))


def _of_branch(chains: Chains, block: int) -> Steadiness | None:
    targets, outcomes = chains.traces.outcomes(block)
    if len(targets) < 2:
        return None
    is_executed = outcomes >= 0
    pairs = np.zeros((len(targets), len(targets)), dtype=np.int64)
    executions = 0
    for level in chains.all.levels:
        met, counts = _rows(chains.all, level, outcomes)
        if met.shape[1] == 1:
            executions = int(counts[met[:, 0] >= 0].sum())
            continue
        # These n-grams execute the branch in the first and in the last trace, but not in between.
        at = (met[:, 0] >= 0) & (met[:, -1] >= 0) & (met[:, 1:-1] < 0).all(axis=1)
        np.add.at(pairs, (met[at, 0], met[at, -1]), counts[at])
    firsts = 0
    for level in chains.entered.levels:
        met, counts = _rows(chains.entered, level, outcomes)
        firsts += int(counts[(met[:, -1] >= 0) & (met[:, :-1] < 0).all(axis=1)].sum())
    if not is_executed.any():
        return None
    rows: list[list[int]] = pairs.tolist()
    unknown = executions - int(pairs.sum()) - firsts
    return Steadiness(block, targets, executions, tuple(map(tuple, rows)), firsts, unknown)


def _rows(forest: Forest, level: np.ndarray, outcomes: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Returns the outcomes along each n-gram of a level (-1 is none), and the n-grams' counts."""
    return outcomes[forest.sequences(level)], forest.counts[level]
