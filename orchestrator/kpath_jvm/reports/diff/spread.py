"""Says which side's runs differ among themselves, so that a difference may be chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kpath_jvm.analysis.diff.changes import BranchChange, Change, JudgedFigure
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.lines import ARROW

_MOST_NAMED = 3
_SIDES = ("the base", "the new side")


def varying(figure: Figure, shown: Callable[[float], str]) -> str:
    """Returns the range of the figure in the runs of a side whose runs differ among themselves.

    If no side's runs differ in this figure, the text says how many runs have the figure, or that
    the runs differ in other figures.
    """
    told = [
        f"{name} have {shown(min(runs))} to {shown(max(runs))}"
        for name, runs, varies in zip(_SIDES, figure.known, figure.varying, strict=True)
        if varies
    ]
    if told:
        return f"runs of {', those of '.join(told)}"
    sides = zip(_SIDES, (figure.base, figure.new), figure.known, strict=True)
    some = [
        f"{len(own)} of {len(runs)} runs of {name}" for name, runs, own in sides if own != [*runs]
    ]
    return f"only {' and '.join(some)} have it" if some else "runs differ in other figures"


def shown_by(one: JudgedFigure) -> Callable[[float], str]:
    """Returns the function that writes a value of a figure as text."""
    return _percent if one.is_share else words.number


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def varies(change: Change) -> str:
    """Says in how many runs a new or gone thing ran. For a shift, says which side's runs differ.

    For a shift, runs are compared by one figure: the decisive figure whose means differ most.
    """
    if change.status != "shifted":
        side = change.status == "new"
        runs = [change.figures[name].figure for name in change.COUNTS]
        each = [one.new if side else one.base for one in runs]
        ran = [any(own) for own in zip(*each, strict=True)]
        return f"in {sum(ran)} of {len(ran)} runs of {_SIDES[side]}"
    one = change.figures[_name_of_most(change)]
    is_branch = isinstance(change, BranchChange)
    of_what = "an outcome's share" if is_branch else words.figure_word(_name_of_most(change))
    return f"{of_what}: {varying(one.figure, shown_by(one))}"


def _name_of_most(change: Change) -> str:
    return max(change.decisive, key=lambda name: abs(change.figures[name].figure.relative))


def within(changes: Sequence[Change]) -> list[str]:
    """Describes the largest changes that are within the spread of runs, and says which side varies.

    If there are methods among the changes, only the methods are described, because a method varies
    if one of its parts does.
    """
    methods = [one for one in changes if one.NOUN == "method"]
    ordered = sorted(methods or changes, key=lambda one: -one.weight)
    return [_told(change) for change in ordered[:_MOST_NAMED]]


def _told(change: Change) -> str:
    name = _name_of_most(change)
    one = change.figures[name]
    shown = shown_by(one)
    before, after = map(shown, one.figure.means)
    # A branch's figures are the shares of its outcomes, and outcomes have no names.
    figure = "an outcome's share" if isinstance(change, BranchChange) else words.figure_word(name)
    known = change.pair.known
    title = known.title
    where = f", {change.NOUN} at {change.place}" if change.place else ""
    both = f"{before} {ARROW} {after}" if before != after else f"{before} on both sides"
    return f"{title}{where}: {figure} {both}, {varying(one.figure, shown)}"
