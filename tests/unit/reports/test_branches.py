"""Tests branches as text: no share is rounded to 0 or 100 %, and branches left out are counted."""

import io
import itertools
from collections import Counter
from random import Random
from typing import Any

from kpath_jvm.records.completeness import Completeness
from kpath_jvm.reports.branch_words import ABOUT_LABELS, MOST_PAIRS, outcomes, successions
from kpath_jvm.reports.branches import renderables
from kpath_jvm.reports.output import write


def branch(block: int, counts: dict[str, int], **changes: Any) -> dict[str, Any]:
    total = sum(counts.values()) + changes.get("unknown", 0)
    return {
        "block": block, "kind": "branch", "line": block, "place": f"line {block}",
        "ordinal": 1, "question": f"q{block}",
        "label": f"q{block}", "matched": True, "count": total, "unknown": 0,
        "outcomes": [
            {
                "answer": answer, "target": at, "count": count,
                "most": count + changes.get("unknown", 0), "share": count / max(total, 1),
            }
            for at, (answer, count) in enumerate(counts.items())
        ],
    } | changes  # fmt: skip


def dependence(block: int, given: int, table: list[list[int]], **changes: Any) -> dict[str, Any]:
    count = sum(map(sum, table))
    return {
        "block": block, "given": given, "iterations": 1, "loop_block": 1,
        "loop_place": "line 3", "across": False, "complete": True, "unseen": 0, "absent": None,
        "count": count,
        "table": table, "bits": 0.5, "uncertainty": 1.0, "explained": 0.5,
        "misses": count - max(map(sum, zip(*table, strict=True))),
        "misses_given": count - sum(map(max, table)), "exact": True,
    } | changes  # fmt: skip


def printed(
    branches: list[dict[str, Any]], dependences: list[dict[str, Any]], width: int = 200,
    k: int = 4, **changes: Any,
) -> list[str]:  # fmt: skip
    method = {
        "class": "a/B", "method": "m", "descriptor": "()V", "loader": "app", "title": "a.B.m()",
        "completed": 1234, "bytecodes": 5, "share_of_all": 0.5, "branches": branches,
        "dependences": dependences, "strongest": list(range(len(dependences))),
        "by_iteration": [], "by_several": [], "why_not_compared": None,
        "compared_by_iteration": True, "repetitions": 1, "settled": [], "settled_why_not": None,
        "settled_why_no_sequences": None, "uncompleted": 0,
        "unmatched_lines": [], "unmatched_text": "", "unmatched_why": [],
    } | changes  # fmt: skip
    summary = {
        "title": "java Main", "thread": None, "selection": None, "k": k, "methods": [method],
        "methods_left_out": 0, "decided": None, "edges_only": False, "unnamed_variables": [],
        "completeness": Completeness().document(),
    }  # fmt: skip
    for one in branches:
        one.setdefault("in_class_file", one["question"])
    stream = io.StringIO()
    write(stream, width, *renderables(summary))
    return [line.strip() for line in stream.getvalue().split("\n") if line.strip()]


def test_almost_always_is_not_shown_as_always() -> None:
    lines = printed([branch(7, {"no": 100_000, "yes": 1}), branch(8, {"yes": 5, "no": 0})], [])
    assert "7  100,001  q7      yes < 0.1 % (1), no > 99.9 % (100,000)" in lines
    assert "8        5  q8      always yes" in lines
    assert (
        "no branch depends on a single outcome before it, another branch's or its own, or on the "
        "number of the iteration, as far back as the profile's k shows them" in lines
    )


def test_a_note_says_why_nothing_could_be_compared() -> None:
    why = "at most 7 executions of a branch can be compared; at least 30 are needed"
    branches = [branch(7, {"yes": 3, "no": 4})]
    for is_compared, text in (
        (False, "no branch could be compared with a single outcome before it: "),
        (
            True,
            "no branch depends on the number of the iteration, as far as the profile's k shows it; "
            "none could be compared with a single outcome before it: ",
        ),
    ):
        lines = printed(branches, [], 300, why_not_compared=why, compared_by_iteration=is_compared)
        assert f"{text}{why}" in lines


def test_several_outcomes_may_decide_a_branch_together() -> None:
    branches = [
        branch(7, {"yes": 1000, "no": 4000}),
        branch(8, {"": 1000}, kind="handler", question="caught E", label="caught E"),
    ]
    one = {
        "block": 7, "count": 5000, "misses": 1000, "misses_single": None, "iterations": 4,
        "misses_given": 2, "whole": 4_900, "misses_whole": 0, "seen": 7,
    }  # fmt: skip
    lines = printed(branches, [], 300, by_several=[one])
    text = "line 7 q7: no single earlier outcome decides it; "
    assert (
        f"{text}several together do, see advise: where the 4 iterations before are known, the best "
        "guess is never wrong (4,900 executions); in all, it is wrong in < 0.1 % of 5,000 "
        "executions, otherwise in 20.0 %" in lines
    )
    handler = (
        "a handler starts a new history: what comes after it isn't compared with outcomes before it"
    )
    assert handler in lines
    lines = printed(
        branches[:1],
        [],
        300,
        by_several=[one | {"iterations": 1, "misses_given": 20, "misses_whole": 20}],
    )
    assert (
        f"{text}several together tell much about it, see advise: if the iteration before is known, "
        "the best guess is wrong in 0.4 % of 5,000 executions, otherwise in 20.0 %" in lines
    )
    assert handler not in lines
    more = one | {"misses_single": 400, "misses_given": 100, "misses_whole": 90}
    assert (
        "line 7 q7: several earlier outcomes together tell more than any single one, see advise: "
        "if up to 4 iterations before are known, the best guess is wrong in 2.0 % of 5,000 "
        "executions; if only the most telling single outcome is known, in 8.0 %; "
        "otherwise in 20.0 %" in printed(branches[:1], [], 300, by_several=[more])
    )
    few = one | {
        "iterations": None, "misses_given": None, "whole": None, "misses_whole": None, "seen": 3,
        "cut_short": True, "may_follow_itself": False, "hidden": 40, "too_far": 0,
    }  # fmt: skip
    unknown = f"{text}whether several together do isn't known, because "
    shows = "k = 4 shows only 3 iterations before it: a larger -k shows more"

    def flat(one: dict[str, Any]) -> str:
        return " ".join(" ".join(printed(branches, [], by_several=[one])).split())

    assert f"{unknown}{shows}" in flat(few)
    reach = (
        "histories don't reach back across inner loops, cut edges and handlers, whatever the -k, "
        "and so don't show its last answer before 40 of 5,000 executions"
    )
    both = few | {"may_follow_itself": True}
    assert f"{unknown}{reach}; and {shows}" in flat(both)
    # The only reason is that histories don't reach back far enough, so a larger k is of no use.
    behind = both | {"cut_short": False, "seen": 1}
    assert f"{unknown}{reach} a handler starts" in flat(behind)
    far = behind | {"hidden": 0, "too_far": 60, "seen": 63}
    assert (
        f"{unknown}its last answer before 60 of 5,000 executions lies k = 64 paths back or more, "
        "or there is none (64 is the largest -k)" in flat(far)
    )


def test_unknown_outcomes_and_unexecuted_branches_are_counted() -> None:
    lines = printed([branch(7, {"yes": 2, "no": 1}, unknown=1), branch(9, {"yes": 0, "no": 0})], [])
    assert (
        "7      4  q7      yes 50.0 % to 75.0 % (2 to 3), no 25.0 % to 50.0 % (1 to 2), "
        "not known 25.0 % (1)"
    ) in lines
    assert "1 more never executed" in lines


def test_inlined_code_has_its_source_place() -> None:
    place = {"place": "Util.kt:8"}
    lines = printed(
        [branch(7, {"yes": 3, "no": 3}, **place), branch(9, {"yes": 1, "no": 0}, line=None,
                                                         place=None)],
        [dependence(7, 9, [[3, 0], [0, 3]])],
    )  # fmt: skip
    assert "Util.kt:8      6  q7      yes 50.0 % (3), no 50.0 % (3)" in lines
    assert "-      1  q9      always yes" in lines
    assert "Util.kt:8 q7 is yes in 50.0 % of 6" in lines
    assert "given q9 was yes one iteration before: always (3); given no: never (3)" in lines


def test_a_narrow_console_has_outcomes_below_their_branch() -> None:
    label = "java.util.Objects.requireNonNullElse(previous, current) != null"
    one = branch(7, {"yes": 30_000, "no": 30_000}, label=label)
    lines = printed([one], [dependence(7, 7, [[5, 0], [0, 5]])], width=60)
    at = next(at for at, line in enumerate(lines) if line.startswith("line"))
    assert lines[at : at + 4] == [
        "line   count  branch",
        "7  60,000  java.util.Objects.requireNonNullElse(previous,",
        "current) != null",
        "yes 50.0 % (30,000), no 50.0 % (30,000)",
    ]
    assert all(len(line) <= 60 for line in lines)


def test_the_length_of_histories_is_shown() -> None:
    of = "iterations are those of the innermost loop around the branch, unless a loop is named; "
    for k, reach in (
        (1, "with k = 1 nothing before the branch is known"),
        (2, "up to 1 path before the branch is looked at (k = 2)"),
        (8, "up to 7 paths before the branch are looked at (k = 8)"),
    ):
        assert printed([branch(7, {"yes": 1, "no": 1})], [], k=k)[-1] == of + reach


def test_a_switchs_outcomes_are_ordered_by_frequency() -> None:
    counts = {str(key): key for key in range(12)}
    one = branch(7, counts, kind="switch")
    assert outcomes(one).plain.endswith("5 7.6 % (5), 4 6.1 % (4), 3 others 9.1 %")
    line = next(line for line in printed([one], []) if line.startswith("7 "))
    assert line.endswith("5 7.6 % (5), 4 6.1 % (4), 3 4.5 % (3), 2 3.0 % (2), 1 1.5 % (1)")
    assert "11 16.7 % (11), 10 15.2 %" in line


def test_dependences_are_described() -> None:
    branches = [branch(7, {"no": 50, "yes": 50}), branch(8, {"yes": 60, "no": 40})]
    lines = printed(
        branches,
        [
            dependence(7, 7, [[0, 50], [49, 0]], bits=1.0),
            dependence(8, 7, [[50, 0], [10, 40]], iterations=0),
            dependence(8, 7, [[30, 19], [30, 21]], iterations=3, exact=False, bits=0.1),
        ],
    )
    at = lines.index("what decides them")
    assert lines[at + 1 : at + 11] == [
        "line 7 q7 is yes in 50.5 % of 99 executions that can be compared (100 in all)",
        "given it was no one iteration before: always (50); given yes: never (49)",
        "decides 99.0 % of its executions; without it the best guess is wrong in 49.5 % of them",
        "line 8 q8 is yes in 60.0 % of 100",
        "given line 7 q7 was no in the same iteration: always (50); given yes: 20.0 % of 50",
        "removes 50.0 % of the uncertainty; the best guess is wrong in 40.0 % of them, with it in "
        "10.0 %",
        "line 8 q8 is yes in 60.0 % of 100",
        "given line 7 q7 was yes 3 iterations before: 58.8 % of 51; given no: 61.2 % of 49",
        "removes 50.0 % of the uncertainty; the best guess stays wrong in 40.0 % of them",
        "counts are lower bounds: the engine's memory was full (--engine-memory)",
    ]


def test_dependences_say_how_many_executions_cannot_be_compared() -> None:
    branches = [branch(7, {"no": 40, "yes": 60}), branch(8, {"yes": 60, "no": 40})]
    lines = printed(
        branches,
        [
            dependence(7, 8, [[0, 10], [15, 0]], iterations=0, absent=75, bits=1.0),
            dependence(8, 8, [[50, 0], [0, 38]], iterations=2, absent=2, unseen=10, bits=0.1),
        ],
        width=300,
    )
    at = lines.index("what decides them")
    assert lines[at + 1 : at + 7] == [
        "line 7 q7 is yes in 40.0 % of 25 executions that can be compared (100 in all; in 75 "
        "others, line 8 q8 wasn't executed in the same iteration)",
        "given line 8 q8 was no in the same iteration: never (15); given yes: always (10)",
        "decides 25.0 % of its executions; without it the best guess is wrong in 40.0 % of them",
        "line 8 q8 is yes in 56.8 % of 88 executions that can be compared (100 in all; in 2 "
        "others, it wasn't executed 2 iterations before, or the loop wasn't entered until later; "
        "the paths before 10 other executions aren't all known, so these may go another way)",
        "given it was yes 2 iterations before: always (50); given no: never (38)",
        "decides 88.0 % of its executions; without it the best guess is wrong in 43.2 % of them",
    ]
    no_loop = dependence(7, 8, [[0, 25], [25, 0]], iterations=0, loop_block=None, absent=1)
    text = "\n".join(printed(branches, [no_loop], width=220))
    assert "(100 in all; in 1 other, line 8 q8 wasn't executed earlier in the same call)" in text
    whole = dependence(7, 8, [[0, 60], [40, 0]], iterations=0, absent=0)
    text = "\n".join(printed(branches, [whole], width=220))
    assert "decides it; without it" in text
    assert "can be compared" not in text


def test_the_assumption_about_chance_is_given_with_dependences() -> None:
    branches = [branch(7, {"no": 50, "yes": 50})]
    found = [dependence(7, 7, [[0, 50], [50, 0]])]
    assumed = "Chance is excluded only as far as executions are independent"
    repeated = "all counts of the method's sequences are multiples of 10, as if the same work"
    text = "\n".join(printed(branches, found))
    assert assumed in text
    assert repeated not in text
    text = "\n".join(printed(branches, found, repetitions=10))
    assert assumed in text
    assert repeated in text
    for repetitions in (1, 10):
        text = "\n".join(printed(branches, [], repetitions=repetitions))
        assert assumed not in text
        assert repeated not in text


def test_only_a_switchs_most_dependent_answer_is_shown() -> None:
    switch = branch(7, {"1": 40, "2": 40, "default": 20}, kind="switch")
    table = [[20, 20, 0], [20, 20, 0], [0, 0, 10], [0, 0, 6], [0, 0, 4]]
    given = branch(8, {str(key): 1 for key in range(5)}, kind="switch")
    lines = printed([switch, given], [dependence(7, 8, table, loop_block=None, iterations=0)])
    assert "line 7 switch is default" not in lines
    one = "line 7 q7 is default (of its 3 outcomes, this tells most about it) in 20.0 % of"
    assert f"{one} 100" in lines
    assert (
        "removes 50.0 % of the uncertainty about all 3 outcomes; if 1 is always guessed, that is "
        "wrong in 60.0 % of them, and the best guess with it in 40.0 %" in lines
    )
    assert (
        "given line 8 q8 was 0 earlier in the same call: never (40); given 1: never (40); "
        "given 2: always (10); given 3: always (6); and 1 rarer answer, 4 times in all" in lines
    )


def test_only_the_most_executed_branches_are_shown() -> None:
    branches = [
        branch(at, {"yes": at, "no": 1}, matched=at not in (4, 66, 70)) for at in range(1, 80)
    ]
    depending = [dependence(at, at, [[3, 0], [0, 3]]) for at in range(1, 40)]
    lines = printed(branches, depending, unmatched_lines=[4, 66, 70], unmatched_why=["w", "v", "u"])
    assert "19 more executed less often" in lines
    assert not any(line.startswith("19 ") and "q19" in line for line in lines)
    assert any(line.startswith("20 ") and "q20" in line for line in lines)
    assert "and 19 more, none of which tells more: --json lists them" in lines
    # The note leaves out line 4, because the branch on that line isn't listed.
    told = "lines 66, 70: shown as in the bytecode, not matched with the source"
    assert f"{told} (line 66: v; line 70: u)" in " ".join(lines)


def test_dependences_on_the_iterations_number_are_listed_with_others() -> None:
    number = dependence(8, 8, [[60, 0], [0, 40]]) | {"otherwise": [0, 0], "bits": 0.9}
    del number["given"], number["iterations"]
    lines = printed(
        [branch(7, {"no": 50, "yes": 50}), branch(8, {"yes": 60, "no": 40})],
        [dependence(7, 7, [[0, 50], [50, 0]])],
        by_iteration=[number],
    )
    at = lines.index("what decides them")
    assert lines[at + 1 : at + 5] == [
        "line 8 q8 is yes in 60.0 % of 100",
        "in the 1st iteration: always (60); in the 2nd: never (40)",
        "decides it; without it the best guess is wrong in 40.0 % of them",
        "line 7 q7 is yes in 50.0 % of 100",
    ]


def test_the_numbering_of_iterations_is_explained_where_it_is_used() -> None:
    branches = [branch(7, {"no": 50, "yes": 50}), branch(8, {"yes": 60, "no": 40})]
    number = dependence(8, 8, [[60, 0], [0, 40]]) | {"otherwise": [0, 0], "bits": 0.9}
    del number["given"], number["iterations"]
    said = " ".join(printed(branches, [], by_iteration=[number]))
    assert "asks its test in the 1st to 4th" in said
    other = [dependence(7, 7, [[0, 50], [50, 0]])]
    assert "asks its test" not in " ".join(printed(branches, other))


def test_pairs_of_a_switch_s_outcomes_are_counted() -> None:
    rng = Random(3)
    came = [rng.choice("AAAB") if rng.random() < 0.5 else "C, D" for _ in range(500)]
    names = ["A", "B", "C, D"]
    pairs = Counter(itertools.pairwise(came))
    table = [[pairs[first, then] for then in names] for first in names]
    counts = {name: came.count(name) for name in names}
    one = branch(7, counts, kind="switch")
    lines = printed([one], [dependence(7, 7, table)])
    at = lines.index("what follows what, one iteration after the other")
    assert lines[at + 1] == "line 7 q7 in 499 pairs of executions"
    most = pairs.most_common()
    for line, ((first, then), count) in zip(lines[at + 2 :], most, strict=False):
        after = sum(of for (before, _), of in pairs.items() if before == first)
        shares = f"{100 * count / 499:.1f} % ({count})", f"{100 * count / after:.1f} %"
        assert line == f"{shares[0]} {first}, then {then} in {shares[1]}"
    assert len(most) == 9 > MOST_PAIRS
    assert ABOUT_LABELS in lines
    # If several methods are shown, fewer pairs are.
    other = {"branches": [one], "dependences": [dependence(7, 7, table)], "uncompleted": 0}
    ((_, texts),) = successions(other, is_alone=False)
    assert texts[-1] == f"{100 * most[-1][1] / 499:.1f} % in 1 rarer pair"


def test_what_always_comes_next_is_said_without_a_share() -> None:
    one = branch(7, {"A": 6, "B": 3, "C": 2}, kind="switch")
    table = [[0, 3, 2], [3, 0, 0], [2, 0, 0]]
    lines = printed([one], [dependence(7, 7, table)])
    assert "30.0 % (3) B, then always A" in lines
    # An uncompleted path may have gone another way.
    other = {"branches": [one], "dependences": [dependence(7, 7, table)], "uncompleted": 1}
    ((_, texts),) = successions(other, is_alone=True)
    assert "30.0 % (3) B, then A in 100.0 %" in texts
    assert ABOUT_LABELS not in lines
    # Two outcomes before each other are in the row of the dependence already.
    two = branch(7, {"A": 6, "B": 5}, kind="switch")
    lines = printed([two], [dependence(7, 7, [[0, 5], [5, 0]])])
    assert not any("what follows what" in line for line in lines)


def test_all_outcomes_of_a_switch_are_shown_if_its_method_is_shown_alone() -> None:
    one = branch(7, {f"c{at}": 100 - at for at in range(20)}, kind="switch")
    assert outcomes(one).plain.endswith("12 others 57.3 %")
    whole = outcomes(one, is_alone=True).plain
    assert all(f"c{at} " in whole for at in range(20))
