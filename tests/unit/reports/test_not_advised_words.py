"""Tests the texts that say why some kinds of advice aren't given."""

from typing import Any

from kpath_jvm.reports.not_advised_words import (
    by_reason,
    case_text,
    not_known,
    not_known_in_full,
    place_of_loop,
    reasons,
)


def unknown(kind: str, *reasons: tuple[str, str], branches: tuple[str, ...] = ()) -> dict[str, Any]:
    told = [{"reason": reason, "extent": extent} for reason, extent in reasons]
    why = "; and ".join(f"{reason} ({extent})" for reason, extent in reasons)
    return {
        "kind": kind, "known": False, "branches": [*branches], "reasons": told,
        "why": f"{', '.join(branches)}: {why}",
    }  # fmt: skip


SHORT, DIVIDED = "k = 4 is too small", "inner loops split iterations into several paths"


def test_kinds_whose_gain_is_not_known_are_grouped_by_reason() -> None:
    found = [
        unknown("unroll", (DIVIDED, "every iteration")),
        unknown("unswitch", (SHORT, "9 of 9"), branches=("a",)),
        unknown("history", (SHORT, "9 of 9"), branches=("a",)),
        unknown("history", (SHORT, "9 of 9"), branches=("b",)),
        unknown("history", (SHORT, "3 of 8"), (DIVIDED, "5 of 8"), branches=("c",)),
        {"kind": "peel", "known": True, "branches": [], "reasons": []},
    ]
    assert not_known(found) == (
        f"{DIVIDED} (unrolling, telling a branch by earlier iterations: c); {SHORT} (unswitching: "
        "a, telling a branch by earlier iterations: 3 branches)"
    )
    assert not_known(found, are_below=True) == (
        "unrolling, unswitching, telling a branch by earlier iterations (the reasons are below)"
    )
    assert not_known(found[-1:]) is None
    kinds = ("unroll", "peel", "unswitch", "history", "superblock", "write out")
    same = [unknown(kind, (SHORT, "9 of 9")) for kind in kinds]
    assert not_known(same) == same[0]["why"]


def test_each_reason_is_listed_once_with_its_loops() -> None:
    one, other = (
        {
            "title": f"C.m{number}()", "number": number, "not_advised": found,
            "loop": {"header_place": place},
        }
        for number, place, found in (
            (0, "line 7", [
                unknown("unroll", (DIVIDED, "every iteration")),
                unknown("superblock", (DIVIDED, "every iteration")),
                unknown("unswitch", (SHORT, "9 of 9"), branches=("a",)),
                unknown("history", (SHORT, "9 of 9"), branches=("a",)),
                unknown("history", (SHORT, "9 of 9"), branches=("b",)),
                unknown("history", (SHORT, "9 of 9"), branches=("c",)),
            ]),
            (1, None, [unknown("unroll", (DIVIDED, "all but 5 % of the iterations"))]),
        )
    )  # fmt: skip
    divided, short = by_reason([one, other])
    assert (divided["reason"], short["reason"]) == (DIVIDED, SHORT)
    assert [place_of_loop(loop) for loop in divided["loops"]] == [
        "C.m0(), loop at line 7", "C.m1(), loop",
    ]  # fmt: skip
    assert [case_text(case) for loop in divided["loops"] for case in loop["cases"]] == [
        "unrolling, a superblock of one iteration: every iteration",
        "unrolling: all but 5 % of the iterations",
    ]
    # Branch a has a case of its own, because the reason applies to two kinds of advice on branch a.
    (loop,) = short["loops"]
    assert [case_text(case) for case in loop["cases"]] == [
        "unswitching, telling a branch by earlier iterations: a; 9 of 9",
        "telling a branch by earlier iterations: b, c; 9 of 9",
    ]
    assert by_reason([]) == []
    assert not_known_in_full(other) == f"{DIVIDED} (unrolling: all but 5 % of the iterations)"
    assert not_known_in_full(other | {"not_advised": []}) is None


def test_equal_reasons_are_given_once() -> None:
    kinds = ("unroll", "peel", "unswitch", "history", "superblock", "write out")
    rare = [{"kind": kind, "branch": None, "why": "rare"} for kind in kinds]
    assert reasons(rare) == "rare"
    assert reasons(rare[:2]) == "rare (unrolling, peeling)"
    other = [*rare[:2], {"kind": "superblock", "branch": None, "why": "one way"}]
    told = "rare (unrolling, peeling); one way (a superblock of one iteration)"
    assert reasons(other) == told
    # Branches with the same reason are named together.
    branches = [
        {"kind": "history", "branch": one, "why": f"{one}: it isn't known"} for one in ("a", "b")
    ]
    told = "a, b: it isn't known (telling a branch by earlier iterations)"
    assert reasons(branches) == told
