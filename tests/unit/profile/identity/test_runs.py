"""Tests that a recording that is in two profiles isn't added up twice."""

import shutil
from pathlib import Path

import msgspec
import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.resampled import with_record
from kpath_jvm import Profile
from kpath_jvm.facts.prediction import PredictionFacts
from kpath_jvm.fleet import answers
from kpath_jvm.profile.identity.runs import (
    CountedTwiceError,
    Shared,
    identities_of,
    shared_by,
)
from kpath_jvm.profile.reader import read_run
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import ThreadEntry
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.store import Chosen, Store

AGENT = RecordingRecord(
    main="Main", java_version="21", java_vendor="Demo", pid=7, parent_pid=1, process_start=99,
    started_millis=1_700_000_000_000, options={"output": "/tmp/kpath-x"},
)  # fmt: skip


def made(directory: Path, name: str, *identities: str) -> Path:
    """Writes a profile whose run.json names the given recordings.

    If no identities are given, the profile is like those that earlier versions of kpath-jvm wrote.
    """
    (directory / name).mkdir()
    path = demo_profile(directory / name, name=name)
    return with_record(path, identities=identities)


def added(output: Path, *profiles: Path) -> Path:
    merge(MergeRequest(tuple(profiles), output, force=True), lambda _: None)
    return output


def test_recordings_and_their_windows_are_distinguished() -> None:
    other = msgspec.structs.replace(AGENT, started_millis=AGENT.started_millis + 1)
    assert AGENT.identities() == msgspec.structs.replace(AGENT).identities()
    assert len({AGENT.identities(), other.identities(), AGENT.identities(1)}) == 3
    (first,), (second,) = AGENT.identities(), AGENT.identities(1)
    assert second == f"{first}.1"


@pytest.mark.parametrize("identities", [AGENT.identities(), ()])
def test_a_copy_of_a_profile_is_refused(tmp_path: Path, identities: tuple[str, ...]) -> None:
    path = made(tmp_path, "a", *identities)
    copy = shutil.copytree(path, tmp_path / "copy.kpath")
    with pytest.raises(CountedTwiceError, match=r"copy.kpath and .*demo.kpath are of the same"):
        added(tmp_path / "sum.kpath", path, copy)
    assert not (tmp_path / "sum.kpath").exists()


@pytest.mark.parametrize("identities", [AGENT.identities(), ()])
def test_a_sum_and_one_of_its_members_are_refused(
    tmp_path: Path, identities: tuple[str, ...]
) -> None:
    first, second = made(tmp_path, "a", *identities), made(tmp_path, "b", "0" * 32)
    third = made(tmp_path, "c", "1" * 32)
    whole = added(tmp_path / "sum.kpath", first, second)
    assert set(read_run(whole).identities) == {*identities_of(first, read_run(first)), "0" * 32}
    for member in (first, second):
        with pytest.raises(CountedTwiceError, match=r"sum\.kpath"):
            added(tmp_path / "again.kpath", whole, member)
    assert len(read_run(added(tmp_path / "again.kpath", whole, third)).identities) == 3


def test_windows_of_a_recording_add_up_but_dumps_of_one_window_do_not(tmp_path: Path) -> None:
    early, late = made(tmp_path, "a", *AGENT.identities()), made(tmp_path, "b", *AGENT.identities())
    behind = made(tmp_path, "c", *AGENT.identities(1))
    with pytest.raises(CountedTwiceError):
        added(tmp_path / "sum.kpath", early, late)
    assert Profile.open(added(tmp_path / "sum.kpath", late, behind)).run.merged is not None


def test_a_thread_s_profile_is_a_part_of_the_run(tmp_path: Path) -> None:
    """A thread did only a part of the run's work, but its profile names the same recording."""
    whole = made(tmp_path, "a", *AGENT.identities())
    own, other = (
        with_record(
            made(tmp_path, name), identities=AGENT.identities(),
            thread=ThreadEntry(
                thread=number, name=name, kind="thread", completed=1, entries=1, profile=name
            ),
        )
        for number, name in enumerate("bc")
    )  # fmt: skip

    def shared(one: Path, other: Path) -> Shared | None:
        return shared_by([(one, read_run(one))], [(other, read_run(other))])

    assert (found := shared(whole, own)) is not None
    assert not found.is_same
    assert "have a recording in common" in found.text
    assert (same := shared(own, own)) is not None
    assert same.is_same
    assert shared(own, other) is None
    facts = PredictionFacts.of(Profile.open(whole), Profile.open(own))
    assert facts.trained is not None
    assert facts.trained["of_judged_run"].startswith("training and the judged profile have a")


def dumped(directory: Path, name: str, times: int, *identities: str) -> Path:
    """Writes a profile of ``figure_3()`` in which path 2 was completed ``times`` times."""
    (directory / name).mkdir()
    builder = RecordingBuilder()
    builder.stream(builder.add(figure_3()), [4, *[2] * times])
    path = directory / name / f"{name}.kpath"
    write_profile(path, builder.build(directory / name), demo_run())
    return with_record(path, identities=identities)


@pytest.mark.parametrize("is_late_judged", [False, True])
def test_an_earlier_dump_is_the_first_part_of_a_later_dump(
    tmp_path: Path, is_late_judged: bool
) -> None:
    """Two dumps have the same counts only if nothing was counted between them."""
    own = AGENT.identities()
    early, late = dumped(tmp_path, "early", 5, *own), dumped(tmp_path, "late", 9, *own)
    sides = (late, early) if is_late_judged else (early, late)
    one, other = ([(path, read_run(path))] for path in sides)
    found = shared_by(one, other)
    assert found == Shared(*sides, is_same=False, earlier=early)
    assert found.text == f"{early} has only the first part of what {late} has of this recording"
    facts = PredictionFacts.of(*map(Profile.open, sides))
    assert facts.trained is not None
    assert facts.trained["of_judged_run"].startswith(
        "training is the first part of the judged run"
        if is_late_judged
        else "the judged profile is the first part of the run that training has counted"
    )
    again = dumped(tmp_path, "again", 5, *own)
    assert shared_by([(early, read_run(early))], [(again, read_run(again))]) == Shared(
        early, again, is_same=True
    )


@pytest.mark.parametrize("is_late_worse", [False, True])
def test_an_incomplete_profile_is_not_taken_for_the_first_part_of_another(
    tmp_path: Path, is_late_worse: bool
) -> None:
    """If a profile has lost counts, lower counts don't show which of two profiles is earlier."""
    own = AGENT.identities()
    sides = dumped(tmp_path, "few", 5, *own), dumped(tmp_path, "many", 9, *own)
    lost = decided([Fact(cause=Cause.LOST_EVENTS, text="4 events were lost", figure=4)])
    with_record(sides[is_late_worse], identities=own, completeness=lost)
    one, other = ([(path, read_run(path))] for path in sides)
    found = shared_by(one, other)
    assert found == Shared(*sides, is_same=False, is_unlike=True)
    assert found.text == (
        f"{sides[0]} and {sides[1]} are of the same recording, but have counted different amounts "
        "of it"
    )
    facts = PredictionFacts.of(*map(Profile.open, sides))
    assert facts.trained is not None
    assert facts.trained["of_judged_run"].startswith(
        "training and the judged profile come from the same recording, but have counted different "
    )
    again = shutil.copytree(sides[is_late_worse], tmp_path / "again.kpath")
    assert shared_by([(again, read_run(again))], (one, other)[is_late_worse]) == Shared(
        again, sides[is_late_worse], is_same=True
    )


def test_an_earlier_dump_may_lack_held_back_paths(tmp_path: Path) -> None:
    own = AGENT.identities()
    early, late = dumped(tmp_path, "early", 5, *own), dumped(tmp_path, "late", 9, *own)
    held = decided([Fact(cause=Cause.HELD_BACK, text="3 paths were held back", figure=3)])
    with_record(early, identities=own, completeness=held)
    found = shared_by([(late, read_run(late))], [(early, read_run(early))])
    assert found == Shared(late, early, is_same=False, earlier=early)


def test_each_sum_may_have_more_of_one_recording(tmp_path: Path) -> None:
    """Neither sum is called the earlier one: each might have the later dump of some recording."""
    members = [
        dumped(tmp_path, f"{name}{times}", times, name * 32) for name in "ab" for times in (5, 9)
    ]
    one = added(tmp_path / "one.kpath", members[0], members[3])
    for other, is_same in (((0, 2), False), ((1, 3), False), ((0, 3), True)):
        path = added(tmp_path / "other.kpath", *(members[at] for at in other))
        found = shared_by([(one, read_run(one))], [(path, read_run(path))])
        assert found == Shared(one, path, is_same)


def test_stores_and_fleets_count_a_recording_once(tmp_path: Path) -> None:
    first, other = (made(tmp_path, name, *AGENT.identities()) for name in "ab")
    store = Store(str(tmp_path / "store"))
    run, _ = store.add(first, "shop", "1", "2026-11-01")
    assert store.add(first, "shop", "1", "2026-11-01")[1] is False
    with pytest.raises(CountedTwiceError, match=f"demo.kpath and run {run.run} of the store"):
        store.add(other, "shop", "1", "2026-11-01")
    store.add(other, "shop", "2", "2026-11-01")
    with pytest.raises(CountedTwiceError, match=r"of shop 2 on 2026-11-01 and run .* of shop 1"):
        answers.merged(store, Chosen(), tmp_path / "sum.kpath", False, lambda _: None)
    assert len(store.runs()) == 2
