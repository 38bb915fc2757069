"""Tests that advice says why a loop that waits or tries again is neither unrolled nor peeled."""

from pathlib import Path
from typing import Any

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions


def profile_of(directory: Path, waits: str) -> Path:
    """Writes a profile of a loop that gets advice, unless ``waits`` marks the loop as waiting."""
    loop: dict[str, Any] = {"header": 1, "latches": [4], "blocks": [1, 2, 3, 4], "parent": -1}
    builder = RecordingBuilder(k=8)
    method = builder.add(figure_3(loops=[loop | ({"waits": waits} if waits else {})]))
    # The first iteration is odd, the others are even.
    builder.stream(method, (4, *[2] * 6, 3), times=2_000)
    builder.auxiliary(method, entries=2_000)
    target = directory / f"{waits.partition(' ')[0] or 'plain'}.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return target


def advised(path: Path) -> tuple[set[str], dict[str, Any]]:
    """Returns the kinds of advice that a profile's only loop gets, and its JSON object."""
    (loop,) = summarise_advice(Profile.open(path), ReadOptions())["loops"]
    return {one["kind"] for one in loop["advice"]}, loop


def test_an_ordinary_loop_is_advised(tmp_path: Path) -> None:
    kinds, loop = advised(profile_of(tmp_path, ""))
    assert {"write out", "peel"} <= kinds
    assert loop["loop"]["waiting"] is None


@pytest.mark.parametrize(
    ("waits", "why"),
    [
        (
            "retry AtomicInteger.compareAndSet",
            "a retry loop: it goes round until AtomicInteger.compareAndSet succeeds",
        ),
        ("spin Thread.onSpinWait", "a spin loop: every way around calls Thread.onSpinWait"),
        ("wait Object.wait", "a wait loop: every way around calls Object.wait"),
        ("poll Flag.stop", "a spin loop: it only reads Flag.stop until that changes"),
    ],
)
def test_a_loop_that_waits_is_neither_unrolled_nor_peeled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], waits: str, why: str
) -> None:
    path = profile_of(tmp_path, waits)
    profile = Profile.open(path)
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, row)
    assert not found.unrolling.is_worth_it
    assert (found.unrolling.factors, found.unrolling.steady_trips) == ((), None)
    assert not found.peeling.is_worth_it
    kinds, loop = advised(path)
    assert not kinds & {"unroll", "write out", "peel"}
    assert loop["loop"]["waiting"] == why
    reasons = {one["kind"]: one["why"] for one in loop["not_advised"]}
    assert reasons["unroll"] == reasons["peel"] == f"it is {why}"
    for verb in (
        ["report"],
        ["advise"],
        ["report", "--format", "md"],
        ["advise", "--format", "md"],
    ):
        assert run_verb([verb[0], str(path), *verb[1:]]) == 0
        assert why in " ".join(capsys.readouterr().out.split())


def test_loops_of_unknown_kinds_are_ordinary() -> None:
    assert why_it_waits("") is None
    # A later version of the agent may know more kinds of loops that wait.
    assert why_it_waits("dance Floor.here") is None
