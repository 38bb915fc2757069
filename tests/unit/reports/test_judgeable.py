"""Tests the texts about profiles without counts, and about programs that failed."""

import uuid
from pathlib import Path
from typing import Any

import pytest

from builders.methods import entries_only
from builders.recordings import demo_run
from builders.resampled import with_record
from builders.versions import LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.reports.judgeable import ending, endings, without_counts


def test_profiles_with_counts_can_be_judged(tmp_path: Path) -> None:
    walked = versions_profile(tmp_path, "walked", Version().walked(LEFT))
    assert without_counts(walked, 40) is None
    # A profile that has only counts of entries can be judged by a gate on entries.
    entered = versions_profile(tmp_path, "entered", entered=[(entries_only(), 3)])
    assert without_counts(entered, 0) is None


def test_profiles_without_counts_cannot_be_judged(tmp_path: Path) -> None:
    misspelt = {"include": ("nothing.here",)}
    idle = versions_profile(tmp_path, "idle", Version(), options=misspelt, exit_status=1)
    assert without_counts(idle, 0) == (
        f"{idle.path} has counted nothing (it was recorded with --include nothing.here; the "
        "program ended with status 1)"
    )
    attached = versions_profile(tmp_path, "attached", Version(), options={"include": ()})
    assert without_counts(attached, 0) == (
        f"{attached.path} has counted nothing (activations that had begun before it was recorded "
        "aren't counted)"
    )
    began = [Version(name=name).program.method("back-edge") for name in ("a", "b")]
    for spec, name in zip(began, ("a", "b"), strict=True):
        spec.class_name, spec.name = "demo/Work", name
    failed = versions_profile(tmp_path, "failed", entered=[(one, 1) for one in began])
    # Methods were entered, so the text doesn't blame the filters with which the demo was recorded.
    assert without_counts(failed, 0) == (
        f"{failed.path} has counted 0 bytecodes: 2 methods were entered, and no path was completed"
    )


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ({"exit_status": 0}, None),
        ({"exit_status": None}, None),
        ({"exit_status": 3}, "ended with status 3"),
        ({"exit_status": 143, "signal": 15}, "was killed by signal 15"),
    ],
)
def test_only_program_failures_are_described(run: dict[str, int | None], said: str | None) -> None:
    assert ending(demo_run(**run)) == said


def test_failed_programs_are_counted_in_a_merged_profile(tmp_path: Path) -> None:
    ended: list[dict[str, Any]] = [
        {"exit_status": 0}, {"exit_status": 3}, {"exit_status": 3}, {"signal": 9},
    ]  # fmt: skip
    for at, how in enumerate(ended):
        versions_profile(tmp_path, f"p{at}", Version().walked(LEFT), **how)
        with_record(tmp_path / f"p{at}.kpath", identities=(uuid.uuid4().hex,))

    def summed(*members: str) -> Profile:
        target = tmp_path / f"{'-'.join(members)}-sum.kpath"
        paths = [str(tmp_path / f"{name}.kpath") for name in members]
        assert run_verb(["merge", *paths, "-o", str(target)]) == 0
        return Profile.open(target)

    said = (
        "ended with status 3 in 2, was killed by signal 9 in 1 of the 4 profiles that are added up"
    )
    found = summed("p0", "p1", "p2", "p3")
    assert (found.run.exit_status, ending(found.run)) == (None, said)
    assert endings([found]) == [
        f"{found.path}: the program {said}, so it may have done less than usual"
    ]
    assert "in 1 of the 2 profiles" in str(ending(summed("p0", "p1").run))
    assert "in 2 of the 2 profiles" in str(ending(summed("p1", "p2").run))


def test_only_the_first_failed_programs_are_named(tmp_path: Path) -> None:
    profiles = [
        versions_profile(tmp_path, f"p{at}", Version().walked(LEFT), exit_status=at)
        for at in range(7)
    ]
    told = endings(profiles)
    assert [one.partition(": ")[0] for one in told[:4]] == [str(it.path) for it in profiles[1:5]]
    assert told[4:] == ["the program also failed in 2 more profiles"]
