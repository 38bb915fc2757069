"""Tests that forests have the same sum, no matter how little of them fits in memory."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.forests import forest_of, ngrams
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.adding import forest_sum
from kpath_jvm.profile.adding.forest_sum import ForestSum
from kpath_jvm.profile.forest import Forest, check

K = 3
STREAMS = st.dictionaries(
    st.integers(0, 5), st.lists(st.lists(st.integers(0, 3), max_size=6), max_size=2), max_size=5
)


def counted(forest: Forest, number: int) -> Counter[tuple[int, ...]]:
    """Returns the counts of a forest's n-grams.

    A key is the method's number, increased by ``number``, followed by the n-gram's paths.
    """
    rows = forest.sequences(np.arange(len(forest))).tolist()
    keys = zip(forest.methods.tolist(), rows, forest.depths.tolist(), strict=True)
    grams = [(method + number, *row[:depth]) for method, row, depth in keys]
    assert len(set(grams)) == len(grams)
    return Counter(dict(zip(grams, forest.counts.tolist(), strict=True)))


@settings(max_examples=60)
@given(
    st.lists(STREAMS, max_size=7), st.permutations(range(6)), st.sampled_from([0, 8, 40, 10_000]),
    st.randoms(use_true_random=False),
)  # fmt: skip
def test_sums_of_forests_agree_with_brute_force(
    tmp_path_factory: pytest.TempPathFactory,
    streams: list[dict[int, list[list[int]]]],
    versions: list[int],
    most: int,
    random: object,
) -> None:
    directory = tmp_path_factory.mktemp("sum")
    expected: Counter[tuple[int, ...]] = Counter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forest_sum, "_BATCH", 5)
        patch.setattr(forest_sum, "_MOST_RUNS", 2)
        patch.setattr(forest_sum, "_MOST_HELD", 3)
        whole = ForestSum(directory / "runs", most)
        for one in streams:
            # Every profile numbers its methods in its own way.
            numbers = np.array(random.sample(versions, 6), dtype=np.int32)  # type: ignore[attr-defined]
            whole.add(forest_of(one, K), numbers)
            for method, own in one.items():
                for gram, count in ngrams(own, K).items():
                    expected[(int(numbers[method]), *gram)] += count
        found: Counter[tuple[int, ...]] = Counter()
        wanted = [3, 0, 5, 1, 4, 2]
        for place, forest in whole.batches(wanted):
            assert check(forest, 6, np.full(6, 4)) is None
            part = counted(forest, place)
            found.update({(wanted[key[0]], *key[1:]): count for key, count in part.items()})
        assert found == expected
        alone = counted(whole.of_version(4), 0)
        assert alone == Counter({(0, *key[1:]): n for key, n in expected.items() if key[0] == 4})


def test_large_sums_use_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forest_sum, "_MOST_RUNS", 3)
    whole = ForestSum(tmp_path / "runs", 10)
    for number in range(8):
        whole.add(forest_of({0: [[0, 1, 2, 3]]}, K), np.array([number], dtype=np.int32))
    assert whole.stored_runs == 1
    assert len(list((tmp_path / "runs").iterdir())) == 1, "files of combined runs must be removed"
    ((first, forest),) = whole.batches([0, 5])
    assert (first, len(forest)) == (0, 18)


def test_sums_that_fit_use_no_disk(tmp_path: Path) -> None:
    whole = ForestSum(tmp_path / "runs")
    whole.add(forest_of({0: [[0, 1]]}, K), np.array([0], dtype=np.int32))
    assert list(tmp_path.iterdir()) == []
    assert list(whole.batches([])) == []


def test_counts_whose_sum_is_too_large_are_refused(tmp_path: Path) -> None:
    whole = ForestSum(tmp_path / "runs")
    one = forest_of({0: [[0]]}, 1)
    large = Forest(one.methods, one.parents, one.paths, one.depths, one.counts + 2**62)
    for _ in range(2):
        whole.add(large, np.array([0], dtype=np.int32))
    with pytest.raises(KpathError, match=r"more than 2\^63"):
        list(whole.batches([0]))
