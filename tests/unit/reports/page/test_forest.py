"""Tests the k-IPF on the HTML page."""

from collections import Counter
from itertools import accumulate

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import forest_of
from kpath_jvm.reports.page.forest import columns, ended, pruned

STREAMS = st.lists(st.lists(st.integers(0, 3), max_size=12), min_size=1, max_size=3)


@given(STREAMS, st.integers(1, 40))
def test_all_nodes_down_to_the_least_count_are_kept(streams: list[list[int]], most: int) -> None:
    forest = forest_of({0: streams}, 3)
    kept, least = pruned(forest, most)
    assert len(kept) <= most or len(forest) <= most
    assert sorted(kept.counts) == sorted(count for count in forest.counts if count >= least)
    if len(forest) > most:
        # If the least count were lower by one, too many nodes would be kept.
        assert np.count_nonzero(forest.counts >= least - 1) > most
    assert (kept.parents < np.arange(len(kept))).all()
    roots = kept.parents < 0
    assert (kept.depths[roots] == 1).all()
    assert (kept.depths[~roots] == kept.depths[kept.parents[~roots]] + 1).all()


@given(STREAMS)
def test_columns_can_be_decoded_as_the_page_does(streams: list[list[int]]) -> None:
    forest = forest_of({0: streams}, 3)
    by_heat = np.unique(forest.paths)[::-1].astype(np.int64)
    found = columns(forest, by_heat, None)
    assert [at - 1 for at in accumulate(found["parents"])] == forest.parents.tolist()
    assert [by_heat[place] for place in found["paths"]] == forest.paths.tolist()
    assert found["counts"] == forest.counts.tolist()
    assert found["ended"] is None


@given(STREAMS)
def test_ends_of_streams_are_counted_at_their_sequences(streams: list[list[int]]) -> None:
    """A stream's end is counted at each sequence of fewer than k paths that ends the stream."""
    forest = forest_of({0: streams}, 3)
    last: Counter[tuple[int, ...]] = Counter(
        tuple(stream[-length:]) for stream in streams for length in range(1, 3)
        if len(stream) >= length
    )  # fmt: skip
    found = ended(forest, 3).tolist()
    for node, count in enumerate(found):
        sequence, at = [], node
        while at >= 0:
            sequence.insert(0, int(forest.paths[at]))
            at = int(forest.parents[at])
        assert count == (last[tuple(sequence)] if len(sequence) < 3 else 0)
    assert columns(forest, np.unique(forest.paths), ended(forest, 3))["ended"] == found
