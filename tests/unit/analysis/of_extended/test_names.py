"""Tests the names of extended paths, such as X1."""

from pathlib import Path

import pytest

from builders.extended import extended_profile
from kpath_jvm.analysis.of_extended.names import (
    extended_called,
    is_extended,
    key_of,
    rows_of_extended,
)
from kpath_jvm.errors import KpathError


def test_extended_paths_are_numbered_by_count(tmp_path: Path) -> None:
    profile = extended_profile(tmp_path)
    rows = rows_of_extended(profile, 0)
    assert {name: (row["number"], row["count"]) for name, row in rows.items()} == {
        "X1": (9, 15), "X2": (7, 5), "X3": (1, 4),
    }  # fmt: skip
    assert [key_of(row) for row in rows.values()] == [
        ("iterations", 0, 9, -1), ("iterations", 0, 7, -1), ("call", -1, 1, 1),
    ]  # fmt: skip
    assert rows_of_extended(profile, 1) == {}


@pytest.mark.parametrize(
    ("text", "is_one"),
    [("X1", True), ("x12", True), ("X", False), ("XA", False), ("A1", False), ("7", False),
     ("X٣", False), ("", False)],
)  # fmt: skip
def test_names_of_extended_paths_are_recognised(text: str, is_one: bool) -> None:
    assert is_extended(text) == is_one


def test_names_lead_to_their_paths(tmp_path: Path) -> None:
    profile = extended_profile(tmp_path)
    assert extended_called(profile, 0, "x02", "run")["number"] == 7
    with pytest.raises(KpathError, match=r"^run has no extended path X9; it has X1, X2, X3$"):
        extended_called(profile, 0, "X9", "run")
    with pytest.raises(KpathError, match=r"^plain has no extended path X1$"):
        extended_called(profile, 1, "X1", "plain")
