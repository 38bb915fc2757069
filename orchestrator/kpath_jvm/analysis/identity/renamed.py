"""Methods that have another name or another class than before, by what their code is.

First whole classes: two pair off whose methods agree most, by name and descriptor with equal code,
and then by equal code alone. Then single methods: those with code that is equal and that no other
method has. Then those of which one of class, name and descriptor is another, if their blocks agree
by LEAST_SHARE at least, the most similar first. Only methods that ran are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kpath_jvm.analysis.identity.candidate import Candidate, M

#: The share of blocks that a changed method must have in common with what it was.
LEAST_SHARE = 0.75
#: Methods of so many blocks are told by their code alone; of fewer, too many have the same.
_TELLING_BLOCKS = 4
#: The share of the smaller class's methods by which two classes are one.
_LEAST_OF_CLASS = 0.5


def renamed(base: list[M], new: list[M]) -> Iterator[tuple[M, M]]:
    """Yields the pairs among methods of either side that have no partner by name."""
    ones = [one for one in base if one.is_executed]
    others = [one for one in new if one.is_executed]
    for find in (_of_classes, _of_equal_code, _of_similar_code):
        for one, other in find(ones, others):
            ones.remove(one)
            others.remove(other)
            yield one, other


def _code(one: Candidate) -> tuple[str, str]:
    return one.graph, one.decisions


def _of_classes(base: list[M], new: list[M]) -> list[tuple[M, M]]:
    """Returns the methods of classes that are the same but for their names."""
    # A class that is there before and after is none that has another name.
    before_all, after_all = _classes(base), _classes(new)
    votes: Counter[tuple[str, str]] = Counter()
    by_code: dict[tuple[str, str], list[M]] = {}
    for other in new:
        by_code.setdefault(_code(other), []).append(other)
    for one in base:
        if one.class_name in after_all:
            continue
        same = [it for it in by_code.get(_code(one), ()) if it.class_name not in before_all]
        named = {it.class_name for it in same if it.name == one.name}
        found = named or {it.class_name for it in same if it.block_count >= _TELLING_BLOCKS}
        # What many classes have says little of each.
        if len(found) == 1 or named:
            votes.update((one.class_name, name) for name in found)
    sizes = [Counter(it.class_name for it in side) for side in (base, new)]
    chosen: dict[str, str] = {}
    for (before, after), count in sorted(votes.items(), key=lambda it: (-it[1], it[0])):
        smaller = min(sizes[0][before], sizes[1][after])
        if before in chosen or after in chosen.values() or count < _LEAST_OF_CLASS * smaller:
            continue
        chosen[before] = after
    pairs = []
    for before, after in chosen.items():
        there = [other for other in new if other.class_name == after]
        for one in (one for one in base if one.class_name == before):
            wanted = one.name, one.descriptor.replace(f"L{before};", f"L{after};")
            found_one = next((it for it in there if (it.name, it.descriptor) == wanted), None)
            found_one = found_one or next((it for it in there if _code(it) == _code(one)), None)
            if found_one is not None:
                there.remove(found_one)
                pairs.append((one, found_one))
    return pairs


def _classes(methods: Sequence[Candidate]) -> frozenset[str]:
    """Returns all classes of the side that the methods are of."""
    return methods[0].classes_beside if methods else frozenset()


def _of_equal_code(base: list[M], new: list[M]) -> list[tuple[M, M]]:
    """Returns the methods with code that no other method of their side has."""
    sides: list[dict[tuple[str, str], list[M]]] = [{}, {}]
    for side, methods in zip(sides, (base, new), strict=True):
        for one in methods:
            side.setdefault(_code(one), []).append(one)
    pairs = []
    for code, here in sides[0].items():
        there = sides[1].get(code, [])
        if len(here) == len(there) == 1 and _is_telling(here[0], there[0]):
            pairs.append((here[0], there[0]))
    return pairs


def _key(one: Candidate) -> tuple[str, str, str]:
    return one.class_name, one.name, one.descriptor


def _is_telling(one: Candidate, other: Candidate) -> bool:
    if one.class_name == other.class_name and one.descriptor == other.descriptor:
        return True
    return one.block_count >= _TELLING_BLOCKS or (
        one.name == other.name and one.descriptor == other.descriptor
    )


def _of_similar_code(base: list[M], new: list[M]) -> list[tuple[M, M]]:
    found = []
    for one in base:
        for other in new:
            kept = sum(
                getattr(one, name) == getattr(other, name)
                for name in ("class_name", "name", "descriptor")
            )
            if kept < 2:
                continue
            share = one.share_in_common(other)
            if share >= LEAST_SHARE:
                found.append((share, kept, one, other))
    found.sort(key=lambda it: (-it[0], -it[1], _key(it[2]), _key(it[3])))
    paired: set[M] = set()
    pairs = []
    for _, _, one, other in found:
        if not paired & {one, other}:
            paired |= {one, other}
            pairs.append((one, other))
    return pairs
