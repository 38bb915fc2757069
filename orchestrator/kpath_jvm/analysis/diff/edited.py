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
        if not pair.is_executed or not is_edited(pair):
            continue
        share = max(found.figures_of(pair).share.means)
        name = pair.known.title, pair.known.descriptor
        if name not in heaviest or share > heaviest[name][0]:
            heaviest[name] = share, pair
    ordered = sorted(heaviest.items(), key=lambda one: (-one[1][0], one[0]))
    return [pair for _, (_, pair) in ordered]


def change_of_edited(found: Difference) -> float:
    """Returns how many more bytecodes the edited methods execute than in the base, in all."""
    edited = (pair for pair in found.pairs if pair.is_executed and is_edited(pair))
    return sum(found.figures_of(pair).bytecodes.change for pair in edited)


def is_edited(pair: MethodPair) -> bool:
    """Returns whether a method was edited, as ``edited_methods`` describes it."""
    if pair.base is None or pair.new is None:
        return pair.beside == "class" and pair.may_be_edit
    return pair.code == "changed" or pair.is_moved or pair.is_renamed
