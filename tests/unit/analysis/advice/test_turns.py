"""Tests branches that take turns: their outcomes repeat with a period of several iterations.

The expected branches are found by brute force over random walks, or known for made-up loops.
"""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.turns import TurningBranch, turns
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.repeated_words import mark

from .conftest import K, Piece, WalkedLoop

FIRST_EVEN, FIRST_ODD = 6, 4
EVEN, ODD, EVEN_OUT, ODD_OUT = 2, 0, 3, 1


def goes_round(loop: WalkedLoop, piece: Piece) -> bool:
    return loop.loop.header in piece.blocks and piece.end == "back"


def stretches(loop: WalkedLoop, length: int, *, entered: bool = False) -> list[tuple[Piece, ...]]:
    """Returns the loop's stretches of ``length`` iterations, as pieces.

    If ``entered``, only stretches at the beginning of an entry are returned.
    """
    found = []
    for chain in loop.chains:
        if entered and (not chain[0].is_first or length > loop.known_from_start(chain)):
            continue
        last = 1 if entered else len(chain) - length + 1
        for at in range(last):
            part = tuple(chain[at : at + length])
            if len(part) == length and all(goes_round(loop, one) for one in part):
                found.append(part)
    return found


@pytest.mark.parametrize("period", range(2, K))
def test_turning_branches_are_those_of_brute_force(walked: list[WalkedLoop], period: int) -> None:
    """Tests each period, whether or not iterations repeat with it.

    The most frequent stretch shows which branches take turns, and with which outcomes.
    """
    for loop in walked:
        found = turns(loop.found, loop.test, period)
        met = Counter(tuple(one.key for one in part) for part in stretches(loop, period))
        if not met:
            assert found == ()
            continue
        numbers = loop.traces()
        best = min(met, key=lambda keys: (-met[keys], [numbers[key] for key in keys]))
        (example,) = (
            {part for part in stretches(loop, period) if tuple(it.key for it in part) == best}
            if len(set(stretches(loop, period))) == 1
            else {
                next(
                    part for part in stretches(loop, period) if tuple(it.key for it in part) == best
                )
            }
        )
        told = {one.block: one for one in found}
        for block in set(loop.loop.blocks) - loop.test:
            outcomes = [one.outcome(block) for one in example]
            if len(set(outcomes) - {None}) < 2:
                assert block not in told
                continue
            check(loop, told.pop(block), period, outcomes)
        assert not told


def check(loop: WalkedLoop, one: TurningBranch, period: int, outcomes: list[int | None]) -> None:
    pairs = stretches(loop, period + 1)
    assert one.pairs == len(pairs)
    assert one.broken == sum(
        part[0].outcome(one.block) != part[-1].outcome(one.block) for part in pairs
    )
    assert one.unasked_first == sum(
        part[0].outcome(one.block) is None and part[-1].outcome(one.block) is not None
        for part in stretches(loop, period + 1, entered=True)
    )
    assert one.unasked_first <= one.broken
    begins = [
        tuple(it.outcome(one.block) for it in part)
        for part in stretches(loop, period, entered=True)
    ]
    rotations = [tuple(outcomes[at:] + outcomes[:at]) for at in range(period)]

    def begun(rotation: tuple[int | None, ...]) -> int:
        may_not_ask = None not in rotation
        return sum(
            met[1:] == rotation[1:] and (met[0] == rotation[0] or (may_not_ask and met[0] is None))
            for met in begins
        )

    assert one.entries == len(begins)
    assert one.begun == max(map(begun, rotations))
    pattern = tuple(None if at < 0 else one.targets[at] for at in one.pattern)
    assert pattern in rotations
    assert begun(pattern) == one.begun


def advice(directory: Path, *activations: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    """Returns the text of the advice to unroll a loop ("" if there is none), and all texts by kind.

    Each activation is given as its paths, and occurs 300 times.
    """
    builder = RecordingBuilder(k=8)
    method = builder.add(figure_3())
    for paths in activations:
        builder.stream(method, paths, times=300)
    builder.auxiliary(method, entries=300 * len(activations), escapes=0)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    table = kpath_jvm.advise(Profile.open(directory / "p.kpath"))
    found = table[table["kind"] == "unroll"]["advice"].tolist()
    return found[0] if found else "", dict(zip(table["kind"], table["advice"], strict=True))


FALLS_AWAY = "in all entries, and falls away if it follows from the iteration's number"


def test_an_alternating_branch_gives_advice_to_unroll(tmp_path: Path) -> None:
    text, _ = advice(tmp_path, (FIRST_EVEN, *(ODD, EVEN) * 11, ODD_OUT))
    assert text.startswith("by 2, 4 or 8: 100.0 % of ")
    assert "takes turns" in text
    assert text.endswith(f"{FALLS_AWAY}{mark(300)}")


def test_an_alternating_branch_may_begin_with_either_answer(tmp_path: Path) -> None:
    text, _ = advice(
        tmp_path,
        (FIRST_EVEN, *(ODD, EVEN) * 11, ODD_OUT),
        (FIRST_ODD, *(EVEN, ODD) * 11, EVEN_OUT),
        (FIRST_ODD, *(EVEN, ODD) * 11, EVEN_OUT),
    )
    assert (
        "but only 66.7 % of 900 entries begin with the first of these turns, so a test before"
        in text
    )


def test_copies_still_test_a_branch_that_nearly_alternates(tmp_path: Path) -> None:
    """In the middle of each entry, one even iteration follows another."""
    text, _ = advice(tmp_path, (FIRST_EVEN, *(ODD, EVEN) * 9, EVEN, *(ODD, EVEN) * 9, ODD_OUT))
    # In each entry, 36 of the iterations that go round come after two others. Only iterations 20
    # and 21 differ from the one two iterations before.
    assert "but in 600 of 10,800 iterations it isn't its turn, so the copies still have to" in text


def test_a_branch_that_is_constant_in_each_entry_takes_no_turns(tmp_path: Path) -> None:
    """Copies of the body don't remove the branch, so only unswitching is advised."""
    text, kinds = advice(
        tmp_path, *[(FIRST_EVEN, *[EVEN] * 22, EVEN_OUT)] * 19, (FIRST_ODD, *[ODD] * 22, ODD_OUT)
    )
    assert text == ""
    assert "unswitch" in kinds


def test_a_condition_that_holds_only_in_the_first_iteration_takes_no_turns(tmp_path: Path) -> None:
    text, _ = advice(tmp_path, (FIRST_ODD, *[EVEN] * 22, EVEN_OUT))
    assert text == ""


def test_a_condition_that_holds_in_every_third_iteration_has_period_3(tmp_path: Path) -> None:
    text, _ = advice(tmp_path, (FIRST_EVEN, *(ODD, ODD, EVEN) * 8, ODD_OUT))
    assert text.startswith("by 3: 100.0 % of ")
    answers = text.partition("takes turns (")[2].partition(")")[0].split(", ")
    assert answers[1] == answers[2] != answers[0]
    assert text.endswith(f"{FALLS_AWAY}{mark(300)}")


def test_a_period_of_1_has_no_turns(walked: list[WalkedLoop]) -> None:
    for loop in walked:
        assert turns(loop.found, loop.test, None) == turns(loop.found, loop.test, 1) == ()
