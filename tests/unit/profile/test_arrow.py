"""Arrow without pandas, and the lists of columns."""

import subprocess
import sys

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from kpath_jvm.profile.arrow import list_items, list_lengths

_LISTS = [[[1, 2], []], [], [[3]]]


def test_arrays_are_made_without_pandas_and_frames_with_it() -> None:
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
# Now that pandas is there a missing value of its own is known as one.
assert pa.array(frame["t"]).null_count == 1
keep_pandas_out()
assert table.to_pandas()["t"].isna().tolist() == [False, True, False]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("pieces", [[_LISTS], [_LISTS[:1], _LISTS[1:]], [[], _LISTS], [[]], []])
def test_lists_are_what_arrow_s_own_functions_say(pieces: list[list[list[list[int]]]]) -> None:
    column = pa.chunked_array(pieces, pa.list_(pa.list_(pa.int32())))
    for some in (column, column.slice(1)):
        assert list_lengths(some).tolist() == pc.list_value_length(some).to_pylist()
        assert list_items(some).to_pylist() == pc.list_flatten(some).to_pylist()
        assert list_items(list_items(some)).type == pa.int32()
