"""Pairs methods and classes whose names contain a number from the compiler.

Compilers number lambdas (``lambda$main$0``), accessors (``access$000``) and anonymous classes
(``Outer$1``) in the order of the source. Any edit may give them other numbers, so a number doesn't
identify anything. Methods or classes whose names differ only in such numbers are a *family*. Its
members are paired in these steps:

1. Members with equal code, if no other member of their side has this code.
2. Members with most of their instructions in equal blocks, the most similar ones first.
3. A member of the base and one of the new side, if no other members are left between the same two
   neighbours. The neighbours were paired in the steps before. The two members count as edited. If
   they are classes, their numbers must also be equally far from the number of the neighbour before
   them, because a side may have loaded only some of the classes in between.

The partners of the other members aren't certain (``Unsure``). If several members have equal code,
or are between the same neighbours, and both sides have equally many of them, their order is the
best guess. If several members have equal code, but not equally many on each side, any of them on
one side may be the partner of any on the other. Each of the remaining members may have become any
remaining member of the other side, or may be gone or new.
"""

from __future__ import annotations

import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import ne, sub
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from kpath_jvm.profile.identity.methods import MethodName

#: The share of blocks, or of instructions, that a changed method must have in common with its
#: earlier version.
LEAST_SHARE = 0.75
#: Methods with at least this many blocks are identified by their code alone. Smaller methods have
#: equal blocks by chance too often.
TELLING_BLOCKS = 4
#: Patterns of the compiler's numbers: in names of classes and descriptors, and in those of methods.
_IN_CLASS = re.compile(r"(?<=\$)\d+")
_IN_METHOD = re.compile(r"(?<=\$)\d+(?=\$|\Z)|(?<=-)\d+\Z")


class Numbered(Protocol):
    """A method that may have a number in its name."""

    @property
    def named(self) -> MethodName:
        """The full name of the method."""

    @property
    def instructions(self) -> Hashable:
        """A value that is equal for equal instructions, as far as they are known."""

    @property
    def block_count(self) -> int:
        """The number of the method's blocks."""

    def share_of_equal_code(self, other: Any) -> float:
        """Returns the share of both methods' instructions that are in equal blocks, from 0 to 1."""


N = TypeVar("N", bound=Numbered)


def without_numbers(named: MethodName) -> MethodName:
    """Returns a method's name without the numbers that compilers have made up."""
    return MethodName(
        _IN_CLASS.sub("", named.class_name),
        _IN_METHOD.sub("", named.name),
        _IN_CLASS.sub("", named.descriptor),
    )


def is_numbered(named: MethodName) -> bool:
    """Returns whether the name of a method or of its class has a number from the compiler."""
    return bool(_IN_METHOD.search(named.name)) or _is_class_numbered(named.class_name)


def _is_class_numbered(class_name: str) -> bool:
    return bool(_IN_CLASS.search(class_name))


def class_around(class_name: str) -> str:
    """Returns the class around a numbered class; any other class is returned as it is."""
    found = _IN_CLASS.search(class_name)
    return class_name[: found.start() - 1] if found else class_name


@dataclass(frozen=True, eq=False)
class Unsure(Generic[N]):
    """Members of a family whose partners aren't certain.

    A member is a method, or all methods of a class. If ``have_partners`` is set, each member of the
    side with fewer members surely has a partner. Otherwise any member may be gone or new.
    """

    base: tuple[tuple[N, ...], ...]
    new: tuple[tuple[N, ...], ...]
    have_partners: bool

    @property
    def is_in_order(self) -> bool:
        """Whether the order of the members suggests their partners."""
        return self.have_partners and len(self.base) == len(self.new)

    @property
    def guessed(self) -> list[tuple[N | None, N | None]]:
        """The guessed pairs of methods; None stands for a missing partner."""
        pairs: list[tuple[N | None, N | None]] = []
        common = min(len(self.base), len(self.new)) if self.have_partners else 0
        for here, there in zip(self.base[:common], self.new[:common], strict=True):
            pairs += of_members(here, there)
        pairs += [(one, None) for here in self.base[common:] for one in here]
        pairs += [(None, one) for there in self.new[common:] for one in there]
        return pairs


def of_members(here: Iterable[N], there: Iterable[N]) -> list[tuple[N | None, N | None]]:
    """Pairs the methods of two members by their order and their names without numbers.

    None stands for a missing partner. The members' classes may have different names.
    """
    pairs: list[tuple[N | None, N | None]] = []
    by_name: dict[Hashable, tuple[list[N], list[N]]] = {}
    for side, methods in enumerate((here, there)):
        for one in _ordered(methods):
            by_name.setdefault(without_numbers(one.named)[1:], ([], []))[side].append(one)
    rest: dict[str, tuple[list[N], list[N]]] = {}
    for ones, others in by_name.values():
        common = min(len(ones), len(others))
        pairs += zip(ones[:common], others[:common], strict=True)
        for side, own in enumerate((ones[common:], others[common:])):
            for one in own:
                rest.setdefault(without_numbers(one.named).name, ([], []))[side].append(one)
    for ones, others in rest.values():
        if len(ones) == len(others) == 1:
            # The method has other parameters than before.
            pairs.append((ones[0], others[0]))
        else:
            pairs += [(one, None) for one in ones]
            pairs += [(None, other) for other in others]
    return pairs


@dataclass
class PairedNumbers(Generic[N]):
    """The pairs of numbered methods, and the methods whose partners are uncertain or missing.

    ``left`` has methods for which the other side's family has no candidate.
    """

    pairs: list[tuple[N, N]]
    unsure: list[Unsure[N]]
    left: tuple[list[N], list[N]]


def paired_numbers(
    base: Sequence[N],
    new: Sequence[N],
    known: Sequence[tuple[N, N]] = (),
    renamed: Mapping[str, str] = MappingProxyType({}),
) -> PairedNumbers[N]:
    """Pairs the numbered methods of two sides.

    ``known`` are pairs that are certain, because their class files are equal. A class without a
    number has the same name on both sides, unless ``renamed`` has its new name.
    """
    found: PairedNumbers[N] = PairedNumbers([], [], ([], []))
    ones, others = _by_class(base), _by_class(new)
    known_classes = {
        (one.named.class_name, other.named.class_name)
        for one, other in known
        if _is_class_numbered(one.named.class_name)
    }
    class_pairs = [
        (name, after)
        for name in ones
        if not _is_class_numbered(name) and (after := renamed.get(name, name)) in others
    ]
    families = _families(ones, renamed), _families(others)
    for stem in dict.fromkeys([*families[0], *families[1]]):
        here, there = families[0].get(stem, []), families[1].get(stem, [])
        # Classes with equal files serve as neighbours of the other members.
        fixed = [
            (_ordered_methods(known, 0, pair), _ordered_methods(known, 1, pair))
            for pair in known_classes
            if _IN_CLASS.sub("", pair[1]) == stem
        ]
        family = _Family(here, there, fixed, are_classes=True)
        found.unsure += family.unsure
        class_pairs += [
            (one[0].named.class_name, other[0].named.class_name) for one, other in family.same
        ]
        for side, members in enumerate(family.left):
            found.left[side].extend(one for member in members for one in member)
    done = [{pair[side] for pair in class_pairs} for side in (0, 1)]
    for before, after in class_pairs:
        own = [pair for pair in known if pair[0].named.class_name == before]
        _add_of_class(found, ones[before], others[after], own)
    for side, classes in enumerate((ones, others)):
        for name, methods in classes.items():
            if not _is_class_numbered(name) and name not in done[side]:
                found.left[side].extend(methods)
    return found


def _add_of_class(
    found: PairedNumbers[N], here: list[N], there: list[N], known: Sequence[tuple[N, N]]
) -> None:
    """Pairs the methods of a class that both sides have, and adds them to ``found``."""
    numbered: tuple[dict[str, list[N]], dict[str, list[N]]] = ({}, {})
    plain: tuple[list[N], list[N]] = ([], [])
    for side, methods in enumerate((here, there)):
        for one in methods:
            if _IN_METHOD.search(one.named.name):
                stem = without_numbers(one.named).name
                numbered[side].setdefault(stem, []).append(one)
            else:
                plain[side].append(one)
    for pair in of_members(*plain):
        if pair[0] is not None and pair[1] is not None:
            found.pairs.append((pair[0], pair[1]))
            continue
        for left, alone in zip(found.left, pair, strict=True):
            left.extend([] if alone is None else [alone])
    for stem in dict.fromkeys([*numbered[0], *numbered[1]]):
        here_too, there_too = (
            [(one,) for one in _ordered(side.get(stem, []))] for side in numbered
        )
        fixed = [
            ((one,), (other,)) for one, other in known if without_numbers(one.named).name == stem
        ]
        family = _Family(here_too, there_too, fixed, are_classes=False)
        found.pairs += [(one, other) for (one,), (other,) in family.same]
        found.unsure += family.unsure
        for side, own in enumerate(family.left):
            found.left[side].extend(one for (one,) in own)


class _Family(Generic[N]):
    """Pairs the members of a family: methods, or classes with their methods.

    ``same`` has the certain pairs, and ``unsure`` has the members that may be partners in several
    ways. ``left`` has the members for which the other side has no candidate.
    """

    def __init__(
        self,
        here: Sequence[tuple[N, ...]],
        there: Sequence[tuple[N, ...]],
        fixed: Sequence[tuple[tuple[N, ...], tuple[N, ...]]],
        *,
        are_classes: bool,
    ) -> None:
        """Pairs the members of both sides, which are in the order of their numbers.

        ``fixed`` are pairs of other members of the family, which are certain from the beginning.
        """
        self.same: list[tuple[tuple[N, ...], tuple[N, ...]]] = []
        self.unsure: list[Unsure[N]] = []
        self.left: tuple[list[tuple[N, ...]], list[tuple[N, ...]]] = ([], [])
        self._are_classes = are_classes
        every = [[*own, *(pair[side] for pair in fixed)] for side, own in enumerate((here, there))]
        self._pair_equal(here, there, _code_of_class if are_classes else _code_of_method)
        alike = _likeness_of_classes(every) if are_classes else _likeness_of_methods
        self.same += _most_similar(*self.left, alike)
        self._pair_neighbours([*fixed, *self.same])
        if all(self.left):
            self._add_unsure(*self.left, have_partners=False)
            self.left = ([], [])

    def _pair_equal(
        self,
        here: Sequence[tuple[N, ...]],
        there: Sequence[tuple[N, ...]],
        code_of: Callable[[tuple[N, ...]], Hashable],
    ) -> None:
        by_code: dict[Hashable, tuple[list[tuple[N, ...]], list[tuple[N, ...]]]] = {}
        for side, members in enumerate((here, there)):
            for one in members:
                by_code.setdefault(code_of(one), ([], []))[side].append(one)
        for ones, others in by_code.values():
            if ones and others:
                self._add(ones, others)
            else:
                self.left[0].extend(ones)
                self.left[1].extend(others)

    def _pair_neighbours(self, anchors: Sequence[tuple[tuple[N, ...], tuple[N, ...]]]) -> None:
        """Pairs the remaining members that are between the same two anchors."""
        gaps: dict[tuple[int, int], tuple[list[tuple[N, ...]], list[tuple[N, ...]]]] = {}
        steps: dict[tuple[int, int], tuple[list[object], list[object]]] = {}
        for side in (0, 1):
            places = sorted((_order(pair[side][0]), at) for at, pair in enumerate(anchors))
            orders = [order for order, _ in places]
            numbers = [-1, *(at for _, at in places), -1]
            for one in sorted(self.left[side], key=lambda member: _order(member[0])):
                order = _order(one[0])
                place = bisect(orders, order)
                gap = numbers[place], numbers[place + 1]
                gaps.setdefault(gap, ([], []))[side].append(one)
                before = orders[place - 1][0] if place else (0,) * len(order[0])
                steps.setdefault(gap, ([], []))[side].append((*map(sub, order[0], before),))
        self.left = ([], [])
        for gap, (ones, others) in gaps.items():
            if len(ones) == len(others) and not (self._are_classes and ne(*steps[gap])):
                self._add(ones, others)
            else:
                self.left[0].extend(ones)
                self.left[1].extend(others)

    def _add(self, ones: list[tuple[N, ...]], others: list[tuple[N, ...]]) -> None:
        if len(ones) == len(others) == 1:
            self.same.append((ones[0], others[0]))
        else:
            self._add_unsure(ones, others, have_partners=True)

    def _add_unsure(
        self, ones: list[tuple[N, ...]], others: list[tuple[N, ...]], *, have_partners: bool
    ) -> None:
        self.unsure.append(Unsure(tuple(ones), tuple(others), have_partners))


def _most_similar(
    here: list[tuple[N, ...]],
    there: list[tuple[N, ...]],
    alike: Callable[[tuple[N, ...], tuple[N, ...]], float],
) -> Iterator[tuple[tuple[N, ...], tuple[N, ...]]]:
    """Removes members with much code in common from both lists, and yields them as pairs.

    Members that are equally similar to several others aren't paired.
    """
    shares = {
        (at, to): share
        for at, one in enumerate(here)
        for to, other in enumerate(there)
        if (share := alike(one, other)) >= LEAST_SHARE
    }
    taken: tuple[set[int], set[int]] = (set(), set())
    pairs = []
    while shares:
        most = max(shares.values())
        best = [pair for pair, share in shares.items() if share == most]
        times = [Counter(pair[side] for pair in best) for side in (0, 1)]
        for at, to in best:
            if times[0][at] == times[1][to] == 1:
                pairs.append((here[at], there[to]))
        for side in (0, 1):
            taken[side].update(times[side])
        shares = {
            pair: share
            for pair, share in shares.items()
            if pair[0] not in taken[0] and pair[1] not in taken[1]
        }
    for one, other in pairs:
        here.remove(one)
        there.remove(other)
    yield from pairs


def _code_of_method(member: tuple[N, ...]) -> Hashable:
    (one,) = member
    return without_numbers(one.named).descriptor, one.instructions


def _code_of_class(member: tuple[N, ...]) -> Hashable:
    return frozenset(Counter(map(_named_code, member)).items())


def _likeness_of_methods(one: tuple[N, ...], other: tuple[N, ...]) -> float:
    (here,), (there,) = one, other
    return likeness(here, there)


def _likeness_of_classes(
    family: Sequence[Sequence[tuple[N, ...]]],
) -> Callable[[tuple[N, ...], tuple[N, ...]], float]:
    """Returns a function that compares two classes of a family.

    The function returns the share of the classes' methods that are equal or similar. Constructors
    don't count, because those of anonymous classes are often equal by chance. Equal methods don't
    count either if a third member of the family has them, too.
    """
    having = [
        Counter(it for member in side for it in {*map(_named_code, member)}) for side in family
    ]

    def alike(one: tuple[N, ...], other: tuple[N, ...]) -> float:
        here, there = (
            [it for it in member if not it.named.name.startswith("<")] for member in (one, other)
        )
        both = [
            (before, after)
            for before, after in of_members(here, there)
            if before is not None and after is not None
        ]
        telling = [
            (before, after)
            for before, after in both
            if before.instructions != after.instructions
            or all(
                count[_named_code(it)] == 1
                for count, it in zip(having, (before, after), strict=True)
            )
        ]
        shares = [
            1.0 if before.instructions == after.instructions else likeness(before, after)
            for before, after in telling
        ]
        if not shares:
            return 0.0
        most = max(len(here), len(there)) - (len(both) - len(telling))
        # One equal method is enough, even if the class's other methods were edited.
        return max(sum(shares) / most, LEAST_SHARE * (max(shares) == 1.0))

    return alike


def _named_code(method: Numbered) -> Hashable:
    """Returns a value that is equal for methods with equal code and equal names without numbers."""
    return without_numbers(method.named)[1:], method.instructions


def likeness(one: Numbered, other: Numbered) -> float:
    """Returns the share of code that two methods have in common; 0 if either is too short."""
    if min(one.block_count, other.block_count) < TELLING_BLOCKS:
        return 0.0
    return one.share_of_equal_code(other)


def _by_class(methods: Iterable[N]) -> dict[str, list[N]]:
    found: dict[str, list[N]] = {}
    for one in methods:
        found.setdefault(one.named.class_name, []).append(one)
    return found


def _families(
    classes: dict[str, list[N]], renamed: Mapping[str, str] = MappingProxyType({})
) -> dict[str, list[tuple[N, ...]]]:
    """Returns each family of classes, ordered by number; the key is the name without numbers.

    If ``renamed`` has a new name of the class around a numbered class, the key has the new name.
    """
    found: dict[str, list[tuple[N, ...]]] = {}
    for name in classes:
        if _is_class_numbered(name):
            around = class_around(name)
            stem = renamed.get(around, around) + _IN_CLASS.sub("", name[len(around) :])
            found.setdefault(stem, []).append(tuple(classes[name]))
    for members in found.values():
        members.sort(key=lambda member: _order(member[0]))
    return found


def _ordered_methods(
    known: Sequence[tuple[N, N]], side: int, classes: tuple[str, str]
) -> tuple[N, ...]:
    return tuple(
        pair[side]
        for pair in known
        if (pair[0].named.class_name, pair[1].named.class_name) == classes
    )


def _ordered(methods: Iterable[N]) -> list[N]:
    return sorted(methods, key=_order)


def _order(method: Numbered) -> tuple[tuple[int, ...], tuple[int, ...], MethodName]:
    """Returns the key by which methods of a family are ordered: the numbers in names come first."""
    class_name, name, _ = method.named
    numbers = (
        tuple(map(int, pattern.findall(text)))
        for pattern, text in ((_IN_CLASS, class_name), (_IN_METHOD, name))
    )
    return next(numbers), next(numbers), method.named
