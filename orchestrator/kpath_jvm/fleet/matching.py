"""Matches the methods of two sets of runs, as the verb ``diff`` matches those of two profiles.

A store doesn't have the blocks of methods, so methods whose names differ are matched only if their
code is equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kpath_jvm.analysis.matching.edited_classes import EditedClasses
from kpath_jvm.analysis.matching.pairing import paired
from kpath_jvm.fleet.engines import Row
from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.identity.questions import Questions
from kpath_jvm.profile.identity.shapes import CodeShape

_SIDES = (0, 1)


@dataclass(eq=False)
class FleetMethod:
    """A method in the runs of one side of a comparison, with all versions of its code.

    ``weight`` is the number of bytecodes that all versions executed. ``shapes`` has this number for
    each version. A version is identified by its shape (the digests of its graph and its decisions)
    and its number of blocks. ``questions`` has what the branches of a version ask; it is empty for
    files that an earlier kpath-jvm wrote. ``digests`` are the digests of the class files.
    ``classes`` are the names of all classes on the method's side.
    """

    named: MethodName
    runs: int
    weight: int
    classes: set[str]
    digests: set[str] = field(default_factory=set)
    shapes: dict[tuple[CodeShape, int], int] = field(default_factory=dict)
    questions: dict[CodeShape, Questions] = field(default_factory=dict)

    @property
    def _most(self) -> tuple[CodeShape, int]:
        return max(self.shapes, key=lambda shape: (self.shapes[shape], shape))

    @property
    def shape(self) -> CodeShape:
        """The shape of the version with the most executed bytecodes."""
        return self._most[0]

    @property
    def instructions(self) -> CodeShape:
        """The shape of the code, because a store doesn't have the digests of the instructions."""
        return self.shape

    @property
    def block_count(self) -> int:
        """The number of blocks of the version with the most executed bytecodes."""
        return self._most[1]

    @property
    def is_executed(self) -> bool:
        """Whether the method was executed, which is true of every method in a store."""
        return True

    @property
    def names_source(self) -> bool:
        """Whether the method's class seems to name a source file.

        A store lacks the names of source files. Libraries that generate classes while a program
        runs put ``$$`` into the names of these classes, so that no class in a source file has the
        same name.
        """
        return "$$" not in self.named.class_name

    @property
    def classes_beside(self) -> frozenset[str]:
        """The names of all classes on the method's side."""
        return frozenset(self.classes)

    def is_same(self, other: FleetMethod) -> bool:
        """Returns whether both methods come from equal sets of class files."""
        return self.digests == other.digests

    def is_alike(self, other: FleetMethod) -> bool:
        """Returns whether the class files are equal, or the shapes and numbers of blocks are."""
        return self.is_same(other) or self.shapes.keys() == other.shapes.keys()

    def differs_in_names_only(self, other: FleetMethod) -> bool:
        """Returns whether both methods have the same versions if variables' names are ignored."""
        return _are_like_some(self, other) and _are_like_some(other, self)

    def share_of_equal_code(self, other: FleetMethod) -> float:
        """Returns the same as ``share_in_common``."""
        return self.share_in_common(other)

    def share_in_common(self, other: FleetMethod) -> float:
        """Returns 1 if the versions with the most executed bytecodes are equal, else 0.

        A store doesn't have the blocks, so no share between 0 and 1 can be computed.
        """
        return float(self._most == other._most)


def _are_like_some(ones: FleetMethod, others: FleetMethod) -> bool:
    """Returns whether ``others`` has each version of ``ones`` if variables' names are ignored."""

    def are_like(one: CodeShape, other: CodeShape) -> bool:
        if one == other:
            return True
        asked = ones.questions.get(one), others.questions.get(other)
        if one.graph != other.graph or asked[0] is None or asked[1] is None:
            return False
        return asked[0].differ_in_names_only(asked[1])

    return all(any(are_like(one, other) for other, _ in others.shapes) for one, _ in ones.shapes)


@dataclass(frozen=True)
class FleetPair:
    """A method that one or both sides have; a side without the method is None.

    If ``is_sure`` is False, the pair is only a guess, because the compiler put a number into the
    method's name.
    """

    base: FleetMethod | None
    new: FleetMethod | None
    is_sure: bool = True

    @property
    def known(self) -> FleetMethod:
        """The new method, or the old one if there is no new one."""
        known = self.new or self.base
        assert known is not None, "a pair of nothing"
        return known

    @property
    def code(self) -> str:
        """How the code of the two sides compares; ``new`` or ``gone`` if one side is missing.

        It is ``unsure`` if the pair is only a guess.
        """
        if not self.is_sure:
            return "unsure"
        if self.base is None or self.new is None:
            return "gone" if self.new is None else "new"
        if self.base.is_same(self.new):
            return "same"
        is_alike = self.base.is_alike(self.new) or self.base.differs_in_names_only(self.new)
        return "alike" if is_alike else "changed"

    @property
    def was(self) -> str:
        """The earlier name of a renamed method, else ""."""
        if self.base is None or self.new is None:
            return ""
        was = self.base.named
        return "" if was == self.new.named else f"{was.class_name}.{was.name}{was.descriptor}"


def matched(rows: Iterable[Row]) -> list[FleetPair]:
    """Returns the pairs of the two sides' methods, from the rows of ``queries.difference``.

    Each method is in exactly one pair.
    """
    sides: tuple[dict[MethodName, FleetMethod], ...] = ({}, {})
    classes: tuple[set[str], ...] = (set(), set())
    for class_name, name, descriptor, digest, graph, decisions, blocks, asked, *numbers in rows:
        named = MethodName(class_name, name, descriptor)
        for side in _SIDES:
            runs, bytecodes = numbers[side], numbers[2 + side]
            if not runs:
                continue
            if digest is None:
                classes[side].add(class_name)
                sides[side][named] = FleetMethod(named, runs, bytecodes, classes[side])
            else:
                method, shape = sides[side][named], (CodeShape(graph, decisions), blocks)
                method.digests.add(digest)
                method.shapes[shape] = method.shapes.get(shape, 0) + bytecodes
                if asked is not None:
                    method.questions[shape[0]] = Questions.parsed(asked)
    base, new = (list(side.values()) for side in sides)
    found = paired(base, new, EditedClasses(base, new))
    guessed = {pair for unsure in found.unsure for pair in unsure.guessed}
    return [FleetPair(*pair, is_sure=pair not in guessed) for pair in found.pairs]
