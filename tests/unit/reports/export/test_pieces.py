"""Checks texts that are assembled from pieces against texts that are built one by one."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.reports.export.pieces import NONE, TEXT, ItemTexts, Pieces, beside, whole

_TEXTS = ["A", "", "größe", "B,", "\U0001d11e", "C"]
rows = st.lists(
    st.tuples(
        st.integers(-3, 5),
        st.integers(-(2**63), 2**63 - 1),
        st.lists(st.integers(0, len(_TEXTS) - 1), min_size=1, max_size=5),
    ),
    max_size=8,
)


def _padded(lists: Sequence[Sequence[int]]) -> np.ndarray:
    table = np.full((len(lists), max(map(len, lists), default=0)), NONE, dtype=np.int32)
    for row, items in enumerate(lists):
        table[row, : len(items)] = items
    return table


@given(rows)
def test_all_kinds_of_pieces_are_joined(given: list[tuple[int, int, list[int]]]) -> None:
    pieces = Pieces(len(given))
    items = ItemTexts(pa.array(_TEXTS, TEXT), "; ")
    places = _padded([one[2] for one in given])
    texts = pieces.rows(
        pieces.shared("<"),
        pieces.each(np.array([one[0] for one in given], dtype=np.int32), "v{},".format),
        pieces.items(items, places),
        pieces.numbers(np.array([one[1] for one in given], dtype=np.int64)),
        pieces.items(items, places),
        pieces.shared(">"),
    )
    expected = []
    for value, number, chosen in given:
        joined = "; ".join(_TEXTS[place] for place in chosen)
        expected.append(f"<v{value},{joined}{number}{joined}>")
    assert texts.to_pylist() == expected
    texts.validate(full=True)
    assert whole(texts) == "".join(expected)
    assert whole(texts[1:]) == "".join(expected[1:])
    assert whole(texts[1:-1]) == "".join(expected[1:-1])


def test_the_text_of_equal_values_is_made_once() -> None:
    asked: list[int] = []

    def text(value: int) -> str:
        asked.append(value)
        return str(value)

    pieces = Pieces(5)
    found = pieces.rows(pieces.each(np.array([7, 3, 7, 7, 3]), text))
    assert found.to_pylist() == ["7", "3", "7", "7", "3"]
    assert asked == [3, 7]


def test_texts_are_concatenated() -> None:
    texts = pa.array(["a", "", "c"], TEXT)
    assert beside("<", texts, ">").to_pylist() == ["<a>", "<>", "<c>"]
    assert beside(texts, texts, separator=",").to_pylist() == ["a,a", ",", "c,c"]
