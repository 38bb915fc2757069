"""Finds the methods that were edited between two versions of a program."""

from __future__ import annotations

from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.matching.methods import MethodPair


def edited_methods(found: Difference) -> list[MethodPair]:
    """Returns the methods that ran and were edited, those with the most work first.

    A method was edited if its code, its name or its class has changed. A method that is missing on
    one side was edited (added or removed) if that side recorded the class without the method. But
    if that side may have loaded the same class file without recording the method, the method
    doesn't count as edited. A method's work is the larger of the two sides' shares of the
    bytecodes. Methods with little work are included.
    """
    # A method with several versions is listed once, by the version that did the most work.
    heaviest: dict[tuple[str, str | None], tuple[float, MethodPair]] = {}
    for pair in found.pairs:
        if not pair.is_executed or not _is_edited(pair):
            continue
        share = max(found.figures_of(pair).share.means)
        name = pair.known.title, pair.known.descriptor
        if name not in heaviest or share > heaviest[name][0]:
            heaviest[name] = share, pair
    ordered = sorted(heaviest.items(), key=lambda one: (-one[1][0], one[0]))
    return [pair for _, (_, pair) in ordered]


def changes_by_edit(found: Difference) -> dict[str, float]:
    """Returns by how much the bytecodes of edited and of other methods have changed, in all.

    The keys are ``edited``; ``one_side`` for methods that only one side recorded, and that weren't
    edited as far as is known; and ``unchanged`` for all others. Without filters, the values add up
    to the change of the total.
    """
    changes = dict.fromkeys(("edited", "one_side", "unchanged"), 0.0)
    for pair in found.pairs:
        if pair.is_executed:
            is_alone = pair.base is None or pair.new is None
            kind = "edited" if _is_edited(pair) else "one_side" if is_alone else "unchanged"
            changes[kind] += found.figures_of(pair).bytecodes.change
    return changes


def _is_edited(pair: MethodPair) -> bool:
    if pair.base is None or pair.new is None:
        return pair.beside == "class" and pair.may_be_edit
    return pair.code == "changed" or pair.is_moved or pair.is_renamed
