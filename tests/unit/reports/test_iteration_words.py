"""Tests the texts about the distribution of iterations per entry."""

from dataclasses import replace
from typing import Any

import pytest

from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.facts.iterations import iterations_document
from kpath_jvm.reports.iteration_words import iterations_text
from kpath_jvm.reports.page.loops import per_entry


def document(
    known: dict[int, int],
    longer: dict[int, int] | None = None,
    unfinished: dict[int, int] | None = None,
    *,
    total: int | None = None,
    cut: int | None = 0,
) -> dict[str, Any] | None:
    some = [tuple((one or {}).items()) for one in (known, longer, unfinished)]
    return iterations_document(IterationsPerEntry(8, *some, total, cut))


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (
            document({1: 620, 2: 200, 3: 40, 4: 20}, {7: 120}, total=120 * 41),
            "per entry: 1 iteration in 62.0 %, 2 in 20.0 %, 3 in 4.0 %, 4 in 2.0 % of entries; "
            "12.0 %, with 80.1 % of the iterations, took more than k = 8 paths, so their exit "
            "wasn't seen: these made 41.0 on average, at least 7 each; "
            "median 1",
        ),
        # An inner loop's paths take up room in sequences. So one entry may be known only up to its
        # first iteration, while the six iterations of another entry are known exactly.
        (
            document({2: 5, 6: 3}, {1: 1, 3: 1}, total=40, cut=1),
            "per entry: 2 iterations in at least 50.0 %, 6 in at least 30.0 % of entries; "
            "20.0 %, with at least 58.8 % of the iterations, took more than k = 8 paths, so their "
            "exit wasn't seen: these made at least 20.0 on average, at least "
            "1 each; "
            "median 2",
        ),
        (
            document({0: 3}, {4: 6}, {2: 1}),
            "per entry: 0 iterations in 30.0 % of entries; 60.0 % took more than k = 8 paths, "
            "so their exit wasn't seen: at least 4 each; 10.0 % couldn't be followed to "
            "their end: at least 2 each; median at least 4",
        ),
        # "At least 0 each" would look like a figure, but say nothing.
        (
            document({1: 4}, {0: 5}, {0: 1}, total=5 * 43),
            "per entry: 1 iteration in at least 40.0 % of entries; 50.0 % took more than k = 8 "
            "paths, so their exit wasn't seen: these made 43.0 on average; 10.0 % couldn't be "
            "followed to their end",
        ),
        (
            document({}, {0: 9}, total=900),
            "per entry: all entries took more than k = 8 paths, so their exit wasn't seen; how "
            "they are distributed isn't known",
        ),
        # Consecutive rare numbers of iterations form one range.
        (
            document({0: 1, 1: 1, 2: 1, 3: 1, 6: 100}, {4: 99_896}),
            "per entry: 0\N{EN DASH}3 iterations in < 0.1 %, 6 in at least 0.1 % of entries; "
            "99.9 % took more than k = 8 paths, so their exit wasn't seen: at least 4 each; median "
            "at least 4",
        ),
        (document({4: 7}), "per entry: always 4 iterations"),
        (document({1: 7}), "per entry: always 1 iteration"),
        (
            document({3: 70, 4: 30}),
            "per entry: 3 iterations in 70.0 %, 4 in 30.0 % of entries; median 3, 90th percentile "
            "4",
        ),
        (
            document({5: 50, 6: 25, 7: 25}),
            "per entry: 5 iterations in 50.0 %, 6 in 25.0 %, 7 in 25.0 % of entries; median 5, "
            "90th percentile 7",
        ),
        # More than five numbers are joined in ranges.
        (
            document({9: 10, 10: 10, 11: 10, 12: 10, 13: 10, 15: 10}),
            "per entry: 9\N{EN DASH}15 iterations in all entries; median 11, 90th percentile 15",
        ),
        (
            document({1: 40, 2: 20, 3: 20, 4: 10, 6: 5, 7: 5}),
            "per entry: 1 iteration in 40.0 %, 2 in 20.0 %, 3\N{EN DASH}4 in 30.0 %, "
            "6\N{EN DASH}7 in 10.0 % of entries; median 2, 90th percentile 4, 99th percentile 7",
        ),
        # An inner loop makes several paths of an iteration. At most 47 of the 600 entries that took
        # more than k paths can have made a second iteration.
        (
            document({1: 422_497}, {1: 600}, total=647),
            "per entry: 1 iteration in > 99.9 % of entries; < 0.1 % may have made more iterations "
            "than were seen: at least 1 each; median 1, 90th percentile 1",
        ),
        # All entries took more than k paths, but at most one of them made a fourth iteration.
        (
            document({}, {3: 1_000}, total=3_001),
            "per entry: 3 iterations in at least 99.9 % of entries; 0.1 % may have made more "
            "iterations than were seen: at least 3 each; median 3, 90th percentile 3",
        ),
        # The total is the number of iterations of the only entry whose exit wasn't seen.
        (
            document({3: 999}, {8: 1}, total=50),
            "per entry: 3 iterations in 99.9 %, 50 in 0.1 % of entries; median 3, 90th percentile "
            "3",
        ),
        # 1.46 % is a lower bound, so 1.5 % would be too much.
        (
            document({6: 73}, {6: 4_927}),
            "per entry: 6 iterations in at least 1.4 % of entries; 98.5 % took more than k = 8 "
            "paths, so their exit wasn't seen: at least 6 each; median at least 6",
        ),
        # The entries that weren't seen to end may have made 6 iterations, but not 5.
        (
            document({5: 52, 6: 24}, {6: 1638}),
            "per entry: 5 iterations in 3.0 %, 6 in at least 1.4 % of entries; 95.6 % took more "
            "than k = 8 paths, so their exit wasn't seen: at least 6 each; median at least "
            "6",
        ),
        # One entry that wasn't seen to end is too few to change a rounded share.
        (
            document({1: 9_999, 3: 5_000}, {}, {0: 1}),
            "per entry: 1 iteration in 66.7 %, 3 in 33.3 % of entries; < 0.1 % couldn't be "
            "followed to their end; median 1, 90th percentile 3",
        ),
        (
            document({2: 1}, {0: 9_999}),
            "per entry: > 99.9 % took more than k = 8 paths, so their exit wasn't seen",
        ),
        (
            document({}, {7: 9}, total=900),
            "per entry: all entries took more than k = 8 paths, so their exit wasn't seen: at "
            "least 7 iterations each; how they are distributed isn't known",
        ),
        # An upper bound is shown if it is at most three times the lower bound.
        (
            document({}, {7: 9}, total=119),
            "per entry: all entries took more than k = 8 paths, so their exit wasn't seen: at "
            "least 7 iterations each; median between 7 and 18",
        ),
        (
            document({}, {7: 9}),
            "per entry: all entries took more than k = 8 paths, so their exit wasn't seen: at "
            "least 7 iterations each; how they are distributed isn't known",
        ),
        # At least 7 iterations per entry already add up to the total, so the entries made just 7.
        (document({}, {7: 9}, total=63), "per entry: always 7 iterations"),
        (
            document({5: 1, 6: 1}, {7: 2}, total=14),
            "per entry: 5 iterations in 25.0 %, 6 in 25.0 %, 7 in 50.0 % of entries; median 6, "
            "90th percentile 7",
        ),
        (
            document({}, {0: 9}, total=90),
            "per entry: all entries took more than k = 8 paths, so their exit wasn't seen; how "
            "they are distributed isn't known",
        ),
        (
            document({}, {}, {0: 3}),
            "per entry: no entry could be followed to its end, because sequences of paths end at "
            "exceptions, caught ones too, and at the recording's end",
        ),
        (
            document({2: 5}, {0: 4}, {0: 1}, total=40),
            "per entry: 2 iterations in at least 50.0 % of entries; 40.0 % took more than k = 8 "
            "paths, so their exit wasn't seen: these made 10.0 on average; 10.0 % couldn't be "
            "followed to their end; "
            "median between 0 and 2",
        ),
        (
            document({}, {}, {2: 3}),
            "per entry: no entry could be followed to its end, because sequences of paths end at "
            "exceptions, caught ones too, and at the recording's end; each was followed for at "
            "least 2 iterations",
        ),
        (document({5: 1}), ""),
        (document({}), ""),
    ],
)
def test_iterations_per_entry_are_described(found: dict[str, Any] | None, wanted: str) -> None:
    assert iterations_text(found) == wanted


@pytest.mark.parametrize(
    ("k", "largest", "completions", "told"),
    [
        (8, 64, 3_150, "31.5 paths on average; -k 32 shows an entry of that length to its end)"),
        (8, 64, 6_400, "64.0 paths on average; -k 64 shows an entry of that length to its end)"),
        (
            8, 64, 10_150, "101.5 paths on average; 64 is the largest -k, which shows only shorter "
            "entries to their end)",
        ),
        (64, 64, 10_150, "101.5 paths on average; 64 is the largest -k)"),
        (
            1, 1, 10_150, "101.5 paths on average; this profiler counts no sequences of paths, but "
            "--profiler stream with a larger -k may show more)",
        ),
    ],
)  # fmt: skip
def test_a_larger_k_may_be_suggested(k: int, largest: int, completions: int, told: str) -> None:
    """A larger k is suggested only if it shows an entry of the mean length to its end.

    k has an upper bound, and some profilers take no k.
    """
    found = IterationsPerEntry(k, (), ((k, 100),), (), None, None, completions, largest)
    text = iterations_text(iterations_document(found))
    assert text.endswith(f"how they are distributed isn't known (an entry took {told}")


def test_most_entries_that_are_longer_than_k_have_their_mean_length() -> None:
    """If only a few entries are so long, the mean would be due to these."""
    for entries, hint in (
        (10, " (an entry took 31.5 paths on average; -k 32 shows an entry of that length to its "
             "end); median"),
        (9, "; median"),
    ):  # fmt: skip
        found = IterationsPerEntry(8, ((1, 10),), ((7, entries),), (), 500, 0, 630, 64)
        found = replace(found, completions=round(31.5 * (10 + entries)))
        assert f" on average, at least 7 each{hint}" in iterations_text(iterations_document(found))


def test_the_body_of_do_always_begins() -> None:
    """An entry that leaves the loop in the body's first pass made no whole iteration."""
    found = document({0: 63, 3: 37})
    do = "do … while (obj != null)"
    rest = "iterations in 63.0 %, 3 in 37.0 % of entries"
    assert iterations_text(found, statement=do).startswith(f"per entry: 0 whole {rest}")
    assert iterations_text(document({0: 9}), statement=do) == "per entry: always 0 whole iterations"
    for other in (None, "while (more)", "done: for (; ; )"):
        assert iterations_text(found, statement=other).startswith(f"per entry: 0 {rest}")
    some = document({1: 63, 3: 37})
    assert iterations_text(some, statement=do) == iterations_text(some)


def test_bars_of_entries_without_a_seen_exit_are_marked() -> None:
    """A bar with the label "at least 0" would seem to stand for all entries."""
    for least, label in ((0, "?"), (7, "? \u2265 7")):
        drawn = per_entry(IterationsPerEntry(8, ((1, 4),), ((least, 5),), (), None, None))
        assert drawn is not None
        assert [one["label"] for one in drawn["bars"]] == ["1", label]
