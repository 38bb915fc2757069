"""Finds the part of a difference that is shown: what filters select on at least one side."""

from __future__ import annotations

from collections.abc import Sequence

from kpath_jvm.analysis.diff.changes import BranchChange, LoopChange, SequenceChange
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.selection import Selected, Selection, select
from kpath_jvm.errors import KpathError


class Shown:
    """What the filters select in each side's runs; None for a run in which they select nothing."""

    def __init__(self, base: Sequence[Selected | None], new: Sequence[Selected | None]) -> None:
        """Takes the selected parts of each side's runs. Callers use ``shown`` instead."""
        self._sides = (base, new)

    @property
    def are_loops_chosen(self) -> bool:
        """Whether only some loops of the methods are shown."""
        return any(
            one is not None and one.loops is not None for side in self._sides for one in side
        )

    def has_method(self, pair: MethodPair) -> bool:
        """Returns whether a method is shown, because it is selected on at least one side."""
        return any(
            selected.has_method(number)
            for selected, numbers in self._selected(pair)
            for number in numbers
        )

    def has_loop(self, change: LoopChange) -> bool:
        """Returns whether a loop is shown, or the place that it seems to have moved to or from."""
        if self.has_loop_at(change.pair, (change.base, change.new)):
            return True
        if change.moved is None:
            return False
        is_new = change.status == "new"
        place = change.moved.loop
        return self.has_loop_at(change.moved.pair, (place, None) if is_new else (None, place))

    def has_loop_at(self, pair: MethodPair, places: tuple[int | None, int | None]) -> bool:
        """Returns whether a loop is shown; ``places`` are its places in the code of both sides."""
        return any(
            place is not None and selected.has_loop(number, place)
            for side, place in enumerate(places)
            for selected, numbers in self._selected(pair, side)
            for number in numbers
        )

    def has_branch(self, change: BranchChange) -> bool:
        """Returns whether a branch is shown; if loops are selected, it must be in one of them."""
        base, new = (None if one is None else one.block for one in (change.base, change.new))
        return self.has_branch_at(change.pair, (base, new))

    def has_branch_at(self, pair: MethodPair, blocks: tuple[int | None, int | None]) -> bool:
        """Returns whether a branch is shown; ``blocks`` are its blocks on both sides."""
        for side, known in enumerate((pair.base, pair.new)):
            block = blocks[side]
            for selected, numbers in self._selected(pair, side):
                if known is None or block is None:
                    continue
                if _is_in(selected, numbers, known, block):
                    return True
        return False

    def has_sequence(self, change: SequenceChange) -> bool:
        """Returns whether a sequence is shown: all its paths must be selected."""
        side = 0 if change.of == "base" else 1
        return any(
            all(selected.has_path(number, path) for path in change.paths)
            for selected, numbers in self._selected(change.pair, side)
            for number in numbers
        )

    def _selected(
        self, pair: MethodPair, side: int | None = None
    ) -> list[tuple[Selected, tuple[int, ...]]]:
        """Returns what is selected in each run that has the method, and the method's numbers there.

        Runs in which nothing is selected are left out.
        """
        found = []
        for at, known in enumerate((pair.base, pair.new)):
            if known is not None and side in (None, at):
                pairs = zip(self._sides[at], known.numbers, strict=True)
                found += [(selected, numbers) for selected, numbers in pairs if selected]
        return found


def _is_in(selected: Selected, numbers: Sequence[int], known: KnownMethod, block: int) -> bool:
    if selected.loops is None:
        return any(selected.has_method(number) for number in numbers)
    return any(
        block in known.code.loops[loop].blocks
        for number in numbers
        for loop in selected.loops.get(number, ())
    )


class _All(Shown):
    def has_method(self, pair: MethodPair) -> bool:  # noqa: ARG002
        return True

    def has_loop_at(
        self,
        pair: MethodPair,  # noqa: ARG002
        places: tuple[int | None, int | None],  # noqa: ARG002
    ) -> bool:
        return True

    def has_branch_at(
        self,
        pair: MethodPair,  # noqa: ARG002
        blocks: tuple[int | None, int | None],  # noqa: ARG002
    ) -> bool:
        return True

    def has_sequence(self, change: SequenceChange) -> bool:  # noqa: ARG002
        return True


ALL_SHOWN: Shown = _All((), ())


def shown(base: Side, new: Side, selection: Selection) -> Shown:
    """Returns what is selected on each side; raises KpathError if nothing is selected on either."""
    if selection.is_all:
        return ALL_SHOWN
    failures: list[KpathError] = []
    sides: list[list[Selected | None]] = []
    for side in (base, new):
        found: list[Selected | None] = []
        for profile in side.runs:
            try:
                found.append(select(profile, selection))
            except KpathError as error:
                # It is no error if nothing is selected in a run: what is new or gone exists on
                # one side only.
                failures.append(error)
                found.append(None)
        sides.append(found)
    if not any(one for side in sides for one in side):
        raise failures[-1]
    return Shown(*sides)
