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
    ``unknowns`` has the executions, by outcome, for which the profile doesn't tell whether there
    was an earlier one, or doesn't tell its outcome. The earlier execution may be further back than
    the profile's sequences reach, or an inner loop, a cut or a handler may lie in between.
    ``exits`` are the targets outside the loop. Nothing in the entry follows these outcomes.
    """

    block: int
    targets: tuple[int, ...]
    executions: int
    pairs: tuple[tuple[int, ...], ...]
    firsts: int
    unknowns: tuple[int, ...]
    exits: tuple[int, ...] = ()

    @property
    def unknown(self) -> int:
        """The number of executions of which it isn't known what came before."""
        return sum(self.unknowns)

    @property
    def kept(self) -> int:
        """The number of pairs with the same outcome."""
        return sum(self.staying)

    @property
    def changed(self) -> int:
        """The number of pairs with different outcomes."""
        return sum(map(sum, self.pairs)) - self.kept

    @property
    def is_worth_it(self) -> bool:
        """Whether the branch never changed within an entry, though two outcomes are frequent."""
        return (
            self.changed == 0
            and self._are_frequent(self.staying)
            and self.unknown <= MOST_UNKNOWN * self.executions
        )

    @property
    def is_known(self) -> bool:
        """Whether it is known if the branch is worth unswitching.

        It isn't known if the executions that can't be compared with an earlier one might make it
        worthwhile: no change was seen, and two outcomes may be frequent. This includes branches of
        which no execution can be compared.
        """
        if self.is_worth_it or self.changed:
            return True
        return not self._are_frequent(self.perhaps_staying)

    @property
    def staying(self) -> list[int]:
        """The number of pairs with the same outcome, for each outcome."""
        return [row[place] for place, row in enumerate(self.pairs)]

    @property
    def perhaps_staying(self) -> list[int]:
        """The most pairs with the same outcome that there can have been, for each outcome."""
        each = zip(self.targets, self.staying, self.unknowns, strict=True)
        return [0 if to in self.exits else known + unknown for to, known, unknown in each]

    @staticmethod
    def _are_frequent(staying: Collection[int]) -> bool:
        return sum(count >= LEAST_COUNT for count in staying) >= 2


def why_not(branches: Collection[Steadiness]) -> str:
    """Returns why there is nothing to advise; this must be known of all branches."""
    if not branches:
        return f"no {OWN} has two outcomes"
    why = f"no {OWN} keeps one outcome in some entries and another one in others"
    is_rare = any(not one.changed and sum(map(bool, one.perhaps_staying)) >= 2 for one in branches)
    return f"{why}, at least {LEAST_COUNT:,} times each" if is_rare else why


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
    # Executions by outcome: all of them, and those that were the first in an entry.
    executions, firsts = np.zeros((2, len(targets)), dtype=np.int64)
    for level in chains.all.levels:
        met, counts = _rows(chains.all, level, outcomes)
        if met.shape[1] == 1:
            at = met[:, 0] >= 0
            np.add.at(executions, met[at, 0], counts[at])
            continue
        # These n-grams execute the branch in the first and in the last trace, but not in between.
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
    )


def _rows(forest: Forest, level: np.ndarray, outcomes: Int64Array) -> tuple[Int64Array, Int64Array]:
    """Returns the outcomes along each n-gram of a level (-1 is none), and the n-grams' counts."""
    return outcomes[forest.sequences(level)], forest.counts[level]
