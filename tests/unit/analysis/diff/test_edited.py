"""Tests which methods count as edited, and their order."""

from dataclasses import replace
from pathlib import Path

from builders.versions import LEFT, RIGHT, Version, compared_profiles, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.diff.edited import edited_methods
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
from kpath_jvm.reports.diff.words import about


def test_changed_and_renamed_methods_are_edited(tmp_path: Path) -> None:
    base, new = (Side([Profile.open(path)]) for path in compared_profiles(tmp_path))
    titles = [pair.known.title for pair in edited_methods(difference(base, new))]
    # The classes of the methods ``came`` and ``gone`` are on one side only. The other side may just
    # not have loaded these classes. The method ``stays`` is as before.
    assert titles == ["demo.Work.run(int)", "demo.Work.grows(int)", "demo.Work.newName(int)"]


def test_methods_of_common_classes_may_be_added_or_removed(tmp_path: Path) -> None:
    kept = Version(digest="one").walked(LEFT)
    base = versions_profile(
        tmp_path, "base", kept, Version(name="old", descriptor="()V", digest="one").walked(RIGHT)
    )
    new = versions_profile(
        tmp_path,
        "new",
        replace(kept, digest="two"),
        Version(((1,), (2,), ()), [(0, 1, 2)], name="fresh", descriptor="(JJ)V", digest="two"),
    )
    found = edited_methods(difference(Side([base]), Side([new])))
    assert [(one.known.name, one.code, one.beside) for one in found] == [
        ("old", None, "class"), ("fresh", None, "class"),
    ]  # fmt: skip


def test_an_edited_method_with_little_work_and_equal_figures_is_named(tmp_path: Path) -> None:
    heavy = Version(name="heavy", digest="one").walked(*[LEFT] * 2000)
    light = Version(name="light", digest="one", code_digest="1").walked(LEFT)
    base = versions_profile(tmp_path, "base", heavy, light)
    new = versions_profile(tmp_path, "new", heavy, replace(light, digest="two", code_digest="2"))
    assert [one.known.name for one in edited_methods(difference(Side([base]), Side([new])))] == [
        "light"
    ]


def test_the_list_is_bounded_and_says_how_many_are_left_out(tmp_path: Path) -> None:
    def profile(called: str) -> Path:
        # Each method runs more often than the one before.
        several = [
            Version(name=f"m{at:02}", digest=called, code_digest=called).walked(LEFT, times=at)
            for at in range(1, 15)
        ]
        return versions_profile(tmp_path, called, *several).path

    base, new = [profile("a")], [profile("b")]

    def edited(top: int) -> tuple[list[str], int, str]:
        options = DiffOptions(top=top)
        document = summarise_diff(compare(base, new, options), options)
        (line,) = (one for one in about(document) if one.startswith("edited methods"))
        names = [one["title"] for one in document["edited"]]
        assert all(name in line for name in names)
        return names, document["edited_left_out"], line

    names, left, line = edited(5)
    assert names == [f"demo.Work.m{at:02}(int)" for at in range(14, 4, -1)]
    assert left == 4
    assert line.endswith("; demo.Work.m05(int); and 4 more (--top)")
    assert edited(12)[1] == 2
    names, left, line = edited(20)
    assert (len(names), left, "more" in line) == (14, 0, False)
