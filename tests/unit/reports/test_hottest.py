"""Tests the lists of the hottest loops, methods, paths and sequences."""

from pathlib import Path

import pytest

from builders.looping import random_program
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.hottest import Hottest
from kpath_jvm.reports.lines import TIMES


@pytest.fixture
def profile(demo: Path) -> Profile:
    return Profile.open(demo)


RUN = Selection(method=("Figure3.run",))


def hottest(profile: Profile, top: int, selection: Selection = ALL, k: int = 4) -> Hottest:
    return Hottest(select(profile, selection), k, top)


def test_loops_are_ordered_by_their_cost(profile: Profile) -> None:
    found = hottest(profile, 9).loops()
    total = Costs(profile).total
    rows = [row for method in profile.methods.index for row in loop_rows(profile, method)]
    assert sorted((row["bytecodes"] for row in found), reverse=True) == [
        row["bytecodes"] for row in found
    ]
    assert sorted(row.cost for row in rows) == sorted(row["bytecodes"] for row in found)
    assert [row["share_of_all"] for row in found] == [row["bytecodes"] / total for row in found]
    assert found[:2] == hottest(profile, 2).loops()


def test_a_loop_s_row_agrees_with_the_analysis(profile: Profile) -> None:
    (found,) = hottest(profile, 9, RUN).loops()
    (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
    assert found["loop"] == {
        "header_block": 1, "header_line": 9, "header_place": "line 9", "statement": None,
        "test": None,
        "waiting": None,
    }  # fmt: skip
    assert (found["entries"], found["iterations"], found["mean_iterations"]) == (1, 14, 14)
    assert row.next_iteration is not None
    told = found["next_iteration"]
    assert [one["bits"] for one in told["ways"]] == list(row.next_iteration.bits)
    assert told["ways"][0]["equal_ways"] == 2 ** row.next_iteration.bits[0]
    assert told["exit_bits"] == list(row.next_iteration.exit_bits)
    assert (told["followed"], told["left"], told["not_followed"]) == (13, 1, 0)
    sequence = found["sequence"]
    assert sequence["covered"] / 14 == sequence["share_of_loop"] <= 1
    assert [(one["name"], one["briefly"]) for one in sequence["named"]] == [
        ("A", ["line 9 #1 i % 2 == 0: no"]),
        ("B", ["line 9 #1 i % 2 == 0: yes", "line 9 #2 i >= n: no"]),
    ]


def test_loops_can_be_ordered_by_their_executions(profile: Profile) -> None:
    found = Hottest(select(profile, ALL), 4, 9, order="count").loops()
    entered = [row["entries"] + row["iterations"] for row in found]
    assert {row["title"] for row in found} == {row["title"] for row in hottest(profile, 9).loops()}
    assert entered[0] == max(entered)


def test_shares_of_a_list_add_up_to_at_most_1(tmp_path: Path) -> None:
    for seed in range(8):
        programs = [random_program(seed), random_program(seed + 1000)]
        builder = RecordingBuilder(k=3)
        for at, program in enumerate(programs):
            program.method.name = f"m{at}"
            method = builder.add(program.method)
            for sequence in program.sequences:
                builder.stream(method, [path.number for path in sequence])
        path = tmp_path / f"{seed}.kpath"
        write_profile(path, builder.build(tmp_path), demo_run())
        ranks = hottest(Profile.open(path), 99, k=3)
        for rows in (ranks.loops(), ranks.methods(), ranks.paths()):
            assert sum(row["share_of_all"] for row in rows) <= 1 + 1e-9
            assert sum(row["share_of_shown"] for row in rows) <= 1 + 1e-9
        for loop in ranks.loops():
            assert loop["sequence"] is None or loop["sequence"]["share_of_loop"] <= 1
        assert sum(row["share_of_all"] for row in ranks.paths()) == pytest.approx(1)


def test_methods_are_ordered_by_their_cost(profile: Profile) -> None:
    found = hottest(profile, 99).methods()
    costs = Costs(profile)
    assert [row["bytecodes"] for row in found] == sorted(
        costs.of_methods[costs.of_methods > 0].tolist(), reverse=True
    )
    assert sum(row["completed"] for row in found) == 68
    assert found[0]["share_of_all"] == found[0]["bytecodes"] / costs.total
    plain = next(row for row in found if row["method"] == "plain")
    assert (plain["paths_executed"], plain["paths_possible"]) == (2, 2)


def test_methods_can_be_ordered_by_their_completions(profile: Profile) -> None:
    found = Hottest(select(profile, ALL), 4, 3, order="count").methods()
    assert [(row["title"], row["completed"]) for row in found] == [
        ("demo.Tangle.spin(int, int)", 21),
        ("demo.Figure3.run(int)", 14),
        ("demo.Figure3.plain(int)", 12),
    ]


def test_paths_can_be_ordered_by_their_counts(profile: Profile) -> None:
    found = Hottest(select(profile, ALL), 4, 2, order="count").paths()
    assert [(row["method"], row["path"], row["count"]) for row in found] == [
        ("spin", 4, 9), ("plain", 0, 7),
    ]  # fmt: skip
    plain = profile.find_method("Figure3.plain")
    costs = Costs(profile)
    assert found[1]["bytecodes"] == 7 * costs.of_path(plain, 0)
    assert found[1]["share_of_method"] == found[1]["bytecodes"] / costs.of_method(plain)
    assert (found[1]["start"], found[1]["end"]) == ("entry", "exit")
    assert found[1]["source"] is None


def test_paths_are_ordered_by_their_cost(profile: Profile) -> None:
    found = [row["bytecodes"] for row in hottest(profile, 99).paths()]
    assert found == sorted(found, reverse=True)
    assert sum(found) == Costs(profile).total


def test_lists_of_a_single_method_have_only_its_rows(profile: Profile) -> None:
    method = profile.find_method("Figure3.run")
    ranks = hottest(profile, 99, RUN, k=2)
    assert [row["method"] for row in ranks.methods()] == ["run"]
    assert {row["class"] for row in ranks.paths()} == {"demo/Figure3"}
    sequences = ranks.sequences()
    assert sequences
    # Each sequence has k paths, and the same count as in the profile.
    assert {len(row["paths"]) for row in sequences} == {2}
    counts = profile.ngrams(method).set_index("sequence")["count"]
    assert all(counts[tuple(row["paths"])] == row["count"] for row in sequences)


def test_selecting_a_loop_changes_only_its_share_of_what_is_shown(profile: Profile) -> None:
    some = Selection(method=("Figure3.run",), loop=("9",))
    (found,), (whole,) = (hottest(profile, 9, one).loops() for one in (some, RUN))
    assert found["share_of_all"] == whole["share_of_all"]
    assert {key: value for key, value in found.items() if key != "share_of_shown"} == {
        key: value for key, value in whole.items() if key != "share_of_shown"
    }


def test_a_sequence_within_a_loop_names_the_loop(profile: Profile) -> None:
    found = hottest(profile, 1, RUN).sequences()[0]
    assert found["loop"] == {
        "header_block": 1, "header_line": 9, "header_place": "line 9", "statement": None,
        "test": None,
        "waiting": None,
    }  # fmt: skip
    assert found["iterations"] == len(found["paths"])
    assert found["covered"] == found["count"] * found["period"]


def test_paths_are_named_by_heat_in_all_lists(profile: Profile) -> None:
    ranks = Hottest(select(profile, RUN), 4, 9, order="count")
    names = {row["path"]: row["name"] for row in ranks.paths()}
    assert [row["name"] for row in ranks.paths()] == ["A", "B", "C", "D"]
    for row in (*ranks.sequences(), *(row["sequence"] for row in ranks.loops())):
        assert {one["path"]: one["name"] for one in row["named"]}.items() <= names.items()


def test_only_equal_paths_are_shown_as_repeated(tmp_path: Path) -> None:
    """Two paths with the same lines have different letters."""
    builder = RecordingBuilder(6)
    method = builder.add(figure_3(blocks=[(at, at, [(at, 4)]) for at in range(6)]))
    builder.stream(method, (6, 2, 0, 0, 2, 3), times=3)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (sequence,) = hottest(Profile.open(tmp_path / "p.kpath"), 1, k=6).sequences()
    texts = [one["lines_text"] for one in sequence["named"]]
    assert sequence["paths"] == [6, 2, 0, 0, 2, 3]
    assert texts == ["4"] * len(texts)
    names = {one["path"]: one["name"] for one in sequence["named"]}
    assert sorted(names.values()) == ["A", "B", "C", "D"]
    assert sequence["text"] == f"{names[6]} {names[2]} {names[0]}{TIMES}2 {names[2]} {names[3]}"
