"""Describes how steadily a branch keeps its outcome within one entry into its loop."""

from collections.abc import Collection

from msgspec import Struct

#: A branch is worth unswitching only if, from one execution to the next, it kept each of at least
#: two outcomes this many times.
LEAST_COUNT = 1000
#: A branch is said never to change only if the previous outcome is unknown for at most this share
#: of the branch's executions.
MOST_UNKNOWN = 0.05


class Steadiness(Struct, frozen=True):
    """How the outcomes of a branch follow each other within one entry into its loop.

    ``pairs[a][b]`` is how often outcome b came next after outcome a. The outcomes are in the order
    of ``targets``, the blocks to which they lead. ``firsts`` is the number of executions that were
    the first in an entry. ``unknowns`` has, for each outcome, the number of executions for which
    the profile doesn't show the previous outcome, or whether there was one. The previous execution
    may be further back than the sequences reach, or behind an inner loop, a cut edge or a handler.
    ``exits`` are the targets outside the loop: after these outcomes, the branch isn't executed
    again in the same entry. ``is_assigned`` says that the branch reads a local variable that the
    loop assigns. If it is False, the loop may still assign other things that the branch reads.
    """

    block: int
    targets: tuple[int, ...]
    executions: int
    pairs: tuple[tuple[int, ...], ...]
    firsts: int
    unknowns: tuple[int, ...]
    exits: tuple[int, ...] = ()
    is_assigned: bool = False

    @property
    def unknown(self) -> int:
        """The sum of ``unknowns``."""
        return sum(self.unknowns)

    @property
    def kept(self) -> int:
        """The number of pairs of consecutive executions with equal outcomes."""
        return sum(self.staying)

    @property
    def changed(self) -> int:
        """The number of pairs of consecutive executions with different outcomes."""
        return sum(map(sum, self.pairs)) - self.kept

    @property
    def is_worth_it(self) -> bool:
        """Whether the branch is steady, and may be asked before the loop."""
        return self.is_steady and not self.is_assigned

    @property
    def is_steady(self) -> bool:
        """Whether the branch never changed within an entry, though two outcomes are frequent."""
        return (
            self.changed == 0
            and self._are_frequent(self.staying)
            and self.unknown <= MOST_UNKNOWN * self.executions
        )

    @property
    def is_known(self) -> bool:
        """Whether the profile shows that the branch is steady, or that it isn't.

        Neither is shown if no change was seen, but two outcomes may be frequent, depending on the
        executions whose previous outcome is unknown.
        """
        if self.is_steady or self.changed:
            return True
        return not self._are_frequent(self.perhaps_staying)

    @property
    def staying(self) -> list[int]:
        """For each outcome, the number of times that the same outcome came next."""
        return [row[place] for place, row in enumerate(self.pairs)]

    @property
    def perhaps_staying(self) -> list[int]:
        """For each outcome, an upper bound on how often the same outcome came next."""
        each = zip(self.targets, self.staying, self.unknowns, strict=True)
        return [0 if to in self.exits else known + unknown for to, known, unknown in each]

    @staticmethod
    def _are_frequent(staying: Collection[int]) -> bool:
        return sum(count >= LEAST_COUNT for count in staying) >= 2
