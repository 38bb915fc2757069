"""Tests that the sequences chosen for a report follow the rules in hot_sequences.py."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kpath_jvm.analysis.hot_sequences as choosing
from builders.forests import expected, forest_of
from kpath_jvm.analysis.hot_sequences import HotSequence, hot_sequences, largest
from kpath_jvm.profile.forest import Forest, IndexArray

K = 5
streams = st.dictionaries(
    st.integers(0, 1), st.lists(st.lists(st.integers(0, 2), max_size=20), max_size=3), max_size=2
)


def period(paths: tuple[int, ...]) -> int:
    return next(p for p in range(1, len(paths) + 1) if paths[p:] == paths[: len(paths) - p])


def slowly(
    counts: Counter[tuple[int, tuple[int, ...]]], top: int, least: int = 2
) -> list[HotSequence]:
    """Applies the three rules in hot_sequences.py's docstring one after another."""
    candidates = []
    for (method, gram), count in counts.items():
        longer = [
            n
            for (other, extended), n in counts.items()
            if other == method and gram in (extended[:-1], extended[1:])
        ]
        if len(gram) >= least and not any(5 * n >= 3 * count for n in longer):
            candidates.append(HotSequence(method, gram, count, period(gram)))
    candidates.sort(key=lambda one: (-one.covered, -len(one.paths), one.method, one.paths))
    chosen: list[HotSequence] = []
    for one in candidates:
        width = len(one.paths) // 2 + 1
        pieces = {one.paths[at : at + width] for at in range(len(one.paths) - width + 1)}
        explained = any(
            other.method == one.method
            and other.count >= one.count
            and width <= len(other.paths)
            and any(
                (other.paths * 2)[at : at + width] in pieces for at in range(2 * len(other.paths))
            )
            for other in chosen
        )
        if not explained:
            chosen.append(one)
    return chosen[:top]


@given(
    streams, st.integers(0, 6), st.integers(1, 3), st.integers(1, 8), st.integers(1, 40),
    st.integers(1, 40),
)  # fmt: skip
def test_the_choice_follows_the_rule(
    sequences: dict[int, list[list[int]]], top: int, least: int, chunk: int, nodes: int,
    samples: int,
) -> None:  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "_FIRST_CHUNK", chunk)
        patch.setattr(choosing, "_FIRST_NODES", nodes)
        patch.setattr(choosing, "_SAMPLES", samples)
        found = hot_sequences(forest_of(sequences, K), top, least)
    wanted = slowly(expected(sequences, K), top, least)
    assert [(one.covered, len(one.paths)) for one in found] == [
        (one.covered, len(one.paths)) for one in wanted
    ]
    assert found == wanted


@given(streams)
def test_no_sequence_covers_more_than_all_completions(
    sequences: dict[int, list[list[int]]],
) -> None:
    for found in hot_sequences(forest_of(sequences, K), 100):
        assert found.covered <= sum(map(len, sequences[found.method]))
        assert len(found.paths) >= 2
        assert found.period == period(found.paths)


def test_a_hot_loop_gives_one_sequence() -> None:
    found = hot_sequences(forest_of({0: [[1] * 1000]}, 8), 10)
    assert [(one.paths, one.count, one.period) for one in found] == [((1,) * 8, 993, 1)]


def test_rotations_count_as_one_sequence() -> None:
    found = hot_sequences(forest_of({0: [[0, 1, 2] * 300]}, 8), 10)
    assert len(found) == 1
    assert (found[0].period, found[0].covered) == (3, 894)


def test_the_cycle_in_the_paper_s_example_2_is_hottest() -> None:
    """A cycle of five paths is hottest, although another path sometimes interrupts it."""
    cycle = [38, 86, 86, 86, 755]
    found = hot_sequences(forest_of({0: [cycle * 20 + [38, 87]] * 10}, 11), 2)
    assert found[0].period == 5
    assert sorted(found[0].paths[:5]) == sorted(cycle)


def test_a_short_loop_s_whole_sequence_is_chosen() -> None:
    found = hot_sequences(forest_of({0: [[6, 2, 2, 3]] * 50 + [[6, 3]]}, 8), 10)
    assert found[0].paths == (6, 2, 2, 3)
    assert found[0].covered == 200


def test_most_of_a_large_forest_is_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """To find 2 sequences, only a small part of the forest is searched; to find 20, perhaps all."""
    random = np.random.default_rng(1)
    rare = [random.integers(5, 999, 30).tolist() for _ in range(200)]
    forest = forest_of({0: [[0, 1] * 500, [2, 3] * 90, [2, 4, 4] * 60, *rare]}, 6)
    looked_at = []
    ranked = choosing._ranked

    def counting(part: Forest, nodes: IndexArray) -> Iterator[HotSequence]:
        looked_at.append(len(part))
        return ranked(part, nodes)

    monkeypatch.setattr(choosing, "_ranked", counting)
    monkeypatch.setattr(choosing, "_FIRST_NODES", 100)
    whole = list(islice(choosing._chosen(forest), 20))
    for top, most in ((2, 1000), (20, len(forest))):
        looked_at.clear()
        assert hot_sequences(forest, top) == whole[:top]
        assert max(looked_at) <= most
    assert len(forest) > 20_000


def test_nodes_with_higher_counts_than_their_parents_are_found() -> None:
    """A node's count exceeds its parent's only in a damaged file. Then all nodes are searched."""
    good = forest_of({0: [[0, 1] * 40, list(range(2, 99))]}, 3)
    columns = {name: getattr(good, name) for name in good.__dataclass_fields__}
    columns["counts"] = np.where(good.parents < 0, 1, good.counts)
    forest = Forest(**columns)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choosing, "_FIRST_NODES", 5)
        found = hot_sequences(forest, 3)
    assert found == list(islice(choosing._chosen(forest), 3))


@given(st.lists(st.integers(0, 5)), st.integers(0, 9))
def test_the_largest_values_are_found_in_order(values: list[int], count: int) -> None:
    expected = sorted(range(len(values)), key=lambda at: (-values[at], at))[:count]
    assert largest(np.array(values, dtype=np.int64), count).tolist() == expected


def test_an_empty_forest_has_no_sequences() -> None:
    empty = forest_of({}, 4)
    assert hot_sequences(empty, 5) == []
    assert empty.sequences(np.arange(0)).shape == (0, 0)
