"""Texts of many n-grams at once, against the same written one by one."""

import json

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import forest_of
from kpath_jvm.reports.sequence_texts import ItemTexts, beside, number_texts, path_texts, whole

streams = st.dictionaries(
    st.integers(0, 3), st.lists(st.lists(st.integers(0, 12), max_size=9), max_size=3), max_size=3
)


@given(streams, st.integers(1, 9))
def test_items_of_each_method(sequences: dict[int, list[list[int]]], chunk: int) -> None:
    forest = forest_of(sequences, 4)
    rows = forest.sequences(np.arange(len(forest))).tolist()
    items = ItemTexts(forest, chunk)
    for method in range(4):
        nodes = forest.slice_of(method)
        found = ", ".join(items.of(nodes))
        expected = [
            {"path": rows[node][: forest.depths[node]], "count": int(forest.counts[node])}
            for node in range(nodes.start, nodes.stop)
        ]
        assert f"[{found}]" == json.dumps(expected)


@given(streams)
def test_paths_and_what_is_beside_them(sequences: dict[int, list[list[int]]]) -> None:
    forest = forest_of(sequences, 3)
    nodes = np.arange(len(forest))[::2]
    rows = [
        row[:depth]
        for row, depth in zip(
            forest.sequences(nodes).tolist(), forest.depths[nodes].tolist(), strict=True
        )
    ]
    texts = path_texts(forest, nodes, " ")
    assert texts.to_pylist() == [" ".join(map(str, row)) for row in rows]
    numbers = nodes - 3
    found = beside(number_texts(numbers), "=", texts, separator="|")
    expected = [
        f"{number}|=|{' '.join(map(str, row))}"
        for number, row in zip(numbers.tolist(), rows, strict=True)
    ]
    assert found.to_pylist() == expected
    assert whole(found, ";") == ";".join(expected)
    assert whole(found[1:]) == "".join(expected[1:])
