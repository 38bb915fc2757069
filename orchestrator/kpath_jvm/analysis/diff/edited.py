"""Finds the methods that were edited between two versions of a program."""

from __future__ import annotations

from fractions import Fraction

from kpath_jvm.analysis.diff.changes import MethodChange
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.ratio import exactly


class Edits:
    """The methods that were edited between the two sides of a difference, with their figures.

    A method was edited if its code, its name or its class has changed. A method that is missing on
    one side was edited (added or removed) if that side recorded the class without the method. But
    if that side may have loaded the same class file without recording the method, the method
    doesn't count as edited.
    """

    def __init__(self, found: Difference) -> None:
        """Finds the edited methods that ran. Methods with little work are included."""
        self._found = found
        self._edited: list[MethodChange] = []
        self._one_side: list[MethodChange] = []
        for pair in found.pairs:
            if not pair.is_executed:
                continue
            if _is_edited(pair):
                self._edited.append(found.figures_of(pair))
            elif pair.base is None or pair.new is None:
                self._one_side.append(found.figures_of(pair))

    @property
    def methods(self) -> list[MethodChange]:
        """The edited methods, those with the most work first.

        A method's work is the larger of the two sides' shares of the bytecodes. A method with
        several versions is listed once, by the version that did the most work.
        """
        heaviest: dict[tuple[str, str | None], tuple[float, MethodChange]] = {}
        for change in self._edited:
            share, known = max(change.share.means), change.pair.known
            name = known.title, known.descriptor
            if name not in heaviest or share > heaviest[name][0]:
                heaviest[name] = share, change
        ordered = sorted(heaviest.items(), key=lambda one: (-one[1][0], one[0]))
        return [change for _, (_, change) in ordered]

    @property
    def changes(self) -> dict[str, float]:
        """By how much the bytecodes of edited and of other methods have changed, in all.

        The keys are ``edited``; ``one_side`` for methods that only one side recorded, and that
        weren't edited as far as is known; and ``unchanged`` for the rest of the total's change,
        which is that of all other methods unless filters left out some.
        """
        edited, one_side = (
            sum((exactly(one.bytecodes.exact_change) for one in changes), Fraction(0))
            for changes in (self._edited, self._one_side)
        )
        unchanged = exactly(self._found.totals.each.exact_change) - edited - one_side
        return {
            "edited": float(edited), "one_side": float(one_side), "unchanged": float(unchanged),
        }  # fmt: skip


def _is_edited(pair: MethodPair) -> bool:
    if pair.base is None or pair.new is None:
        return pair.beside == "class" and pair.may_be_edit
    return pair.code == "changed" or pair.is_moved or pair.is_renamed
