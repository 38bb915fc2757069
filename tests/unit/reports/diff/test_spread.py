"""Tests how ``diff`` marks differences that are within the spread of one side's runs."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.versions import LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.reports.diff.gates import of_conditions
from kpath_jvm.reports.diff.spread import varying, within


def runs(directory: Path, name: str, *rounds: int) -> list[Profile]:
    stays = Version(name="stays", class_name="demo/Stays").walked(*[LEFT] * 90)
    return [
        versions_profile(
            directory, f"{name}{at}", Version().walked(*[LEFT] * times, times=2), stays
        )
        for at, times in enumerate(rounds)
    ]


@pytest.fixture
def sides(tmp_path: Path) -> tuple[Side, Side]:
    """Returns a base of four equal runs, and a new side in which one of four runs does far more."""
    return Side(runs(tmp_path, "a", 10, 10, 10, 10)), Side(runs(tmp_path, "b", 10, 10, 10, 60))


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        (
            "bytecodes > +10%",
            "no method's bytecodes rose by more; 1 difference that may be chance, because runs of "
            "one side differ among themselves, doesn't count: demo.Work.run(int): bytecodes 860 "
            "→ 1,860 (+116 %; entries 2; its code is unchanged), bytecodes: runs of the new side "
            "have 860 to 4,860",
        ),
        (
            "total > +10%",
            "bytecodes of 2 methods that ran on either side, together 4,490 → 5,490 (+22.3 %); "
            "this may be chance, because runs of the new side have 4,490 to 8,490",
        ),
    ],
)
def test_gates_say_that_a_difference_may_be_chance(
    sides: tuple[Side, Side], condition: str, text: str
) -> None:
    (gate,) = of_conditions(judge(difference(*sides), [parsed(condition)]))
    assert gate["passed"]
    assert gate["text"].startswith(text)


def test_the_largest_unlisted_difference_is_named(sides: tuple[Side, Side]) -> None:
    found = difference(*sides)
    assert found.within_spread
    assert within(found.unlisted[: found.within_spread]) == [
        "demo.Work.run(int): bytecodes 860 → 1,860, runs of the new side have 860 to 4,860"
    ]


def test_the_text_says_how_many_runs_have_a_figure() -> None:
    """A loop that ran in one of four runs has iterations per entry in that run alone."""
    figure = Figure((0.0, 0.0), (None, None, None, 8.0))
    assert varying(figure, str) == "only 1 of 4 runs of the new side have it"


def test_a_gate_passes_if_a_loop_is_new_in_only_one_run(tmp_path: Path) -> None:
    plain = Version(((1,), (2,), ()), [(0, 1, 2)] * 90)
    grown = Version(digest="x").walked(*[LEFT] * 8, times=90)
    never = Version(digest="x", walks=[(0, 1, 6)] * 90, successors=((1, 6), *grown.successors[1:]))
    sides = [
        Side([versions_profile(tmp_path, f"{name}{at}", one) for at, one in enumerate(own)])
        for name, own in (
            ("base", [plain] * 4),
            ("new", [replace(never, walks=[(0, 6)] * 90)] * 3
             + [replace(never, walks=grown.walks)]),
        )
    ]  # fmt: skip
    (gate,) = of_conditions(judge(difference(*sides), [parsed("iterations(run:2) > +10%")]))
    assert gate["passed"]
    assert (
        "(only the new side has its code), iterations per entry: only 1 of 4 runs of the new "
        in (gate["text"])
    )
    assert ", ;" not in gate["text"]


def test_both_sides_runs_may_differ() -> None:
    figure = Figure((1.0, 9.0), (2.0, 9.5))
    assert varying(figure, str) == (
        "runs of the base have 1.0 to 9.0, those of the new side have 2.0 to 9.5"
    )
