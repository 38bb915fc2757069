"""Tests when no claim is made about all executions of a branch."""

import dataclasses
import random
from pathlib import Path

import pytest

from builders.branching import diamonds, numbers
from builders.nested import STREAMS, nested
from builders.recordings import RecordingBuilder, demo_run
from builders.settled import X, coin, found, one_way, profiled
from kpath_jvm import Profile, Selection
from kpath_jvm.analysis.selection import select
from kpath_jvm.analysis.settled.basis import basis_of
from kpath_jvm.analysis.settled.found import settled_of
from kpath_jvm.analysis.settled.one_way import OneWay
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided


def test_too_few_executions_allow_no_claim(tmp_path: Path) -> None:
    rng = random.Random(2)
    trips = [(True, y) for _, y in coin(rng, 999)]
    assert one_way(profiled(tmp_path / "few", [trips])) == []
    assert one_way(profiled(tmp_path / "enough", [[*trips, (True, True)]])) == [X]


def test_paths_that_were_not_completed_may_have_gone_another_way(tmp_path: Path) -> None:
    """The branch's other way may lead to a call that always throws."""
    rng = random.Random(3)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(100)]
    (one,) = (
        it for it in found(profiled(tmp_path / "2", activations, escapes=2))
        if isinstance(it, OneWay)
    )  # fmt: skip
    assert one.uncompleted == 2
    assert one_way(profiled(tmp_path / "3", activations, escapes=3)) == []
    # An activation that never ended has a path that wasn't completed, too.
    assert one_way(profiled(tmp_path / "4", activations, entries=103)) == []


FOLLOWING: list[tuple[Cause, bool]] = [
    (Cause.KILLED, False),
    (Cause.HELD_BACK, False),
    (Cause.LOST_EVENTS, False),
    (Cause.THREADS_LEFT_OUT, False),
    (Cause.SAMPLED, False),
    (Cause.DISAGREEMENT, False),
    (Cause.FOLDED, True),
    (Cause.NOTE, True),
]


@pytest.mark.parametrize(("cause", "is_claimed"), FOLLOWING)
def test_a_claim_is_allowed_unless_counts_may_lack_paths(
    tmp_path: Path, cause: Cause, is_claimed: bool
) -> None:
    rng = random.Random(4)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)]
    completeness = decided([Fact(cause=cause, text="something")])
    profile = profiled(tmp_path, activations, completeness=completeness)
    assert one_way(profile) == ([X] if is_claimed else [])
    assert (settled_of(profile, 0).basis.why_not is None) == is_claimed


def test_a_selected_part_allows_no_claim(tmp_path: Path) -> None:
    """Paths that don't run through the selected loop may have gone another way."""
    builder = RecordingBuilder(k=4)
    spec = builder.add(nested())
    builder.stream(spec, *STREAMS)
    builder.auxiliary(spec, entries=len(STREAMS))
    write_profile(tmp_path / "nested.kpath", builder.build(tmp_path), demo_run())
    whole = Profile.open(tmp_path / "nested.kpath")
    method = whole.find_method("Nested.run")
    part = select(whole, Selection(method=("Nested.run",), loop=("31",))).profile
    assert basis_of(whole, method).why_not is None
    assert basis_of(part, method).why_not == "only a part of the method's paths is looked at"
    of_method = select(whole, Selection(method=("Nested.run",))).profile
    assert basis_of(of_method, method).why_not is None


def test_more_ends_than_beginnings_of_activations_allow_no_claim(tmp_path: Path) -> None:
    """A part of a recording may begin amid activations.

    Then it isn't known how many paths were under way when the part ended.
    """
    rng = random.Random(15)
    for live in (0, 1):
        builder = RecordingBuilder(k=4)
        spec = builder.add(diamonds())
        for _ in range(60):
            builder.stream(spec, numbers([(True, y) for _, y in coin(rng, 20)]))
        builder.auxiliary(spec, entries=60 - live)
        directory = tmp_path / str(live)
        directory.mkdir()
        recorded = dataclasses.replace(builder.build(directory), begins_amid=True)
        write_profile(directory / "part.kpath", recorded, demo_run())
        profile = Profile.open(directory / "part.kpath")
        assert profile.completeness.is_exact
        assert one_way(profile) == ([] if live else [X])
