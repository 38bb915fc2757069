"""Tests that methods of two programs are matched by name, and then by code."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.methods import plain
from builders.numbered import numbered_profile
from builders.recordings import RecordingBuilder, demo_run
from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.run import ThreadEntry

GROWN = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())
STRAIGHT = ((1,), (2, 3), (1,), ())


def pairs(directory: Path, base: list[Version], new: list[Version]) -> list[MethodPair]:
    place = directory / f"{len(list(directory.iterdir()))}"
    place.mkdir()
    sides = [
        Side([versions_profile(place, name, *versions).merged()])
        for name, versions in (("base", base), ("new", new))
    ]
    return match_methods(*sides)


def told(found: list[MethodPair]) -> set[tuple[str | None, str | None, str | None]]:
    return {(one.base and one.base.name, one.new and one.new.name, one.code) for one in found}


def ran(**changes: object) -> Version:
    return Version(**changes).walked(LEFT, RIGHT)  # type: ignore[arg-type]


def test_methods_match_by_name(tmp_path: Path) -> None:
    base = [ran(), ran(name="other", digest="one"), ran(name="edited"), ran(name="gone")]
    new = [
        ran(), ran(name="other", digest="two"), ran(name="edited", successors=GROWN, digest="two"),
        Version(STRAIGHT, [(0, 1, 2, 1, 3)], name="came", descriptor="(J)V"),
    ]  # fmt: skip
    found = pairs(tmp_path, base, new)
    assert told(found) == {
        ("run", "run", "same"), ("other", "other", "alike"), ("edited", "edited", "changed"),
        ("gone", None, None), (None, "came", None),
    }  # fmt: skip
    assert not any(one.is_moved or one.is_renamed for one in found)
    assert all(one.is_executed for one in found)


@pytest.mark.parametrize(
    ("base", "new", "code"),
    [
        (["c0de"], ["c0de"], "unchanged"), (["c0de"], ["0ther"], "changed"),
        # If either side's digest of the instructions isn't known, equal graphs are only alike.
        (["c0de"], [""], "alike"), ([""], ["c0de"], "alike"), ([""], [""], "alike"),
        # The new side has two class files. Either one or none of them has the base's code.
        (["c0de"], ["c0de", "0ther"], "alike"), (["c0de"], ["0ther", "an0ther"], "changed"),
    ],
)  # fmt: skip
def test_the_instructions_decide_whether_code_has_changed(
    tmp_path: Path, base: list[str], new: list[str], code: str
) -> None:
    sides = [
        [ran(digest=f"{side}{at}", code_digest=digest) for at, digest in enumerate(own)]
        for side, own in (("base", base), ("new", new))
    ]
    assert told(pairs(tmp_path, *sides)) == {("run", "run", code)}


def test_renamed_variables_change_no_instructions(tmp_path: Path) -> None:
    # If a class file doesn't name its variables, the text of a condition is different.
    base = ran(digest="one", operands={2: "count"}, code_digest="c0de")
    new = ran(digest="two", operands={2: "local 3"}, code_digest="c0de")
    assert told(pairs(tmp_path, [base], [new])) == {("run", "run", "unchanged")}


@pytest.mark.parametrize("is_same_file", [False, True])
@pytest.mark.parametrize(
    ("labels", "code"),
    [
        ((["A", "B"], ["A", "B"]), "unchanged"), ((["A", "B"], ["B", "A"]), "changed"),
        ((["A", "B"], ["A", ""]), "alike"), (([], []), "alike"),
        # One label is known to differ. The other label isn't known.
        ((["A", ""], ["B", ""]), "changed"),
    ],
)  # fmt: skip
def test_a_switch_over_an_enum_finds_its_numbers_in_another_class(
    tmp_path: Path, labels: tuple[list[str], list[str]], code: str, *, is_same_file: bool
) -> None:
    sides = []
    for name, own in zip(("base", "new"), labels, strict=True):
        builder = RecordingBuilder(k=2)
        switch = [0, "switch", "I", ["1.$SwitchMap$E[e.ordinal()]"], [1, 2], [1, 1, 2], own, ""]
        digest = "file" if is_same_file else name
        method = plain(decisions=[switch], digest=digest, code_digest="c0de")
        builder.count(builder.add(method), 0, 5)
        (tmp_path / name).mkdir()
        path = tmp_path / f"{name}.kpath"
        write_profile(path, builder.build(tmp_path / name), demo_run())
        sides.append(Side([Profile.open(path)]))
    (found,) = match_methods(*sides)
    assert found.code == ("same" if is_same_file and code != "changed" else code)


def test_renamed_methods_and_methods_of_moved_classes_match(tmp_path: Path) -> None:
    base = [ran(), ran(class_name="demo/Old", name="a"), ran(class_name="demo/Old", name="b")]
    new = [
        ran(name="walk", digest="x"),
        ran(class_name="demo/New", name="a", digest="x"),
        ran(class_name="demo/New", name="b", digest="x"),
    ]
    found = pairs(tmp_path, base, new)
    assert told(found) == {("run", "walk", "alike"), ("a", "a", "alike"), ("b", "b", "alike")}
    assert {one.known.name: (one.is_moved, one.is_renamed) for one in found} == {
        "walk": (False, True), "a": (True, False), "b": (True, False),
    }  # fmt: skip


def test_methods_of_a_class_file_on_both_sides_were_not_renamed(tmp_path: Path) -> None:
    """The sides have loaded or recorded different methods of one program."""
    main = ran(name="main", digest="main", class_name="demo/Main")
    up = ran(name="step", digest="up", class_name="demo/Up", code_digest="c0de")
    down = ran(name="step", digest="down", class_name="demo/Down", code_digest="c0de")
    left, right = ran(name="left", digest="main"), ran(name="right", digest="main")
    found = pairs(tmp_path, [main, up, left], [main, down, ran(digest="main"), right])
    apart = [one for one in found if one.code is None]
    assert len(apart) == len(found) - 1
    assert not any(one.may_be_edit for one in apart)


def test_a_renamed_and_edited_method_matches(tmp_path: Path) -> None:
    found = pairs(tmp_path, [ran()], [ran(name="walk", successors=GROWN, digest="x")])
    assert told(found) == {("run", "walk", "changed")}
    small = Version(STRAIGHT, [(0, 1, 2, 1, 3)], name="walk")
    assert len(pairs(tmp_path, [ran()], [small])) == 2


def test_numbered_names_match_by_code(tmp_path: Path) -> None:
    # The first lambda is new, so the former lambda 0 is now lambda 1.
    base = [ran(name="lambda$run$0")]
    new = [
        Version(STRAIGHT, [(0, 1, 2, 1, 3)], name="lambda$run$0", digest="x"),
        ran(name="lambda$run$1", digest="x"),
    ]
    assert told(pairs(tmp_path, base, new)) == {
        ("lambda$run$0", "lambda$run$1", "alike"), (None, "lambda$run$0", None),
    }  # fmt: skip
    # There is no better match, so the edited lambda matches the lambda of the same name.
    edited = [ran(name="lambda$run$0", successors=GROWN, digest="x")]
    assert told(pairs(tmp_path, base, edited)) == {("lambda$run$0", "lambda$run$0", "changed")}


def test_versions_of_several_loaders_match_by_code(tmp_path: Path) -> None:
    base = [ran(digest="one"), ran(successors=GROWN, digest="two")]
    new = [ran(successors=GROWN, digest="two"), ran(digest="one")]
    found = pairs(tmp_path, base, new)
    assert told(found) == {("run", "run", "same")}
    assert len(found) == 2


def test_equal_code_may_be_recorded_with_other_cuts(tmp_path: Path) -> None:
    (found,) = pairs(tmp_path, [ran()], [ran(cut="loop-header")])
    assert found.code == "same"
    assert found.is_recorded_otherwise
    (found,) = pairs(tmp_path, [ran()], [ran()])
    assert not found.is_recorded_otherwise


@pytest.mark.parametrize(
    ("base", "new", "is_untold"),
    [
        ((60, 30, 10), (60, 30, 10), True),
        ((0, 90, 10), (60, 0, 10), True),
        # On at least one side, the cases with unknown counterparts never ran.
        ((60, 30, 10), (0, 0, 100), False),
        ((0, 0, 100), (60, 30, 10), False),
        ((0, 0, 100), (0, 0, 100), False),
    ],
)
def test_only_executed_cases_make_matches_of_paths_unsure(
    tmp_path: Path, base: tuple[int, ...], new: tuple[int, ...], *, is_untold: bool
) -> None:
    sides = [
        Side([numbered_profile(tmp_path, digest, counts, digest=digest, others=1)])
        for digest, counts in (("d1", base), ("d2", new))
    ]
    (pair,) = (one for one in match_methods(*sides) if one.known.name == "kind")
    assert pair.has_untold_cases is is_untold


def test_a_thread_s_profile_lacks_methods_that_it_did_not_run(tmp_path: Path) -> None:
    entry = ThreadEntry(
        thread=1, name="main", kind="thread", completed=1, entries=1, profile="1-main"
    )
    base = versions_profile(tmp_path, "base", ran(), ran(name="stays"))
    new = versions_profile(tmp_path, "new", ran(name="stays"))
    for profile in (base, new):
        profile.run = replace(profile.run, thread=entry)
    found = match_methods(Side([base]), Side([new]))
    assert {(one.known.name, one.beside) for one in found} == {("run", "thread"), ("stays", None)}
