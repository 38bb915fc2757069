"""Tests functions that make and read Arrow's arrays and lists without importing pandas."""

import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest

from kpath_jvm.profile.arrow import (
    dictionary,
    list_items,
    list_lengths,
    lists,
    nonempty_lists,
    numbered_dictionary,
    numbers,
)
from kpath_jvm.profile.schema import INTS, KIND

_LISTS = [[[1, 2], []], [], [[3]]]


def test_only_frames_import_pandas() -> None:
    code = """
import sys
import numpy as np
import pyarrow as pa
from kpath_jvm.profile.arrow import keep_pandas_out

keep_pandas_out()
table = pa.table({"n": np.arange(3), "t": pa.array(["a", None, "c"])})
assert "pandas" not in sys.modules
frame = table.to_pandas()
assert "pandas" in sys.modules
assert frame["n"].tolist() == [0, 1, 2]
# Now that pandas is loaded, its own missing value is recognised.
assert pa.array(frame["t"]).null_count == 1
keep_pandas_out()
assert table.to_pandas()["t"].isna().tolist() == [False, True, False]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("pieces", [[_LISTS], [_LISTS[:1], _LISTS[1:]], [[], _LISTS], [[]], []])
def test_lists_agree_with_arrows_own_functions(pieces: list[list[list[list[int]]]]) -> None:
    column = pa.chunked_array(pieces, pa.list_(pa.list_(pa.int32())))
    for some in (column, column.slice(1)):
        assert list_lengths(some).tolist() == pc.list_value_length(some).to_pylist()
        assert list_items(some).to_pylist() == pc.list_flatten(some).to_pylist()
        assert list_items(list_items(some)).type == pa.int32()


@pytest.mark.parametrize("kind", [pa.int8(), pa.int32(), pa.int64()])
def test_numbers_agree_with_arrows_own_arrays(kind: pa.DataType) -> None:
    for values in ([], [-128, 0, 127], list(range(100))):
        for size in (np.int32, np.int64):
            some = np.array(values, dtype=size)
            assert numbers(some, kind).equals(pa.array(values, kind))
            assert numbers(some[::2], kind).equals(pa.array(values[::2], kind))


def test_too_large_numbers_are_refused() -> None:
    for value in (2**31, -(2**31) - 1):
        with pytest.raises(ValueError, match="a number doesn't fit int32"):
            numbers(np.array([0, value]), pa.int32())


@pytest.mark.parametrize("texts", [[], [None], ["b", "a", None, "b"], ["x"] * 3, [None, "x"]])
def test_dictionaries_agree_with_arrows_own(texts: list[str | None]) -> None:
    expected = pa.array(texts, pa.string()).dictionary_encode().cast(KIND)
    found = dictionary(texts, KIND)
    assert found.equals(expected)
    assert found.dictionary.equals(expected.dictionary)


@pytest.mark.parametrize("codes", [[], [2, 0, 2, 0], [1]])
def test_dictionaries_of_numbered_texts_equal_those_of_the_texts(codes: list[int]) -> None:
    names = ["a", "b", "c"]
    expected = dictionary([names[code] for code in codes], KIND)
    found = numbered_dictionary(np.array(codes, dtype=np.int32), names, KIND)
    assert found.equals(expected)
    assert found.dictionary.equals(expected.dictionary)


def test_lists_of_integers_agree_with_arrows_own() -> None:
    for rows in ([], [[1, 2], [], [3]]):
        items = np.array([item for row in rows for item in row], dtype=np.int64)
        assert lists([len(row) for row in rows], items, INTS).equals(pa.array(rows, INTS))


def test_non_empty_lists_are_found() -> None:
    chunks = [pa.array([["a"], [], ["b", "c"]]).slice(1), pa.array([[], ["d"]])]
    assert list(nonempty_lists(pa.chunked_array(chunks))) == [(1, ["b", "c"]), (3, ["d"])]
