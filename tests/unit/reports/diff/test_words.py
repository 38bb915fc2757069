"""Tests the text of each part of a difference."""

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.analysis.diff.statistics import apart_by_chance
from kpath_jvm.reports.diff import words


def figure(base: float, new: float, *runs: list[float]) -> dict[str, Any]:
    exact = {"base": base, "new": new, "runs": list(runs) or [[base], [new]]}
    return exact | {"least": exact, "most": exact}


def branch(*shares: tuple[float, float], **changes: Any) -> dict[str, Any]:
    return {
        "status": "shifted", "share": figure(0.1, 0.2), "question": "x < 1",
        "base_question": "x < 1", "place": "line 3", "base_place": "line 3", "alone": False,
        "ordinal": 2, "base_ordinal": 2,
        "executions": figure(4, 4), "moved": 0.1, "worth": "counted", "p": None,
        "judged_by": "outcomes", "cut_off": figure(0, 0), "in_both": False, "weight": 0.05,
        "may_have_run": False, "code": "same", "beside": None, "class": "demo/Work",
        "moved_most": 0.1, "told": True, "exchanged": False, "doubtful": False,
        "missed": figure(0.4, 0.3),
        "outcomes": [
            {
                "answer": str(at), "base_answer": str(at), "status": "shifted", "told": True,
                "elsewhere": False,
                "share": figure(*pair), "times": figure(*pair),
            }
            for at, pair in enumerate(shares)
        ],
    } | changes  # fmt: skip


@pytest.mark.parametrize(
    ("value", "text"),
    [(2000, "2,000"), (12.34, "12.3"), (3.0, "3"), (12345.6, "12,346"), (0, "0")],
)
def test_numbers_are_rounded(value: float, text: str) -> None:
    assert words.number(value) == text


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, ", line 3 #2"),
        ({"alone": True, "base_ordinal": None}, ", line 3"),
        ({"base_place": "line 1"}, ", line 3 #2 of the new side (line 1 #2 of the base)"),
        ({"base_ordinal": 1}, ", line 3 #2 of the new side (line 3 #1 of the base)"),
        ({"base_ordinal": None}, ", line 3 #2 of the new side (line 3 of the base)"),
        ({"alone": True}, ", line 3 of the new side (line 3 #2 of the base)"),
        ({"base_place": None, "status": "new"}, ", line 3 #2 of the new side"),
        ({"status": "gone"}, ", line 3 #2 of the base"),
        (
            {"status": "gone", "in_both": True, "base_place": "line 1"},
            ", line 3 #2 of the new side (line 1 #2 of the base)",
        ),
    ],
)
def test_places_name_their_side(changes: dict[str, Any], text: str) -> None:
    assert words.place("branches", branch((0.25, 0.75), **changes)) == text


def test_places_of_loops_name_their_side() -> None:
    def loop(place: str | None, statement: str | None = None) -> dict[str, Any]:
        return {"number": 1, "header_place": place, "statement": statement, "test": None}

    both = {"base_loop": loop("line 2", "old"), "new_loop": loop("line 4", "new")}
    assert words.place("loops", both) == ", line 4 of the new side (line 2 of the base)"
    gone = both | {"new_loop": None}
    assert words.place("loops", gone) == ", line 2 of the base"
    come = both | {"base_loop": None, "new_loop": loop(None)}
    assert words.place("loops", come) == ", loop 2 of the new side"
    assert words.place("loops", both | {"base_loop": loop("line 4")}) == ", line 4"


def test_outcomes_that_cannot_be_matched_have_bounds() -> None:
    row = branch((0.25, 0.75), (0.75, 0.25), moved_most=0.4, told=False)
    for outcome in row["outcomes"]:
        outcome |= {"answer": "START, FIELD", "base_answer": "1, 2", "told": False}
    assert words.figures("branches", row)[0] == "10.0 % to 40.0 %"
    assert words.figures("branches", row | {"moved": 0.0})[0] == "at most 40.0 %"
    assert words.figures("branches", row | {"moved_most": 0.10004})[0] == "10.0 %"
    one = "one of 1, 2 or in new one of START, FIELD"
    assert words.facts("branches", row) == [
        "x < 1",
        f"{one} 25.0 % → 75.0 %, {one} 75.0 % → 25.0 %; times 4; it can't be told which of these "
        "outcomes are the same on both sides, because the keys are the compiler's own numbers, and "
        "neither labels nor code tells the cases apart; their shares differ by 10.0 % to 40.0 %",
    ]


def test_rows_of_branches_have_texts() -> None:
    row = branch((0.25, 0.75), (0.75, 0.25))
    assert words.place("branches", row) == ", line 3 #2"
    assert words.facts("branches", row) == [
        "x < 1",
        "0 25.0 % → 75.0 %, 1 75.0 % → 25.0 %; times 4",
    ]
    # The shares have as many digits as it takes to see that they differ.
    close = words.facts("branches", branch((0.25, 0.2501), (0.75, 0.7499)))[1]
    assert close.startswith("0 25.00 % → 25.01 %")
    closer = words.facts("branches", branch((0.25, 0.2500001), (0.75, 0.7499999)))[1]
    assert closer.startswith("0 25.00000 % → 25.00001 %, 1 75.00000 % → 74.99999 %")
    # Only shares of exactly 0 and 1 are called never and always.
    rare = words.facts("branches", branch((0, 0.99998), (1, 0.00002)))[1]
    assert rare == "0 never → > 99.9 %, 1 always → < 0.1 %; times 4"
    rarer = words.facts("branches", branch((0.9999, 0.99998), (0.0001, 0.00002)))[1]
    assert rarer == "0 99.99 % → > 99.99 %, 1 0.01 % → < 0.01 %; times 4"
    asked = words.facts("branches", branch((0, 1), (1, 0), base_question="y"), lambda it: f"<{it}>")
    assert asked[0] == "<x < 1>, was <y>"
    came = branch(
        (0, 0.25), (0, 0.75), status="new", executions=figure(0, 8), base_question=None,
    )  # fmt: skip
    assert words.figures("branches", came)[0] == "new"
    assert words.facts("branches", came) == [
        "x < 1",
        "new: only the new side has its code; 0 25.0 %, 1 75.0 %; times 8",
    ]
    # If only one side has the branch, never and always also mean shares of exactly 0 and 1.
    sure = branch((0, 0), (0, 1), status="new", executions=figure(0, 8))
    assert words.facts("branches", sure)[1].endswith("; 0 never, 1 always; times 8")
    close = branch((0, 0.00002), (0, 0.99998), status="new", executions=figure(0, 100_000))
    assert words.facts("branches", close)[1].endswith("; 0 < 0.1 %, 1 > 99.9 %; times 100,000")
    again = words.facts("branches", came | {"in_both": True})
    assert again[1].startswith(
        "new: it never ran in the base, although its code is there, unchanged;"
    )
    maybe = words.facts("branches", came | {"in_both": True, "may_have_run": True})
    assert maybe[1].startswith(
        "new, or not: no completed path of the base ran it, but others may have; its code is there"
    )
    gone = branch((0.25, 0), (0.75, 0), status="gone", executions=figure(8, 0))
    assert words.figures("branches", gone)[0] == "gone"
    assert words.facts("branches", gone)[1] == (
        "gone: only the base has its code; 0 25.0 %, 1 75.0 %; times 8"
    )
    exchanged = branch((0.25, 0.75), (0.75, 0.25))
    exchanged["outcomes"][0]["base_answer"] = "1"
    exchanged["outcomes"][1]["status"] = "gone"
    assert words.facts("branches", exchanged)[1].startswith(
        "0 (was 1) 25.0 % → 75.0 %, gone 1 75.0 % → 25.0 %"
    )
    cut = branch((0.25, 0.75), (0.75, 0.25), cut_off=figure(0, 4))
    assert words.facts("branches", cut)[1] == (
        "on completed paths: 0 25.0 % → 75.0 %, 1 75.0 % → 25.0 %; times 4; 0 → 4 paths of the "
        "method cut off, not counted"
    )
    one = words.facts("branches", came | {"cut_off": figure(0, 1)})[1]
    assert one.startswith("new: only the new side has its code; on completed paths: 0 25.0 %")
    assert one.endswith("; times 8; 1 path of the method cut off, not counted")
    unknown = words.facts("branches", cut | {"cut_off": None})[1]
    assert unknown.startswith("on completed paths: ")
    assert "cut off" not in unknown
    many = branch(*[(0.1 * at, 0.05 * at) for at in range(8)])
    assert words.facts("branches", many)[1].count("→") == 4


def test_branches_that_were_only_asked_less_or_more_are_marked() -> None:
    row = branch((0.25, 0.5), (0.75, 0.5), executions=figure(8, 4))
    for one, times in zip(row["outcomes"], ((2, 2), (6, 2)), strict=True):
        one["times"] = figure(*times)
    assert words.figures("branches", row)[0] == "asked less"
    assert words.facts("branches", row)[1] == (
        "0 25.0 % → 50.0 %, 1 75.0 % → 50.0 %; times 8 → 4; 4 fewer executions, "
        "each with the answer 1"
    )
    row["outcomes"][1]["times"] = figure(6, 7)
    assert words.figures("branches", row)[0] == "asked more"
    assert words.facts("branches", row)[1].endswith("; 1 more execution, with the answer 1")
    # A branch that ran on one side only is called new or gone instead.
    assert words.asked_less(row | {"status": "new"}) is None
    spread = row["outcomes"][1] | {"times": figure(6, 7, [6, 6], [6, 8])}
    # The branch isn't marked if two answers' counts changed, paths were cut off, one side's runs
    # differ, or an answer is gone.
    for other in (
        branch((0.25, 0.5), (0.75, 0.5)),
        row | {"cut_off": figure(0, 1)},
        row | {"outcomes": [row["outcomes"][0], spread]},
        row | {"outcomes": [row["outcomes"][0], row["outcomes"][1] | {"status": "gone"}]},
    ):
        assert words.figures("branches", other)[0] == "10.0 %"


@pytest.mark.parametrize(
    ("times", "text"),
    [
        (((179, 168), (9855, 0)), "no answer came more often than before"),
        (((5, 5), (4, 9), (0, 1)), "no answer came less often than before"),
        (((5, 4), (4, 9)), None),
        (((5, 5), (4, 4)), None),
    ],
)
def test_a_text_says_if_no_answer_came_more_or_less_often(
    times: tuple[tuple[int, int], ...], text: str | None
) -> None:
    row = branch(*[(0.1, 0.2)] * len(times))
    for one, counts in zip(row["outcomes"], times, strict=True):
        one["times"] = figure(*counts)
    assert words.one_way(row) == text
    # Paths that were cut off may have had any answer.
    on_completed = None if text is None else f"{text} on completed paths"
    assert words.one_way(row | {"cut_off": figure(0, 1)}) == on_completed
    # If a branch ran on one side only, its numbers of executions aren't compared.
    assert words.one_way(row | {"status": "gone"}) is None
    assert words.facts("branches", row)[1].endswith(f"; {text}" if text else "; times 4")
    # There is no such text if the counts of the two sides' runs overlap.
    row["outcomes"][0]["times"] = figure(4, 4, [3, 5], [4, 4])
    assert words.one_way(row) is None


def sequence(**changes: Any) -> dict[str, Any]:
    path = {"name": "A", "lines_text": "2-3", "decisions": ["x: yes", "y: no"], "counted_with": 1}
    path |= {"other_decisions": [], "begins": "from the entry", "alike": 0}
    return {
        "status": "shifted", "of": "base", "text": "A B", "count": figure(5, 3), "worth": "counted",
        "named": [path, path | {"name": "B", "decisions": []}], "p": None, "overlaps": False,
        "judged_by": "count", "cut_off": None, "may_have_run": False, "code": "changed",
        "in_both": True, "shared": [],
    } | changes  # fmt: skip


def test_rows_of_sequences_have_texts() -> None:
    whose = "paths and conditions of the base"
    likely = words.facts("sequences", sequence(worth="likely", p=0.02857))
    # The p is in the row's first line, and isn't repeated beside the last path.
    assert likely == [
        f"A B  {whose}; times 5 → 3; times: p = 0.0286",
        "A  from the entry, lines 2-3: x: yes, y: no", "B  from the entry, lines 2-3",
    ]  # fmt: skip
    new = words.facts("sequences", sequence(status="new", of="new", overlaps=True))
    assert new[0] == (
        "A B  new: it never occurred in the base; its method's code has changed; paths and "
        "conditions of the new side; times 3, overlaps included, so the shares are lower bounds"
    )
    held = words.facts("sequences", sequence(status="gone", may_have_run=True))
    assert held[0].startswith(f"A B  gone, or not: the new side may have held it back; {whose}")
    several = sequence(named=[sequence()["named"][0] | {"counted_with": 3}])
    assert words.facts("sequences", several)[1] == (
        "A  any of 3 paths that differ only in code that the other side lacks: from the entry, "
        "lines 2-3: x: yes, y: no"
    )
    two = sequence(named=[sequence()["named"][0] | {"counted_with": 2}])
    assert words.facts("sequences", two)[1].startswith("A  either of 2 paths that differ only in ")
    # Each side has a path A with these lines. On the other side, path A also has a branch that this
    # side lacks.
    other = sequence(named=[sequence()["named"][0] | {"other_decisions": ["i < j: yes"]}])
    assert words.facts("sequences", other)[1] == (
        "A  from the entry, lines 2-3: x: yes, y: no; the same path on the new side also runs "
        "through i < j: yes"
    )
    text = "; the same path in the base also runs through i < j: yes)"
    assert text in words.paths_in_short(other | {"of": "new"})
    assert words.paths_in_short(sequence()) == (
        f"A B ({whose}: A from the entry, lines 2-3: x: yes, y: no; B from the entry, lines 2-3)"
    )


def test_shared_decisions_come_before_a_sequences_paths() -> None:
    path = sequence()["named"][0]
    row = sequence(named=[path, path | {"name": "B", "alike": 2}], shared=["i < n: yes", "a: no"])
    assert words.facts("sequences", row)[1:] == [
        "both paths: i < n: yes, a: no",
        "A  from the entry, lines 2-3: x: yes, y: no",
        "B  from the entry, lines 2-3: x: yes, y: no (2 more executed paths read like this)",
    ]
    assert ": both paths: i < n: yes, a: no; A from the entry," in words.paths_in_short(row)


def test_a_side_is_described_by_its_files_runs_and_bytecodes() -> None:
    side = {"profiles": ["a.kpath"], "runs": [1], "title": "java A", "methods": 2}
    one = words._side("new", side | {"bytecodes": [10]}, is_exact=True)
    assert one == "new:  a.kpath: java A; 10 bytecodes in 2 methods"
    many = side | {"profiles": ["a.kpath", "b\x1b"], "runs": [1, 1], "bytecodes": [10, 20]}
    assert words._side("base", many, is_exact=True) == (
        "base: a.kpath, b\\u001b (2 runs): java A; 15 bytecodes a run, in 2 methods"
    )


def test_rows_have_the_significance_of_differences() -> None:
    likely = branch((0, 1), (1, 0), worth="likely", p=0.02857)
    assert words.facts("branches", likely)[-1].endswith("; outcomes: p = 0.0286")
    apart = branch((0, 1), (1, 0), worth="apart", executions=figure(5, 9, [4, 6], [9, 9]))
    told = words.facts("branches", apart)[-1]
    assert told.endswith("times 5 (4-6) → 9; outcomes: the ranges of the runs don't overlap")
    assert words.facts("branches", apart | {"p": 0.3})[-1].endswith(
        " the ranges of the runs don't overlap, maybe by chance"
    )
    came = branch((0, 1), (0, 0), status="new", executions=figure(0, 2, [0, 0], [0, 4]))
    rare = came | {"worth": "spread", "p": 0.9, "judged_by": "executions"}
    assert words.facts("branches", rare)[-1].endswith("; in 1 of 2 runs")
    changed = branch((0, 1), (1, 0), worth="spread", p=0.9)
    assert "p =" not in words.facts("branches", changed)[-1]


@pytest.mark.parametrize(
    ("test", "text"),
    [
        ({"least_p": None, "alpha": 0.05, "apart_by_chance": 0.5}, "one side has a single run"),
        (
            {"least_p": 0.1, "alpha": 0.05, "apart_by_chance": 0.1},
            "too few runs for a test (p is 0.1 at least)",
        ),
        (
            {"least_p": 2 / 70, "alpha": 0.05, "apart_by_chance": 2 / 70},
            "listed are figures with a p of at most 0.05, and figures whose ranges of runs don't "
            "overlap",
        ),
    ],
)
def test_notes_say_what_is_not_listed(test: dict[str, Any], text: str) -> None:
    document = {
        "test": test, "within_spread": 2, "varying": ["C.m(): x\x1b"],
        "trifles": 1, "rewritten": 4, "called_otherwise": None, "in_loops": 2, "light": 3,
        "trifles_by_kind": {"methods": 0, "loops": 0, "branches": 1, "sequences": 0},
        "least_weight": 0.0001, "least_share": 0.001, "base": {"runs": [1, 1]},
        "new": {"runs": [1]}, "gates": [],
    }  # fmt: skip
    notes = words.notes(document)
    assert notes[0].startswith(text)
    assert notes[1] == (
        "2 differences not listed, because runs of one side differ from each other as much (the "
        "largest: C.m(): x\\u001b)"
    )
    chance = round(1 / test["apart_by_chance"])
    assert f"by chance alone, the ranges of one figure in {chance} don't overlap" in notes[0]
    assert notes[2].startswith("1 branch not listed, because it concerns less than 0.01 %")
    assert notes[3] == (
        "3 more methods differ, but aren't listed, because they have less than 0.1 % of the "
        "bytecodes on both sides (--min-share)"
    )
    assert notes[4] == (
        "4 new or gone sequences not listed, because each gone one of an edited method has a new "
        "one with as many paths and occurrences, so perhaps only their code has changed"
    )
    through = "2 new or gone sequences not listed, because they run through a loop that is new or"
    assert notes[5] == f"{through} gone itself"
    assert notes[2].endswith("(--min-weight)")
    with_gates = words.notes(document | {"gates": [{}]})
    assert with_gates[2].endswith("(--min-weight); gates judge it, too")
    assert with_gates[5] == f"{through} gone itself; gates judge them, too"
    kinds = {"methods": 0, "loops": 1, "branches": 1_200, "sequences": 3}
    many = words.notes(document | {"trifles": 1_204, "trifles_by_kind": kinds, "light": 1})
    assert many[2].startswith(
        "1 loop, 1,200 branches and 3 sequences not listed, because they concern less"
    )
    assert many[3].startswith("1 more method differs, but isn't listed, because it has less than")


@pytest.mark.parametrize(("base", "new"), [(1, 2), (2, 1), (1, 4), (2, 3), (3, 3), (2, 4), (1, 7)])
def test_a_note_says_how_often_ranges_are_apart_by_chance(base: int, new: int) -> None:
    """Compares the words with a count over all ways in which chance may distribute the values."""
    ways = [*combinations(range(base + new), base)]
    ends = (tuple(range(base)), tuple(range(new, base + new)))
    apart = Fraction(sum(way in ends for way in ways), len(ways))
    test = {"least_p": None, "alpha": 0.05, "apart_by_chance": apart_by_chance(base, new)}
    document = {
        "test": test, "within_spread": 0, "varying": [], "trifles": 0,
        "rewritten": 0, "called_otherwise": None, "in_loops": 0, "light": 0,
        "gates": [], "base": {"runs": [1]}, "new": {"runs": [1]},
    }  # fmt: skip
    number = {1: "one figure", 2: "two figures"}[apart.numerator]
    assert words.notes(document)[0].endswith(
        f"by chance alone, the ranges of {number} in {apart.denominator} don't overlap"
    )


def test_a_text_says_if_nothing_differs() -> None:
    empty: dict[str, Any] = {kind: [] for kind in words.KINDS}
    same = empty | {"equal": True, "notes": [], "total": figure(7, 7)}
    assert words.nothing(same) == (
        "Nothing differs: all methods, paths and sequences are the same, equally often."
    )
    assert (
        words.nothing(same | {"notes": ["k"]}) == "Nothing differs, as far as both profiles show."
    )
    assert words.nothing(same | {"equal": False}) == "No difference is listed."
    assert words.nothing(same | {"loops": [1]}) is None


def work(part: float | None, base: float, new: float) -> dict[str, Any]:
    return {"share": figure(base, new), "change_of_base": part, "weight": abs(part or 0)}


def method(**changes: Any) -> dict[str, Any]:
    each = figure(40.0, 39.0)
    return {
        "status": "shifted", "base_title": None, "is_sure": True, "code": "changed",
        "bytecodes": figure(5_866_600, 7_149_831), "entries": figure(146_665, 183_329),
        "bytecodes_per_entry": each, "share": figure(0.018, 0.018), "worth": "counted",
        "judged_by": "bytecodes", "p": None, "cut_off": None, "class": "demo/Work", "beside": None,
        "moved_class": False, "renamed": False,
    } | changes  # fmt: skip


def test_rows_of_methods_have_their_growth_and_their_work_per_entry() -> None:
    """The method executes more in all although it was made cheaper."""
    assert words.facts("methods", method()) == [
        "code changed; bytecodes 5,866,600 → 7,149,831 (+21.9 %); entries 146,665 → 183,329; "
        "per entry 40 → 39"
    ]
    alike = method(code="same", bytecodes_per_entry=figure(604.1, 604.1))
    assert words.facts("methods", alike)[0].endswith("; per entry 604.1")
    once = method(
        code="same", bytecodes=figure(30, 60), entries=figure(1, 1),
        bytecodes_per_entry=figure(30, 60),
    )  # fmt: skip
    assert words.facts("methods", once) == ["bytecodes 30 → 60 (+100 %); entries 1"]
    more = method(code="same", bytecodes=figure(0, 60), bytecodes_per_entry=figure(0, 30))
    assert words.facts("methods", more)[0].startswith("bytecodes 0 → 60; entries ")
    # That the code has changed is said only once.
    gone = method(
        status="gone", bytecodes=figure(1_666_650, 0), entries=figure(166_665, 0),
        bytecodes_per_entry=figure(10, 0),
    )  # fmt: skip
    assert words.facts("methods", gone) == [
        "gone: it never ran on the new side, although its code is there, changed; "
        "bytecodes 1,666,650; entries 166,665; per entry 10"
    ]


def test_a_loop_test_that_only_moved_to_other_lines_is_shown_once() -> None:
    def sides(base: str, new: str, same: str) -> dict[str, Any]:
        rows = ((base, same), (new, same if same else new))
        one, other = (
            {"test": text, "test_without_lines": without or text} for text, without in rows
        )
        return {"base_loop": one, "new_loop": other}

    asked = "loop test: i < n, a[i] > 0"
    moved = sides(f"{asked} (lines 4-7)", f"{asked} (lines 5-8)", asked)
    assert words._tests(moved, lambda text: f"<{text}>") == [f"<{asked}>"]
    other = sides(f"{asked} (lines 4-7)", "loop test: i < m (line 5)", "")
    assert words._tests(other, str) == [
        "on the new side: loop test: i < m (line 5)", f"in the base: {asked} (lines 4-7)",
    ]  # fmt: skip
    same = sides(f"{asked} (lines 4-7)", f"{asked} (lines 4-7)", asked)
    assert words._tests(same, str) == [f"{asked} (lines 4-7)"]


def words_of_legend(ordered_by: str = "bytecodes", **rows: list[dict[str, Any]]) -> set[str]:
    """Returns the terms that a legend explains."""
    document = {kind: rows.get(kind, []) for kind in words.KINDS} | {"ordered_by": ordered_by}
    return {line.partition(":")[0] for line in words.legend(document)}


def test_the_option_that_lists_the_rest_is_named() -> None:
    left_out = {"methods": 23, "loops": 1, "branches": 1, "sequences": 0}
    document = {"methods": [{}] * 10, "loops": [], "branches": [{}], "left_out": left_out}
    assert words.more(document, "methods") == "and 23 more methods (--top 33)"
    assert words.more(document, "loops") == "and 1 more loop (--top 1)"
    assert words.more(document, "branches") == "and 1 more branch (--top 2)"
    assert words.more(document | {"sequences": []}, "sequences") is None


def test_the_legend_has_only_terms_that_occur() -> None:
    assert words_of_legend() == set()
    of_work = "share of a method or loop"
    loop = {"share": figure(0.1, 0.2)}
    assert words_of_legend(methods=[method()]) == {"change", of_work, "bytecodes"}
    assert words_of_legend(loops=[loop]) == {"change", of_work, "bytecodes each"}
    assert words_of_legend("share", loops=[loop]) == {"shift of share", of_work, "bytecodes each"}
    bounds = {"share": figure(0.1, 0.2) | {"most": figure(0.1, 0.3)}}
    assert "bounds" in words_of_legend(loops=[bounds])
    one = branch((0.25, 0.75), (0.75, 0.25), alone=True, base_ordinal=None)
    assert words_of_legend(branches=[one]) == {"moved", "concerns"}
    numbered = branch((0.25, 0.75), (0.75, 0.25))
    assert words_of_legend(branches=[one, numbered]) == {"#2", "moved", "concerns"}
    less = one | {"outcomes": [dict(it) for it in one["outcomes"]]}
    less["outcomes"][0]["times"] = figure(4, 4)
    assert words_of_legend(branches=[less]) == {"asked less (more)", "concerns"}
    assert words_of_legend(branches=[one | {"status": "new"}]) == {"concerns"}
    of_sequence = "share of a sequence"
    assert words_of_legend(sequences=[sequence()]) == {of_sequence, "concerns"}

    def concerned(**rows: list[dict[str, Any]]) -> str:
        document = {kind: rows.get(kind, []) for kind in words.KINDS} | {"ordered_by": "share"}
        return words.legend(document)[-1]

    for rows, there, missing in (
        ({"branches": [one]}, "for a branch, it is", "new or gone"),
        (
            {"branches": [one | {"status": "gone"}]},
            "for a branch that is new or gone",
            "branch, it",
        ),
        ({"sequences": [sequence()]}, "for a sequence, it is", "branch"),
        ({"sequences": [sequence(status="new")]}, "for a sequence that is new", "sequence, it is"),
    ):
        assert there in concerned(**rows)
        assert missing not in concerned(**rows)


def test_a_methods_change_and_the_shift_of_its_share_are_shown() -> None:
    """A method that executed fewer bytecodes has a larger share if the others shrank even more."""
    row = work(-0.0007, 0.0865, 0.0925)
    assert words.figures("methods", row) == ("-0.07 %", "8.6 %", "9.2 %")
    assert words.measured("methods", row, "bytecodes") == (
        "change, of\nbase's total", "-0.07 %", -0.0007
    )  # fmt: skip
    name, moved, size = words.measured("loops", row, "share")
    assert (name, moved) == ("shift of\nshare", "+0.60 points")
    assert size == pytest.approx(0.006)
    for weight, text in ((0.0329, "3.29 %"), (0.0000244, "0.00244 %"), (1e-9, "< 0.0001 %")):
        assert words.measured("branches", {"weight": weight}, "share")[1] == text
    for part, text in ((0.0, "0"), (None, "-"), (0.00002, "< ±0.01 %"), (0.5, "+50.00 %")):
        assert words.figures("methods", work(part, 0.1, 0.1))[0] == text


@pytest.mark.parametrize(
    ("total", "ordered_by", "text"),
    [
        (
            figure(1000, 900) | {"change_of_base": -0.1}, "bytecodes",
            "total: 1,000 → 900 bytecodes (-10.0 %); methods and loops are ordered by the change "
            "of their own bytecodes, as a share of the base's total",
        ),
        (
            figure(100, 50000) | {"change_of_base": 499.0}, "share",
            "total: 100 → 50,000 bytecodes (×500); as one total is at least twice the other, "  # noqa: RUF001
            "methods and loops are ordered by how far their share has moved",
        ),
        (
            figure(0, 5) | {"change_of_base": None}, "share",
            "total: 0 → 5 bytecodes; as one side executed nothing that was recorded, methods and "
            "loops are ordered by how far their share has moved",
        ),
        (
            figure(7, 7) | {"change_of_base": 0.0}, "bytecodes",
            "total: 7 bytecodes; methods and loops are ordered by the change of their own "
            "bytecodes, as a share of the base's total",
        ),
    ],
)  # fmt: skip
def test_the_heading_has_the_total_and_notes(
    total: dict[str, Any], ordered_by: str, text: str
) -> None:
    side = {
        "profiles": ["a"], "title": "t", "runs": [1], "bytecodes": [1], "methods": 1,
        "started": ["2026-01-02T03:04:05+00:00"], "threads": [1], "java_versions": ["17"],
        "completeness": [{"exact": True}],
    }  # fmt: skip
    matched = dict.fromkeys(MATCHED, 0)
    document = {
        "shared": None, "unlike": [], "ended": [], "runs_differ": None, "base": side, "new": side,
        "thread": None, "jvm": None, "selection": None, "total": total,
        "ordered_by": ordered_by, "matched": matched, "gates": [], "edited": [],
        "edited_left_out": 0, "changes_by_edit": None, "replaced_conditions": None,
        "commands_differ": "other arguments",
        "javas_differ": "other Javas", "class_paths": None, "notes": ["a\x1b"],
        "not_counted": "not asked for: the JDK", "same": [],
        "methods": [], "loops": [], "branches": [], "sequences": [],
    }  # fmt: skip
    assert text in words.about(document)
    for note in ("other arguments", "other Javas", "a\\u001b"):
        assert f"note: {note}" in words.about(document)
    jars = {"changed": [{"base": "x-1.jar", "new": "x-2.jar"}], "new": [], "gone": ["y.jar"]}
    differ = "note: the class paths differ: x-1.jar → x-2.jar; gone: y.jar"
    assert differ in words.about(document | {"class_paths": jars})
    many = jars | {"changed": [], "new": [f"{one}.jar" for one in "abcdef"]}
    differ = (
        "note: the class paths differ: new: a.jar, b.jar, c.jar, d.jar and 2 more (--json has "
        "all); gone: y.jar"
    )
    assert differ in words.about(document | {"class_paths": many})
    counted = (
        "counted: the bytecodes of recorded code. Those of other code aren't counted (not asked "
        "for: the JDK), so the work of the whole program may have changed in another way"
    )
    assert counted in words.about(document)
    # If nothing was judged, status 0 must not be taken for a pass.
    nothing = "nothing was judged: no --fail-if is given, so the status is 0"
    assert words.about(document)[-1] == nothing
    assert nothing not in words.about(document | {"gates": [{}]})


def side(**changes: Any) -> dict[str, Any]:
    return {
        "started": ["2026-01-02T03:04:05+00:00"], "threads": [1], "runs": [1],
        "java_versions": ["17"], "completeness": [{"exact": True}],
    } | changes  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        (
            {},
            "each side is one exact run; one platform thread ran recorded code in each run; the "
            "same arguments, Java 17 and jars; ",
        ),
        (
            {"new": side(threads=[2])},
            "each side is one exact run; the same arguments, Java 17 and jars; ",
        ),
        (
            {"new": side(completeness=[{"exact": False}]), "same": ["arguments"]},
            "each side is one run; one platform thread ran recorded code in each run; the same "
            "arguments; ",
        ),
        (
            {"new": side(runs=[1, 1], threads=[1, 1], completeness=[{"exact": True}] * 2)},
            "all counts are exact; one platform thread ran recorded code in each run; the same "
            "arguments, Java 17 and jars; ",
        ),
        # Two dumps of one run aren't two runs.
        (
            {"shared": "a is a dump of b", "same": [], "new": side(threads=[4])},
            "all counts are exact; ",
        ),
        (
            {
                "new": side(runs=[3], completeness=[{"exact": False}], threads=[3]),
                "same": [],
            },
            None,
        ),
    ],
)  # fmt: skip
def test_what_the_sides_have_in_common_is_named(changes: dict[str, Any], text: str | None) -> None:
    document = {
        "base": side(), "new": side(), "shared": None, "same": ["arguments", "Java", "jars"],
    } | changes  # fmt: skip
    unread = (
        "what the program read (files, environment variables, clock) and which compiler made its "
        "classes aren't recorded"
    )
    wanted = [] if text is None else [f"compared: {text}{unread}"]
    assert list(words._compared(document)) == wanted


def test_a_side_has_the_times_of_its_recordings() -> None:
    early, late = "2026-01-02T03:04:05+02:00", "2026-01-02T02:04:05+00:00"
    assert words._started("base", side(started=[early])) == f"base {early}"
    # Times are ordered as moments and not as texts.
    assert words._started("new", side(started=[late, early])) == f"new {early} to {late}"
    assert words._started("new", side(started=[late, None])) == "new at an unknown time"


#: All results that matching a method can have. The document counts the methods with each result.
MATCHED = (
    "same", "unchanged", "alike", "changed", "moved", "renamed", "new", "gone", "base_only",
    "new_only",
)  # fmt: skip


def test_methods_that_ran_on_one_side_only_are_counted() -> None:
    counts = dict.fromkeys(MATCHED, 0) | {"same": 1_551, "gone": 15}
    equal, all_equal = "1,551 of them in equal class files", "in equal class files"
    assert words.matched(counts | {"unchanged": 2, "gone": 0}) == (
        f"methods that ran: 1,553 (0 changed; 1,553 unchanged, {equal})"
    )
    told = "unchanged as far as profiles can tell"
    assert words.matched(counts | {"changed": 3, "unchanged": 1, "alike": 2, "gone": 0}) == (
        f"methods that ran: 1,557 (3 changed; 1,552 unchanged, {equal}; 2 {told})"
    )
    text = f"(0 changed; 1,551 unchanged, {all_equal}"
    assert words.matched(counts) == f"methods that ran: 1,566 {text}; 15 recorded only in the base)"
    assert words.matched(counts | {"new": 3, "renamed": 2, "base_only": 1, "new_only": 46}) == (
        f"methods that ran: 1,569 {text}; 3 recorded only on the new side; 15 recorded only in the "
        "base); of those that both sides have, 2 renamed, 1 that ran only in the base and 46 that "
        "ran only on the new side"
    )


def test_without_edited_methods_other_causes_are_named() -> None:
    counts = dict.fromkeys(MATCHED, 0) | {"same": 7}
    document: dict[str, Any] = {
        "edited": [], "matched": counts, "methods": [], "loops": [], "branches": [],
        "sequences": [],
    }  # fmt: skip
    none = "edited methods that ran: none"
    assert words.edited(document) == none
    assert words.edited(document | {"loops": [{}]}) == (
        f"{none}, so differences come from what the program was given or read, from chance, or "
        "from code that wasn't recorded"
    )
    new = counts | {"new": 1, "alike": 1}
    assert words.edited(document | {"matched": new}) == (
        f"{none} of those that both sides recorded, as far as profiles can tell"
    )


def test_different_means_have_different_texts() -> None:
    assert words.numbers(2200, 2200) == ("2,200", "2,200")
    assert words.numbers(2200, 2200.25) == ("2,200", "2,200.25")
    assert words.numbers(9.41, 9.42) == ("9.41", "9.42")
    assert words.numbers(2, 3) == ("2", "3")
    # The growth of a small figure can be seen, too.
    assert words.numbers(1 / 6, 1 / 3) == ("0.167", "0.333")
    assert words.numbers(3.466, 3.634) == ("3.47", "3.63")
    assert words.numbers(26_569, 87.62) == ("26,569", "87.6")
    # Iterations per entry of 20,000 and of 25,000 entries.
    assert words.numbers(79_997 / 20_000, 99_994 / 25_000) == ("3.99985", "3.99976")
    assert words.numbers(0.1 + 0.2, 0.3) == ("0.3", "0.3")
    assert words.numbers(1e9 + 0.5, 1e9 + 0.25) == ("1,000,000,000.5", "1,000,000,000.25")
    assert words.both(figure(2200, 2200.25, [2200], [2200, 2200, 2200, 2201])) == (
        "2,200 → 2,200.25 (2,200-2,201)"
    )


@given(*[st.integers(0, 10**8)] * 2, *[st.integers(1, 10**4)] * 2)
def test_quotients_of_counts_read_alike_only_if_they_are_equal(
    one: int, other: int, entries: int, others: int
) -> None:
    base, new = words.numbers(one / entries, other / others)
    assert (base == new) == (Fraction(one, entries) == Fraction(other, others))


def test_a_tiny_difference_of_bounds_is_not_shown() -> None:
    none: Any = None
    unknown = figure(none, none) | {"least": figure(1.05, 1.2), "most": figure(1.106, 1.3)}
    assert words.bounded_on_both(unknown) == "1.05 to 1.11 → 1.2 to 1.3"
    # A difference of less than a hundredth isn't shown.
    close = figure(none, none) | {"least": figure(9.99, 9.999), "most": figure(10.01, 10.001)}
    assert words.bounded_on_both(close) == "10.0 → 10.0"


def test_inexact_figures_are_shown_by_their_bounds() -> None:
    known = figure(9, 12.5)
    at_least = {"least": figure(9, 12.5), "most": figure(9, 12.5)}
    assert words.bounded(known | at_least) == "9 → 12.5"
    # Different figures have different texts: 1.0125 isn't 1, and 0.52 isn't 0.54.
    assert words.bounded(figure(1.0125, 1) | at_least) == "1.01 → 1"
    assert words.bounded(figure(0.52, 0.54) | at_least) == "0.52 → 0.54"
    assert words.bounded(figure(1, 1) | at_least) == "1"
    assert words.bounded(figure(9, 9, [8, 10], [9, 9]) | at_least) == "9 (8-10) → 9"
    none: Any = None
    unknown = figure(9, none) | {"least": figure(9, 1.66), "most": figure(9, 37.21)}
    assert words.bounded(unknown) == "9 → 1.6 to 37.3"
    assert words.bounded(unknown, "new") == "1.6 to 37.3"
    unknown["most"] = figure(9, none)
    assert words.bounded(unknown) == "9 → 1.6 or more"
    unknown["least"] = figure(9, none)
    assert words.bounded(unknown) == "9 → not known"


def test_an_order_by_shares_has_a_column_of_shifts() -> None:
    row = {"change_of_base": 2.1409, "weight": 0.02, "share": figure(0.274, 0.254)}
    assert words.columns("methods", "share")[0] == "shift of\nshare"
    assert words.figures("methods", row, "share") == ("-2.00 points", "27.4 %", "25.4 %")
    assert words.measured("methods", row, "share")[:2] == ("shift of\nshare", "-2.00 points")
    assert words.columns("methods", "bytecodes")[0] == "change, of\nbase's total"
    assert words.figures("methods", row)[0] == "+214.09 %"
    assert words.columns("sequences", "share") == words.COLUMNS["sequences"]
