"""Tests the texts about branches: their outcomes, what decides them, and quoted code."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from builders.walks import Program, walked_profile
from kpath_jvm.reports.branch_words import (
    ABOUT_SOURCES,
    about_sources,
    by_number,
    decided,
    most_executed,
    of_completed,
    outcomes,
    placed,
    quoted_place,
    work,
)
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.reading import ReadOptions
from markdown_reading import HOSTILE


def test_similar_iterations_are_described_together() -> None:
    def text(table: list[list[int]], otherwise: list[int]) -> str:
        return by_number(table, otherwise, 1).plain

    assert text([[0, 9], [0, 9], [0, 9], [9, 0]], [0, 0]) == (
        "in the 1st to 3rd iteration: always (27); in the 4th: never (9)"
    )
    assert text([[5, 5], [500, 503], [9, 1]], [3, 1]) == (
        "in the 1st and 2nd iteration: 50.1 % of 1,013; in the 3rd: 10.0 % of 10; "
        "otherwise: 25.0 % of 4"
    )
    # 999 of 1,000 is nearly always, but must not be shown as always.
    assert text([[0, 1000], [1, 999]], [0, 0]) == (
        "in the 1st iteration: always (1,000); in the 2nd: 99.9 % of 1,000"
    )
    # A branch that comes after another one isn't always reached in the first iteration. If there
    # are many different shares, the last ones are summed up if the best guess is the same.
    alike = [[0, 0], [1, 1], [1, 3], [1, 7], [4, 1], [1, 2], [0, 2]]
    assert text(alike, [1, 1]).endswith("in the 5th: 20.0 % of 5; otherwise: 71.4 % of 7")
    table = [[0, 0], [1, 1], [1, 3], [1, 7], [4, 1], [1, 1], [0, 2]]
    assert text(table, [1, 0]) == (
        "in the 2nd iteration: 50.0 % of 2; in the 3rd: 75.0 % of 4; in the 4th: 87.5 % of 8; "
        "in the 5th: 20.0 % of 5; in the 6th: 50.0 % of 2; in the 7th: always (2); "
        "otherwise: never (1)"
    )
    assert text([], [3, 1]) == "otherwise: 25.0 % of 4"
    many = [[0, 1], [1, 0]] * 20
    assert "in the 3rd: always (1); in the 4th: never (1)" in text(many, [0, 0])
    assert text(many, [0, 0]).endswith("otherwise: 50.0 % of 32, differing by iteration")


def test_wrong_guesses_can_be_worked_out_from_the_shares_by_iteration() -> None:
    rng = Random(5)
    for _ in range(200):
        table = [[rng.randrange(20), rng.randrange(20)] for _ in range(rng.randrange(9))]
        otherwise = [rng.randrange(20), rng.randrange(20)]
        text = by_number(table, otherwise, 1).plain
        wrong = 0
        for share, of in re.findall(r"([0-9.]+) % of ([0-9]+)", text):
            came = round(float(share) / 100 * int(of))
            wrong += min(came, int(of) - came)
        assert wrong == sum(map(min, [*table, otherwise]))


def quote(text: str) -> str:
    return f"<{text}>"


def asked(block: int, answers: dict[str, int], **changes: Any) -> dict[str, Any]:
    return {
        "block": block, "kind": "branch", "place": f"line {block}", "line": block, "ordinal": 1,
        "label": f"q{block}", "count": sum(answers.values()), "unknown": 0,
        "outcomes": [
            {"answer": answer, "count": count, "most": count} for answer, count in answers.items()
        ],
    } | changes  # fmt: skip


def test_a_possible_outcome_is_not_called_never() -> None:
    """Of 350 executions, 50 have an unknown outcome, which may be yes or no."""
    branch = asked(3, {"yes": 300, "no": 0}, count=350, unknown=50)
    for one in branch["outcomes"]:
        one["most"] = one["count"] + 50
    assert outcomes(branch).plain == (
        "yes 85.7 % to 100.0 % (300 to 350), no 0.0 % to 14.3 % (0 to 50), not known 14.3 % (50)"
    )
    switch = branch | {"kind": "switch"}
    assert "no 0.0 % to 14.3 % (0 to 50)" in outcomes(switch).plain


def test_the_word_always_is_limited_to_counted_paths() -> None:
    branch = asked(3, {"yes": 3, "no": 0})
    assert outcomes(branch).plain == "always yes"
    assert outcomes(branch, uncompleted=1).plain == "always yes on completed paths"
    assert "completed" not in outcomes(asked(3, {"yes": 3, "no": 1}), uncompleted=1).plain
    # If ``is_exact`` is False, only a part of the executions was counted.
    counted = "always yes, as far as it was counted"
    for uncompleted in (0, 1, None):
        assert outcomes(branch, uncompleted=uncompleted, is_exact=False).plain == counted
    # With an inline profiler, it isn't known whether there were uncompleted paths.
    assert outcomes(branch, uncompleted=None).plain == "always yes on completed paths"


@pytest.mark.parametrize(
    ("uncompleted", "text"),
    [
        (0, ""),
        (1, ""),
        (None, ""),
        (2, "; 2 more paths weren't completed and are in no count"),
    ],
)
def test_more_than_one_uncounted_path_is_mentioned(uncompleted: int | None, text: str) -> None:
    method = {"share_of_all": 0.5, "completed": 3_000, "entries": 7, "uncompleted": uncompleted}
    assert work(method) == f"50.0 % of the recorded bytecodes, 3,000 path completions{text}"


def test_handlers_have_no_outcome() -> None:
    handler = {**asked(3, {"": 3}), "kind": "handler"}
    assert outcomes(handler).plain == "a handler has no outcomes"


def test_only_code_is_quoted() -> None:
    branch = asked(3, {"yes": 3, "no": 1})
    switch = asked(4, {HOSTILE: 2, "default": 2}, kind="switch", place="F.kt:4")
    assert outcomes(branch, quote).plain == "yes 75.0 % (3), no 25.0 % (1)"
    assert outcomes(switch, quote).plain == f"<{HOSTILE}> 50.0 % (2), default 50.0 % (2)"
    assert outcomes(asked(5, {HOSTILE: 7, "b": 0}, kind="switch"), quote).plain == (
        f"always <{HOSTILE}>"
    )
    one = {
        "block": 3, "given": 4, "iterations": 1, "loop_block": 1,
        "loop_place": "a|b.kt:3", "across": False, "complete": True, "unseen": 0, "absent": None,
        "count": 4, "bits": 0.5,
        "table": [[2, 0], [1, 1]], "explained": 0.5, "misses": 1, "misses_given": 1, "exact": False,
    }  # fmt: skip
    method = {
        "branches": [branch, switch], "dependences": [one], "strongest": [0], "by_iteration": [],
        "by_several": [],
        "completed": 4, "repetitions": 1, "uncompleted": 0,
    }  # fmt: skip
    (texts,), notes = decided(method, is_alone=True, quote=quote)
    assert [text.plain for text in texts] == [
        "line 3 <q3> is yes in 75.0 % of 4",
        f"given <F.kt:4> <q4> was <{HOSTILE}> one iteration before: always (2); "
        "given default: 50.0 % of 2",
        "removes 50.0 % of the uncertainty; the best guess stays wrong in 25.0 % of them",
    ]
    assert notes == ["counts are lower bounds: the engine's memory was full (--engine-memory)"]
    branch["count"] = 9
    method["dependences"] = [one | {"complete": False, "unseen": 3}]
    ((unconditional, *_),), _ = decided(method, is_alone=True, quote=quote)
    assert unconditional.plain.endswith(
        "of 4 executions that can be compared (9 in all; the paths before 3 other executions "
        "aren't all known, so these may go another way)"
    )
    branch["count"], method["dependences"] = 4, [one]
    # If the two branches belong to different loops, the text says which loop's iteration is meant.
    one |= {"iterations": 0, "across": True}
    ((_, conditional, _),), _ = decided(method, is_alone=True, quote=quote)
    assert f"was <{HOSTILE}> in the same iteration of the loop at <a|b.kt:3>: " in conditional.plain
    for iterations, when in (
        (1, "in the previous iteration of the loop at <a|b.kt:3>"),
        (2, "2 iterations of the loop at <a|b.kt:3> before"),
    ):
        method["dependences"] = [one | {"iterations": iterations}]
        ((_, conditional, _),), _ = decided(method, is_alone=True, quote=quote)
        assert f"was <{HOSTILE}> {when}: " in conditional.plain
    method["dependences"] = [one]
    one |= {"loop_block": None, "loop_place": None}
    ((_, conditional, _),), _ = decided(method, is_alone=True, quote=quote)
    assert f"was <{HOSTILE}> earlier in the same call: " in conditional.plain
    assert quoted_place("line 7", quote) == "line 7"


@pytest.mark.parametrize(
    ("dependence", "is_absolute"),
    [
        ({"table": [[9, 0], [1, 1]]}, True),
        ({"table": [[0, 9], [1, 1]]}, True),
        # The given outcome never came, so nothing is said about it.
        ({"table": [[0, 0], [1, 1], [1, 7]]}, False),
        ({"table": [[2, 1], [1, 1]], "otherwise": [0, 5]}, True),
        ({"table": [[2, 1], [1, 1]], "otherwise": [0, 0]}, False),
        # The text is "always the same as at its previous execution".
        ({"table": [[2, 0, 0], [0, 3, 0], [0, 0, 4]], "is_last": True}, True),
    ],
)
def test_the_words_always_and_never_are_limited_to_completed_paths(
    dependence: dict[str, Any], is_absolute: bool
) -> None:
    """A single path that was cut off may contradict "always" or "never"."""
    assert of_completed(dependence, 0, 0) == of_completed(dependence, 0, None) == ""
    wanted = ", as far as paths were completed; 1 path wasn't" if is_absolute else ""
    assert of_completed(dependence, 0, 1) == wanted


def test_a_note_warns_if_the_class_file_asks_the_opposite() -> None:
    one = asked(3, {"yes": 3}) | {"question": "x == 0", "in_class_file": "x == 0", "matched": True}
    summary = {"methods": [{"branches": [one]}]}
    assert about_sources(summary) is None
    one["in_class_file"] = "x != 0"
    assert about_sources(summary) == ABOUT_SOURCES
    assert about_sources({"methods": [{"branches": [one | {"matched": False}]}]}) is None


def test_the_most_executed_branches_are_ordered_by_line() -> None:
    many = [asked(line, {"yes": 100 - line}) for line in range(30, 0, -1)]
    never = asked(40, {"yes": 0})
    shown, rest = most_executed({"branches": [*many, never], "uncompleted": 0}, is_alone=False)
    assert [one["line"] for one in shown] == list(range(1, 21))
    assert rest == "10 more executed less often, 1 more never executed"
    shown, rest = most_executed({"branches": many, "uncompleted": 0}, is_alone=True)
    assert (len(shown), rest) == (30, "")
    _, rest = most_executed({"branches": [never], "uncompleted": 3}, is_alone=True)
    assert rest == "1 more never executed on completed paths"


@pytest.mark.parametrize("is_decided", [True, False])
def test_the_iterations_number_is_omitted_for_a_decided_branch(
    tmp_path: Path, *, is_decided: bool
) -> None:
    """The first branch is yes in an entry's first iteration; later, a coin decides it.

    If ``is_decided``, the second branch always has the outcome of the first; else nearly always.
    """
    head, first, second, latch = 1, 2, 5, 8
    successors = [[head], [first, 9], [3, 4], [second], [second], [6, 7], [latch], [latch], [head]]
    random = Random(3)
    walks = []
    for _ in range(400):
        walk = [0]
        for lap in range(4):
            one = not lap or random.random() < 0.3
            other = one if is_decided else one != (random.random() < 0.01)
            walk += [head, first, 3 if one else 4, second, 6 if other else 7, latch]
        walks.append([*walk, head, 9])
    profile = walked_profile(tmp_path, Program(Random(0), [*successors, []]), "back-edge", 8, walks)
    (method,) = summarise_branches(profile, ReadOptions())["methods"]
    assert {first, second} <= {one["block"] for one in method["by_iteration"]}
    found, _ = decided(method, is_alone=True)
    branches = {one["block"]: one for one in method["branches"]}
    by_number = [
        (told.plain, text.plain) for told, text, _ in found if "the 1st iteration" in text.plain
    ]
    of_second = [one for one, _ in by_number if one.startswith(placed(branches[second]))]
    ((_, text),) = (it for it in by_number if it[0].startswith(placed(branches[first])))
    end = f"; so the number also tells about what this branch decides: {placed(branches[second])}"
    assert text.endswith(end) == is_decided
    assert bool(of_second) != is_decided
