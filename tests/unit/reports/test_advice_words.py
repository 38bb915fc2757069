"""Tests the texts of advice and of the evidence for it."""

from typing import Any

import pytest

from kpath_jvm.analysis.advice.code_size import CodeSize
from kpath_jvm.reports.advice_words import advised, asked, covered, missed, windows


def histories(*misses: int, tells: bool = True) -> dict[str, Any]:
    return {
        "histories": [
            {
                "iterations": at,
                "missed": count,
                "share": count / 1_000,
                "tells": tells,
                "whole": 1_000 - at,
                "missed_whole": max(count - 2 * at, 0),
            }
            for at, count in enumerate(misses)
        ]
    }


@pytest.mark.parametrize(
    ("misses", "text"),
    [
        (
            (400, 390, 200, 195),
            "the best guess misses 40.0 % without history, 20.0 % with 2 iterations",
        ),
        ((400, 0, 0), "the best guess misses 40.0 % without history, 0.0 % with 1 iteration"),
        (
            (400, 399, 398),
            "the best guess misses 40.0 % without history, hardly fewer with 2 iterations",
        ),
        ((400,), "the best guess misses 40.0 % without history"),
    ],
)
def test_misses_with_longer_histories_are_reported(misses: tuple[int, ...], text: str) -> None:
    assert missed(histories(*misses)) == text


def test_a_history_that_never_misses_when_all_of_it_is_known_is_described_as_such() -> None:
    found = histories(400, 2)
    found["histories"][1] |= {"whole": 5_990, "missed_whole": 0}
    told = "the best guess misses 40.0 % without history, 0.2 % with 1 iteration"
    assert missed(found) == f"{told} (never where all are known, as for 5,990)"
    found["histories"][1] |= {"missed_whole": 1}
    assert missed(found) == told


def test_a_gain_that_may_be_chance_is_described_as_such() -> None:
    found = histories(400, 300, tells=False)
    assert missed(found) == (
        "the best guess misses 40.0 % without history, no fewer than by chance with 1 iteration"
    )


def test_branches_have_their_places() -> None:
    branch = {"question": "i < n", "place": "line 7"}
    assert asked(branch) == "i < n (line 7)"
    assert asked(branch | {"place": None}) == "i < n"


def test_the_share_that_the_hottest_ways_cover_is_reported() -> None:
    hottest = [{"name": "w1", "covered": 0.5}, {"name": "w3", "covered": 0.75}]
    assert covered({"hottest": hottest}) == "w1 50.0 %, with w3 75.0 % of the loop's bytecodes"


def only_window(found: dict[str, Any]) -> str:
    (text,) = windows(found)
    return text


def test_windows_are_described() -> None:
    one = {
        "factor": 2, "text": "w1 w2", "share": 0.5, "aligned_share": 1.0, "count": 1_234,
        "for_90": 2, "in_groups": None, "first": "w1", "begun": 823,
        "completed_once_begun": 0.75, "part_of_it": {"low": 0.5, "high": 0.5}, "iterations": 2_468,
    }  # fmt: skip
    whole: dict[str, Any] = {"whole_share": 1.0}
    assert only_window(whole | {"windows": [one]}) == (
        "2 in a row that all go round again, in entries with 2 or more: w1 w2 in 50.0 % of 1,234 "
        "stretches (100.0 % with its rotations), 2 sequences make up 90 % of them; of 823 "
        "iterations on w1, 75.0 % begin w1 w2 and complete it; 50.0 % of all 2,468 iterations are "
        "part of it"
    )
    same = one | {"aligned_share": 0.5, "for_90": 1}
    text = (
        "2 in a row that all go round again, in entries with 2 or more: w1 w2 in 50.0 % of 1,234 "
        "stretches; of 823 iterations on w1, 75.0 % begin w1 w2 and complete it; 50.0 % of all "
        "2,468 iterations are part of it"
    )
    overlapping = same | {"part_of_it": {"low": 0.25, "high": 0.5}}
    assert only_window(whole | {"windows": [overlapping]}).endswith(
        "25.0 % to 50.0 % of all 2,468 iterations are part of it"
    )
    assert only_window(whole | {"windows": [same]}) == text
    # If inner loops divide some iterations, the figures are only about the other iterations.
    assert only_window({"windows": [same], "whole_share": 0.75}) == (
        f"of the 75.0 % of iterations that are one path each: {text}"
    )
    # But the share of iterations in whole groups is a share of all iterations of the loop.
    grouped = same | {"in_groups": {"low": 1.0, "high": 1.0}}
    assert only_window({"windows": [grouped], "whole_share": 0.75}).endswith(
        "100.0 % of all iterations of the loop, those that aren't one path each included, are in "
        "whole groups of 2"
    )
    for low, high, text in (
        (0.933, 0.933, "93.3 %"),
        (0.5, 0.933, "50.0 % to 93.3 %"),
        (0.5, 0.9996, "at least 50.0 %"),
        (0.9997, 1.0, "> 99.9 %"),
        (0.0001, 0.4, "at most 40.0 %"),
        (0.0, 0.4, "at most 40.0 %"),
    ):
        shown = only_window(whole | {"windows": [same | {"in_groups": {"low": low, "high": high}}]})
        groups = "of all iterations of the loop are in whole groups of 2"
        assert shown.endswith(f"are part of it; whatever their ways, {text} {groups}")
    nothing = same | {"in_groups": {"low": 0.0001, "high": 1.0}}
    assert only_window(whole | {"windows": [nothing]}).endswith("iterations are part of it")
    more = same | {"factor": 4}
    of = "of the 75.0 % of iterations that are one path each: "
    first, second = windows({"windows": [same, more], "whole_share": 0.75})
    assert first.startswith(f"{of}2 in a row")
    assert second.startswith("4 in a row")


def turning(**changes: Any) -> dict[str, Any]:
    return {
        "question": "i % 2 == 0", "place": "line 7", "pattern": ["yes", "no"], "begun": 80,
        "entries": 80, "broken": 0, "unasked_first": 0, "pairs": 900,
    } | changes  # fmt: skip


BEFORE = (
    "first 2 that go round again go the same way as the one 2 before; i % 2 == 0 (line 7) takes "
    "turns"
)


@pytest.mark.parametrize(
    ("turns", "text"),
    [
        (
            [],
            "first 2 that go round again go the same way as the one 2 before; a test falls away in "
            "a copy only if it follows from the iteration's number, as the loop's own test may",
        ),
        (
            [turning()],
            f"{BEFORE} (yes, no) in all entries, and falls away if it follows from the "
            "iteration's number",
        ),
        (
            [turning(begun=40)],
            f"{BEFORE} (yes, no), but only 50.0 % of 80 entries begin with the first of these "
            "turns, so a test before the copies is needed",
        ),
        (
            [turning(broken=9, begun=40)],
            f"{BEFORE} (yes, no), but in 9 of 900 iterations it isn't its turn, so the copies "
            "still have to test it",
        ),
        (
            [turning(broken=80, unasked_first=80)],
            f"{BEFORE} (yes, no; not asked in the first iteration of 80 entries) in all entries, "
            "and falls away if it follows from the iteration's number",
        ),
        (
            [turning(broken=89, unasked_first=80)],
            f"{BEFORE} (yes, no; not asked in the first iteration of 80 entries), but in 9 of 900 "
            "iterations it isn't its turn, so the copies still have to test it",
        ),
        ([turning(begun=0, entries=0)], f"{BEFORE} (yes, no); how entries begin isn't known"),
        (
            [turning(pattern=["yes", None, "no"]), turning(place=None, broken=1)],
            f"{BEFORE} (yes, not asked, no) in all entries, and falls away if it follows from the "
            "iteration's number; i % 2 == 0 takes turns (yes, no), but in 1 of 900 iterations it "
            "isn't its turn, so the copies still have to test it",
        ),
    ],
)
def test_what_unrolling_saves(turns: list[dict[str, Any]], text: str) -> None:
    (one,) = advised(unrolled(2, turns), 0)
    assert one["kind"] == "unroll"
    assert one["text"] == f"by 2 or 4: 90.0 % of 1,000 iterations after an entry's {text}"


def test_advice_on_unrolling_says_which_iterations_are_compared() -> None:
    evidence = unrolled(2, [])
    evidence["unrolling"]["whole_share"] = 0.925
    (one,) = advised(evidence, 0)
    compared = "of the 92.5 % of iterations that are one path each and so can be compared"
    assert f", {compared}; a test falls away" in one["text"]


def unrolled(period: int, turns: list[dict[str, Any]]) -> dict[str, Any]:
    repeats = [{"same": 900, "count": 1_000} for _ in range(period)]
    unrolling = {
        "advised": True, "written_out": False, "too_large_written_out": False, "factors": [2, 4],
        "period": period, "repeats": repeats, "turns": turns, "whole_share": 1.0,
    }  # fmt: skip
    return {
        "unrolling": unrolling, "peeling": {"branches": []}, "unswitching": [], "histories": [],
        "superblocks": {"advised": False},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("turns", "is_named"), [([turning()], True), ([turning(broken=1)], False), ([], False)]
)
def test_a_single_cut_off_path_is_mentioned_if_advice_is_about_all_entries(
    turns: list[dict[str, Any]], is_named: bool
) -> None:
    evidence = unrolled(2, turns)
    # Beside a million iterations, a single path is less than a rounding error.
    evidence["unrolling"]["repeats"] = [{"same": 900_000, "count": 1_000_000}] * 2
    (one,) = advised(evidence, 1)
    assert ("; 1 path wasn't" in one["text"]) == is_named


@pytest.mark.parametrize(
    ("all_histories", "end"),
    [
        (2, "after w2 no in 100.0 % of 300"),
        (
            42,
            "after w2 no in 100.0 % of 300; these are the 2 most frequent of 42 histories, before "
            "60.0 % of the executions",
        ),
    ],
)
def test_omitted_histories_are_counted(all_histories: int, end: str) -> None:
    shown = [
        {"text": f"w{at}", "counts": counts, "is_all": False}
        for at, counts in enumerate([[300, 0], [0, 300]], 1)
    ]
    evidence = unrolled(1, []) | {
        "histories": [
            histories(400, 10)
            | {
                "block": 3, "advised": True, "leaves": False, "executions": [500, 500],
                "deciding": 1, "question": "b", "place": None, "answers": ["yes", "no"],
                "contexts": shown, "all_contexts": all_histories, "cut_off": 0,
                "unknown": 0,
            }
        ]
    }  # fmt: skip
    (one,) = [one for one in advised(evidence, 0) if one["kind"] == "history"]
    assert one["text"].endswith(end)


@pytest.mark.parametrize(
    ("size", "is_told", "document"),
    [
        (CodeSize(100, 60, 8_000, 325), True,
         {"copies": 4, "bytes": 340, "compiled": True, "inlined": False}),
        (CodeSize(100, 50, 8_000, 325), False,
         {"copies": 4, "bytes": 300, "compiled": True, "inlined": True}),
        (CodeSize(100, 60), False, {"copies": 4, "bytes": 340, "compiled": True, "inlined": None}),
        # ``inlined`` is False only if the copies are the reason; this method was too large before.
        (CodeSize(326, 60, 8_000, 325), False,
         {"copies": 4, "bytes": 566, "compiled": True, "inlined": True}),
        (None, False, None),
    ],
)  # fmt: skip
def test_advice_says_if_it_makes_the_method_too_large_to_be_inlined(
    size: CodeSize | None, *, is_told: bool, document: dict[str, Any] | None
) -> None:
    (one,) = advised(unrolled(2, []), 0, size=size)
    assert one["size"] == document
    told = (
        "; by an estimate, 4 copies of the loop's 60 bytes make the method 340 bytes large instead "
        "of 100, and HotSpot inlines no method of more than 325, even if its calls are hot"
    )
    (plain,) = advised(unrolled(2, []), 0)
    assert one["text"] == plain["text"] + (told if is_told else "")


def test_a_loop_for_each_answer_may_be_too_large_to_compile() -> None:
    steady = {
        "block": 3, "question": "a < b", "place": None, "advised": True, "steady": True,
        "pairs": [[9, 0], [0, 9]], "answers": ["yes", "no"],
    }  # fmt: skip
    evidence = unrolled(2, []) | {"unswitching": [steady]}
    _, one = advised(evidence, 0, size=CodeSize(5_000, 3_001))
    assert one["kind"] == "unswitch"
    assert one["text"].endswith(
        "; by an estimate, 1 copy of the loop's 3,001 bytes makes the method 8,001 bytes large "
        "instead of 5,000, and HotSpot compiles no method of more than 8,000, unless the JVM has "
        "-XX:-DontCompileHugeMethods"
    )
    assert one["size"] == {"copies": 1, "bytes": 8_001, "compiled": False, "inlined": None}


@pytest.mark.parametrize(
    ("cut_off", "texts"),
    [
        (
            0,
            ["in the first iteration yes in 100.0 % of 2,000", "after w1 since the entry yes"],
        ),
        (
            7,
            [
                "if no iteration before is known (the loop's entry, an inner loop, a cut edge or "
                "a handler came before), yes",
                "if only w1 is known (the loop's entry, an inner loop, a cut edge or a handler "
                "came before), yes",
            ],
        ),
    ],
)
def test_cut_off_histories_are_not_said_to_begin_at_the_entry(
    cut_off: int, texts: list[str]
) -> None:
    contexts = [{"text": text, "is_all": True, "counts": [2_000, 0]} for text in ("", "w1")]
    histories = [
        {"iterations": length, "missed": missed, "share": missed / 4_000, "tells": True,
         "missed_whole": missed, "whole": 4_000}
        for length, missed in enumerate((2_000, 0))
    ]  # fmt: skip
    (one,) = advised(
        told(
            deciding=1, histories=histories, contexts=contexts, all_contexts=2, cut_off=cut_off,
            executions=[2_000, 2_000],
        ),
        0,
    )  # fmt: skip
    for text in texts:
        assert text in one["text"]


def told(**changes: Any) -> dict[str, Any]:
    """Returns the evidence about a loop of which only one branch, a < b, may be advised."""
    branch = {
        "advised": True, "question": "a < b", "place": None, "block": 3, "answers": ["yes", "no"],
        "deciding": None, "random": False, "cut_off": 0, "leaves": False, "unknown": 0, "sure": [],
    }  # fmt: skip
    return {
        "unrolling": {"advised": False, "written_out": False, "too_large_written_out": False},
        "peeling": {"branches": []}, "unswitching": [], "histories": [branch | changes],
        "superblocks": {"advised": False},
    }  # fmt: skip


def test_an_answer_that_is_sure_in_first_iterations_follows_no_iteration() -> None:
    sure = [
        {"text": "", "is_all": True, "counts": [2_000, 0]},
        {"text": "w2", "is_all": False, "counts": [0, 1_000]},
    ]
    evidence = told(sure=sure, executions=[4_000, 4_000])
    advice = {one["kind"]: one for one in advised(evidence, 0, size=CodeSize(5_000, 3_001))}
    assert [*advice] == ["follows", "first"]
    assert advice["follows"]["text"] == (
        "a < b: after w2 no in 100.0 % of 1,000, which are 12.5 % of 8,000 executions (no in "
        "50.0 % of all)"
    )
    assert advice["first"]["text"].startswith(
        "a < b: in the first iteration yes in 100.0 % of 2,000, which are 25.0 % of 8,000 "
        "executions (yes in 50.0 % of all)"
    )
    # The first iteration would be copied.
    assert advice["first"]["size"]["copies"] == 1
    assert advice["follows"]["size"] is None


@pytest.mark.parametrize(("later", "is_told"), [(11_166, True), (3_000_000, False)])
def test_later_iterations_may_belong_to_few_entries(later: int, *, is_told: bool) -> None:
    """Later iterations that don't reach the branch are counted too."""
    branch = {
        "block": 3, "question": "join != null", "place": "line 462", "advised": True,
        "answers": ["no", "yes"], "first": [3_574_134, 0], "later": [0, 10_000],
        "missed_together": 10_000, "missed_apart": 0,
    }  # fmt: skip
    evidence = unrolled(2, [])
    evidence["unrolling"]["advised"] = False
    evidence["peeling"] |= {"branches": [branch], "first": 3_574_134, "later": later}
    (one,) = advised(evidence, 0)
    assert "yes in 100.0 % of 10,000 later iterations" in one["text"]
    end = "; the loop made only 11,166 later iterations after 3,574,134 first ones, so it may be a"
    assert (end in one["text"]) == is_told
