"""Tests that paths are decoded to their blocks, and to the outcomes of their decisions."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from damaged_profiles import sealed_again
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.code import MethodCode, method_code


def test_a_path_number_is_decoded(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run(I)V")
    path = profile.decode(method, 7)
    assert path.blocks == (0, 1, 2, 4, 5)
    assert path.offsets == ((0, 3), (4, 8), (9, 14), (21, 27), (28, 28))
    assert path.lines == (8, 9, 10, 11, 15, 9, 17)
    assert (path.start, path.end) == ("entry", "exit")
    with pytest.raises(KpathError, match="no path 8"):
        profile.decode(method, 8)


def test_outcomes_are_in_the_order_of_execution(demo: Path) -> None:
    profile = Profile.open(demo)
    found = profile.outcomes(profile.find_method("Figure3.run(I)V"), 7)
    assert [(one.decision.block, one.target, one.is_yes) for one in found] == [
        (1, 2, True), (4, 5, True),
    ]  # fmt: skip
    # The outcome in the path's last block is known, because only one outcome there ends a path.
    found = profile.outcomes(profile.find_method("Figure3.run(I)V"), 0)
    assert [(one.decision.block, one.target, one.is_yes) for one in found] == [
        (1, 3, False), (4, 1, False),
    ]  # fmt: skip


def test_outcomes_of_switches_and_handlers_are_decoded(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("retry")
    (one,) = profile.outcomes(method, 0)
    assert (one.keys, one.is_default) == ((3, 7), False)
    (one,) = profile.outcomes(method, 1)
    assert (one.keys, one.is_default) == ((), True)
    caught, branch = profile.outcomes(method, 4)
    assert caught.decision.operands == ("java/io/IOException",)
    assert (branch.decision.operator, branch.is_yes) == (">", False)


def test_digests_are_known_of_all_blocks_or_of_none(demo: Path) -> None:
    """The digest 0 stands for an unknown one, so blocks with the digest 0 don't count as equal."""
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run(I)V")

    def code(*digests: int) -> MethodCode:
        def read(name: str, *names: str) -> Iterator[tuple[Any, ...]]:
            if names == ("digest",):
                return ((digest,) for digest in digests)
            return profile.rows_of(name).rows(method, *names)

        return method_code(read)

    assert code(1, 2, 3, 4, 5, 6).digests == (1, 2, 3, 4, 5, 6)
    assert code(1, 2, 0, 4, 5, 6).digests == ()
    assert code(*[0] * 6).digests == ()


def test_starts_and_ends_without_a_reason_are_damage(demo: Path) -> None:
    path = demo / "edges.parquet"
    table = pq.read_table(path)
    at = table.schema.get_field_index("reason")
    reasons = [None] * table.num_rows
    pq.write_table(
        table.set_column(at, table.schema.field(at), pa.array(reasons, table.schema.types[at])),
        path,
    )
    sealed_again(demo)
    with pytest.raises(KpathError, match="corrupt: paths begin or end nowhere"):
        Profile.open(demo).code(0)
