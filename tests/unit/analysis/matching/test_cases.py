"""Tests which cases of two versions of a switch correspond, and where moved cases are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, zip_longest
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from kpath_jvm.analysis.matching.cases import (
    CaseBlocks,
    SameOutcome,
    in_new_order,
    same_cases,
)
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision

NUMBERED, PLAIN = "1.$SwitchMap$E[e.ordinal()]", "n"


class Method:
    """A method that consists of a switch in block 0, its cases, and a last block.

    Each case is given by its label and by the sizes of its blocks, in instructions. The blocks of a
    case run one after the other. The blocks of the cases are numbered from 1 on, in the order of
    the cases. If a case has several labels, commas separate the labels. An empty label stands for a
    label that isn't known. ``digests`` has the digest of each block, or is empty if digests aren't
    known. The default has blocks with the sizes ``default``. Without such sizes, the default leads
    to the last block.
    """

    def __init__(
        self,
        *cases: tuple[str, Sequence[int]],
        keys: Sequence[int] | None = None,
        operand: str = NUMBERED,
        are_told: bool = True,
        digests: Sequence[int] = (),
        default: Sequence[int] = (),
    ) -> None:
        follow: dict[int, frozenset[int]] = {}
        instructions = [3]
        targets = []
        ways = [*(own for _, own in cases), *([default] if default else [])]
        last = 1 + sum(map(len, ways))
        for own in ways:
            targets.append(len(instructions))
            for at, size in enumerate(own, 1):
                block = len(instructions)
                follow[block] = frozenset({block + 1 if at < len(own) else last})
                instructions.append(size)
        instructions.append(1)
        of_cases = [label.split(",") for label, _ in cases]
        labels = tuple(label for own in of_cases for label in own)
        leads = [target for own, target in zip(of_cases, targets, strict=False) for _ in own]
        other = targets[-1] if default else last
        numbers = tuple(keys or range(1, len(labels) + 1))
        told = labels if are_told else ()
        self.decision = Decision(0, "switch", "I", (operand,), numbers, (*leads, other), 3, told)
        follow[0] = frozenset((*targets, other))
        follow[last] = frozenset()
        self.targets = targets
        self.last = last
        self.code = cast(
            MethodCode,
            SimpleNamespace(
                offsets=tuple((10 * block, 10 * block + 5) for block in range(len(instructions))),
                instructions=tuple(instructions),
                digests=tuple(digests),
                loops=(),
                cuts=frozenset(),
                decisions=(self.decision,),
                deciding={0: self.decision},
                decoder=SimpleNamespace(following=follow.__getitem__),
            ),
        )


def same(base: Method, new: Method, *, is_same_file: bool = False) -> set[SameOutcome]:
    sides = base.decision, new.decision, base.code, new.code
    found = same_cases(*sides, is_same_file=is_same_file)
    for method, own in ((base, [it.base for it in found]), (new, [it.new for it in found])):
        targets = [target for some in own for target in some]
        assert sorted(targets) == sorted({*method.decision.targets})
    return set(found)


def pairs(found: set[SameOutcome]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    assert all(one.is_told and one.is_whole for one in found)
    return {(one.base, one.new) for one in found}


A, B, C = ("A", [4]), ("B", [4]), ("C", [4, 6])


def test_moved_cases_have_the_same_labels() -> None:
    base, new = Method(A, B, C), Method(C, A, B)
    assert pairs(same(base, new)) == {((1,), (3,)), ((2,), (4,)), ((3,), (1,)), ((5,), (5,))}
    # The numbers of another compiler may be ordinals.
    other = Method(A, B, C, keys=[0, 4, 7], operand="e.ordinal()")
    assert pairs(same(base, other)) == {((at,), (at,)) for at in (1, 2, 3, 5)}


def test_labels_show_which_cases_are_new_or_gone() -> None:
    base, new = Method(A, C, digests=(9, 1, 3, 4, 8)), Method(C, B, digests=(9, 3, 4, 2, 8))
    assert pairs(same(base, new)) == {((1,), ()), ((2,), (1,)), ((), (3,)), ((4,), (4,))}
    # Without digests, a label's values may have moved to the default's code, or from there.
    assert pairs(same(Method(A, C), Method(C, B))) == {((2,), (1,)), ((1, 4), (3, 4))}


@pytest.mark.parametrize("turned", [False, True])
def test_a_new_case_may_come_from_the_default(*, turned: bool) -> None:
    """In the base, the new label's values lead to the default, whose code moves to the new case."""
    base = Method(A, B, digests=(9, 1, 2, 5, 8), default=[4])
    sides = [base, Method(A, B, ("C", [4]), digests=(9, 1, 2, 5, 6, 8), default=[2])]
    expected = {((1,), (1,)), ((2,), (2,)), ((3,), (3,)), ((), (4,))}
    if turned:
        sides, expected = sides[::-1], {(new, old) for old, new in expected}
    found = same(*sides)
    assert pairs(found) == expected
    assert [len(one.base) + len(one.new) for one in found if one.leads_elsewhere] == [1]
    # If the default's code has been edited, nothing shows where the old code is now.
    edited = Method(A, B, ("C", [4]), digests=(9, 1, 2, 7, 6, 8), default=[2])
    assert ((3,), (3, 4)) in pairs(same(base, edited))


def test_a_new_case_may_be_known_to_differ_from_the_default() -> None:
    base = Method(A, B, digests=(9, 1, 2, 5, 8), default=[4])
    new = Method(A, B, ("C", [4]), digests=(9, 1, 2, 6, 5, 8), default=[4])
    assert pairs(same(base, new)) == {((1,), (1,)), ((2,), (2,)), ((), (3,)), ((3,), (4,))}
    # If a jump leads into the middle of the new case, the digests don't show that the case's code
    # differs from the default's.
    parted = Method(A, B, ("C", [2, 3]), digests=(9, 1, 2, 6, 7, 5, 8), default=[4])
    assert ((3,), (3, 5)) in pairs(same(base, parted))


def test_a_renamed_label_is_matched_by_its_code() -> None:
    base, new = of_codes({"A": 1, "B": 2}), of_codes({"A": 1, "D": 2})
    assert pairs(same(base, new)) == {((1,), (1,)), ((2,), (2,)), ((3,), (3,))}


def test_values_may_move_from_pattern_to_pattern() -> None:
    base = Method(("Shape", [4]), operand="typeSwitch(local 1, local 2)", digests=(9, 1, 8))
    # A case before another case ends with a goto.
    cases = ("Circle", [5]), ("Shape", [4])
    new = Method(*cases, operand="typeSwitch(local 1, local 2)", digests=(9, 1, 1, 8))
    assert pairs(same(base, new)) == {((1,), (1, 2)), ((2,), (3,))}


@pytest.mark.parametrize("turned", [False, True])
def test_a_case_without_a_known_label_may_come_from_the_default(*, turned: bool) -> None:
    base = Method(("", [5]), ("", [6]), default=[4])
    sides = [base, Method(("", [5]), ("", [6]), ("", [4]), default=[2])]
    if turned:
        sides = sides[::-1]
    (untold,) = (one for one in same(*sides) if not one.is_told)
    groups = (untold.base, untold.new)[:: -1 if turned else 1]
    assert [sorted(one) for one in groups] == [[3], [3, 4]]
    assert untold.may_be_joined


def test_without_labels_cases_of_equal_code_correspond() -> None:
    one, other = ("", [4]), ("", [4, 6])
    base, new = Method(one, other, are_told=False), Method(other, one, are_told=False)
    assert pairs(same(base, new)) == {((1,), (3,)), ((2,), (1,)), ((4,), (4,))}
    # The labels are known on one side only.
    assert pairs(same(base, Method(C, A))) == {((1,), (3,)), ((2,), (1,)), ((4,), (4,))}
    # If one case is left on each side, the two correspond, although their code differs.
    changed = Method(("", [4, 7]), one, are_told=False)
    assert pairs(same(base, changed)) == {((1,), (3,)), ((2,), (1,)), ((4,), (4,))}
    # A case that is left on one side only is new or gone.
    assert pairs(same(base, Method(one, are_told=False))) == {
        ((1,), (1,)),
        ((2,), ()),
        ((4,), (2,)),
    }


def test_unlabelled_cases_of_equal_code_stay_unmatched() -> None:
    base = Method(A, B, C, are_told=False)
    assert same(base, base) == {
        SameOutcome((1, 2), (1, 2), is_told=False),
        SameOutcome((3,), (3,)),
        SameOutcome((5,), (5,)),
    }
    # In equal class files, equal numbers lead to equal code.
    assert pairs(same(base, base, is_same_file=True)) == {((at,), (at,)) for at in (1, 2, 3, 5)}
    # It isn't known which of the three equal cases is new.
    more = Method(A, B, ("D", [4]), C, are_told=False)
    assert same(base, more) == {
        SameOutcome((1, 2), (1, 2, 3), is_told=False, is_whole=False),
        SameOutcome((3,), (4,)),
        SameOutcome((5,), (6,)),
    }


def test_changed_unlabelled_cases_stay_unmatched() -> None:
    base = Method(("", [4]), ("", [5]), are_told=False)
    new = Method(("", [7]), ("", [8]), are_told=False)
    assert same(base, new) == {
        SameOutcome((1, 2), (1, 2), is_told=False, is_whole=False), SameOutcome((3,), (3,)),
    }  # fmt: skip


def test_patterns_of_one_type_share_a_label() -> None:
    twice = ("Circle", [4]), ("Circle", [4, 6]), ("Square", [4])
    base = Method(*twice, operand="typeSwitch(local 1, local 2)")
    new = Method(twice[2], twice[1], twice[0], operand="typeSwitch(local 1, local 2)")
    assert pairs(same(base, new)) == {((1,), (4,)), ((2,), (2,)), ((4,), (1,)), ((5,), (5,))}


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    ("base", "new", "base_group", "new_group"),
    [
        # "case A, B: f; case C: g" has become "case A: f; case B: f; case C: g".
        ([(",", [4]), ("", [4, 6])], [("", [4]), ("", [4]), ("", [4, 6])], (1,), (1, 2)),
        # The new case with other code may be for either of the two labels of the base's case.
        ([(",", [4])], [("", [4]), ("", [4, 6])], (1,), (1, 2)),
        # One label has moved from the first case to the second. The two cases differ in their code.
        ([(",", [4]), ("", [4, 6])], [("", [4]), (",", [4, 6])], (1, 2), (1, 2)),
        # Only some labels are known.
        ([("A,", [4])], [("A", [4]), ("", [4, 6])], (1,), (1, 2)),
        ([("A,B", [4])], [("A", [4]), ("", [4, 6])], (1,), (1, 2)),
        # It isn't known which of the two cases has lost a label.
        ([(",", [4]), (",", [4])], [("", [4]), (",", [4])], (1, 2), (1, 2)),
    ],
)
def test_cases_may_have_been_split_or_joined(
    base: Any, new: Any, base_group: tuple[int, ...], new_group: tuple[int, ...], *, turned: bool
) -> None:
    sides, groups = [Method(*base), Method(*new)], [base_group, new_group]
    if turned:
        sides, groups = sides[::-1], groups[::-1]
    untold = [one for one in same(sides[0], sides[1]) if not one.is_told]
    (found,) = untold
    assert (tuple(sorted(found.base)), tuple(sorted(found.new))) == tuple(groups)
    assert found.may_be_joined
    assert not found.is_whole


def test_two_cases_may_become_one_while_a_label_moves_to_the_default() -> None:
    """In the base, each label has a case. In the new code, one label leads to the default."""
    base = Method(("", [4]), ("", [4, 6]))
    new = Method(("", [4]))
    decision = new.decision
    new.decision = Decision(
        0, "switch", "I", decision.operands, (1, 2), (1, new.last, new.last), 3, ("", "")
    )
    new.code.deciding[0] = new.decision
    assert same(base, new) == {
        SameOutcome((1,), (1,)),
        SameOutcome((4, 2), (2,), is_told=False, is_whole=False, may_be_joined=True),
    }


def test_different_labels_are_never_one_case() -> None:
    patterns = "typeSwitch(local 1, local 2)"
    circles = ("Circle", [4]), ("Circle", [4, 6])
    for size in ([5], [5, 7], [4]):
        base = Method(*circles, ("Square", [5]), operand=patterns)
        new = Method(*circles, ("Triangle", size), operand=patterns)
        found = same(base, new)
        if size == [4]:
            # The triangle has the code of a circle.
            assert not any(3 in one.base and 4 in one.new and one.is_told for one in found)
            continue
        assert pairs(found) == {
            ((1,), (1,)), ((2,), (2,)), ((4,), ()), ((), (4,)),
            ((base.last,), (new.last,)),
        }  # fmt: skip


def test_cases_are_matched_by_keys_from_the_source() -> None:
    base = Method(A, B, C, operand=PLAIN, are_told=False)
    new = Method(C, A, B, keys=[3, 1, 2], operand=PLAIN, are_told=False)
    assert pairs(same(base, new)) == {((1,), (3,)), ((2,), (4,)), ((3,), (1,)), ((5,), (5,))}
    # The keys of a switch on an int have nothing in common with the numbers of an enum.
    assert same(base, Method(A, B, C)) == same(base, Method(A, B, C, are_told=False))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([0, 1, 2], None),
        # Each list has, for each block of the base, the counterpart's place in the new code.
        ([2, 0, 1], [0, 3, 4, 1, 2, 5]),
        ([1, 0, 2], [0, 2, 1, 3, 4, 5]),
    ],
)
def test_moved_cases_get_the_new_order(order: list[int], expected: Any) -> None:
    cases = [A, B, C]
    base, new = Method(*cases), Method(*(cases[at] for at in order))
    assert in_new_order(base.code, new.code, [(base.decision, new.decision)]) == expected


def test_a_case_has_its_own_blocks() -> None:
    method = Method(A, C, B)
    cases = CaseBlocks(method.code, method.decision)
    assert cases.blocks(2) == [2, 3]
    assert cases.blocks(1) == [1]
    assert cases.blocks(method.last) == [method.last]


def of_codes(codes: Mapping[str, int], *, has_digests: bool = True) -> Method:
    """Returns a switch in which each label leads to the code with the given number.

    Each case has one block of four instructions. The block's digest is the code's number.
    """
    cases: dict[int, list[str]] = {}
    for label, code in codes.items():
        cases.setdefault(code, []).append(label)
    digests = (99, *cases, 98) if has_digests else ()
    return Method(*((",".join(own), [4]) for own in cases.values()), digests=digests)


@pytest.mark.parametrize(
    ("base", "new", "elsewhere"),
    [
        # Two labels have exchanged their codes. In the first row, the codes stay where they were.
        # In the second row, the labels do.
        ({"A": 1, "B": 2, "C": 3}, {"B": 1, "A": 2, "C": 3}, {((1,), (2,)), ((2,), (1,))}),
        ({"A": 1, "B": 2, "C": 3}, {"A": 2, "B": 1, "C": 3}, {((1,), (1,)), ((2,), (2,))}),
        # A label has moved from one case to another. Both cases keep their codes.
        ({"A": 1, "B": 1, "C": 2}, {"A": 1, "B": 2, "C": 2}, set()),
        # A label has got a case of its own, or has lost it.
        ({"A": 1, "B": 1}, {"A": 1, "B": 2}, {((), (2,))}),
        ({"A": 1, "B": 2}, {"A": 1, "B": 1}, {((2,), ())}),
        # The code of a case has been edited.
        ({"A": 1, "B": 2}, {"A": 1, "B": 3}, set()),
        ({"A": 1, "B": 2}, {"A": 3, "B": 4}, set()),
        # A has the former code of B, and the code of B is new.
        ({"A": 1, "B": 2}, {"A": 2, "B": 3}, {((1,), (1,)), ((2,), (2,))}),
        # The cases have moved together with their labels.
        ({"A": 1, "B": 2, "C": 3}, {"C": 3, "A": 1, "B": 2}, set()),
        # A label has been renamed, and still leads to the same code.
        ({"A": 1, "B": 2}, {"A": 1, "D": 2}, set()),
    ],
)
def test_labels_that_lead_to_other_code_are_found(
    base: dict[str, int], new: dict[str, int], elsewhere: set[tuple[Any, Any]]
) -> None:
    sides = of_codes(base), of_codes(new)
    found = same(*sides)
    assert {(one.base, one.new) for one in found if one.leads_elsewhere} == elsewhere
    # In equal class files, nothing has moved. Without digests, all cases look alike.
    assert not any(one.leads_elsewhere for one in same(*sides, is_same_file=True))
    without = same(of_codes(base, has_digests=False), sides[1])
    assert not any(one.leads_elsewhere for one in without)


def test_sizes_alone_do_not_show_that_a_label_moved() -> None:
    """The cases' sizes are exchanged, as if both cases were edited. Digests are unknown."""
    found = same(Method(("A", [5]), ("B", [7])), Method(("A", [7]), ("B", [5])))
    assert pairs(found) == {((1,), (1,)), ((2,), (2,)), ((3,), (3,))}
    assert not any(one.leads_elsewhere for one in found)


def test_a_moved_label_is_counted_with_its_code() -> None:
    base, new = of_codes({"A": 1, "B": 1, "C": 2}), of_codes({"A": 1, "B": 2, "C": 2})
    assert pairs(same(base, new)) == {((1,), (1,)), ((2,), (2,)), ((3,), (3,))}


@pytest.mark.parametrize("seed", range(60))
def test_executions_that_surely_went_another_way_agree_with_brute_force(seed: int) -> None:
    """Each execution has a label, and each label leads to some code on each side.

    The test counts the executions whose label leads to other code on the new side. The number that
    is computed from the outcomes must not be greater than this count. The two must be equal if
    every case has one label and no code was edited.
    """
    random = Random(seed)
    labels = "ABCDEF"[: random.randint(2, 6)]
    is_exchange = seed % 2 == 0
    codes = random.sample(range(1, 9), len(labels)) if is_exchange else [1, 2, 3]
    sides = [
        dict(zip(order, picked, strict=True))
        for order, picked in (
            (random.sample(labels, len(labels)), random.sample(codes, len(codes)))
            if is_exchange
            else (labels, random.choices(codes, k=len(labels)))
            for _ in range(2)
        )
    ]
    times = {label: random.randint(0, 20) for label in labels}
    methods = [of_codes(one) for one in sides]
    counts = [
        {
            target: sum(
                times[label]
                for label, own in zip(it.decision.labels, it.decision.targets, strict=False)
                if own == target
            )
            for target in it.decision.targets
        }
        for it in methods
    ]
    least = 0.0
    for one in same(methods[0], methods[1]):
        before, after = (
            sum(own[it] for it in its) for own, its in zip(counts, (one.base, one.new), strict=True)
        )
        least += (before + after if one.leads_elsewhere else abs(before - after)) / 2
    went = sum(times[it] for it in labels if sides[0][it] != sides[1][it])
    assert least <= went
    if is_exchange:
        assert least == went


@pytest.mark.parametrize("seed", range(200))
def test_executions_of_equal_code_are_not_counted_as_moved(seed: int) -> None:
    """Each value has a label or leads to the default, and each code is a list of instructions.

    The codes are split into blocks at random. The test counts the executions that run other
    instructions on the new side. The number that is computed from the outcomes must not be greater
    than this count.
    """
    random = Random(seed)
    values = "ABCDEF"[: random.randint(2, 6)]
    codes = [tuple(random.choices("xyz", k=random.randint(1, 3))) for _ in range(4)]
    are_told = seed % 4 > 0
    if not are_told:
        # Without labels, code of equal size may count as edited code, so all sizes differ.
        codes = [tuple(random.choices("xyz", k=size)) for size in range(1, 5)]
    times = {value: random.randint(0, 20) for value in values}
    sides = [_random_side(random, values, codes, are_told=are_told) for _ in range(2)]
    counts = [
        {it: sum(times[value] for value in values if target[value] == it) for it in target.values()}
        for _, target, _ in sides
    ]
    least = 0.0
    for one in same(sides[0][0], sides[1][0]):
        before, after = (
            sum(own.get(it, 0) for it in its)
            for own, its in zip(counts, (one.base, one.new), strict=True)
        )
        if one.is_told or one.may_be_joined:
            least += (before + after if one.leads_elsewhere else abs(before - after)) / 2
        else:
            ranked = [
                sorted((own.get(it, 0) for it in its), reverse=True)
                for own, its in zip(counts, (one.base, one.new), strict=True)
            ]
            least += sum(abs(a - b) for a, b in zip_longest(*ranked, fillvalue=0)) / 2
    assert least <= sum(times[it] for it in values if sides[0][2][it] != sides[1][2][it])


def _random_side(
    random: Random, values: str, codes: Sequence[tuple[str, ...]], *, are_told: bool
) -> tuple[Method, dict[str, int], dict[str, tuple[str, ...]]]:
    """Returns a switch, and the target and the code to which each value leads."""
    labels = [value for value in values if random.random() < 0.7] or ["A"]
    parts: list[list[str]] = []
    for label in labels:
        if parts and random.random() < 0.3:
            random.choice(parts).append(label)
        else:
            parts.append([label])
    own = [random.choice(codes) for _ in range(len(parts) + 1)]
    blocks = [_split(random, code) for code in own]
    digests = (99, *(1 + hash(it) % 2**31 for some in blocks for it in some), 98)
    sizes = [[*map(len, some)] for some in blocks]
    for size in sizes[:-1]:
        size[-1] += 1  # a goto to the code after all cases
    cases = [(",".join(part), size) for part, size in zip(parts, sizes, strict=False)]
    method = Method(*cases, digests=digests, default=sizes[-1], operand=PLAIN)
    if are_told:
        keys = tuple(ord(label) for part in parts for label in part)
        method.decision = replace(method.decision, keys=keys, labels=())
    else:
        unknown = ("",) * len(labels)
        method.decision = replace(method.decision, labels=unknown, operands=(NUMBERED,))
    method.code.deciding[0] = method.decision
    target = dict.fromkeys(values, method.decision.targets[-1])
    run = dict.fromkeys(values, own[-1])
    place = iter(method.decision.targets)
    for part, code in zip(parts, own, strict=False):
        for label in part:
            target[label], run[label] = next(place), code
    return method, target, run


def _split(random: Random, code: Sequence[str]) -> list[tuple[str, ...]]:
    cuts = sorted({0, len(code), *(at for at in range(len(code)) if random.random() < 0.3)})
    return [tuple(code[start:end]) for start, end in pairwise(cuts)]


def test_exchanged_labels_do_not_move_code() -> None:
    base, new = of_codes({"A": 1, "B": 2}), of_codes({"B": 1, "A": 2})
    assert in_new_order(base.code, new.code, [(base.decision, new.decision)]) is None
