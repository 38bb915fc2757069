"""Tests the texts about settled branches, whose outcomes were known before their tests."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from kpath_jvm.reports.branch_words import placed
from kpath_jvm.reports.settled_words import about, about_methods, claim, cost, more, sentence, shown

ASKED: dict[str, Any] = {
    "block": 4, "line": 7, "place": "line 7", "ordinal": 1, "question": "x > 0", "label": "x > 0",
    "matched": True,
}  # fmt: skip


def row(kind: str, *answers: tuple[str | None, str, int], **changes: Any) -> dict[str, Any]:
    return {
        **ASKED, "kind": kind, "count": sum(count for *_, count in answers), "bytecodes": 1234,
        "each": 2, "of_block": False, "ends_loop": False, "share": 0.015, "uncompleted": 0,
        "unseen": 0, "repetitions": 1,
        "behind": None,
        "may_call": False, "called": 0, "called_each": 0.0, "called_share": 0.0,
        "called_unrecorded": [],
        "behind_share": None, "never_run": None,
        "given": None, "iterations": None, "across": None, "same_condition": None,
        "loop_block": None, "loop_place": None, "entries": None,
        "assigned": False,
        "answers": [
            {"given": given, "answer": answer, "count": count} for given, answer, count in answers
        ],
    } | changes  # fmt: skip


def powerset(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for size in range(1, len(rows) + 1):
        yield from map(list, combinations(rows, size))


def redundant(*answers: tuple[str | None, str, int], **changes: Any) -> dict[str, Any]:
    given = ASKED | {"block": 2, "place": "A.java:5", "label": "y"}
    own = {"given": given, "iterations": 0, "across": False, "loop_block": 1,
           "loop_place": "line 3", "same_condition": False}  # fmt: skip
    return row("redundant", *answers, **(own | changes))


def test_a_branch_that_went_one_way_has_a_claim_and_a_cost() -> None:
    one = row("one way", (None, "no", 5000), behind=0, behind_share=0.0, never_run=0)
    assert placed(one) == "line 7 x > 0"
    assert claim(one) == "no in all 5,000 executions"
    assert cost(one) == (
        "the test's own bytecodes were 1.5 % of the recorded bytecodes (1,234: 2 each)"
    )
    one |= {"behind": 20_000, "behind_share": 0.25, "never_run": 1}
    assert cost(one).endswith(
        "(1,234: 2 each); behind it ran 25.0 % of them (20,000); 1 bytecode of code never ran"
    )


def test_the_cost_of_calls_in_a_test_is_shown_separately() -> None:
    one = row("hoist", (None, "yes", 90), entries=11, loop_block=1, may_call=True)
    unknown = one | {"called": None, "called_each": None, "called_share": None}
    assert cost(unknown) == (
        "if the loop and what it calls change nothing that the condition reads, testing once for "
        "each entry would "
        "save bytecodes of the test itself, 1.5 % of the recorded bytecodes (1,234: 2 each), "
        "without what it calls"
    )
    known = one | {"called": 9_876, "called_each": 12.34, "called_share": 0.12}
    assert cost(known) == (
        "if the loop and what it calls change nothing that the condition reads, testing once for "
        "each entry would "
        "save bytecodes of the test itself, 1.5 % of the recorded bytecodes (1,234: 2 each); "
        "what it calls took about 12.0 % (9,876: 12.3 each), which may be needed without the test, "
        "too"
    )
    partly = known | {"called_unrecorded": ["List.of", "size"]}
    assert cost(partly).endswith(
        "; what it calls took about 12.0 % (9,876: 12.3 each), without what isn't recorded "
        "(List.of, size), which may be needed without the test, too"
    )
    none = one | {"called_unrecorded": ["Collections.frequency"]}
    assert cost(none).endswith(
        "of the recorded bytecodes (1,234: 2 each), without what it calls that isn't recorded "
        "(Collections.frequency)"
    )
    alone = one | {"may_call": False}
    assert cost(alone).endswith(
        "would save bytecodes of the test itself, 1.5 % of the recorded bytecodes (1,234: 2 each)"
    )


def test_an_inseparable_test_has_the_cost_of_its_block() -> None:
    one = row("one way", (None, "no", 5000), behind=0, never_run=0, each=9, of_block=True)
    assert cost(one).endswith(
        "the test's own bytecodes were 1.5 % of the recorded bytecodes at most (1,234: 9 each, "
        "with its whole block, as the test's own aren't known)"
    )


def test_no_saving_is_called_an_upper_bound() -> None:
    """If a value is computed for the test alone, leaving the test out saves this work, too."""
    rows = (
        row("one way", (None, "no", 5000), behind=0, never_run=0),
        row("hoist", (None, "yes", 90), entries=11, loop_block=1),
        redundant(("no", "yes", 3000)),
    )
    for one in rows:
        assert "most" not in cost(one)
    assert (
        "If code computes a value only for the test, it isn't needed without the test either"
        in about(rows)
    )


def test_code_is_said_to_never_run_only_on_completed_paths() -> None:
    """A path that an exception cut off may have run this code."""
    one = row("one way", (None, "no", 5000), behind=0, never_run=9)
    for uncompleted, is_exact, where in (
        (0, True, ""),
        (1, True, " on completed paths"),
        (0, False, ", as far as it was counted"),
    ):
        told = cost(one | {"uncompleted": uncompleted}, is_exact=is_exact)
        assert told.endswith(f"; 9 bytecodes of code never ran{where}")


def test_claims_mention_uncompleted_paths() -> None:
    one = row("one way", (None, "no", 5000), uncompleted=1)
    assert claim(one).endswith("executions, as far as paths were completed; 1 path wasn't")
    for kind in (row("hoist", (None, "yes", 1), entries=1), redundant(("yes", "no", 1))):
        assert "completed; 1,000 paths weren't" in sentence(kind | {"uncompleted": 1000})


def test_a_decided_branch_names_the_earlier_one() -> None:
    one = redundant(("no", "yes", 3000))
    assert claim(one) == "yes after A.java:5 y was no in the same iteration, all 3,000 times"
    assert claim(one, quote=lambda it: f"`{it}`").startswith("yes after `A.java:5` `y` was no in")
    assert cost(one).startswith("these tests' own bytecodes were 1.5 %")
    one |= {"across": True, "same_condition": True}
    assert claim(one) == (
        "yes after A.java:5 y was no in the same iteration of the loop at line 3, all 3,000 times; "
        "the same condition is tested again"
    )
    assert " was no earlier in the same call, all" in claim(
        one | {"loop_block": None, "loop_place": None}
    )
    one["iterations"] = 1
    assert " was no in the previous iteration of the loop at line 3, all" in claim(one)
    assert " was no one iteration before, all" in claim(one | {"across": False})


def test_branches_may_be_decided_by_themselves_or_a_switch() -> None:
    both = redundant(("yes", "no", 3), ("no", "yes", 2), given=ASKED, iterations=1)
    assert claim(both) == (
        "no after it was yes one iteration before, all 3 times; yes after no, all 2 times"
    )
    many = redundant(*((str(key), "yes", 10 - key) for key in range(6)))
    assert claim(many).endswith(
        "yes after 3, all 7 times; and after 2 rarer answers, 11 times in all"
    )
    kept = row("hoist", *((None, str(key), 10 - key) for key in range(5)), entries=1)
    assert claim(kept).endswith("3 7 times, 1 rarer answer, 6 times in all")


def test_a_decided_branch_may_have_a_lower_bound_of_executions() -> None:
    one = redundant(("no", "yes", 3000)) | {"unseen": 500}
    assert claim(one) == (
        "yes after A.java:5 y was no in the same iteration, at least 3,000 times and never "
        "otherwise (500 more may have been)"
    )
    assert " of the recorded bytecodes or more (" in cost(one)


def test_a_branch_may_keep_its_answer_throughout_each_entry() -> None:
    one = row("hoist", (None, "yes", 90), (None, "no", 9), entries=11, loop_block=1,
              loop_place="line 3")  # fmt: skip
    assert claim(one) == (
        "the same answer throughout each of 11 entries into the loop at line 3: "
        "after an entry's first test, yes 90 times, no 9 times"
    )
    assert cost(one).startswith(
        "if the loop and what it calls change nothing that the condition reads, testing once"
    )


def test_shown_branches_are_limited_and_their_absence_explained() -> None:
    rows = [row("one way", (None, "no", 5000))] * 25
    nothing: dict[str, Any] = {
        "settled": [], "settled_why_not": None, "settled_why_no_sequences": None,
        "uncompleted": 0, "branches": [],
    }  # fmt: skip
    method = nothing | {"settled": rows}
    few, notes = shown(method, 4, is_alone=False)
    assert (len(few), notes) == (6, ["and 19 more, none of which costs more: --json lists them"])
    assert len(shown(method, 4, is_alone=True)[0]) == 20
    method = nothing | {"settled_why_no_sequences": "because"}
    assert shown(method, 4, is_alone=True)[1] == [
        "no branch is said to be settled by what came before it: because"
    ]
    # The note on k = 1 is given once for all methods, and not here.
    assert shown(method, 1, is_alone=True) == ([], [])
    method["settled_why_not"] = "truncated"
    assert shown(method, 4, is_alone=True)[1] == [
        "no branch is said to be settled, because that is a statement about all executions: "
        "truncated"
    ]


def test_branches_with_uncompleted_paths_have_a_note() -> None:
    """The note says why these branches aren't called settled."""
    branch: dict[str, Any] = {
        **ASKED, "kind": "branch", "count": 2000,
        "outcomes": [{"answer": "yes", "count": 2000}, {"answer": "no", "count": 0}],
    }  # fmt: skip
    method: dict[str, Any] = {
        "settled": [], "settled_why_not": None, "settled_why_no_sequences": None,
        "uncompleted": 50, "branches": [branch],
    }  # fmt: skip
    assert shown(method, 4, is_alone=True)[1] == [
        "line 7 x > 0 went one way on all completed paths only: 50 of the method's paths weren't "
        "completed, too many to say more"
    ]
    (note,) = shown(method | {"branches": [branch, branch]}, 4, is_alone=True)[1]
    assert note.startswith("line 7 x > 0 and 1 more went one way on")
    other = {"outcomes": [{"answer": "yes", "count": 1999}, {"answer": "no", "count": 1}]}
    for changes in ({"uncompleted": 2}, {"branches": [branch | other]}, {"branches": []},
                    {"branches": [branch | {"kind": "handler"}]}):  # fmt: skip
        assert shown(method | changes, 4, is_alone=True)[1] == []


def test_tests_that_can_end_a_loop_are_marked() -> None:
    one = row("one way", (None, "yes", 9), ends_loop=True)
    assert claim(one) == "yes in all 9 executions; this test also decides whether its loop ends"
    needed = redundant(("no", "yes", 9), ends_loop=True)
    assert claim(needed).endswith("whether its loop ends, so the loop can't do without it")
    # The note on the order is needed only if a redundant test also ends its loop.
    assert "also decide whether their loop ends, come last" in about([one, needed])
    assert "come last" not in about([one, redundant(("no", "yes", 9))])


def test_only_words_that_a_list_has_are_explained() -> None:
    """Each explanation stands below a list if, and only if, one of the list's texts needs it."""
    explained = {
        '"Without what it calls" means': "without what it calls",
        '"About" means': "; what it calls took about ",
        '"Behind it" are': "; behind it ran ",
    }
    calls = {"may_call": True}
    rows = [
        row("one way", (None, "no", 5000), behind=0, behind_share=0.0, never_run=0),
        row("one way", (None, "no", 5000), behind=7, behind_share=0.1, never_run=0),
        row("hoist", (None, "yes", 90), entries=11, loop_block=1),
        row("hoist", (None, "yes", 90), entries=11, loop_block=1, called=None, **calls),
        redundant(("no", "yes", 9), called=9, called_each=1.0, called_share=0.1, **calls),
        redundant(("no", "yes", 9), **calls),
    ]  # fmt: skip
    for chosen in powerset(rows):
        text = about(chosen)
        costs = [cost(one) for one in chosen]
        for explanation, words in explained.items():
            assert (explanation in text) == any(words in told for told in costs)
        assert ("Removing the test doesn't always" in text) == any(it["may_call"] for it in chosen)
        assert "another run may differ" in text
        assert len(text.split(". ")) == len({*text.split(". ")})


def test_what_isn_t_recorded_is_explained() -> None:
    unrecorded = row("hoist", (None, "yes", 9), may_call=True, called_unrecorded=["List.get"])
    assert "but none of java.lang" in about([unrecorded])
    assert "without what it calls that isn't recorded (List.get)" in cost(
        unrecorded | {"entries": 2, "loop_block": 1}
    )
    # The words "without what it calls" alone mean something else.
    assert '"Without what it calls"' not in about([unrecorded])
    assert "but none of java.lang" not in about([row("hoist", (None, "yes", 9), may_call=True)])


def test_only_shown_branches_are_explained() -> None:
    method: dict[str, Any] = {
        "settled": [row("hoist", (None, "yes", 9))] * 6 + [row("one way", behind=5)],
        "settled_why_not": None, "settled_why_no_sequences": None, "uncompleted": 0,
        "branches": [],
    }  # fmt: skip
    assert '"Behind it" are' in (about_methods([method], 4) or "")
    assert '"Behind it" are' not in (about_methods([method, method], 4) or "")
    assert about_methods([method | {"settled": []}], 4) is None


def test_omitted_branches_cost_no_more() -> None:
    assert more(0) is None
    assert more(3) == ("and 3 more, none of which cost more: a larger --top, or --json, lists them")


def test_testing_once_is_not_suggested_if_the_loop_assigns_what_the_condition_reads() -> None:
    one = row("hoist", (None, "yes", 90), entries=11, loop_block=1)
    assert cost(one).startswith("if the loop and what it calls change nothing that the condition")
    assert cost(one | {"assigned": True}) == (
        "but the loop assigns a variable that the condition reads; the later tests' own bytecodes "
        "were 1.5 % of the recorded bytecodes (1,234: 2 each)"
    )
