"""Finds the cases that two versions of a switch have in common.

Cases correspond if they mean the same. A switch over integers has the keys of the source, so equal
keys mean the same. But the keys of a switch over an enum, over strings or over patterns are numbers
that a compiler made up (numbered_switches.py). These numbers depend on the order of the labels in
the source, and on the compiler. So they mean nothing in another class file, and cases correspond if
they share a label. Where the labels of a case aren't known, the case's code is compared. It isn't
known which cases correspond if several have equal code, if several have changed, or if cases may
have been split or joined. A split or join is possible if a case has more keys than the case with
the same code on the other side, and another case has fewer, or is new or gone.

A case that has kept its label may lead to other code than before: an edit may have exchanged two
labels, or moved one to another case. So two cases with the same label aren't one outcome if their
code surely differs, and one of them has the code of exactly one case on the other side. This rule
is applied only if both profiles have the digests of blocks.

A label that only one side has needn't be an outcome of its own. On the other side, its values led
to the default or to another pattern, or the label had another name. The values count as having led
to other code only if the code of the two sides surely differs (alike.py).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import TypeAlias

from kpath_jvm.analysis.matching.alike import AlikeCode
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.numbered_switches import is_over_patterns, kinds_of_keys

#: For each target of a switch, what leads to it: keys, labels or the default, as far as is known.
_Meanings: TypeAlias = dict[int, set[Hashable]]
#: What is compared of a case's blocks.
_Blocks: TypeAlias = tuple[Hashable, ...]
_DEFAULT = "default"
_NUMBERED_LOCAL = re.compile(r"\blocal \d+")
#: If one case of each side is left, the two are one outcome if they share at least this part of
#: their blocks.
_LEAST_IN_COMMON = 0.5


@dataclass(frozen=True)
class SameOutcome:
    """Targets of the base's switch, and the new targets that are the same outcome.

    Several new cases may correspond to one case of the base, or several of the base to one new
    case. One of the two tuples is empty if a case is gone or new. If ``is_told`` is false, each
    target is a separate outcome, but it isn't known which new target corresponds to which target of
    the base. If ``is_whole`` is also false, some of the targets may be new or gone. If
    ``may_be_joined`` is also true, several of the targets may be one outcome.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]
    is_told: bool = True
    is_whole: bool = True
    may_be_joined: bool = False
    #: Whether the labels of these targets surely lead to other code than before. If they do,
    #: ``base`` and ``new`` aren't the same outcome: executions with these labels went to ``base``
    #: before, and go to ``new`` now.
    leads_elsewhere: bool = False


@dataclass(frozen=True)
class _Loose:
    """How many keys of a target are loose (have no known counterpart on the other side).

    ``unknown`` is the number of loose keys without a known label. Each of these may correspond to
    any loose key of the other side. ``known`` is the number of keys with a label that no key of the
    other side is known to have. Each of these may correspond to a loose key of the other side whose
    label isn't known.
    """

    unknown: int
    known: int

    @property
    def total(self) -> int:
        return self.unknown + self.known


def same_cases(
    base: Decision,
    new: Decision,
    base_code: MethodCode,
    new_code: MethodCode,
    *,
    is_same_file: bool,
) -> tuple[SameOutcome, ...]:
    """Returns which outcomes of two versions of a switch correspond; each target occurs once.

    ``is_same_file`` says that both versions are from equal class files, and that no label differs.
    Then equal keys lead to equal code.
    """
    sides = (base, base_code), (new, new_code)
    numbered = [one.block in kinds_of_keys(code) for one, code in sides]
    # A key of the source and a label have nothing in common.
    known: list[dict[int, Hashable]] = (
        [{}, {}]
        if numbered[0] != numbered[1]
        else [_known(one, is_numbered=numbered[0]) for one, _ in sides]
    )
    if is_same_file and not _are_all_known(sides, known):
        known = [{key: key for key in one.keys} for one, _ in sides]
    meanings = (_meanings(base, known[0]), _meanings(new, known[1]))
    cases = (CaseBlocks(base_code, base), CaseBlocks(new_code, new))
    loose = (_loose(base, *known), _loose(new, *known[::-1]))
    shared = _with_values_of_default(meanings, cases, loose)
    links = [
        (one, other)
        for one, own in shared[0].items()
        for other, its in shared[1].items()
        if own & its
    ]
    if not is_same_file and all(one.has_digests for one in cases):
        # Without digests, it isn't certain that code that looks the same is the same.
        codes = _Codes(cases, loose, with_digests=True)
        links = [it for it in links if not codes.lead_elsewhere(*it)]
        links += _with_other_labels(meanings, loose, codes)
    groups, elsewhere = _linked(meanings, links)
    if _are_all_known(sides, known):
        return (*groups, *elsewhere)
    # A key without a known label may correspond to any loose key of the other side.
    told = [one for one in groups if one.base and one.new]
    apart = [one for one in groups if not (one.base and one.new)]
    base_left = [target for one in apart for target in one.base]
    new_left = [target for one in apart for target in one.new]
    by_code = _by_code(
        {target: cases[0].told(target) for target in base_left},
        {target: cases[1].told(target) for target in new_left},
        frozenset(target for target in base_left if loose[0][target].unknown),
        frozenset(target for target in new_left if loose[1][target].unknown),
    )
    found = [*told, *by_code]
    came = _from_default(found, cases, loose)
    return (*_with_splits(found, *loose, came), *elsewhere)


def in_new_order(
    base: MethodCode, new: MethodCode, switches: Iterable[tuple[Decision, Decision]]
) -> list[int] | None:
    """Returns the base's blocks in the order of their code, but with moved cases in the new order.

    ``switches`` are the switches that both versions have. The result is None if no cases have
    changed places.
    """
    order, has_moved = blocks_in_order(base), False
    for one, other in switches:
        same = same_cases(one, other, base, new, is_same_file=False)
        places = {
            it.base[0]: new.offsets[it.new[0]]
            for it in same
            if it.is_told and not it.leads_elsewhere and len(it.base) == len(it.new) == 1
        }
        targets = sorted(places, key=order.index)
        wanted = sorted(targets, key=places.__getitem__)
        if targets == wanted:
            continue
        cases = CaseBlocks(base, one)
        parts = {target: cases.at_a_stretch(order, target) for target in targets}
        moved = [block for own in parts.values() for block in own]
        if len({*moved}) < len(moved):
            continue
        has_moved = True
        follows = dict(zip(targets, wanted, strict=True))
        inner = {*moved} - {*targets}
        order = [
            it
            for block in order
            if block not in inner
            for it in (parts[follows[block]] if block in follows else [block])
        ]
    return order if has_moved else None


def blocks_in_order(code: MethodCode) -> list[int]:
    """Returns all blocks of a method in the order of their offsets."""
    return sorted(range(len(code.offsets)), key=lambda block: (*code.offsets[block], block))


def _known(decision: Decision, *, is_numbered: bool) -> dict[int, Hashable]:
    """Returns what the keys of a switch mean; keys with an unknown meaning are left out."""
    if not is_numbered:
        return {key: key for key in decision.keys}
    # Two patterns of one type with different guards have the same label.
    often = Counter(decision.labels)
    pairs = zip(decision.keys, decision.labels, strict=False)
    return {key: label for key, label in pairs if label and often[label] == 1}


def _meanings(decision: Decision, known: Mapping[int, Hashable]) -> _Meanings:
    """Returns what leads to each target; the set is empty if nothing is known about the target."""
    found: _Meanings = {target: set() for target in decision.targets}
    found[decision.targets[-1]].add((_DEFAULT,))
    for key, target in zip(decision.keys, decision.targets, strict=False):
        if key in known:
            found[target].add(known[key])
    return found


def _are_all_known(
    sides: Iterable[tuple[Decision, MethodCode]], known: Iterable[Mapping[int, Hashable]]
) -> bool:
    return all(key in own for (one, _), own in zip(sides, known, strict=True) for key in one.keys)


def _loose(
    decision: Decision, known: Mapping[int, Hashable], others: Mapping[int, Hashable]
) -> dict[int, _Loose]:
    shared = {*others.values()}
    found = {}
    for target in decision.targets:
        keys = [
            key for key, own in zip(decision.keys, decision.targets, strict=False) if own == target
        ]
        labels = [known[key] for key in keys if key in known]
        found[target] = _Loose(
            len(keys) - len(labels), sum(label not in shared for label in labels)
        )
    return found


def _with_values_of_default(
    meanings: tuple[_Meanings, _Meanings],
    cases: tuple[CaseBlocks, CaseBlocks],
    loose: tuple[Mapping[int, _Loose], Mapping[int, _Loose]],
) -> tuple[_Meanings, _Meanings]:
    """Returns the meanings; each default also has the labels that only the other side has.

    Values with these labels lead to the default. A default gets no labels if its side has a key
    whose label isn't known, because that label may be one of the other side's.
    """
    labels = [set[Hashable]().union(*side.values()) for side in meanings]
    found: list[_Meanings] = []
    for side in (0, 1):
        own = {target: {*its} for target, its in meanings[side].items()}
        if not any(it.unknown for it in loose[side].values()):
            own[cases[side].default] |= labels[1 - side] - labels[side]
        found.append(own)
    return found[0], found[1]


def _with_other_labels(
    meanings: tuple[_Meanings, _Meanings],
    loose: tuple[Mapping[int, _Loose], Mapping[int, _Loose]],
    codes: _Codes,
) -> Iterator[tuple[int, int]]:
    """Yields pairs of a base target and a new one that may be one outcome with different labels.

    A label may have been renamed, or the values of a pattern may lead to another pattern. A pair is
    left out if the code of its targets surely differs (alike.py).
    """
    for one, own in meanings[0].items():
        for other, its in meanings[1].items():
            if loose[0][one].unknown or loose[1][other].unknown or own & its:
                continue
            are_other = [bool(loose[0][one].known), bool(loose[1][other].known)]
            is_possible = any(are_other) if codes.are_patterns else all(are_other)
            if is_possible and codes.may_be_equal(one, other):
                yield one, other


def _linked(
    meanings: tuple[_Meanings, _Meanings], links: Iterable[tuple[int, int]]
) -> tuple[list[SameOutcome], list[SameOutcome]]:
    """Groups the targets that are linked, directly or through other targets.

    The first list has these groups, and targets that are new or gone. The second list has targets
    whose labels lead to other code than before.
    """
    links = [*links]
    same = _joined(
        {one: {it for it in links if it[0] == one} for one in meanings[0]},
        {other: {it for it in links if it[1] == other} for other in meanings[1]},
    )
    alone = [
        {target for one in same if not one.new for target in one.base},
        {target for one in same if not one.base for target in one.new},
    ]
    parts = _joined(*(
        {it: own for it, own in side.items() if it in left}
        for side, left in zip(meanings, alone, strict=True)
    ))  # fmt: skip
    every = [set[Hashable]().union(*side.values()) for side in meanings]
    found, elsewhere = [one for one in same if one.base and one.new], []
    for part in parts:
        has_led = any(meanings[0][it] & every[1] for it in part.base)
        leads = any(meanings[1][it] & every[0] for it in part.new)
        if has_led or leads:
            elsewhere.append(replace(part, leads_elsewhere=True))
        else:
            found.append(part)
    return found, elsewhere


def _joined(base: _Meanings, new: _Meanings) -> list[SameOutcome]:
    """Groups the targets that have a meaning in common, directly or through other targets."""
    groups: list[tuple[set[Hashable], tuple[list[int], list[int]]]] = []
    for side, meanings in enumerate((base, new)):
        for target, own in meanings.items():
            joined = [one for one in groups if one[0] & own]
            groups = [one for one in groups if one not in joined]
            whole = own.union(*(it for it, _ in joined))
            targets: tuple[list[int], list[int]] = (
                [target for _, (ones, _) in joined for target in ones],
                [target for _, (_, others) in joined for target in others],
            )
            targets[side].append(target)
            groups.append((whole, targets))
    return [SameOutcome(tuple(ones), tuple(others)) for _, (ones, others) in groups]


class _Codes:
    """The code of the cases of both sides, and which cases have the same code.

    Two targets are partners if they have equal code and no other target has that code. A target
    with a key whose label isn't known has no partner, because such a key may have any meaning.
    """

    def __init__(
        self,
        cases: tuple[CaseBlocks, CaseBlocks],
        loose: tuple[Mapping[int, _Loose], Mapping[int, _Loose]],
        *,
        with_digests: bool,
    ) -> None:
        self._cases = cases
        self._alike = AlikeCode(cases[0].code, cases[1].code)
        holders: list[dict[_Blocks, list[int]]] = [{}, {}]
        for held, own in zip(holders, cases, strict=True):
            for target in own.targets:
                held.setdefault(own.told(target, with_digests=with_digests), []).append(target)
        self._partners: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for code, ones in holders[0].items():
            others = holders[1].get(code, [])
            if len(ones) != 1 or len(others) != 1:
                continue
            (one,), (other,) = ones, others
            if not (loose[0][one].unknown or loose[1][other].unknown):
                self._partners[0][one] = other
                self._partners[1][other] = one

    @property
    def are_patterns(self) -> bool:
        """Whether at least one of the switches is over patterns."""
        return any(one.is_of_patterns for one in self._cases)

    def may_be_equal(self, one: int, other: int) -> bool:
        return self._alike.may_run_the_same(one, other)

    def lead_elsewhere(self, one: int, other: int) -> bool:
        """Returns whether labels that led to ``one``, and now to ``other``, lead to other code.

        If only the code inside a case was edited, the case's labels still lead to it. So the result
        is True only if the code of the two targets surely differs, and the former code is now
        another target's, or the present code was another target's before.
        """
        has_partner = one in self._partners[0] or other in self._partners[1]
        is_partner = self._partners[0].get(one) == other
        return has_partner and not is_partner and not self.may_be_equal(one, other)


def _by_code(
    base: Mapping[int, _Blocks],
    new: Mapping[int, _Blocks],
    base_unknown: frozenset[int],
    new_unknown: frozenset[int],
) -> Iterator[SameOutcome]:
    """Yields the outcomes of cases that nothing but their code tells apart.

    ``base_unknown`` and ``new_unknown`` are the targets that have a key without a known label. Two
    targets whose labels are all known aren't the same, even with equal code.
    """
    left: tuple[list[int], list[int]] = ([], [])
    alike = []
    for code in dict.fromkeys((*base.values(), *new.values())):
        ones, others = ([it for it, own in side.items() if own == code] for side in (base, new))
        is_any_known = not (base_unknown.issuperset(ones) or new_unknown.issuperset(others))
        if len(ones) == len(others) and not is_any_known:
            alike.append(SameOutcome(tuple(ones), tuple(others), is_told=len(ones) == 1))
        else:
            # Some cases with this code are new or gone, or had other code.
            left[0].extend(ones)
            left[1].extend(others)
    yield from alike
    ones, others = left
    unknown = base_unknown.intersection(ones), new_unknown.intersection(others)
    # Cases with known labels are gone or new if no case is left to which they may correspond.
    gone = [one for one in ones if one not in unknown[0] and not unknown[1]]
    come = [one for one in others if one not in unknown[1] and not unknown[0]]
    ones = [one for one in ones if one not in gone]
    others = [one for one in others if one not in come]
    if ones and others:
        is_told = (
            len(ones) == len(others) == 1
            and _in_common(base[ones[0]], new[others[0]]) >= _LEAST_IN_COMMON
        )
        yield SameOutcome(tuple(ones), tuple(others), is_told=is_told, is_whole=is_told)
    else:
        gone += ones
        come += others
    yield from (SameOutcome((one,), ()) for one in gone)
    yield from (SameOutcome((), (one,)) for one in come)


def _from_default(
    found: Sequence[SameOutcome],
    cases: tuple[CaseBlocks, CaseBlocks],
    loose: tuple[Mapping[int, _Loose], Mapping[int, _Loose]],
) -> set[SameOutcome]:
    """Returns the default's outcome, and the outcomes that may have exchanged a key with it.

    If one side has more loose keys than the other, the values of some of these keys led to the
    other side's default. The result is empty if both sides have equally many loose keys, if the
    code shows that all such values led to other code, or if the defaults aren't one outcome.
    """
    of_default = next(
        (one for one in found if cases[0].default in one.base and cases[1].default in one.new), None
    )
    if of_default is None:
        return set()
    more = {
        one: sum(loose[1][it].total for it in one.new) - sum(loose[0][it].total for it in one.base)
        for one in found
        if one is not of_default
    }
    surplus = sum(more.values())
    codes = _Codes(cases, loose, with_digests=all(one.has_digests for one in cases))
    came = set()
    for one, own in more.items():
        if surplus > 0 and own > 0:
            ways = [(cases[0].default, it) for it in one.new]
        elif surplus < 0 and own < 0:
            ways = [(it, cases[1].default) for it in one.base]
        else:
            continue
        if not all(codes.lead_elsewhere(*way) for way in ways):
            came.add(one)
    return {of_default, *came} if came else set()


def _with_splits(
    found: Sequence[SameOutcome],
    base: Mapping[int, _Loose],
    new: Mapping[int, _Loose],
    came: set[SameOutcome],
) -> Iterator[SameOutcome]:
    """Yields the outcomes, but a single one for all that may have been split or joined.

    If one outcome has more loose keys in the base, and another one has more in the new version, a
    key may have moved between the two. ``came`` is the result of _from_default.
    """
    # For each side, the outcomes that have more loose keys there than on the other side.
    more: tuple[dict[SameOutcome, _Loose], dict[SameOutcome, _Loose]] = ({}, {})
    for one in found:
        ones, others = (
            _Loose(sum(it.unknown for it in own), sum(it.known for it in own))
            for own in ([base[it] for it in one.base], [new[it] for it in one.new])
        )
        if ones.total > others.total:
            more[0][one] = ones
        elif ones.total < others.total:
            more[1][one] = others
    joined = {
        outcome
        for one, own in more[0].items()
        for other, its in more[1].items()
        if (own.unknown and its.total) or (own.known and its.unknown)
        for outcome in (one, other)
    } | came
    for one in found:
        if one in joined:
            continue
        sizes = [base[it].total for it in one.base] + [new[it].total for it in one.new]
        if not one.is_told and max(sizes) > 1:
            yield SameOutcome(one.base, one.new, is_told=False, is_whole=False, may_be_joined=True)
        else:
            yield one
    if joined:
        yield SameOutcome(
            tuple(target for one in found if one in joined for target in one.base),
            tuple(target for one in found if one in joined for target in one.new),
            is_told=False,
            is_whole=False,
            may_be_joined=True,
        )


def _in_common(one: _Blocks, other: _Blocks) -> float:
    """Returns the share of blocks that two cases have in common, in any order, from 0 to 1."""
    shared = (Counter(one) & Counter(other)).total()
    return 2 * shared / max(len(one) + len(other), 1)


class CaseBlocks:
    """The blocks that belong to the cases of a switch."""

    def __init__(self, code: MethodCode, decision: Decision) -> None:
        self._code = code
        self._decision = decision
        self._reached = {it: _reached(code, decision.block, it) for it in decision.targets}

    @property
    def targets(self) -> tuple[int, ...]:
        """The blocks that the switch leads to, each once."""
        return tuple(self._reached)

    @property
    def default(self) -> int:
        """The block that the switch's default leads to."""
        return self._decision.targets[-1]

    @property
    def is_of_patterns(self) -> bool:
        """Whether the labels are patterns, of which several may fit a value."""
        return is_over_patterns(self._decision)

    @property
    def code(self) -> MethodCode:
        """The method's code."""
        return self._code

    @property
    def has_digests(self) -> bool:
        """Whether the digests of the method's blocks are known."""
        return bool(self._code.digests)

    def at_a_stretch(self, order: Sequence[int], target: int) -> list[int]:
        """Returns a target and the blocks of its case that directly follow it in ``order``."""
        own = {*self.blocks(target)}
        first = order.index(target)
        return [*takewhile(own.__contains__, order[first:])]

    def told(self, target: int, *, with_digests: bool = False) -> _Blocks:
        """Returns what is known of a case's code, without positions and compilers' numbers.

        With digests, blocks are compared by their digests; otherwise, by their lengths.
        """
        code, numbered = self._code, self._numbered
        compared = code.digests if with_digests else code.instructions
        blocks = self.blocks(target)
        places = {block: place for place, block in enumerate(blocks)}
        found: list[Hashable] = []
        for block in blocks:
            asked = code.deciding.get(block)
            operands = _operands(asked, is_numbered=block in numbered)
            keys = () if asked is None or block in numbered else asked.keys
            targets = code.decoder.following(block) if asked is None else asked.targets
            leads = [places.get(it, -1) for it in targets]
            found.append((
                compared[block], "" if asked is None else asked.operator, operands, keys,
                tuple(leads if asked is not None and block not in numbered else sorted(leads)),
                block in self._headers, block in self._handlers,
            ))  # fmt: skip
        return tuple(found)

    def blocks(self, target: int) -> list[int]:
        """Returns the blocks that belong to one case, in the order of the code.

        These are the target and the blocks that a path can reach from it. Blocks that can also
        be reached from another case are left out, unless that case leads to the target.
        """
        own = {*self._reached[target]}
        for there in self._reached.values():
            if target not in there:
                own -= there
        return sorted(own, key=lambda block: (*self._code.offsets[block], block))

    @cached_property
    def _numbered(self) -> Mapping[int, str]:
        return kinds_of_keys(self._code)

    @cached_property
    def _headers(self) -> frozenset[int]:
        return frozenset(loop.header for loop in self._code.loops)

    @cached_property
    def _handlers(self) -> frozenset[int]:
        return frozenset(one.block for one in self._code.decisions if not one.targets)


def _operands(asked: Decision | None, *, is_numbered: bool) -> Sequence[str]:
    if asked is None or is_numbered:
        return ()
    return tuple(_NUMBERED_LOCAL.sub("local", one) for one in asked.operands)


def _reached(code: MethodCode, around: int, target: int) -> set[int]:
    """Returns a target and the blocks that a path can reach from it without passing the switch."""
    found, left = {target}, [target]
    while left:
        for block in code.decoder.following(left.pop()) - found - {around}:
            found.add(block)
            left.append(block)
    return found
