"""Tests what is said of profiles that have counted nothing, and of programs that failed."""

from pathlib import Path

import pytest

from builders.methods import entries_only
from builders.recordings import demo_run
from builders.versions import LEFT, Version, versions_profile
from kpath_jvm.reports.judgeable import ending, endings, without_counts


def test_what_has_counted_something(tmp_path: Path) -> None:
    walked = versions_profile(tmp_path, "walked", Version().walked(LEFT))
    assert without_counts(walked, 40) is None
    # A gate on entries can judge a profile that has only these.
    entered = versions_profile(tmp_path, "entered", entered=[(entries_only(), 3)])
    assert without_counts(entered, 0) is None


def test_what_has_counted_nothing(tmp_path: Path) -> None:
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
    # The filters of the demo aren't the reason, since methods were entered.
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
def test_how_a_program_ended(run: dict[str, int | None], said: str | None) -> None:
    assert ending(demo_run(**run)) == said


def test_only_the_first_programs_that_failed_are_named(tmp_path: Path) -> None:
    profiles = [
        versions_profile(tmp_path, f"p{at}", Version().walked(LEFT), exit_status=at)
        for at in range(7)
    ]
    told = endings(profiles)
    assert [one.partition(": ")[0] for one in told[:4]] == [str(it.path) for it in profiles[1:5]]
    assert told[4:] == ["the program also failed in 2 more profiles"]
