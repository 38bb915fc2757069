"""Compares the costs of calls in branches' tests with costs found by following each call."""

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from builders.called import From, Name, add_callers, caller_counts
from kpath_jvm.analysis.called_costs import CalledCosts, CallsOfTest, is_in_test
from kpath_jvm.profile.metadata import Decision


def name(number: int) -> Name:
    return ("demo/Some", f"m{number}", "()V")


def profile_of(directory: Path, entries: Mapping[int, int]) -> Any:
    """Returns a fake profile of methods with the given numbers of entries."""
    rows = SimpleNamespace(
        by_name={name(number): [number] for number in entries},
        row=lambda number: {
            "class": "demo/Some", "name": f"m{number}", "descriptor": "()V",
            "entries": entries[number],
        },
    )  # fmt: skip
    return SimpleNamespace(path=directory, method_rows=rows)


def decision(*operands: str, instructions: int = 3) -> Decision:
    return Decision(0, "==", "I", operands, (1, 0), (1, 2), instructions)


def code(size: int = 3, last: int = 10) -> Any:
    return SimpleNamespace(offsets=((0, last),), instructions=(size,))


@pytest.mark.parametrize("seed", range(20))
def test_costs_agree_with_following_each_call(tmp_path: Path, seed: int) -> None:
    """Each entry of a method makes the same calls, so each costs as much as the method's mean."""
    rng = random.Random(seed)
    count = 8
    own = [rng.randint(1, 9) for _ in range(count)]
    calls = [
        [(offset, rng.randrange(caller + 1, count)) for offset in range(rng.randint(0, 3))]
        if caller + 1 < count
        else []
        for caller in range(count)
    ]
    entered: Counter[int] = Counter()
    made: Counter[From] = Counter()

    def enter(number: int) -> int:
        entered[number] += 1
        cost = own[number]
        for offset, callee in calls[number]:
            made[name(callee), name(number), 4 * offset, 7] += 1
            cost += enter(callee)
        return cost

    for _ in range(5):
        enter(0)
    made[name(0), None, -1, -1] = 5
    entries = dict(entered)
    add_callers(tmp_path, caller_counts(made))
    spent = np.array([own[number] * entered[number] for number in range(count)])
    costs = CalledCosts(profile_of(tmp_path, entries), spent)
    for number in entries:
        total = sum(enter(callee) for _, callee in calls[number])
        asked = decision("m()", instructions=-1)
        found = costs.of_test(number, code(last=99), asked, entries[number])
        assert found.each == pytest.approx(total)
        assert costs.offsets(number) == {4 * offset for offset, _ in calls[number]}


def test_a_call_into_a_recursion_has_the_costs_of_the_whole_recursion(tmp_path: Path) -> None:
    """Method 1 and method 2 call each other, so a call from outside has the costs of both."""
    made: dict[From, int] = {
        (name(0), None, -1, -1): 1, (name(1), name(0), 4, 1): 10, (name(2), name(1), 4, 1): 30,
        (name(1), name(2), 4, 1): 20,
    }  # fmt: skip
    add_callers(tmp_path, caller_counts(made))
    profile = profile_of(tmp_path, {0: 1, 1: 30, 2: 30})
    costs = CalledCosts(profile, np.array([5, 30 * 2, 30 * 3]))
    found = costs.of_test(0, code(last=99), decision("m1()", instructions=-1), 5)
    assert found.each == pytest.approx(10 / 5 * (60 + 90) / 10, rel=1e-4)
    # For a test within the recursion, the cost of its calls isn't known.
    assert costs.of_test(1, code(last=99), decision("m2()", instructions=-1), 30).each is None


def test_costs_of_near_endless_recursion_are_unknown(tmp_path: Path) -> None:
    made: dict[From, int] = {(name(1), name(1), 4, 1): 9, (name(1), name(0), 4, 1): 1}
    made[name(0), None, -1, -1] = 1
    add_callers(tmp_path, caller_counts(made | {(name(1), name(1), 8, 1): 10**9}))
    costs = CalledCosts(profile_of(tmp_path, {0: 1, 1: 10**9 + 10}), np.array([5, 2 * 10**9]))
    assert costs.of_test(0, code(last=99), decision("m1()", instructions=-1), 1).each is None


def test_calls_that_entered_no_recorded_method_are_known_too(tmp_path: Path) -> None:
    """CharSequence.charAt, for example, mostly enters the JDK's String, which isn't recorded."""
    made: dict[From, int] = {(name(0), None, -1, -1): 1, (name(1), name(0), 4, 1): 10}
    add_callers(tmp_path, caller_counts(made, offsets={name(0): (4, 11, 30), name(1): (8,)}))
    costs = CalledCosts(profile_of(tmp_path, {0: 1, 1: 10}), np.array([5, 80]))
    assert (costs.offsets(0), costs.offsets(1)) == ({4, 11, 30}, {8})
    # Profiles of earlier versions have only the calls that entered recorded methods.
    add_callers(tmp_path, caller_counts(made))
    costs = CalledCosts(profile_of(tmp_path, {0: 1, 1: 10}), np.array([5, 80]))
    assert (costs.offsets(0), costs.offsets(1)) == ({4}, set())


def test_calls_are_found_in_a_test_s_text_if_no_callers_are_recorded(tmp_path: Path) -> None:
    costs = CalledCosts(profile_of(tmp_path, {0: 1, 1: 10}), np.array([5, 80]))
    assert costs.of_test(0, code(), decision("x", "y"), 9) == CallsOfTest(False, 0.0, ())
    assert costs.of_test(0, code(), decision("r.m1()"), 9) == CallsOfTest(True, None, None)
    # An unknown part of the text may be a call. Text in a string literal isn't a call.
    assert costs.of_test(0, code(), decision("… + 1"), 9) == CallsOfTest(True, None, None)
    assert costs.of_test(0, code(), decision('"m1()"', "x"), 9) == CallsOfTest(False, 0.0, ())
    assert costs.offsets(0) == frozenset()


@pytest.mark.parametrize("seed", range(30))
def test_unrecorded_calls_are_found(tmp_path: Path, seed: int) -> None:
    """Each call enters a recorded method, or an unrecorded one that may call a recorded method."""
    rng = random.Random(seed)
    callees = [rng.randrange(1, 4) for _ in range(rng.randint(1, 3))]
    goes_elsewhere = [rng.choice((0.0, 0.3, 1.0)) for _ in callees]
    called_back = [rng.choice((0, 0, 1, 2)) for _ in callees]
    made: Counter[From] = Counter({(name(0), None, -1, -1): 1})
    elsewhere = set()
    executions = 400
    for _ in range(executions):
        for at, callee in enumerate(callees):
            if rng.random() >= goes_elsewhere[at]:
                made[name(callee), name(0), 4 * at, 7] += 1
                continue
            elsewhere.add(f"m{callee}")
            for _ in range(called_back[at]):
                made[name(4), name(0), 4 * at, 7] += 1
    add_callers(tmp_path, caller_counts(made))
    entries = Counter(dict.fromkeys(range(5), 0))
    for (callee, *_), count in made.items():
        entries[int(callee[1][1:])] += count
    costs = CalledCosts(profile_of(tmp_path, entries), np.array([9, 0, 0, 0, 0]) + 1)
    asked = decision(*(f"x.m{callee}(y)" for callee in callees), instructions=-1)
    found = costs.of_test(0, code(last=99), asked, executions)
    assert found.unrecorded is not None
    assert set(found.unrecorded) == elsewhere
    assert found.may_call


def test_unrecorded_calls_are_named_as_in_the_text(tmp_path: Path) -> None:
    made = {(name(1), name(0), 4, 1): 300, (name(0), None, -1, -1): 1}
    add_callers(tmp_path, caller_counts(made))
    costs = CalledCosts(profile_of(tmp_path, {0: 1, 1: 300}), np.array([5, 900]))

    def unrecorded(*operands: str) -> tuple[str, ...] | None:
        asked = decision(*operands, instructions=-1)
        return costs.of_test(0, code(last=99), asked, 100).unrecorded

    assert unrecorded("a.m1(b.m1(c), m1())", "1") == ()
    assert unrecorded("a.m1(b.m1(c))", "1") == ("m1",)
    assert unrecorded("Collections.frequency(a.size(), a.size()).m1().m1().m1()") == (
        "Collections.frequency", "size",
    )  # fmt: skip
    assert unrecorded("m1() + m1() + m1()", "…") == ("…",)


def test_static_calls_are_matched_by_class(tmp_path: Path) -> None:
    """In 100 tests, demo/A$Item.m was entered 300 times, and demo/Base.own 100 times."""
    item, own = ("demo/A$Item", "m", "()Z"), ("demo/Base", "own", "()Z")
    test = name(0)
    made = {(item, test, 4, 1): 300, (own, test, 8, 1): 100, (test, None, -1, -1): 1}
    add_callers(tmp_path, caller_counts(made))
    profile = profile_of(tmp_path, {0: 1})
    profile.method_rows.by_name |= {item: [1], own: [2], ("demo/Sub", "<init>", "()V"): [3]}
    row = profile.method_rows.row
    profile.method_rows.row = lambda _: row(0) | {"entries": 300}
    costs = CalledCosts(profile, np.array([5, 900, 100, 0]))

    def unrecorded(operand: str) -> tuple[str, ...] | None:
        asked = decision(operand, instructions=-1)
        return costs.of_test(0, code(last=99), asked, 100).unrecorded

    assert unrecorded("Objects.m(Objects.m(Objects.m()))") == ("Objects.m",)
    assert unrecorded("Item.m(Item.m(Item.m()))") == ()
    assert unrecorded("Item.m(Item.m())") == ("Item.m",)
    assert unrecorded("Item.m(a.m(b.m()))") == ()
    assert unrecorded("Item.m(a.m())") == ("m",)
    assert unrecorded("Objects.m(Item.m(a.m(b.m())))") == ("Objects.m",)
    # A name after a dot is taken for a field, whose object may be of any class.
    assert unrecorded("A.ITEM.m(A.Item.m(a.m()))") == ()
    # A class that is recorded without the method has inherited it.
    assert unrecorded("Sub.own()") == unrecorded("Base.own()") == ()
    assert unrecorded("Other.own()") == ("Other.own",)


def test_lambdas_are_no_calls_and_concatenations_are_named(tmp_path: Path) -> None:
    made = {(name(1), name(0), 4, 1): 100, (name(0), None, -1, -1): 1}
    add_callers(tmp_path, caller_counts(made))
    costs = CalledCosts(profile_of(tmp_path, {0: 1, 1: 100}), np.array([5, 900]))

    def unrecorded(operand: str) -> tuple[str, ...] | None:
        asked = decision(operand, instructions=-1)
        return costs.of_test(0, code(last=99), asked, 100).unrecorded

    assert unrecorded("list.m1(lambda(a))") == ()
    assert unrecorded("list.removeIf(lambda())") == ("removeIf",)
    assert unrecorded("makeConcatWithConstants(a, i).m1(b)") == ("string concatenation",)
    assert unrecorded("A.lambda(m1())") == ("A.lambda",)


def test_calls_are_unknown_if_a_method_has_several_versions(tmp_path: Path) -> None:
    add_callers(tmp_path, caller_counts({(name(1), name(0), 4, 1): 7}))
    profile = profile_of(tmp_path, {0: 1, 1: 7, 2: 0})
    profile.method_rows.by_name[name(0)] = [0, 2]
    costs = CalledCosts(profile, np.array([5, 70, 0]))
    assert costs.of_test(0, code(), decision("m1()"), 7).each is None
    assert costs.offsets(0) == frozenset()


@pytest.mark.parametrize(
    ("offset", "own", "is_named", "wanted"),
    [
        # aload, invokevirtual, ifne: the call is just before the branch.
        (7, 3, False, True),
        # From the call at offset 0 to the branch at offset 10, there may be 3 to 9 instructions,
        # including the call and the branch.
        (0, 9, False, True),
        (0, 8, False, False),
        (0, 8, True, True),
        (0, 2, True, False),
        (10, 9, True, False),
        (-1, 9, True, False),
        (0, -1, False, True),
        (0, 20, False, True),
    ],
)
def test_calls_within_a_test_are_recognised_by_offset(
    offset: int, own: int, is_named: bool, wanted: bool
) -> None:
    asked = decision("x", instructions=own)
    assert is_in_test(code(20), asked, offset, is_named) == wanted
