"""Tests which methods count as edited, and their order."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from builders.methods import entries_only
from builders.versions import LEFT, RIGHT, Version, compared_profiles, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.diff.edited import Edits
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
from kpath_jvm.reports.diff.words import about


def test_changed_and_renamed_methods_are_edited(tmp_path: Path) -> None:
    base, new = (Side([Profile.open(path)]) for path in compared_profiles(tmp_path))
    titles = [one.pair.known.title for one in Edits(difference(base, new)).methods]
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
    found = [one.pair for one in Edits(difference(Side([base]), Side([new]))).methods]
    assert [(one.known.name, one.code, one.beside) for one in found] == [
        ("old", None, "class"), ("fresh", None, "class"),
    ]  # fmt: skip


def test_an_edited_method_with_little_work_and_equal_figures_is_named(tmp_path: Path) -> None:
    heavy = Version(name="heavy", digest="one").walked(*[LEFT] * 2000)
    light = Version(name="light", digest="one", code_digest="1").walked(LEFT)
    base = versions_profile(tmp_path, "base", heavy, light)
    new = versions_profile(tmp_path, "new", heavy, replace(light, digest="two", code_digest="2"))
    edits = Edits(difference(Side([base]), Side([new])))
    assert [one.pair.known.name for one in edits.methods] == ["light"]


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
    assert names == [f"demo.Work.m{at:02}(int)" for at in range(14, 9, -1)]
    assert left == 9
    assert line.endswith("; demo.Work.m10(int) 70 on both sides; and 9 more (--top 14)")
    assert edited(12)[1] == 2
    names, left, line = edited(20)
    assert (len(names), left, "more" in line) == (14, 0, False)


@pytest.mark.parametrize("seed", range(20))
def test_the_change_of_the_total_is_that_of_edited_and_of_other_methods(
    tmp_path: Path, seed: int
) -> None:
    """Compares the document with bytecodes computed by hand: 10 for each block of a walk."""
    rng = Random(seed)
    sides: list[list[Version]] = [[], []]
    changes = dict.fromkeys(("edited", "one_side", "unchanged"), 0)
    for name in "abcdef":
        kind = rng.choice(list(changes))
        times = [rng.choice((0, rng.randint(1, 9))) for _ in sides]
        if kind == "one_side":
            times[rng.randrange(2)] = 0
        for at, (side, count) in enumerate(zip(sides, times, strict=True)):
            code = f"{name}{at if kind == 'edited' else 0}"
            one = Version(name=name, digest=code, code_digest=code).walked(LEFT, times=count)
            if kind != "one_side":
                side.append(one)
            elif count:
                # The other side hasn't loaded the class. No other method has such a graph.
                size = 3 + "abcdef".index(name)
                line = Version((*((to,) for to in range(1, size)), ()), name=name)
                walks = [[*range(size)]] * count
                side.append(replace(line, walks=walks, class_name=f"demo/{name}", digest=code))
                changes[kind] += 10 * size * (count if at else -count)
        if kind != "one_side":
            changes[kind] += 70 * (times[1] - times[0])
    stays = Version(name="stays").walked(LEFT)
    base, new = (
        [versions_profile(tmp_path, name, stays, *side).path]
        for name, side in zip(("base", "new"), sides, strict=True)
    )
    options = DiffOptions()
    document = summarise_diff(compare(base, new, options), options)
    assert document["changes_by_edit"] == changes
    whole = document["total"]["new"] - document["total"]["base"]
    assert whole == sum(changes.values())
    texts = {of: f"{change:+,}" if change else "0" for of, change in changes.items()}
    alone = f"{texts['one_side']} in other methods that only one side recorded, "
    line = (
        f"change of the total: {texts['edited']} bytecodes in edited methods, "
        f"{alone if changes['one_side'] else ''}{texts['unchanged']} in unchanged methods"
    )
    assert (line in about(document)) == bool(document["edited"])
    # With filters, some methods may be missing.
    chosen = DiffOptions(selection=Selection(method=("Work.stays",)))
    assert summarise_diff(compare(base, new, chosen), chosen)["changes_by_edit"] is None


def test_an_edited_method_may_have_run_on_one_side_only(tmp_path: Path) -> None:
    """Both sides have the method's code, so the method isn't new or gone."""
    stays = Version(name="stays").walked(LEFT)
    ran = Version(digest="one", code_digest="one").walked(LEFT, RIGHT)
    never = Version(digest="two", code_digest="two")
    profiles = [
        versions_profile(tmp_path, name, stays, one).path
        for name, one in (("ran", ran), ("never", never))
    ]
    for paths, text in ((profiles, "110 → never ran"), (profiles[::-1], "never ran → 110")):
        options = DiffOptions()
        document = summarise_diff(compare(paths[:1], paths[1:], options), options)
        (line,) = (one for one in about(document) if one.startswith("edited methods"))
        assert line.endswith(f"with their bytecodes per entry: demo.Work.run(int) {text}")


def test_bytecodes_per_entry_of_methods_with_only_entries_are_not_known(tmp_path: Path) -> None:
    stays = Version(name="stays").walked(LEFT)
    small = Version(digest="one", code_digest="one").walked(LEFT, RIGHT)
    grown = [
        entries_only(class_name="demo/Work", name="run", digest=digest, code_digest=digest)
        for digest in ("two", "three")
    ]
    paths = [
        versions_profile(tmp_path, "small", stays, small).path,
        *(
            versions_profile(tmp_path, called, stays, entered=[(one, entries)]).path
            for called, one, entries in (("large", grown[0], 9), ("larger", grown[1], 12))
        ),
    ]
    options = DiffOptions()
    for base, new, text, known in (
        (paths[0], paths[1], "110 → not known", (110, None)),
        (paths[1], paths[0], "not known → 110", (None, 110)),
        (paths[1], paths[2], "not known on both sides", (None, None)),
    ):
        document = summarise_diff(compare([base], [new], options), options)
        (line,) = (one for one in about(document) if one.startswith("edited methods"))
        assert line.endswith(f"with their bytecodes per entry: demo.Work.run(int) {text}")
        # If neither side has the method's paths, the method seems to do too little to be listed.
        assert len(document["methods"]) == (known != (None, None))
        for row in (*document["edited"], *document["methods"]):
            figure = row["bytecodes_per_entry"]
            for values in (figure, figure["least"], figure["most"]):
                assert (values["base"], values["new"]) == known
                assert values["runs"] == [[known[0]], [known[1]]]


def test_no_rounding_is_left_of_unchanged_methods(tmp_path: Path) -> None:
    """Sums of floating-point numbers wouldn't be 0 if three methods grow by a third, say."""
    sides: list[list[Path]] = []
    for called, more in (("base", (0, 0, 0, 3)), ("new", (1, 1, 1, 0))):
        paths = []
        for run in range(3):
            own = [Version(name="edited", digest=called, code_digest=called).walked(LEFT)]
            for at, one in enumerate(more):
                times = 1 + (one if run == 0 else 0)
                own.append(Version(name=f"same{at}").walked(LEFT, times=times))
            paths.append(versions_profile(tmp_path, f"{called}{run}", *own).path)
        sides.append(paths)
    options = DiffOptions()
    document = summarise_diff(compare(*sides, options), options)
    assert document["changes_by_edit"] == {"edited": 0, "one_side": 0, "unchanged": 0}
