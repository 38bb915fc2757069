"""Tests that titles tell apart the versions of a method."""

from pathlib import Path

import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from builders.timed import add_samples, sampled
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.summary import ReportOptions, summarise

TITLE = "demo.Figure3.run(int)"


def profile_of(directory: Path, *changes: dict[str, str]) -> Path:
    """Writes a profile with a version of ``run`` for each dictionary of changes."""
    builder = RecordingBuilder(k=3)
    for change in changes:
        method = builder.add(figure_3(name="run", **change))
        # The first branch always goes one way, so that reports list it as settled.
        builder.stream(method, (6, 3), times=1_000)
        builder.auxiliary(method, entries=1_000)
    other = builder.add(plain())
    builder.count(other, 0, 3)
    builder.auxiliary(other, entries=3)
    target = directory / "versions.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return target


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            ({"digest": "0123456789abcdef"}, {"digest": "fedcba9876543210"}),
            ["version 1 of 2, class file 01234567", "version 2 of 2, class file fedcba98"],
        ),
        (
            ({"loader": "app"}, {"loader": "Web@1f"}),
            ["version 1 of 2, loader app", "version 2 of 2, loader Web"],
        ),
        (
            ({"digest": "aa", "loader": "app"}, {"digest": "bb", "loader": "\x1b[2J"}),
            [
                "version 1 of 2, class file aa, loader app",
                "version 2 of 2, class file bb, loader \\u001b[2J",
            ],
        ),
        # The number in a loader's name changes from run to run. So loaders whose names differ only
        # in this number are left out if the class files differ.
        (
            ({"digest": "bb", "loader": "Web@1f"}, {"digest": "aa", "loader": "Web@2e"}),
            ["version 2 of 2, class file bb", "version 1 of 2, class file aa"],
        ),
        (
            ({"digest": "aa", "loader": "Web@1f"}, {"digest": "aa", "loader": "Web@2e"}),
            ["version 1 of 2, loader Web@1f", "version 2 of 2, loader Web@2e"],
        ),
    ],
)
def test_titles_show_how_versions_differ(
    tmp_path: Path, changes: tuple[dict[str, str], ...], told: list[str]
) -> None:
    rows = Profile.open(profile_of(tmp_path, *changes)).method_rows
    assert [rows.title(0), rows.title(1)] == [f"{TITLE} [{one}]" for one in told]
    # The title of a method with only one version names no version.
    assert "[" not in rows.title(2)


@pytest.mark.parametrize(
    "verb",
    [["report"], ["advise"], ["branches"], ["report", "--format", "md"], ["report", "--json"]],
)
def test_reports_distinguish_versions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: list[str]
) -> None:
    path = profile_of(tmp_path, {"digest": "0123456789"}, {"digest": "9876543210"})
    assert run_verb([verb[0], str(path), *verb[1:]]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "run(int) [version 1 of 2, class file 01234567]" in shown
    assert "run(int) [version 2 of 2, class file 98765432]" in shown


def test_versions_with_equal_code_are_merged(tmp_path: Path) -> None:
    path = profile_of(tmp_path, {"loader": "app"}, {"loader": "other"})
    assert Profile.open(path).merged().method_rows.title(0) == TITLE


def test_settled_branches_and_times_distinguish_versions(tmp_path: Path) -> None:
    path = profile_of(tmp_path, {"digest": "0123456789"}, {"digest": "9876543210"})
    add_samples(path, sampled("demo/Figure3", "plain", "(I)I", 0, 100))
    profile = Profile.open(path)
    shown = summarise(profile, ReportOptions())
    for rows in (summarise_advice(profile, ReadOptions())["settled"], shown["time"]["methods"]):
        titles = {row["title"] for row in rows if row["method"] == "run"}
        assert titles == {
            f"{TITLE} [version 1 of 2, class file 01234567]",
            f"{TITLE} [version 2 of 2, class file 98765432]",
        }
