"""Finds the methods that two programs have in common, and how their code compares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeAlias

from kpath_jvm.analysis.matching.blocks import (
    BlockMatch,
    equal_blocks,
    match_blocks,
    match_blocks_of_equal_graphs,
    switches_of_both,
)
from kpath_jvm.analysis.matching.cases import same_cases
from kpath_jvm.analysis.matching.edited_classes import EditedClasses
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.moved_classes import MovedClasses
from kpath_jvm.analysis.matching.numbered import Unsure, is_numbered, of_members, without_numbers
from kpath_jvm.analysis.matching.pairing import paired
from kpath_jvm.analysis.of_loops.executed import executed_rows
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.identity.paths import identities_in
from kpath_jvm.profile.identity.questions import Questions
from kpath_jvm.source.numbered_switches import kinds_of_keys

#: ``same``: the class files are equal. ``unchanged``: the class files differ, but the method's
#: instructions are equal; only its debug information may differ. A method is neither if a number in
#: one of its switches stands for another label than before: the compiler keeps the numbers of an
#: enum's constants in another class file. ``alike``: it isn't known whether the instructions are
#: equal, but everything else in the profile is equal, except for lines and for names of
#: variables in conditions. ``changed``: any other difference.
Code: TypeAlias = Literal["same", "unchanged", "alike", "changed"]

#: What is known of a side that lacks a method. ``method``: the side has a method of the same name,
#: but from another class file. ``left out``: the side met the method, or its class, but didn't
#: record it. ``class``: the side has recorded other methods of the class. ``thread``: only one
#: thread of the side is compared, and this thread didn't run the method; other threads may have.
#: ``number``: the side has recorded classes whose names differ from the name of the method's class
#: only in a number from the compiler, but none of them is known to be this class.
Beside: TypeAlias = Literal["method", "left out", "class", "thread", "number"]


@dataclass(frozen=True, eq=False)
class UnsureMethods:
    """The members of a family of methods or classes (numbered.py) whose partners aren't certain.

    ``base`` and ``new`` are the numbers of members on the two sides. ``cells`` has a row for each
    member of the base and a column for each member of the new side. A cell has the pairs of methods
    that result if the row's member has become the column's member. If members may lack a partner,
    there is also a row for each member that may be new, and a column for each that may be gone. So
    each way to match the members chooses one cell of each row and of each column.
    """

    base: int
    new: int
    cells: tuple[tuple[tuple[MethodPair, ...], ...], ...]
    #: Whether the cells on the diagonal are the best guess, because of the members' order.
    is_in_order: bool


@dataclass(frozen=True, eq=False)
class MethodPair:
    """A method that both sides have, or that only one of them has.

    If the method is missing on one side, ``beside`` is what is known of that side, and
    ``may_be_edit`` is whether that side's program may lack the method, as far as class files show
    (edited_classes.py). If that program can't lack it, the side just didn't load or record it.
    ``moved_classes`` are the classes of the program that have another name than before. ``unsure``
    is set if the method is numbered, and its partner, or lack of one, isn't certain.
    """

    base: KnownMethod | None
    new: KnownMethod | None
    beside: Beside | None = field(default=None, kw_only=True)
    may_be_edit: bool = field(default=True, kw_only=True)
    moved_classes: MovedClasses = field(default=MovedClasses({}), kw_only=True)
    unsure: UnsureMethods | None = field(default=None, kw_only=True)

    @property
    def known(self) -> KnownMethod:
        """The method of the new side, or that of the base if the new side lacks it."""
        known = self.new or self.base
        assert known is not None, "a pair of nothing"
        return known

    @property
    def sides(self) -> list[KnownMethod]:
        """The method on each side that has it, the base first."""
        return [one for one in (self.base, self.new) if one is not None]

    @property
    def is_executed(self) -> bool:
        """Whether the method was executed on either side."""
        return any(one.is_executed for one in self.sides)

    @cached_property
    def code(self) -> Code | None:
        """How the code of the two methods compares; None if one is missing."""
        if self.base is None or self.new is None:
            return None
        if not self.base.digests.isdisjoint(self.new.digests):
            return "changed" if self._has_other_labels else "same"
        have_equal = self._have_equal_instructions
        if have_equal is not None:
            return "unchanged" if have_equal else "changed"
        if self.base.is_alike(self.new):
            return "alike"
        if self.base.graph != self.new.graph:
            return "changed"
        base, new = (Questions.of(one.code.decisions) for one in (self.base, self.new))
        return "alike" if base.differ_in_names_only(new) else "changed"

    @property
    def _have_equal_instructions(self) -> bool | None:
        """Whether both sides have equal instructions; None if it isn't known.

        It isn't known for profiles of older versions of kpath-jvm, or if only some versions of the
        method have equal instructions. Nor is it known if a switch is over the compiler's numbers
        for an enum's constants, and the labels weren't recorded: a number may stand for another
        constant than before.
        """
        assert self.base is not None, "a method of the new side only"
        assert self.new is not None, "a method of the base only"
        base, new = self.base.code_digests, self.new.code_digests
        if base is None or new is None:
            return None
        if base != new:
            return False if base.isdisjoint(new) else None
        if self._has_other_labels:
            return False
        labels = [_labels(one.code) for one in (self.base, self.new)]
        are_known = all(all(map(all, own.values())) for own in labels)
        return True if are_known else None

    @property
    def _has_other_labels(self) -> bool:
        """Whether a number from the compiler surely stands for another label than before.

        This assumes equal instructions on both sides, and thus the same switches.
        """
        assert self.base is not None, "a method of the new side only"
        assert self.new is not None, "a method of the base only"
        base, new = (_labels(one.code) for one in (self.base, self.new))
        return any(
            before != after
            for block, labels in base.items()
            for before, after in zip(labels, new.get(block, ()), strict=False)
            if before and after
        )

    @property
    def is_recorded_otherwise(self) -> bool:
        """Whether the code is the same, but one side cut paths differently or counted no paths."""
        if self.base is None or self.new is None or self.code != "same":
            return False
        return not self.base.is_alike(self.new)

    @cached_property
    def has_untold_cases(self) -> bool:
        """Whether it isn't known which executed cases of a switch are the same on both sides.

        Then it isn't known, either, which paths through these cases are the same. Cases that only
        one side executed don't matter.
        """
        if self.base is None or self.new is None or self.code in (None, "same"):
            return False
        base, new = self.base.code, self.new.code
        if not (kinds_of_keys(base) or kinds_of_keys(new)):
            return False
        untold = [
            outcome
            for one, other in switches_of_both(base, new, self.blocks)
            for outcome in same_cases(one, other, base, new, is_same_file=False)
            if not outcome.is_told
        ]
        if not untold:
            return False
        ran = [_executed_blocks(one) for one in (self.base, self.new)]
        return any(
            not (ran[0].isdisjoint(outcome.base) or ran[1].isdisjoint(outcome.new))
            for outcome in untold
        )

    @property
    def is_numbered_otherwise(self) -> bool:
        """Whether only a number from the compiler differs in the method's name or class."""
        if self.base is None or self.new is None or self.base.named == self.new.named:
            return False
        return without_numbers(self.base.named) == without_numbers(self.new.named)

    @property
    def is_moved(self) -> bool:
        """Whether the method is in another class than before."""
        return self._differs("class_name")

    @property
    def is_renamed(self) -> bool:
        """Whether the method has another name or other parameters than before.

        A parameter whose class has moved doesn't count as another parameter. A number from the
        compiler isn't part of a name.
        """
        if self.base is None or self.new is None or self.is_numbered_otherwise:
            return False
        return self._differs("name") or not self.moved_classes.have_same_types(
            self.base.descriptor, self.new.descriptor
        )

    def _differs(self, name: str) -> bool:
        if self.base is None or self.new is None:
            return False
        base, new = without_numbers(self.base.named), without_numbers(self.new.named)
        return bool(getattr(base, name) != getattr(new, name))

    @cached_property
    def blocks(self) -> BlockMatch:
        """The blocks that both sides' code has; raises ValueError if one side lacks the method."""
        if self.base is None or self.new is None:
            raise ValueError("a method of one side only")
        if self.base.graph != self.new.graph:
            return match_blocks(self.base.code, self.new.code)
        if self.code == "same":
            return equal_blocks(self.base.block_count)
        return match_blocks_of_equal_graphs(self.base.code, self.new.code)

    @cached_property
    def has_equal_blocks(self) -> bool:
        """Whether the graphs are equal, and blocks with equal numbers are the same block.

        In equal graphs, blocks with equal numbers may be different blocks if cases of a switch have
        changed places.
        """
        if self.base is None or self.new is None or self.base.graph != self.new.graph:
            return False
        return bool(self.blocks.to_new.tolist() == [*range(self.base.block_count)])


def _labels(code: MethodCode) -> dict[int, tuple[str, ...]]:
    """Returns the labels of each switch over numbers that the compiler made up, by block.

    A label that isn't known is "".
    """
    found = {}
    for block in kinds_of_keys(code):
        decision = code.deciding[block]
        found[block] = tuple(decision.labels) or ("",) * len(decision.keys)
    return found


def _executed_blocks(known: KnownMethod) -> frozenset[int]:
    """Returns the blocks of the paths that were executed in any run.

    If a method ran and none of its paths was counted, any block may have been executed.
    """
    rows = [
        executed_rows(profile, number)
        for profile, numbers in zip(known.side.runs, known.numbers, strict=True)
        for number in numbers
    ]
    found = {block for one in rows for path in identities_in(one) for block in path.blocks}
    if not found and known.is_executed:
        return frozenset(range(known.block_count))
    return frozenset(found)


def match_methods(base: Side, new: Side) -> list[MethodPair]:
    """Returns every method of either side once, with its partner if it has one."""
    classes = EditedClasses(base.methods, new.methods)
    found = paired(base.methods, new.methods, classes)
    # A class that both sides have hasn't moved, even if one of its methods has.
    moved = MovedClasses(
        {
            one.class_name: other.class_name
            for one, other in found.pairs
            if one is not None
            and other is not None
            and one.class_name not in new.classes
            and other.class_name not in base.classes
        },
        base.classes & new.classes,
    )

    def pair(
        one: KnownMethod | None, other: KnownMethod | None, unsure: UnsureMethods | None = None
    ) -> MethodPair:
        return MethodPair(
            one,
            other,
            beside=_beside(one, other, base, new),
            may_be_edit=_may_be_edit(one, other, classes),
            moved_classes=moved,
            unsure=unsure,
        )

    unsure = {
        (one, other): methods
        for it in found.unsure
        for methods in [_unsure(it, pair)]
        for one, other in it.guessed
    }
    return [pair(*both, unsure.get(both)) for both in found.pairs]


def _unsure(
    found: Unsure[KnownMethod],
    pair: Callable[[KnownMethod | None, KnownMethod | None], MethodPair],
) -> UnsureMethods:
    """Returns all pairs that the members of a family may form."""
    gone, come = len(found.base), len(found.new)
    if found.have_partners:
        gone, come = max(gone - come, 0), max(come - gone, 0)
    rows = [*found.base, *[()] * come]
    columns = [*found.new, *[()] * gone]
    cells = tuple(
        tuple(tuple(pair(*both) for both in of_members(one, other)) for other in columns)
        for one in rows
    )
    return UnsureMethods(len(found.base), len(found.new), cells, found.is_in_order)


def _may_be_edit(
    one: KnownMethod | None, other: KnownMethod | None, classes: EditedClasses
) -> bool:
    if one is None:
        return other is None or classes.may_be_new(other)
    return other is not None or classes.may_be_gone(one)


def _beside(
    one: KnownMethod | None, other: KnownMethod | None, base: Side, new: Side
) -> Beside | None:
    if one is not None and other is not None:
        return None
    known, missing = (one, new) if one is not None else (other, base)
    assert known is not None, "a pair of nothing"
    if any(profile.run.thread is not None for profile in missing.runs):
        return "thread"
    stem = without_numbers(known.named).class_name
    if stem != known.class_name and stem in missing.class_stems:
        return "number"
    if known.named in missing.by_name and not is_numbered(known.named):
        return "method"
    name = known.class_name
    if {(name, known.name, known.descriptor), (name, None, None)} & missing.left_out:
        return "left out"
    return "class" if name in missing.classes else None
