"""Tests the texts about the next iteration of a loop, and about leaving the loop."""

from typing import Any

import pytest

from kpath_jvm.reports.loop_words import (
    all_next_iterations,
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
    """Returns what followed 1,000 back edges. After 100 of them the loop was left.

    ``bits`` has the uncertainty of the next iteration's way if no previous path is known, if one
    is known, if two are known, and so on.
    """
    ways = [
        {"known": place, "bits": some, "equal_ways": 2**some} for place, some in enumerate(bits)
    ]
    found = {
        "followed": 1_000, "left": 100, "left_inside": None, "left_exact": False, "unclear": 0,
        "pieces": 0, "thrown": 0, "not_followed": 0,
        "caught": 0, "ways": ways, "exit_bits": [0.5], "too_few": None, "lacks_longer": False,
        "repetitions": 1, "sure_from": None,
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
def test_where_a_loop_is_left(inside: int | None, wanted: str) -> None:
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
        ((1.0, 0.96, 0.93), "(1.00 bits); 1.9 (0.93 bits) when the previous 2 paths are known"),
    ],
)
def test_which_way_the_next_iteration_goes(bits: tuple[float, ...], wanted: str) -> None:
    shown = shown_of(following(*bits))
    assert wanted in shown
    assert "left after 10.0 % of 1,000 back edges\n" in shown


def test_where_all_previous_paths_are_known_the_next_may_be_certain() -> None:
    """All remaining uncertainty is about iterations so near an entry that fewer paths are known."""
    told = "; just over 1 (0.01 bits) when the previous 2 paths are known"
    assert shown_of(following(1.0, 0.9, 0.01, sure_from=2)).startswith(
        "next iteration: about 2 equally likely ways (1.00 bits); 1.9 (0.90 bits) when the "
        f"previous path is known{told} or as many as there are since the entry; always 1 where all "
        "2 are; "
    )
    assert "; always 1 where it is; " in shown_of(following(1.0, 0.01, sure_from=1))
    # The next way is never certain, or only with more known paths than the figure shown has.
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
def test_how_often_the_loop_is_left(changes: dict[str, Any], wanted: str) -> None:
    found = following(1.0, **changes)
    shown = shown_of(found)
    assert wanted in shown
    assert ("next iteration" in shown) == (found["left"] < found["followed"])
    assert "no path was completed" not in shown_of(following(1.0))


def test_always_does_not_include_exits() -> None:
    assert "next iteration: always the same way (0.00 bits)" in shown_of(following(0.0, left=0))
    for exits in ({"left": 1}, {"left": 0, "unclear": 1}):
        assert "always the same way if the loop isn't left" in shown_of(following(0.0, **exits))


def test_the_next_iteration_is_said_to_be_one_whose_path_was_completed() -> None:
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
        # But it may contradict what is said of all back edges.
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


def test_it_is_said_why_no_more_paths_are_known() -> None:
    too_few = {"known": 5, "histories": 37, "executions": 999}
    for bits, wanted in (((1.0, 0.99), "ways (1.00 bits)"), ((1.0, 0.5), "path is known")):
        assert (
            f"{wanted}; too few executions to say more if 5 or more previous paths are known "
            "(999 after 37 histories)"
        ) in shown_of(following(*bits, too_few=too_few))
    assert "too few" not in shown_of(following(1.0, 0.99))


def test_pieces_of_iterations_are_said_to_be_pieces() -> None:
    upto = "up to where an inner loop goes round or a cut edge divides it"
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
            "up to where an inner loop goes round, a cut edge divides it or it throws an exception "
            "that the loop may catch; left",
        ),
    ],
)
def test_a_throw_that_divides_an_iteration_is_named(thrown: int, upto: str) -> None:
    shown = shown_of(following(0.0, pieces=450, thrown=thrown))
    assert f"; in 50.0 % of iterations that come next, only the first part counts, {upto}" in shown


def test_a_lower_bound_of_nearly_nothing_is_a_count() -> None:
    shown = shown_of(following(0.0, followed=2_999, left=1, pieces=750))
    assert "left after at least 1 of 2,999 back edges\n" in shown


def test_leaving_later_in_a_divided_iteration_is_not_denied() -> None:
    """If an inner loop divides an iteration, the iteration may leave the loop in a later part."""
    assert "left" not in shown_of(following(0.0, left=0, pieces=1_000))
    assert "left after at least 10.0 % of 1,000 back edges\n" in shown_of(following(0.0, pieces=9))
    few = following(0.0, pieces=9, followed=4_000, left=1)
    assert "left after at least 1 of 4,000 back edges\n" in shown_of(few)
    # Each entry leaves the loop once. So if the entries were counted exactly, the exits are exact.
    exact = following(0.0, pieces=9, left_exact=True)
    assert "left after 10.0 % of 1,000 back edges\n" in shown_of(exact)
    assert shown_of(following(0.0, left=0, pieces=1_000, not_followed=250)).endswith(
        "; after 250 of 1,250 back edges (20.0 %) no path was completed\n"
    )


def test_iterations_that_are_several_paths_of_a_sequence_are_named() -> None:
    assert several_paths(following(0.0, pieces=1)) == "; an iteration here is one path or several"
    assert several_paths(following(0.0)) == several_paths(None) == ""


def test_nothing_is_said_of_what_followed_no_back_edge() -> None:
    shown = shown_of(None)
    assert "next iteration" not in shown
    assert "left after" not in shown


def period(above: int | None) -> dict[str, Any]:
    """Returns facts about the period of a loop in which none was seen."""
    return {
        "period": None, "period_share": None, "period_above": above, "period_of_iterations": None,
        "period_paths": None,
    }  # fmt: skip


def test_a_period_that_k_may_hide_is_mentioned() -> None:
    assert repetition(period(None)) == ""
    assert repetition(period(7)) == (
        "no period of up to 7 iterations; with k = 8 a longer one can't be seen, and there may be "
        "one"
    )


def loops_of(*found: dict[str, Any] | None) -> list[dict[str, Any]]:
    return [{"next_iteration": one} for one in found]


def named(loops: list[dict[str, Any]]) -> list[str]:
    return [f"loop {place}" for place in range(len(loops))]


def test_loops_that_need_longer_sequences_than_the_average_are_named() -> None:
    often = following(1.0, 0.0, 0.0, 0.0, followed=100_000)
    late = following(1.0, 1.0, 1.0, 0.0, followed=1_000)
    later = following(1.0, 0.5, 0.1, 0.0, followed=1_000)
    loops = loops_of(often, late, None, later)
    told = all_next_iterations(loops, named(loops))
    assert told.endswith(
        "sequences longer than k = 2 tell less than 0.05 bits more about the way, as far as k = 4 "
        "shows; that is an average, and these loops need longer sequences: loop 1 (k = 4), loop 3 "
        "(k = 4)"
    )
    two = loops_of(often, late)
    assert all_next_iterations(two, named(two)).endswith(
        "; that is an average, and this loop needs longer sequences: loop 1 (k = 4)"
    )
    five = loops_of(often, *[late] * 5)
    assert all_next_iterations(five, named(five)).endswith("loop 3 (k = 4) and 2 more")
    # A loop is named if sequences longer than k = 2, where the average ends, lower its uncertainty
    # by 0.05 bits or more.
    for one, name in zip(loops, named(loops), strict=True):
        ways = one["next_iteration"]["ways"] if one["next_iteration"] else []
        bits = [way["bits"] for way in ways]
        assert (name in told) == (len(bits) > 1 and bits[1] - bits[-1] >= 0.05)


def test_loops_whose_exits_need_longer_sequences_are_named() -> None:
    """The mean is about ways. A loop with one way may be left after a set number of iterations."""
    goes = following(1.0, 0.0, 0.0, 0.0, exit_bits=[0.5, 0.5, 0.5, 0.5])
    copies = following(0.0, 0.0, 0.0, 0.0, exit_bits=[0.8, 0.7, 0.5, 0.0])
    loops = loops_of(goes, copies)
    told = (
        "; sequences longer than k = 2 tell less than 0.05 bits more about the way, as far as k = "
        "4 shows; that is about ways only, and "
    )
    assert all_next_iterations(loops, named(loops)).endswith(
        f"{told}this loop needs longer sequences to tell whether it is left: loop 1 (k = 4)"
    )
    # The uncertainty of this loop's exit is still falling at the longest sequences.
    falling = copies | {"exit_bits": [0.8, 0.7, 0.5, 0.4]}
    loops = loops_of(goes, falling, copies)
    assert all_next_iterations(loops, named(loops)).endswith(
        f"{told}these loops need longer sequences to tell whether they are left: loop 1 (k = 4 or "
        "more), loop 2 (k = 4)"
    )
    # One loop may need longer sequences for its ways, and another one for its exit.
    often = goes | {"followed": 100_000}
    loops = loops_of(often, following(1.0, 1.0, 0.0, 0.0), copies)
    assert all_next_iterations(loops, named(loops)).endswith(
        "that is an average, and this loop needs longer sequences: loop 1 (k = 3); that is about "
        "ways only, and this loop needs longer sequences to tell whether it is left: loop 2 (k = 4)"
    )
    coins = loops_of(following(1.0, 1.0), copies | {"exit_bits": [0.8, 0.0]})
    assert all_next_iterations(coins, named(coins)).endswith(
        "the paths before it tell less than 0.05 bits about the way, as far as k = 4 shows; that "
        "is about ways only, and this loop needs longer sequences to tell whether it is left: loop "
        "1 (k = 2)"
    )
    # Only the longest sequences tell something about the ways, so still longer ones may tell more.
    more = loops_of(following(1.0, 0.5), following(0.0, 0.0, exit_bits=[0.8, 0.8, 0.0]))
    assert all_next_iterations(more, named(more)).endswith(
        "may tell more about the way; that is about ways only, and this loop needs longer "
        "sequences to tell whether it is left: loop 1 (k = 3)"
    )


def test_from_which_length_on_sequences_tell_little_over_all_loops() -> None:
    # The first loop went on after 2,700 back edges, and the second loop went on after 900. So the
    # first loop has three times the weight of the second loop.
    first = following(1.0, 0.4, 0.0, followed=2_700 + 100)
    loops = loops_of(first, following(1.0, 1.0, 1.0), None)
    assert [one["bits"] for one in ways_of_loops(loops)] == pytest.approx([1.0, 0.55, 0.25])
    told = (
        "loops listed, weighted by how often they went round again, the next iteration's way is "
        "uncertain"
    )
    start = f"over the 2 {told}"
    none_in_the_other = told.replace(
        ",", " (in the other, no iteration was seen to follow a back edge),", 1
    )
    assert all_next_iterations(loops, named(loops)) == (
        f"over 2 of the 3 {none_in_the_other} by 1.00 bits, and by 0.25 bits when the "
        "previous 2 paths are known; longer sequences than those of k = 3 may tell more about the "
        "way"
    )
    # The second loop has too few executions for longer histories, so its last figure is a bound.
    few = {"known": 2, "histories": 9, "executions": 90}
    bounded = loops_of(following(1.0, 0.4, 0.4), following(1.0, 0.8, too_few=few))
    assert [one["bits"] for one in ways_of_loops(bounded)] == pytest.approx([1.0, 0.6, 0.6])
    assert all_next_iterations(bounded, named(bounded)) == (
        f"{start} by 1.00 bits, and by at most 0.60 bits when the previous path is known; "
        "sequences longer than k = 2 tell less than 0.05 bits more about the way, as far as k = 3 "
        "and the number of executions show"
    )
    coins = loops_of(following(1.0, 0.99), following(1.0, 1.0))
    assert all_next_iterations(coins, named(coins)) == (
        f"{start} by 1.00 bits; the paths before it tell less than 0.05 bits about the way, as far "
        "as k = 2 shows"
    )
    rare = loops_of(following(1.0, 1.0), following(1.0, too_few=few))
    assert all_next_iterations(rare, named(rare)).endswith(
        "0.05 bits about the way, as far as k = 2 and the number of executions show"
    )
    # A single loop has these figures in its own row. If nothing is uncertain, nothing is said.
    assert all_next_iterations(loops[:1], named(loops[:1])) == ""
    sure = loops_of(following(0.01, 0.0), following(0.0, 0.0))
    assert all_next_iterations(sure, named(sure)) == ""
    assert ways_of_loops(loops_of(None, None)) == []


def test_how_far_the_exit_is_foretold() -> None:
    told = "left after 10.0 % of 1,000 back edges"
    sure = following(0.0, exit_bits=[0.47, 0.4, 0.01, 0.0])
    assert f"{told} (0.47 bits of uncertainty, 0.01 when the previous 2 paths are known)" in (
        shown_of(sure)
    )
    assert f"{told}\n" in shown_of(following(0.0, exit_bits=[0.47, 0.44]))
    assert f"{told}\n" in shown_of(following(0.0, exit_bits=[]))


def test_what_no_window_counted_may_have_run() -> None:
    whole, first = {"is_windowed": False}, {"is_windowed": True}
    assert (loops_ran(1, whole), loops_ran(2, whole)) == ("1 loop ran", "2 loops ran")
    assert loops_ran(1, first).startswith(
        "1 loop was seen to run (others may have run, as only each method's "
    )
    assert loops_ran(2, first).startswith("2 loops were seen to run (")
    told = [no_loops({"known": known, "cut_off": None}) for known in (whole, first)]
    assert told == ["no loop was run through", "no loop was seen to run"]
    for loops in ([], [{"title": "a.B.c()"}]):
        text = no_loops({"known": whole, "cut_off": {"loops": loops}})
        assert ("no completed path ran through a loop, but" in text) == bool(loops)


def test_loops_without_longer_sequences_say_nothing_about_longer_ones() -> None:
    """The first loop's profile may lack sequences of more than three paths.

    So it isn't known whether a third known path would tell more.
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
    told = all_next_iterations(loops, named(loops))
    assert told.startswith(
        "over 2 of the 4 loops listed (in the others, no iteration was seen to follow a back "
        "edge), weighted by"
    )
    assert told.endswith("; longer sequences than those of k = 3 may tell more about the way")
    # If the profile lacks no sequences, but has none of more than three paths, the last figure also
    # holds for longer sequences.
    whole = loops_of(lacking | {"lacks_longer": False}, following(0.0, 0.0, 0.0, 0.0))
    assert [one["bits"] for one in ways_of_loops(whole)][2:] == pytest.approx([0.7 * 11 / 12] * 2)
    told = all_next_iterations(whole, named(whole))
    assert "tell less than 0.05 bits more about the way, as far as k = 4 shows" in told
    # A single loop has these figures in its own row.
    alone = loops_of(lacking, None)
    assert all_next_iterations(alone, named(alone)) == ""
