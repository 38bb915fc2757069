"""Tests the short texts about what stands out."""

from typing import Any

import pytest

from kpath_jvm.reports.finding_words import advice_in_short, settled_in_short
from kpath_jvm.reports.lines import TIMES

BRANCH = {"block": 3, "question": "i < n", "place": "line 7", "answers": ["yes", "no"]}


def said(kind: str, loop: dict[str, Any], **of_advice: Any) -> str:
    """Returns the text about a piece of advice. The advised branch is in block 3."""
    is_of_loop = kind in ("write out", "unroll", "superblock")
    advice = {"of_completed": False, "may_be_coincidence": False, "size": None} | of_advice
    return advice_in_short({"kind": kind, "block": None if is_of_loop else 3, **advice}, loop)


@pytest.mark.parametrize(
    ("entries_by_iterations", "text"),
    [
        ([0, 0, 50], "each entry makes 2 iterations"),
        ([2, 0, 48], "96.0 % of the entries make 2 iterations"),
    ],
)
def test_a_special_case_is_shown_with_its_share_of_the_entries(
    entries_by_iterations: list[int], text: str
) -> None:
    loop = {
        "unrolling": {
            "steady_iterations": 2, "entries_by_iterations": entries_by_iterations, "entries": 50,
        }
    }  # fmt: skip
    assert said("write out", loop) == text


def test_unrolling_names_the_period() -> None:
    repeats = [{"same": 1, "count": 8}, {"same": 6, "count": 8}]
    loop = {"unrolling": {"period": 2, "repeats": repeats}}
    goes = "75.0 % of the iterations go the same way as the one 2 iterations before"
    assert said("unroll", loop) == goes


def test_peeling_compares_first_iterations_with_later_ones() -> None:
    other = BRANCH | {"block": 5, "first": [0, 9], "later": [0, 9]}
    loop = {"peeling": {"branches": [other, BRANCH | {"first": [0, 10], "later": [19, 1]}]}}
    assert said("peel", loop) == (
        "i < n (line 7): no in 100.0 % of executions in first iterations, and yes in 95.0 % of "
        "executions in later ones"
    )


def test_unswitching_names_the_branch() -> None:
    loop = {"unswitching": [BRANCH | {"place": None}]}
    assert said("unswitch", loop) == (
        "i < n: the answer stays the same throughout each entry; only if the loop and what it "
        "calls change nothing that the condition reads"
    )


@pytest.mark.parametrize(
    ("length", "known"), [(1, "the iteration before it is"), (2, "the 2 iterations before it are")]
)
def test_missed_guesses_are_compared_with_and_without_history(length: int, known: str) -> None:
    histories = [
        {"iterations": at, "share": share, "missed": 800 * share, "missed_whole": 800 * share,
         "whole": 2_000, "tells": True}
        for at, share in enumerate((0.4, 0.125, 0.05))
    ]  # fmt: skip
    branch = BRANCH | {"deciding": length, "histories": histories}
    loop = {"histories": [branch], "repetitions": 20}
    share = "12.5 %" if length == 1 else "5.0 %"
    text = (
        f"i < n (line 7): the best guess misses {share} instead of 40.0 % if {known} known; this "
        "only predicts the answer, so the test stays"
    )
    assert said("history", loop) == text
    warned = said("history", loop, of_completed=True, may_be_coincidence=True)
    assert warned == (f"{text}, as far as paths were completed [{TIMES}20]")


@pytest.mark.parametrize(
    ("changes", "stays"),
    [
        ({}, True),
        ({"missed": 0, "missed_whole": 0}, False),
        # Guesses miss only where fewer iterations are known.
        ({"missed_whole": 0}, False),
        ({"missed_whole": 0, "whole": 999}, True),
        ({"missed": 0, "missed_whole": 0, "tells": False}, True),
    ],
)
def test_a_test_stays_unless_a_history_decides_it(changes: dict[str, Any], *, stays: bool) -> None:
    longest = {
        "iterations": 2, "share": 0.05, "missed": 40, "missed_whole": 40, "whole": 1_000,
        "tells": True,
    }  # fmt: skip
    histories = [
        {"iterations": 0, "share": 0.4, "missed": 800, "tells": True},
        longest | {"iterations": 1, "share": 0.2, "missed": 400, "missed_whole": 400},
        longest | changes,
    ]
    text = said("history", {"histories": [BRANCH | {"deciding": 1, "histories": histories}]})
    assert ("; this only predicts the answer, so the test stays" in text) == stays


def way(name: str, *decisions: tuple[int, str, str], outside: int = 0) -> dict[str, Any]:
    """Returns a way with these decisions, of which the first ``outside`` are outside the loop."""
    plain = [
        {"block": block, "question": question, "answer": answer, "place": None}
        for block, question, answer in decisions
    ]
    apart = [f"line 7 #1 {one['question']}: {one['answer']}" for one in plain[outside:]]
    letters = {"w2": ["B"], "w4": ["A", "D"]}.get(name, [])
    return {"way": name, "decisions": plain, "apart": apart, "letters": letters}


EVEN, ODD = (3, "i % 2 == 0", "yes"), (3, "i % 2 == 0", "no")
GOES_ON, ENDS = (1, "i < n", "yes"), (1, "i < n", "no")
FIRST = (0, "n > 0", "yes")


@pytest.mark.parametrize(
    ("kind", "way_before", "after"),
    [
        ("first", "", "in first iterations"),
        ("follows", "w2", "after an iteration with i % 2 == 0: no"),
        (
            "follows", "w4",
            "after an iteration on path A or D (line 7 #1 i < n: yes; line 7 #1 i % 2 == 0: yes)",
        ),
    ],
)  # fmt: skip
def test_a_decided_branch_names_what_came_before(kind: str, way_before: str, after: str) -> None:
    others = [
        {"text": "w3", "is_all": False, "counts": [0, 5]},
        # The other kind's history, which is more frequent.
        {"text": "w2" * (kind == "first"), "is_all": kind == "follows", "counts": [0, 150]},
    ]
    sure = [*others, {"text": way_before, "is_all": kind == "first", "counts": [99, 1]}]
    loop = {
        "histories": [BRANCH | {"sure": sure, "executions": [300, 100]}],
        "ways": 4,
        # The way w4 begins at the method's entry, but is otherwise the same as w1.
        "paths": [
            way("w1", GOES_ON, EVEN), way("w2", GOES_ON, ODD), way("w3", ENDS),
            way("w4", FIRST, GOES_ON, EVEN, outside=1),
        ],
    }  # fmt: skip
    assert said(kind, loop) == (
        f"i < n (line 7): yes in 99.0 % of the 100 executions {after}, but in 75.0 % of all 400"
    )


def test_a_decision_may_be_made_on_ways_that_are_not_described() -> None:
    sure = [{"text": "w2", "is_all": False, "counts": [99, 1]}]
    loop: dict[str, Any] = {
        "histories": [BRANCH | {"sure": sure, "executions": [300, 100]}],
        "ways": 3,
        "paths": [way("w1", GOES_ON, EVEN), way("w2", GOES_ON, ODD)],
    }
    told = "(line 7 #1 i < n: yes; line 7 #1 i % 2 == 0: no)"
    assert f"after an iteration on path B {told}, but in 75.0 %" in said("follows", loop)
    loop["paths"][1]["letters"] = ["A", "B", "C", "D", "E", "F"]
    assert f"on path A, B, C, D or one of 2 more {told}, but in" in said("follows", loop)
    named = said("follows", loop | {"ways": 2})
    assert "after an iteration with i % 2 == 0: no, but in 75.0 % of all 400" in named
    loop["paths"][1]["apart"] = ["p: yes", "q: yes", "r: yes", "s: yes", "t: yes"]
    assert "one of 2 more (p: yes; q: yes; r: yes; 2 more), but" in said("follows", loop)
    loop["paths"][1]["apart"] = []
    assert "one of 2 more, but in" in said("follows", loop)


def test_a_random_branch_has_its_missed_guesses() -> None:
    loop = {"histories": [BRANCH | {"histories": [{"share": 0.5}, {"share": 0.375}]}]}
    assert said("branch-free", loop) == (
        "i < n (line 7): earlier iterations don't tell the answer: even if they are known, the "
        "best guess misses 37.5 %; only if neither way calls or allocates anything"
    )


def test_a_superblock_has_the_share_of_its_way() -> None:
    found = {"hottest": [{"covered": 0.8}, {"covered": 0.9}], "begun": 200, "finished": 150}
    assert said("superblock", {"superblocks": found}) == (
        "one way has 80.0 % of the loop's bytecodes, and 75.0 % of the iterations follow it to its "
        "end; this is for a compiler, as there is nothing to edit in the source"
    )


@pytest.mark.parametrize(
    ("compiled", "inlined", "end"),
    [
        (True, True, ""),
        (True, None, ""),
        (True, False, "; the method may then be too large for HotSpot to inline it"),
        (False, False, "; the method may then be too large for HotSpot to compile it"),
    ],
)
def test_a_method_may_become_too_large(*, compiled: bool, inlined: bool | None, end: str) -> None:
    size = {"copies": 1, "bytes": 9_000, "compiled": compiled, "inlined": inlined}
    text = (
        "i < n (line 7): the answer stays the same throughout each entry; only if the loop and "
        "what it calls change nothing that the condition reads"
    )
    assert said("unswitch", {"unswitching": [BRANCH]}, size=size) == text + end


@pytest.mark.parametrize(("share", "saved"), [(0.0091, "at most 0.9 %"), (0.0001, "< 0.1 %")])
def test_a_special_case_for_one_iteration_saves_loop_tests(share: float, saved: str) -> None:
    found = {
        "steady_iterations": 1, "entries_by_iterations": [0, 50], "entries": 50,
        "test_share": share,
    }  # fmt: skip
    text = f"each entry makes 1 iteration; a special case saves {saved} of all bytecodes"
    assert said("write out", {"unrolling": found}) == text


@pytest.mark.parametrize(("repetitions", "end"), [(1, ""), (7, f" [{TIMES}7]")])
def test_a_settled_test_has_its_answer_and_count(repetitions: int, end: str) -> None:
    one = {
        "kind": "one way", "label": "#2 i < n", "answers": [{"answer": "no", "count": 1_234}],
        "ends_loop": False, "uncompleted": 0, "repetitions": repetitions,
    }  # fmt: skip
    assert settled_in_short(one) == f"#2 i < n: no in all 1,234 executions{end}"
