"""Checks the k-IPF against n-grams counted by brute force."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import expected, forest_of
from builders.methods import FIGURE_3_STREAM
from kpath_jvm.profile.forest import Forest, check

#: Maps a method's number to its sequences of path numbers.
streams = st.dictionaries(
    st.integers(0, 3), st.lists(st.lists(st.integers(0, 2), max_size=12), max_size=4), max_size=4
)


def grams(forest: Forest) -> Counter[tuple[int, tuple[int, ...]]]:
    """Returns the count of each (method, n-gram)."""
    rows = forest.sequences(np.arange(len(forest))).tolist()
    found = Counter(
        {
            (method, tuple(row[:depth])): count
            for method, row, depth, count in zip(
                forest.methods.tolist(),
                rows,
                forest.depths.tolist(),
                forest.counts.tolist(),
                strict=True,
            )
        }
    )
    assert len(found) == len(forest)
    return found


@given(streams, st.integers(1, 5), st.integers(0, 99))
def test_a_canonical_forest_is_merged_and_ordered(
    sequences: dict[int, list[list[int]]], k: int, seed: int
) -> None:
    forest = forest_of(sequences, k, seed)
    assert grams(forest) == expected(sequences, k)
    assert check(forest, 4, np.full(4, 3)) is None
    keys = list(
        zip(
            forest.methods.tolist(),
            forest.depths.tolist(),
            forest.parents.tolist(),
            forest.paths.tolist(),
            strict=True,
        )
    )
    assert keys == sorted(keys)


@given(streams, st.integers(1, 5))
def test_truncating_a_forest_gives_the_forest_of_a_smaller_k(
    sequences: dict[int, list[list[int]]], k: int
) -> None:
    assert grams(forest_of(sequences, 5).truncated(k)) == expected(sequences, k)


@given(streams)
def test_suffixes_and_forests_of_single_methods_are_correct(
    sequences: dict[int, list[list[int]]],
) -> None:
    forest = forest_of(sequences, 4)
    rows = forest.sequences(np.arange(len(forest))).tolist()
    names = [
        (method, tuple(row[:depth]))
        for method, row, depth in zip(
            forest.methods.tolist(), rows, forest.depths.tolist(), strict=True
        )
    ]
    for (method, gram), suffix in zip(names, forest.suffixes.tolist(), strict=True):
        assert suffix == -1 if len(gram) == 1 else names[suffix] == (method, gram[1:])
    for method, own in sequences.items():
        assert grams(forest.of_method(method)) == expected({method: own}, 4)


@given(streams, st.integers(1, 5), st.integers(0, 99))
def test_values_from_the_root_to_each_node_are_collected(
    sequences: dict[int, list[list[int]]], k: int, seed: int
) -> None:
    forest = forest_of(sequences, k)
    random = np.random.default_rng(seed)
    values = random.integers(0, 9, len(forest)).astype(np.int32)
    nodes = random.permutation(len(forest))[: random.integers(0, len(forest) + 1)]
    expected = []
    for node in nodes.tolist():
        way: list[int] = []
        while node >= 0:
            way.insert(0, int(values[node]))
            node = int(forest.parents[node])
        expected.append(way)
    longest = max(map(len, expected), default=0)
    padded = [way + [-1] * (longest - len(way)) for way in expected]
    assert forest.along(nodes, values).tolist() == padded


def test_figure_3_has_22_n_grams() -> None:
    forest = forest_of({0: [list(FIGURE_3_STREAM)]}, 4)
    assert len(forest) == 22
    assert grams(forest)[0, (2, 0, 0, 2)] == 3
    assert forest.paths[forest.parents < 0].tolist() == [0, 2, 3, 6]


def test_check_finds_each_mistake() -> None:
    good = forest_of({0: [list(FIGURE_3_STREAM)]}, 4)
    columns = {name: getattr(good, name) for name in good.__dataclass_fields__}
    for name, at, value, complaint in (
        ("methods", 0, 9, "method is out of range"),
        ("methods", 3, 1, "another method"),
        ("parents", 4, 7, "parent does not come before"),
        ("parents", 12, 1, "not one deeper"),
        ("depths", 5, 0, "depth is below 1"),
        ("counts", 5, 0, "count is below 1"),
        ("paths", 5, 8, "path is out of range"),
        ("paths", 5, -1, "path is out of range"),
        ("paths", 1, 0, "not in order"),
        ("paths", 2, 7, "not in order"),
        ("parents", 4, 1, "not in order"),
    ):
        changed = columns | {name: columns[name].copy()}
        changed[name][at] = value
        problem = check(Forest(**changed), 2, np.array([8, 8]))
        assert problem is not None, (name, at)
        assert complaint in problem
