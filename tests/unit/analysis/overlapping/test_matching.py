"""Tests that methods are found in another profile by name and by the numbering of their paths."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.overlapping.matching import matched, several_alike


def profile(*methods: tuple[int, str, str]) -> Any:
    """Returns a profile of methods, each given by number, name and digest of path tables."""
    rows = [
        {"class": "a/B", "name": name, "descriptor": "()V", "digest": f"{number}", "loader": "",
         "path_tables": tables, "possible_paths": 2}
        for number, name, tables in methods
    ]  # fmt: skip
    numbers = np.array([number for number, _, _ in methods])
    return SimpleNamespace(
        table=lambda _: pa.Table.from_pylist(rows), method_rows=SimpleNamespace(numbers=numbers)
    )


def test_methods_alike_in_both_profiles_match() -> None:
    one = profile((0, "f", "x"), (1, "g", "x"), (2, "h", "x"))
    other = profile((5, "h", "x"), (6, "f", "x"), (7, "g", "other"))
    assert matched(one, other) == {0: 6, 2: 5}


def test_several_alike_methods_of_one_profile_stay_unmatched() -> None:
    """Several loaders have defined classes with the same name."""
    one = profile((0, "f", "x"), (1, "f", "x"), (2, "f", "y"), (3, "g", "x"))
    other = profile((5, "f", "x"), (6, "f", "y"), (7, "g", "x"), (8, "g", "x"))
    assert several_alike(one) == {0, 1}
    assert several_alike(other) == {7, 8}
    assert matched(one, other) == {2: 6}
