"""Tests the texts about the next iteration of a loop, and about leaving the loop."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.reports.loop_words import (
    all_next_iterations,
    figures_to_show,
    loops_ran,
    loops_with_ways,
    next_iteration,
    no_loops,
    repetition,
    several_paths,
    ways_of_loops,
)


def shown_of(found: dict[str, Any] | None) -> str:
    return "; ".join(next_iteration(found)) + "\n"


def following(*bits: float, **changes: Any) -> dict[str, Any]:
    """Returns what followed 1,000 back edges, after 100 of which the loop was left.

    The items of ``bits`` are the uncertainty of the next iteration's way: first if no previous path
    is known, then if one is known, then if two are known, and so on.
    """
    ways = [
        {"known": place, "bits": some, "equal_ways": 2**some} for place, some in enumerate(bits)
    ]
    found = {
        "followed": 1_000, "left": 100, "left_inside": None, "left_exact": False, "unclear": 0,
        "pieces": 0, "thrown": 0, "not_followed": 0,
        "caught": 0, "ways": ways, "exit_bits": [], "too_few": None, "lacks_longer": False,
        "repetitions": 1, "sure_from": None, "exit_bits_by_number": [],
        "left_in_all": changes.get("left", 100), "left_in_all_exact": False, "rare": False,
        "entries_alike": False,
    }  # fmt: skip
    return found | changes


@pytest.mark.parametrize(
    ("inside", "wanted"),
    [
        (None, "left after 10.0 % of 1,000 back edges"),
        (0, "left after 10.0 % of 1,000 back edges"),
        (
            80,
            "left after 10.0 % of 1,000 back edges: at the loop test after 2.0 %, in the next "
            "iteration after 8.0 %",
        ),
        (
            100,
            "left after 10.0 % of 1,000 back edges, in the next iteration and not at the loop test",
        ),
    ],
)
def test_places_where_a_loop_is_left_are_named(inside: int | None, wanted: str) -> None:
    assert next_iteration(following(0.0, left_inside=inside, exit_bits=[]))[-1] == wanted


@pytest.mark.parametrize(
    ("bits", "wanted"),
    [
        ((2.0,), "next iteration: about 4 equally likely ways (2.00 bits)"),
        (
            (1.5, 1.2),
            "about 2.8 equally likely ways (1.50 bits); 2.3 (1.20 bits) when the previous path is "
            "known",
        ),
        (
            (1.0, 0.0),
            "about 2 equally likely ways (1.00 bits); 1 (0.00 bits) when the previous path is "
            "known",
        ),
        # A little uncertainty isn't shown as certainty.
        ((1.0, 0.01), "; just over 1 (0.01 bits) when the previous path is known"),
        ((0.01,), "nearly always the same way if the loop isn't left (0.01 bits)"),
        ((0.0,), "next iteration: always the same way if the loop isn't left (0.00 bits)"),
        # A further previous path is mentioned only if it makes the next path clearly more certain.
        # Here, only the third previous path does.
        (
            (2.0, 1.99, 1.96, 1.0),
            "about 4 equally likely ways (2.00 bits); 2 (1.00 bits) when the previous 3 paths are "
            "known",
        ),
        (
            (5.0, 4.0, 3.0, 2.0, 1.0),
            "8 (3.00 bits) when the previous 2 paths are known; 2 (1.00 bits) when the previous 4 "
            "paths are known",
        ),
        # The uncertainty falls by 0.07 bits, in two steps. The text shows it after the larger step.
        ((1.0, 0.96, 0.93), "(1.00 bits); 1.9 (0.96 bits) when the previous path is known"),
        ((1.0, 0.97, 0.93), "(1.00 bits); 1.9 (0.93 bits) when the previous 2 paths are known"),
    ],
)
def test_ways_of_the_next_iteration_are_counted(bits: tuple[float, ...], wanted: str) -> None:
    shown = shown_of(following(*bits))
    assert wanted in shown
    assert "left after 10.0 % of 1,000 back edges\n" in shown


def test_the_next_iteration_may_be_certain_if_all_previous_paths_are_known() -> None:
    """Only iterations soon after an entry are uncertain, because fewer paths precede them."""
    told = "; just over 1 (0.01 bits) when the previous 2 paths are known"
    assert shown_of(following(1.0, 0.9, 0.01, sure_from=2)).startswith(
        "next iteration: about 2 equally likely ways (1.00 bits); 1.9 (0.90 bits) when the "
        f"previous path is known{told} or as many as there are since the entry; always 1 where all "
        "2 are; "
    )
    assert "; always 1 where it is; " in shown_of(following(1.0, 0.01, sure_from=1))
    # Here, the next way is never certain, or only if more paths are known than the text shows.
    for found in (following(1.0, 0.9, 0.01), following(1.0, 0.01, 0.01, sure_from=2)):
        assert "always 1" not in shown_of(found)


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"left": 0}, "not left after any of 1,000 back edges"),
        ({"left": 1_000, "ways": []}, "left after each of 1,000 back edges"),
        ({"followed": 1, "left": 1, "ways": []}, "left after 1 back edge"),
        ({"unclear": 50}, "left after 10.0 % to 15.0 % of 1,000 back edges"),
        ({"left": 0, "unclear": 50}, "left after 0.0 % to 5.0 % of 1,000 back edges"),
        (
            {"not_followed": 250},
            "of 1,000 back edges; after 250 more (20.0 % of all) no path was completed\n",
        ),
        (
            {"not_followed": 250, "caught": 200},
            "no path was completed; 200 paths began at a handler in the loop\n",
        ),
        ({"not_followed": 0, "caught": 200}, "left after 10.0 % of 1,000 back edges\n"),
    ],
)
def test_the_share_of_back_edges_after_which_a_loop_is_left_is_shown(
    changes: dict[str, Any], wanted: str
) -> None:
    found = following(1.0, **changes)
    shown = shown_of(found)
    assert wanted in shown
    assert ("next iteration" in shown) == (found["left"] < found["followed"])
    assert "no path was completed" not in shown_of(following(1.0))


def test_the_same_way_is_claimed_with_a_condition_if_the_loop_may_be_left() -> None:
    assert "next iteration: always the same way (0.00 bits)" in shown_of(following(0.0, left=0))
    for exits in ({"left": 1}, {"left": 0, "unclear": 1}):
        assert "always the same way if the loop isn't left" in shown_of(following(0.0, **exits))


def test_the_text_says_that_only_completed_next_iterations_count() -> None:
    shown = shown_of(following(0.0, not_followed=250))
    wanted = "next iteration if its path is completed, as after 80.0 % of the back edges: always"
    assert wanted in shown


@pytest.mark.parametrize(
    ("found", "is_certain"),
    [
        # One back edge in 10,000 changes no figure that is shown.
        (following(1.0), False),
        (following(0.01), False),
        (following(1.0, unclear=1, left=0), False),
        (following(1.0, pieces=9, left=0), False),
        # But it may contradict a statement about all back edges.
        (following(0.0), True),
        (following(1.0, 0.0), True),
        (following(1.0, left=0), True),
        (following(left=10_000), True),
    ],
)
def test_a_single_path_that_was_not_completed_may_contradict_always(
    found: dict[str, Any], is_certain: bool
) -> None:
    found |= {"followed": 10_000}
    assert "no path" not in shown_of(found | {"not_followed": 0})
    shown = shown_of(found | {"not_followed": 1})
    assert ("; after 1 more (< 0.1 % of all) no path was completed\n" in shown) == is_certain
    wanted = "next iteration if its path is completed, as after > 99.9 % of the back edges: "
    assert (wanted in shown) == (is_certain and found["left"] < 10_000)


def test_the_text_says_if_longer_histories_are_too_rare() -> None:
    too_few = {"known": 5, "histories": 37, "executions": 999}
    for bits, wanted in (((1.0, 0.99), "ways (1.00 bits)"), ((1.0, 0.5), "path is known")):
        assert (
            f"{wanted}; too few executions to say more if 5 or more previous paths are known "
            "(999 after 37 histories)"
        ) in shown_of(following(*bits, too_few=too_few))
    assert "too few" not in shown_of(following(1.0, 0.99))


def test_first_parts_of_divided_iterations_are_mentioned() -> None:
    upto = "up to an inner loop's back edge or a cut edge"
    all_of_them = shown_of(following(0.0, pieces=900))
    assert f"first part of the next iteration, {upto}: always the same way" in all_of_them
    some = shown_of(following(0.0, pieces=450, not_followed=250))
    assert some.startswith(
        "next iteration if its path is completed, as after 80.0 % of the back edges: always the "
        "same way if the loop isn't left (0.00 bits); in 50.0 % of iterations that come next, "
        f"only the first part counts, {upto}; "
    )
    assert "part" not in shown_of(following(0.0))


@pytest.mark.parametrize(
    ("thrown", "upto"),
    [
        (450, "up to a throw that the loop may catch; left"),
        (
            9,
            "up to an inner loop's back edge, a cut edge or a throw that the loop may catch; left",
        ),
    ],
)
def test_throws_that_divide_iterations_are_mentioned(thrown: int, upto: str) -> None:
    shown = shown_of(following(0.0, pieces=450, thrown=thrown))
    assert f"; in 50.0 % of iterations that come next, only the first part counts, {upto}" in shown


def test_a_tiny_lower_bound_is_shown_as_a_count() -> None:
    shown = shown_of(following(0.0, followed=2_999, left=1, pieces=750))
    assert "left in the iteration after at least 1 of 2,999 back edges\n" in shown


def test_exits_from_later_parts_of_divided_iterations_count() -> None:
    found = following(0.0, pieces=900, left_in_all=975, left_in_all_exact=True)
    assert shown_of(found).endswith("; left in the iteration after 97.5 % of 1,000 back edges\n")
    every = found | {"left_in_all": 1_000}
    assert shown_of(every).endswith("; left in the iteration after each of 1,000 back edges\n")


def test_nothing_is_said_about_what_follows_a_few_back_edges() -> None:
    assert next_iteration(following(1.0, rare=True)) == ["went round only 1,000 times"]
    one = following(1.0, rare=True, followed=1, left=0)
    assert next_iteration(one) == ["went round only 1 time"]


def test_a_divided_iteration_may_leave_the_loop_later() -> None:
    """If an inner loop divides an iteration, the iteration may leave the loop in a later part."""
    assert "left" not in shown_of(following(0.0, left=0, pieces=1_000))
    assert "left in the iteration after at least 10.0 % of 1,000 back edges\n" in shown_of(
        following(0.0, pieces=9)
    )
    few = following(0.0, pieces=9, followed=4_000, left=1)
    assert "left in the iteration after at least 1 of 4,000 back edges\n" in shown_of(few)
    # Each entry leaves the loop once. So if the entries were counted exactly, the exits are exact.
    exact = following(0.0, pieces=9, left_exact=True)
    assert "left after 10.0 % of 1,000 back edges\n" in shown_of(exact)
    assert shown_of(following(0.0, left=0, pieces=1_000, not_followed=250)).endswith(
        "; after 250 of 1,250 back edges (20.0 %) no path was completed\n"
    )


def test_iterations_of_several_paths_are_mentioned() -> None:
    assert several_paths(following(0.0, pieces=9)) == (
        "; 1.0 % of iterations after an entry's first are several paths each"
    )
    assert several_paths(following(0.0, pieces=900)) == (
        "; all iterations after an entry's first are several paths each"
    )
    assert several_paths(following(0.0)) == several_paths(None) == ""


def test_a_loop_without_back_edges_has_no_next_iteration() -> None:
    shown = shown_of(None)
    assert "next iteration" not in shown
    assert "left after" not in shown


def period(above: int | None) -> dict[str, Any]:
    """Returns facts about a loop in which no period was seen."""
    return {
        "period": None, "period_share": None, "period_above": above, "period_of_iterations": None,
        "period_paths": None,
    }  # fmt: skip


def test_a_period_longer_than_k_is_mentioned() -> None:
    assert repetition(period(None), None) == ""
    assert repetition(period(7), following(0.5)) == (
        "no period of up to 7 iterations; with k = 8 a longer one can't be seen, and there may be "
        "one"
    )


def test_that_all_iterations_go_one_way_is_said_once() -> None:
    """The text on the next iteration says so, unless it is only about iterations' first parts."""
    one_path = {
        "period": 1, "period_share": 1.0, "period_above": None, "period_of_iterations": 0.213,
        "period_paths": 1,
    }  # fmt: skip
    told = (
        "all completed paths from the loop's header to a back edge are one and the same path "
        "(21.3 % of the iterations are such paths)"
    )
    assert repetition(one_path, following(0.0)) == ""
    assert "always the same way if the loop isn't left" in "".join(next_iteration(following(0.0)))
    for one in (None, following(), following(0.01), following(0.0, pieces=3)):
        assert repetition(one_path, one) == told
    several = one_path | {"period_paths": 2, "period_share": 0.95}
    assert repetition(several, following(0.0)).startswith("95.0 % of completed paths")


def loops_of(*found: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [{"next_iteration": one, "iterations_per_entry": None} for one in found]


def named(loops: list[dict[str, Any]]) -> list[str]:
    return [f"loop {place}" for place in range(len(loops))]


def test_the_text_says_whether_k_is_large_enough() -> None:
    often = following(1.0, 0.0, 0.0, 0.0, followed=100_000)
    late = following(1.0, 1.0, 1.0, 0.0)
    later = following(1.0, 0.5, 0.1, 0.0)
    loops = loops_of(often, late, None, later)
    enough = "k = {} is large enough for {} loops listed: sequences of more than {} tell less than"
    assert all_next_iterations(loops, named(loops), 4).startswith(
        f"{enough.format(4, '3 of the 4', '4 paths')} 0.05 bits more. The mean"
    )
    two = loops_of(often, following(1.0, 0.0, 0.0, 0.0))
    assert all_next_iterations(two, named(two), 9).startswith(
        f"{enough.format(9, 'the 2', '2 paths')} 0.05 bits more. The mean"
    )
    five = loops_of(often, *[following(1.0, 1.0, 1.0, 1.0)] * 5)
    told = all_next_iterations(five, named(five), 4)
    assert told.startswith(enough.format(4, "1 of the 6", "2 paths"))
    assert (
        ". It isn't known whether a larger -k tells more about 5 of the 6 loops listed: loop 1; "
        "loop 2; loop 3; 2 more. The"
    ) in told
    # One loop's figures still fall at the longest sequences.
    falling = loops_of(often, following(1.0, 0.9, 0.8, 0.7), following(1.0, 0.9, 0.8, 0.0))
    assert all_next_iterations(falling, named(falling), 4).startswith(
        f"{enough.format(4, '2 of the 3', '4 paths')} 0.05 bits more. It is too small for 1 of "
        "the 3 loops listed: its figures still fall at the longest sequences, so a larger -k may "
        "tell more: loop 1. The mean"
    )
    # If longer sequences didn't occur, or had too few executions, a larger k doesn't help.
    few = {"known": 4, "histories": 9, "executions": 90}
    for changes, limit in (
        ({}, ""),
        ({"too_few": few}, ", as far as there are enough executions to tell"),
    ):
        ended = loops_of(often, following(1.0, 0.9, 0.8, 0.7, **changes))
        assert all_next_iterations(ended, named(ended), 9).startswith(
            f"{enough.format(9, 'the 2', '4 paths')} 0.05 bits more{limit}. The mean"
        )
    lacking = loops_of(often, following(1.0, 0.9, 0.8, 0.7, lacks_longer=True))
    assert "It is too small for 1 of" in all_next_iterations(lacking, named(lacking), 9)


def test_loops_that_rarely_went_round_change_nothing_about_the_others() -> None:
    """Their own rows have no figures."""
    few = {"known": 2, "histories": 9, "executions": 90}
    rare = following(1.0, 0.5, rare=True, too_few=few, lacks_longer=True, repetitions=2)
    sure, often = following(0.0, 0.0), following(1.0, 0.0, 0.0, 0.0)
    assert all_next_iterations(loops_of(sure, sure, rare), ["a", "b", "c"], 9) == ""
    told = all_next_iterations(loops_of(often, often, rare), ["a", "b", "c"], 9)
    assert told.startswith("k = 9 is large enough for 2 of the 3 loops listed: sequences of more")
    assert "as far as there are enough executions" not in told
    assert "coincidence" not in told


def test_exits_may_need_longer_histories_than_ways() -> None:
    """A loop with a single way may always be left after the same number of iterations."""
    goes = following(1.0, 0.0, 0.0, 0.0, exit_bits=[0.5, 0.5, 0.5, 0.5])
    copies = following(0.0, 0.0, 0.0, 0.0, exit_bits=[0.8, 0.7, 0.5, 0.0])
    loops = loops_of(goes, copies)
    opened = (
        "It isn't known whether a larger -k tells more about 1 of the 2 loops listed: loop 0 (to "
        "tell whether it is left"
    )
    assert all_next_iterations(loops, named(loops), 4).startswith(
        "k = 4 is large enough for 1 of the 2 loops listed: sequences of more than 4 paths tell "
        f"less than 0.05 bits more. {opened}). The"
    )
    # The mean length of entries shows which k would show more.
    for mean, hint in (
        (4.0, ""),
        (16.5, "; -k 17 shows an average entry to its end"),
        (64.5, "; an average entry is longer than the largest -k, 64"),
    ):
        loops[0]["iterations_per_entry"] = {"paths_per_entry": mean, "largest_k": 64}
        assert f"{opened}{hint}). The" in all_next_iterations(loops, named(loops), 4)
    # The uncertainty of the second loop's exit still falls at the longest sequences.
    loops = loops_of(goes, copies | {"exit_bits": [0.8, 0.7, 0.5, 0.4]}, copies)
    assert all_next_iterations(loops, named(loops), 4).startswith(
        "k = 4 is large enough for 1 of the 3 loops listed: sequences of more than 4 paths tell "
        "less than 0.05 bits more. It is too small for 1 of the 3 loops listed: its figures "
        "still fall at the longest sequences, so a larger -k may tell more: loop 1 (to tell "
        f"whether it is left). {opened.replace('2 loops', '3 loops')}). The"
    )
    coins = loops_of(following(1.0, 1.0), following(1.0, 1.0, exit_bits=[0.8, 0.79]))
    assert all_next_iterations(coins, named(coins), 2).startswith(
        "it isn't known whether a larger -k tells more about the 2 loops listed: loop 0; loop "
        "1. The mean"
    )


def test_paths_before_an_iteration_may_tell_nothing() -> None:
    few = {"known": 1, "histories": 9, "executions": 90}
    coins = loops_of(*[following(1.0, 0.98, too_few=few)] * 2)
    assert all_next_iterations(coins, named(coins), 4).startswith(
        "k = 4 is large enough for the 2 loops listed: the paths before an iteration tell less "
        "than 0.05 bits about it, as far as there are enough executions to tell. The mean"
    )


def test_the_mean_excludes_divided_iterations() -> None:
    # The first loop went on after 2,700 back edges, and the second loop went on after 900. So the
    # first loop has three times the weight of the second loop.
    first = following(1.0, 0.4, 0.0, followed=2_700 + 100)
    loops = loops_of(first, following(1.0, 1.0, 1.0), None)
    assert [one["bits"] for one in ways_of_loops(loops)] == pytest.approx([1.0, 0.55, 0.25])
    told = (
        ". The mean uncertainty of the next iteration's way, over {}, weighted by how often they "
        "went round again: {}"
    )
    seen = ". Left out: 1 in which no iteration was seen to follow a back edge"
    assert all_next_iterations(loops, named(loops), 3).endswith(
        told.format(
            "2 of the 3 loops listed", "1.00 bits; 0.25 when the previous 2 paths are known"
        )
        + seen
    )
    # The fourth loop's iterations are divided, so its figures are only about their first parts.
    parts = following(0.5, 0.0, followed=900_000, pieces=450)
    loops = loops_of(first, following(1.0, 1.0, 1.0), None, parts)
    assert [one["bits"] for one in ways_of_loops(loops)] == pytest.approx([1.0, 0.55, 0.25])
    assert loops_with_ways(loops) == 2
    # That loop has most of the back edges, so a mean without it would say little.
    assert "The mean" not in all_next_iterations(loops, named(loops), 3)
    loops[3]["next_iteration"] |= {"followed": 3_800, "left": 100, "pieces": 450}
    assert all_next_iterations(loops, named(loops), 3).endswith(
        ". Left out: 1 with iterations that inner loops, cut edges or throws divide, and 1 in "
        "which no iteration was seen to follow a back edge"
    )
    loops[3]["next_iteration"] |= {"followed": 3_801}
    assert "The mean" not in all_next_iterations(loops, named(loops), 3)
    # If only few of the fourth loop's iterations are divided, the loop isn't left out.
    nearly = following(0.5, 0.0, followed=900_000, pieces=449)
    assert loops_with_ways([*loops[:-1], *loops_of(nearly)]) == 3
    # The second loop has too few executions for longer histories. Its last figure is used instead.
    few = {"known": 2, "histories": 9, "executions": 90}
    bounded = loops_of(following(1.0, 0.4, 0.4), following(1.0, 0.8, too_few=few))
    assert [one["bits"] for one in ways_of_loops(bounded)] == pytest.approx([1.0, 0.6, 0.6])
    assert all_next_iterations(bounded, named(bounded), 3).endswith(
        told.format("the 2 loops listed", "1.00 bits; 0.60 when the previous path is known")
    )
    # A single loop has these figures in its own row. If nothing is uncertain, nothing is said.
    assert all_next_iterations(loops[:1], named(loops[:1]), 3) == ""
    assert "The mean" not in all_next_iterations([loops[0], loops[3]], ["a", "b"], 3)
    sure = loops_of(following(0.01, 0.0), following(0.0, 0.0))
    assert all_next_iterations(sure, named(sure), 3) == ""
    assert ways_of_loops(loops_of(None, None)) == []
    # If only exits are uncertain, the mean says that the ways aren't.
    left = loops_of(following(0.01, 0.0, exit_bits=[0.8, 0.4]), following(0.0, 0.0))
    assert told.format("the 2 loops listed", "0.01 bits") in all_next_iterations(
        left, named(left), 3
    )


@given(
    st.lists(
        st.tuples(
            st.integers(1, 50),
            st.integers(0, 3),
            st.lists(st.integers(0, 8), min_size=1, max_size=4),
        ),
        max_size=6,
    )
)
def test_the_mean_is_weighted_by_next_iterations(some: list[tuple[int, int, list[int]]]) -> None:
    """A loop's weight is how often an iteration followed a back edge."""
    loops = loops_of(
        *(
            following(*sorted(map(float, bits), reverse=True), followed=stayed, left=0, pieces=part)
            for stayed, part, bits in some
        )
    )
    every = [
        [one["bits"] for one in row["next_iteration"]["ways"]]
        for row in loops
        if row["next_iteration"]["pieces"] < 0.0005 * row["next_iteration"]["followed"]
        for _ in range(row["next_iteration"]["followed"])
    ]
    longest = max(map(len, every), default=0)
    means = [
        sum(bits[min(known, len(bits) - 1)] for bits in every) / len(every)
        for known in range(longest)
    ]
    assert [one["bits"] for one in ways_of_loops(loops)] == pytest.approx(means)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=9), st.integers(2, 4))
def test_figures_at_the_largest_falls_are_shown(some: list[int], most: int) -> None:
    bits = [one / 50 for one in sorted(some, reverse=True)]

    def rest(shown: tuple[int, ...]) -> float:
        """Returns the largest fall that these figures don't show."""
        ends = [*(one - 1 for one in shown[1:]), len(bits) - 1]
        return max(bits[first] - bits[end] for first, end in zip(shown, ends, strict=True))

    choices = [
        (0, *others)
        for count in range(most)
        for others in combinations(range(1, len(bits)), count)
        if bits[others[-1] if others else 0] - bits[-1] < 0.05
    ]
    found = tuple(figures_to_show(bits, most))
    assert found in choices
    enough = [one for one in choices if rest(one) < 0.05]
    if enough:
        fewest = min(map(len, enough))
        assert len(found) == fewest
        assert rest(found) == min(rest(one) for one in enough if len(one) == fewest)
    else:
        assert rest(found) == min(rest(one) for one in choices if len(one) == len(found))


def test_the_uncertainty_of_the_exit_is_shown() -> None:
    told = "left after 10.0 % of 1,000 back edges"

    def shown(*bits: float) -> str:
        return shown_of(following(0.0, exit_bits=[*bits]))

    assert (
        f"{told} (0.47 bits of uncertainty; 0.01 when the previous 2 paths are known)\n"
    ) in shown(0.47, 0.4, 0.01, 0.0)
    for by_number, alone in ((0.04, "; the iteration's number alone tells as much"), (0.06, "")):
        one = following(
            0.0, exit_bits=[0.47, 0.01, 0.0], exit_bits_by_number=[0.47, 0.1, by_number]
        )
        known = "0.01 when the previous path is known"
        assert f"{told} (0.47 bits of uncertainty; {known}{alone})\n" in shown_of(one)
    # The figure after the largest fall is shown.
    assert "(0.41 bits of uncertainty; 0.36 when the previous 4 paths are known)" in shown(
        0.4125, 0.408, 0.4, 0.395, 0.363, 0.362, 0.362
    )
    # That earlier paths don't help is a result, too.
    assert (
        f"{told} (0.64 bits of uncertainty; previous paths tell less than 0.05 bits)\n"
    ) in shown(0.64, 0.61)
    assert f"{told} (0.64 bits of uncertainty)\n" in shown(0.64)
    assert f"{told} (0.03 bits of uncertainty)\n" in shown(0.03, 0.0)
    assert f"{told}\n" in shown()


def test_loops_outside_of_windows_may_have_run() -> None:
    whole, first = {"is_windowed": False}, {"is_windowed": True}
    assert (loops_ran(1, whole), loops_ran(2, whole)) == ("1 loop ran", "2 loops ran")
    assert loops_ran(1, first).startswith(
        "1 loop was seen to run (others may have run, as path windows counted "
    )
    assert loops_ran(2, first).startswith("2 loops were seen to run (")
    told = [no_loops({"known": known, "cut_off": None}) for known in (whole, first)]
    assert told == ["no loop was run through", "no loop was seen to run"]
    for loops in ([], [{"title": "a.B.c()"}]):
        text = no_loops({"known": whole, "cut_off": {"loops": loops}})
        assert ("no completed path ran through a loop, but" in text) == bool(loops)


def test_nothing_is_claimed_about_longer_sequences_than_recorded() -> None:
    """The profile may lack the first loop's sequences of more than three paths.

    So it isn't known whether a third known path would make the loop's next way more certain.
    """
    lacking = following(3.0, 1.0, 0.7, followed=10_000, lacks_longer=True)
    shown = shown_of(lacking)
    assert (
        "about 8 equally likely ways (3.00 bits); 2 (1.00 bits) when the previous path is known; "
        "1.6 (0.70 bits) when the previous 2 paths are known; the profile may lack sequences of "
        "more "
        "than 3 paths here\n"
    ) in shown.replace("; left after", "\n")
    loops = loops_of(lacking, following(0.0, 0.0, 0.0, 0.0), None, following(ways=[]))
    assert [one["known"] for one in ways_of_loops(loops)] == [0, 1, 2]
    assert loops_with_ways(loops) == 2
    told = all_next_iterations(loops, named(loops), 4)
    assert ". It is too small for 1 of the 4 loops listed: its figures still fall" in told
    assert told.endswith("Left out: 2 in which no iteration was seen to follow a back edge")
    # If the profile lacks no sequences, but has none of more than three paths, the last figure also
    # holds for longer sequences.
    whole = loops_of(lacking | {"lacks_longer": False}, following(0.0, 0.0, 0.0, 0.0))
    assert [one["bits"] for one in ways_of_loops(whole)][2:] == pytest.approx([0.7 * 11 / 12] * 2)
    assert all_next_iterations(whole, named(whole), 4).startswith(
        "k = 4 is large enough for the 2 loops listed: sequences of more than 3 paths tell less"
    )
    alone = loops_of(lacking, None)
    assert all_next_iterations(alone, named(alone), 4) == ""
