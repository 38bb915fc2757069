"""Tests what the rows of a difference say about paths, conditions, loops and versions."""

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.changes import SequenceChange
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts.loops import loop_header
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.diff.gates import of_conditions
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
from kpath_jvm.reports.diff.words import facts

#: A graph whose loop has no condition in its body.
PLAIN = ((1,), (2, 3), (1,), ())
#: The graph of ARMS (builders/versions.py) after its condition ``a`` has become ``a || b``. Block 2
#: tests ``a``. If ``a`` is false, block 5 tests ``b``. Block 3 follows if the whole condition is
#: true, and otherwise block 4.
ASKED = ((1,), (2, 7), (3, 5), (6,), (6,), (3, 4), (1,), ())


def test_a_path_that_stands_for_several_has_only_shared_decisions(tmp_path: Path) -> None:
    base = versions_profile(tmp_path, "base", Version().walked(*[LEFT, RIGHT, RIGHT] * 9))
    ways = [(1, 2, 3, 6), (1, 2, 5, 3, 6), (1, 2, 3, 6), (1, 2, 5, 4, 6)]
    new = versions_profile(tmp_path, "new", Version(ASKED, digest="x").walked(*ways * 9))
    found = difference(Side([base]), Side([new]))
    rows = [Rows().sequence(change) for change in found.sequences if change.of == "new"]
    named = [path for row in rows for path in row["named"] if len(row["named"]) > 1]
    several = [path for path in named if path["counted_with"] > 1]
    assert {path["counted_with"] for path in several} == {2}
    # Block 2's answer is yes on one of the two paths, and no on the other.
    assert not any("x2" in text for path in several for text in path["decisions"])
    assert any("x2" in text for path in named for text in path["decisions"])


def test_an_added_test_distinguishes_paths(tmp_path: Path) -> None:
    """Each sequence has a single path, so comparing its paths doesn't show the new condition."""
    base = versions_profile(tmp_path, "base", Version().walked(*[LEFT] * 20))
    walks = [*[(1, 2, 5, 4, 6)] * 9, *[(1, 2, 5, 3, 6)] * 8]
    new = versions_profile(tmp_path, "new", Version(ASKED, digest="x").walked(*walks))
    for sides, of in (((base, new), "base"), ((new, base), "new")):
        found = difference(*(Side([one]) for one in sides))
        rows = [Rows().sequence(change) for change in found.sequences]
        told = {
            row["of"]: (path["decisions"], path["other_decisions"])
            for row in rows
            for path in row["named"]
            if len(row["named"]) == 1
        }
        other = "new" if of == "base" else "base"
        # The decision in ``stays`` excludes the path on which the loop's own test fails.
        stays, asked = ["line 2 x1 == 0: yes"], ["line 6 x5 == 0: yes"]
        assert told == {of: (stays, asked), other: (["line 6 x5 == 0: no"], [])}


def test_a_loops_row_shows_the_loop_test_as_a_report_does(tmp_path: Path) -> None:
    """The second condition of the loop's test is on the line below the header."""
    shape = ((1,), (2, 4), (3, 4), (1,), ())
    once, twice = [0, 1, 2, 3, 1, 2, 4], [0, 1, 2, 3, 1, 2, 3, 1, 2, 4]
    base, new = (
        versions_profile(tmp_path, name, Version(shape, [walk]))
        for name, walk in (("base", once), ("new", twice))
    )
    found = difference(Side([base]), Side([new]))
    (row,) = map(Rows().loop, found.loops)
    expected = loop_header(new, 0, new.code(0).loops[0], None)["test"]
    assert row["base_loop"]["test"] == row["new_loop"]["test"] == expected
    first, *_ = facts("loops", row)
    assert first == expected
    assert expected == (
        "loop test: x1 == 0, x2 == 0 (lines 2-3); a pass that ends there is no iteration"
    )
    one = row | {"base_loop": row["base_loop"] | {"test": None}}
    assert facts("loops", one)[0] == f"on the new side: {expected}"
    gone = row | {"new_loop": None}
    assert facts("loops", gone)[0] == expected
    # If only the lines differ, they are left out.
    without = expected.replace(" (lines 2-3)", "")
    assert row["base_loop"]["test_without_lines"] == without
    moved = row["base_loop"] | {"test": expected.replace("2-3", "5-6")}
    assert facts("loops", row | {"base_loop": moved})[0] == without


def _fits(profile: Profile, path: Completed, row: dict[str, Any], shared: list[str]) -> bool:
    """Returns whether a completed path fits the description of a sequence's path."""
    code = profile.code(0)
    told, decoded = ToldMethod(code, profile.method_rows.row(0)), code.decode(path.number)
    made = {told.outcome(one).text for one in code.outcomes(decoded)}
    return (
        {*shared, *row["decisions"]} <= made
        and row["begins"] == told.start(decoded).text
        and row["lines_text"] == code.places.names(decoded.lines)
    )


def _occurrences(profile: Profile, program: LoopingProgram, change: SequenceChange) -> int:
    """Counts the places where successive paths fit the descriptions of a sequence's paths."""
    sequence = Rows().sequence(change)
    rows = {row["path"]: row for row in sequence["named"]}
    wanted = [rows[path] for path in sequence["paths"]]
    return sum(
        all(
            _fits(profile, path, row, sequence["shared"])
            for path, row in zip(paths[first : first + len(wanted)], wanted, strict=True)
        )
        for paths in program.sequences
        for first in range(len(paths) - len(wanted) + 1)
    )


def test_a_sequences_description_fits_only_its_occurrences() -> None:
    compared, shared = 0, 0
    for seed in range(40):
        program = random_program(seed, runs=24)
        with ExitStack() as stack:
            parts = [
                replace(program, activations=program.activations[first : first + 6])
                for first in (0, 6, 12, 18)
            ]
            profiles = [stack.enter_context(profile_of(part, 3)) for part in parts]
            for change in difference(Side(profiles[:2]), Side(profiles[2:])).sequences:
                row = Rows().sequence(change)
                runs = slice(0, 2) if change.of == "base" else slice(2, 4)
                if any(path["alike"] for path in row["named"]):
                    continue
                found = [
                    _occurrences(profile, part, change)
                    for profile, part in zip(profiles[runs], parts[runs], strict=True)
                ]
                assert row["count"]["runs"][change.of == "new"] == found
                compared, shared = compared + 1, shared + bool(row["shared"])
    assert compared > 50
    assert shared > 0


def test_titles_distinguish_versions_of_a_method(tmp_path: Path) -> None:
    """A class was loaded from two class files with different code."""
    other = Version(PLAIN, [(0, *(1, 2) * 9, 1, 3)], digest="0ther000")
    base = versions_profile(tmp_path, "base", Version().walked(LEFT), other)
    more = replace(other, walks=[*other.walks, (0, 1, 3)])
    new = versions_profile(tmp_path, "new", Version().walked(LEFT, RIGHT), more)
    found = difference(Side([base]), Side([new]))
    titles = [Rows().method(change)["title"] for change in found.methods]
    assert sorted(titles) == [
        "demo.Work.run(int) [version 1 of 2, class file 0ther000]",
        "demo.Work.run(int) [version 2 of 2, class file d1ge57]",
    ]


def test_versions_with_equal_code_share_a_row(tmp_path: Path) -> None:
    run = Version().walked(LEFT)
    base = versions_profile(tmp_path, "base", run)
    new = versions_profile(tmp_path, "new", run, replace(run, digest="0ther000"))
    (change,) = difference(Side([base]), Side([new])).methods
    assert Rows().method(change)["title"] == "demo.Work.run(int)"


def test_a_new_loop_has_its_outer_loop_and_its_entries(tmp_path: Path) -> None:
    """The new side has an inner loop, which is entered 3 times."""
    flat = Version(((1,), (2, 3), (1,), ()), [(0, 1, 2, 1, 2, 1, 3)])
    nested = Version(
        ((1,), (2, 5), (3,), (4, 1), (3,), ()),
        [(0, 1, 2, 3, *(4, 3) * 7, 1, 2, 3, 1, 2, 3, 4, 3, 1, 5)],
        digest="x",
    )
    paths = [
        versions_profile(tmp_path, name, version).path
        for name, version in (("base", flat), ("new", nested))
    ]
    for sides, status, side in ((paths, "new", "new"), (paths[::-1], "gone", "base")):
        options = DiffOptions()
        compared = compare(sides[:1], sides[1:], options)
        rows = summarise_diff(compared, options)["loops"]
        (row,) = (one for one in rows if one["status"] == status)
        assert row[f"{side}_loop"]["inside"] == {"number": 0, "header_place": "line 2"}
        told = "inside the loop at line 2, entered 3 times"
        assert words.inside(row) == told
        assert any(f"; {told}; iterations in all 8; " in fact for fact in words.facts("loops", row))
        (gate,) = of_conditions(judge(compared.difference, [parsed(f"{status}-loop")]))
        where = "on the new side" if side == "new" else "in the base"
        assert f"({where} {told}, 8 iterations, " in gate["text"]
        # The number of entries is given for an outermost loop, too.
        alone = row | {f"{side}_loop": row[f"{side}_loop"] | {"inside": None}}
        assert words.inside(alone) == "entered 3 times"
        assert words.inside(alone | {"status": "shifted"}) == ""
