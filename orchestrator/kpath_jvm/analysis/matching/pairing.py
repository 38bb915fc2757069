"""Pairs the methods that two programs have in common: by name first, then by their code.

Methods whose name only one side has are matched in three steps. First, whole classes are paired,
beginning with those that have the most methods in common. Two classes have a method in common if
its code and its name are equal in both. If no method with equal code has the same name, equal code
is enough, provided that it isn't short and only one class has it. Classes nested in a paired class
are paired, too. So are classes that moved between the same packages as a paired class and kept
their simple names, even if their code differs: the code of a switch over an enum contains the
enum's package. The methods of paired classes are paired by name and descriptor, or else by equal
code.

Second, single methods are paired if their code is equal and no other method of their side has this
code. Third, methods are paired if the share of common blocks is at least LEAST_SHARE, and either at
most one of class, name and descriptor differs, or these differ only in packages. The most similar
methods are paired first.

In these steps, only methods that were executed are considered, and only if the other side's program
may lack them, as far as class files show (edited_classes.py).

A name with a number from the compiler identifies a method or class only in equal class files.
Methods with such names are paired before these steps or, if their class was renamed, together with
the class (numbered.py). They needn't have been executed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import zip_longest
from operator import eq
from typing import Any, Generic, Protocol, TypeVar

from kpath_jvm.analysis.matching.edited_classes import EditedClasses
from kpath_jvm.analysis.matching.moved_classes import (
    MovedClasses,
    simple_name,
    without_packages,
)
from kpath_jvm.analysis.matching.numbered import (
    LEAST_SHARE,
    TELLING_BLOCKS,
    Numbered,
    Unsure,
    class_around,
    is_numbered,
    likeness,
    paired_numbers,
    without_numbers,
)
from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.identity.shapes import CodeShape

#: To be paired because of their methods, two classes must have at least this share of the smaller
#: class's methods in common.
_LEAST_OF_CLASS = 0.5


class Candidate(Numbered, Protocol):
    """A method of one side that may have a partner on the other."""

    @property
    def shape(self) -> CodeShape:
        """The digests of the method's code."""

    @property
    def is_executed(self) -> bool:
        """Whether the method was executed."""

    @property
    def weight(self) -> int:
        """The bytecodes executed in the method."""

    @property
    def digests(self) -> AbstractSet[str]:
        """The digests of the class files that the method is from."""

    @property
    def names_source(self) -> bool:
        """Whether the method's class seems to name a source file."""

    @property
    def classes_beside(self) -> frozenset[str]:
        """The names of all classes of the method's side."""

    def is_same(self, other: Any) -> bool:
        """Returns whether both methods have equal class files, and equal path tables if known."""

    def is_alike(self, other: Any) -> bool:
        """Returns whether both methods are the same or have equal shapes."""

    def share_in_common(self, other: Any) -> float:
        """Returns the share of common blocks, from 0 to 1; it is 0 or 1 if blocks are unknown."""


M = TypeVar("M", bound=Candidate)


@dataclass(frozen=True)
class Paired(Generic[M]):
    """Each method of both sides once, with its partner or None.

    ``unsure`` has the methods whose partners aren't certain; ``pairs`` has guesses for them.
    """

    pairs: list[tuple[M | None, M | None]]
    unsure: list[Unsure[M]]


def paired(base: Sequence[M], new: Sequence[M], classes: EditedClasses) -> Paired[M]:
    """Pairs the methods of two sides; ``classes`` are the classes of both sides.

    If several methods have one name (in several class loaders or versions), those with equal code
    are paired, and then the others in the order of their weight. A version that is left over has no
    partner: both sides have its name, so it wasn't renamed. Methods whose name only one side has
    may get a partner of another name if they were executed.
    """
    ones, others = _by_key(base), _by_key(new)
    pairs: list[tuple[M | None, M | None]] = []
    left: tuple[list[M], list[M]] = ([], [])
    numbered: tuple[list[M], list[M]] = ([], [])
    known: list[tuple[M, M]] = []
    for key in [*ones, *(key for key in others if key not in ones)]:
        here, there = list(ones.get(key, ())), list(others.get(key, ()))
        if is_numbered(key):
            known += _taken(here, there, _are_same, _have_equal_files)
            to = numbered
        else:
            pairs += _taken(here, there, _are_same, _have_equal_files, _are_alike)
            if key in ones and key in others:
                pairs += zip_longest(here, there)
                continue
            to = left
        to[0].extend(here)
        to[1].extend(there)
    pairs += known
    # If class files show that the other side's program has a method, the method kept its number.
    found = paired_numbers(
        [one for one in numbered[0] if classes.may_be_gone(one)],
        [one for one in numbered[1] if classes.may_be_new(one)],
        known,
    )
    gone = [one for one in (*left[0], *found.left[0]) if classes.may_be_gone(one)]
    come = [one for one in (*left[1], *found.left[1]) if classes.may_be_new(one)]
    others_named, unsure = renamed(gone, come)
    unsure = [*found.unsure, *unsure]
    pairs += [*found.pairs, *others_named]
    for one_of in unsure:
        pairs += one_of.guessed
    done = {one for pair in pairs for one in pair if one is not None}
    pairs += [(one, None) for one in (*left[0], *numbered[0]) if one not in done]
    pairs += [(None, one) for one in (*left[1], *numbered[1]) if one not in done]
    return Paired(pairs, unsure)


def _by_key(methods: Iterable[M]) -> dict[MethodName, list[M]]:
    found: dict[MethodName, list[M]] = {}
    for one in methods:
        found.setdefault(one.named, []).append(one)
    for several in found.values():
        several.sort(key=lambda one: -one.weight)
    return found


def _taken(here: list[M], there: list[M], *rules: Callable[[M, M], bool]) -> list[tuple[M, M]]:
    """Removes the methods that are partners from both lists, and returns them as pairs.

    Each of the ``rules`` returns whether two methods are partners. A rule is applied to all methods
    before the next rule is.
    """
    pairs = []
    for are_partners in rules:
        for one in list(here):
            other = next((it for it in there if are_partners(one, it)), None)
            if other is not None:
                pairs.append((one, other))
                here.remove(one)
                there.remove(other)
    return pairs


def _are_same(one: Candidate, other: Candidate) -> bool:
    return one.is_same(other)


def _are_alike(one: Candidate, other: Candidate) -> bool:
    return one.is_alike(other)


def _have_equal_files(one: Candidate, other: Candidate) -> bool:
    return not one.digests.isdisjoint(other.digests)


def renamed(base: list[M], new: list[M]) -> tuple[list[tuple[M, M]], list[Unsure[M]]]:
    """Pairs methods with different names; also returns numbered methods with unsure partners."""
    pairs, unsure = _of_classes(base, new)
    done = {it for pair in pairs for it in pair}
    for one_of in unsure:
        done.update(it for members in (*one_of.base, *one_of.new) for it in members)
    ones, others = (
        [it for it in side if it.is_executed and it not in done] for side in (base, new)
    )
    for find in (_of_equal_code, _of_similar_code):
        for one, other in find(ones, others):
            ones.remove(one)
            others.remove(other)
            pairs.append((one, other))
    return pairs, unsure


def _of_classes(base: list[M], new: list[M]) -> tuple[list[tuple[M, M]], list[Unsure[M]]]:
    """Returns pairs of methods of renamed classes, and numbered methods with uncertain partners.

    Methods and classes that the compiler numbered in a renamed class are matched as in a class that
    kept its name, even if they weren't executed.
    """
    executed = [[one for one in side if one.is_executed] for side in (base, new)]
    # A class that exists before and after hasn't been renamed.
    before_all, after_all = _classes(base), _classes(new)
    votes: Counter[tuple[str, str]] = Counter()
    by_code: dict[CodeShape, list[M]] = {}
    for other in executed[1]:
        by_code.setdefault(other.shape, []).append(other)
    for one in executed[0]:
        if _is_among(after_all, one):
            continue
        same = [it for it in by_code.get(one.shape, ()) if not _is_among(before_all, it)]
        name = without_numbers(one.named).name
        named = {_class_of(it) for it in same if without_numbers(it.named).name == name}
        found = named or {_class_of(it) for it in same if it.block_count >= TELLING_BLOCKS}
        # Without an equal name, code that several classes have doesn't identify a class.
        if len(found) == 1 or named:
            votes.update((_class_of(one), name) for name in found)
    sizes = [Counter(map(_class_of, side)) for side in executed]
    chosen: dict[str, str] = {}
    for (before, after), count in sorted(votes.items(), key=lambda it: (-it[1], it[0])):
        smaller = min(sizes[0][before], sizes[1][after])
        if before in chosen or after in chosen.values() or count < _LEAST_OF_CLASS * smaller:
            continue
        chosen[before] = after
    chosen |= _beside(chosen, sizes[0].keys() - after_all, sizes[1].keys() - before_all)
    moved = MovedClasses(chosen, before_all & after_all)
    pairs = []
    for before, after in chosen.items():
        here, there = (
            [one for one in side if one.named.class_name == name and not is_numbered(one.named)]
            for side, name in zip(executed, (before, after), strict=True)
        )
        pairs += _of_one_class(here, there, moved)
    of_numbers = paired_numbers(
        [one for one in base if is_numbered(one.named) and _class_of(one) in chosen],
        [one for one in new if is_numbered(one.named) and _class_of(one) in chosen.values()],
        renamed=chosen,
    )
    return [*pairs, *of_numbers.pairs], of_numbers.unsure


def _class_of(method: Candidate) -> str:
    """Returns a method's class or, if the compiler numbered this class, the class around it."""
    return class_around(method.named.class_name)


def _is_among(classes: AbstractSet[str], method: Candidate) -> bool:
    """Returns whether a side has ``_class_of(method)`` or a numbered method's outermost class.

    A numbered class isn't renamed as long as the class around it isn't.
    """
    name = method.named.class_name
    return class_around(name) in classes or (
        is_numbered(method.named) and name.partition("$")[0] in classes
    )


def _of_one_class(here: list[M], there: list[M], moved: MovedClasses) -> list[tuple[M, M]]:
    """Removes the methods that two versions of a class have in common; returns them as pairs."""

    def have_same_types(one: Candidate, other: Candidate) -> bool:
        return one.named.name == other.named.name and moved.have_same_types(
            one.named.descriptor, other.named.descriptor
        )

    # Overloads with exactly the same types are partners, even if the types could also have moved.
    return _taken(here, there, _have_same_descriptor, have_same_types, _have_same_code)


def _have_same_descriptor(one: Candidate, other: Candidate) -> bool:
    return one.named[1:] == other.named[1:]


def _have_same_code(one: Candidate, other: Candidate) -> bool:
    return one.shape == other.shape


def _beside(
    chosen: Mapping[str, str], gone: AbstractSet[str], come: AbstractSet[str]
) -> dict[str, str]:
    """Returns the new names of other classes that moved together with chosen ones."""
    moved, found = MovedClasses(chosen), {}
    left = sorted(come - {*chosen.values()})
    for before in sorted(gone - chosen.keys()):
        several = [after for after in left if moved.are_same(before, after)]
        if len(several) == 1:
            found[before] = several[0]
            left.remove(several[0])
    return found


def _classes(methods: Sequence[Candidate]) -> frozenset[str]:
    """Returns all classes of the methods' side, and the classes around numbered ones."""
    return frozenset(
        known
        for name in (methods[0].classes_beside if methods else ())
        for known in (name, class_around(name))
    )


def _of_equal_code(base: list[M], new: list[M]) -> list[tuple[M, M]]:
    """Returns pairs of methods with code that no other method of their sides has."""
    sides: list[dict[CodeShape, list[M]]] = [{}, {}]
    for side, methods in zip(sides, (base, new), strict=True):
        for one in methods:
            side.setdefault(one.shape, []).append(one)
    pairs = []
    for code, here in sides[0].items():
        there = sides[1].get(code, [])
        if len(here) == len(there) == 1 and _is_telling(here[0], there[0]):
            pairs.append((here[0], there[0]))
    return pairs


def _is_telling(one: Candidate, other: Candidate) -> bool:
    if is_numbered(one.named) or is_numbered(other.named):
        # Short lambdas of different classes often have equal code. Apart from the number, a
        # lambda's name contains only the name of the method around it.
        is_of_class = one.named.class_name == other.named.class_name
        is_long = one.block_count >= TELLING_BLOCKS
        return one.instructions == other.instructions and (is_long or is_of_class)
    is_same = dict(zip(MethodName._fields, map(eq, one.named, other.named), strict=True))
    # Even short code is telling if the descriptors are equal, and also the classes or the names.
    return one.block_count >= TELLING_BLOCKS or (
        is_same["descriptor"] and (is_same["class_name"] or is_same["name"])
    )


def _of_similar_code(base: list[M], new: list[M]) -> list[tuple[M, M]]:
    found = []
    for one in base:
        for other in new:
            kept = sum(map(eq, one.named, other.named))
            if kept < 2 and _without_packages(one) != _without_packages(other):
                continue
            are_numbered = is_numbered(one.named) or is_numbered(other.named)
            share = likeness(one, other) if are_numbered else one.share_in_common(other)
            if share >= LEAST_SHARE:
                found.append((share, kept, one, other))
    found.sort(key=lambda it: (-it[0], -it[1], it[2].named, it[3].named))
    paired: set[M] = set()
    pairs = []
    for _, _, one, other in found:
        if not paired & {one, other}:
            paired |= {one, other}
            pairs.append((one, other))
    return pairs


def _without_packages(method: Candidate) -> tuple[str, str, str]:
    class_name, name, descriptor = method.named
    return simple_name(class_name), name, without_packages(descriptor)
