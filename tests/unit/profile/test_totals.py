"""Counts that add up to more than 64 bits hold are refused before anything is written."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.recordings import demo_profile
from builders.resampled import with_record
from damaged_profiles import sealed_again, use_all
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import answers
from kpath_jvm.profile.merging_jvms import merge_jvms
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.totals import MOST, TooMuchError, beyond, total, totals_of
from kpath_jvm.profile.writer import require_within
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.store import Chosen, Store

_COUNTS = {
    "methods": ("entries", "handler_entries", "completed", "exits", "abandoned", "unfinished"),
    "paths": ("count",), "ipf": ("count",),
}  # fmt: skip
LONGS = st.integers(-(2**63), MOST)


@given(st.lists(st.tuples(LONGS, st.integers(0, 2**31 - 1)), max_size=20))
def test_totals_are_exact_whatever_their_size(pairs: list[tuple[int, int]]) -> None:
    values = np.array([value for value, _ in pairs], dtype=np.int64)
    weights = np.array([weight for _, weight in pairs], dtype=np.int64)
    assert total(values) == sum(abs(value) for value, _ in pairs)
    assert total(values, weights) == sum(abs(value) * weight for value, weight in pairs)
    assert beyond({"all": MOST}) is None
    assert "2^63 - 1 (all: 9,223,372,036,854,775,808)" in (beyond({"all": MOST + 1}) or "")


def scaled(path: Path, factor: int) -> Path:
    """Multiply all counts of a profile."""
    for name, columns in _COUNTS.items():
        table = pq.read_table(path / f"{name}.parquet")
        for column in columns:
            at = table.schema.get_field_index(column)
            values = table.column(column).to_numpy() * factor
            table = table.set_column(at, table.schema.field(at), pa.array(values))
        pq.write_table(table, path / f"{name}.parquet")
    sealed_again(path)
    return path


@pytest.fixture
def large(tmp_path: Path) -> tuple[Path, Path]:
    """Two runs of which each is in bounds, and both together aren't."""
    places = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        path = demo_profile(tmp_path / str(number))
        profile = Profile.open(path)
        executed = totals_of("paths", profile.table)["executed bytecodes"]
        factor = 6 * (MOST // executed) // 10
        places.append(with_record(scaled(path, factor), started=f"2026-01-0{number + 1}"))
    return places[0], places[1]


def test_a_profile_of_too_much_is_not_read(large: tuple[Path, Path], tmp_path: Path) -> None:
    path = scaled(large[0], 2)
    with pytest.raises(KpathError, match=r"corrupt: .*add up to more than 2\^63 - 1"):
        use_all(path)
    store = Store(str(tmp_path / "store"))
    with pytest.raises(KpathError, match=r"add up to more than 2\^63 - 1"):
        store.add(path, "shop", "1", "2026-11-01")
    assert not (tmp_path / "store").exists()


def test_jvms_of_too_much_are_not_added_up(large: tuple[Path, Path]) -> None:
    profiles = [Profile.open(path) for path in large]
    with pytest.raises(TooMuchError, match="of all JVMs the counts add up to more"):
        merge_jvms(profiles)


def test_a_merge_of_too_much_leaves_what_was_there(
    large: tuple[Path, Path], tmp_path: Path
) -> None:
    output = tmp_path / "sum.kpath"
    merge(MergeRequest((large[0],), output), lambda _: None)
    before = (output / "run.json").read_bytes()
    for skip in (False, True):
        request = MergeRequest(large, output, force=True, skip_damaged=skip)
        told: list[str] = []
        with pytest.raises(TooMuchError, match=r"with .*kpath the counts add up to more"):
            merge(request, told.append)
        assert told == []
    assert (output / "run.json").read_bytes() == before


def test_a_fleet_has_sums_of_any_size(large: tuple[Path, Path], tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    store = Store(str(tmp_path / "store"))
    for path in large:
        store.add(path, "shop", "1", "2026-11-01")
    found = answers.top(store, Chosen(), "method", 100, answers.opened_by("duckdb", ""))
    sums = [dict(zip(found.columns, row, strict=True))["bytecodes"] for row in found.rows]
    assert all(isinstance(one, int) and one > 0 for one in sums)
    assert sum(sums) > MOST


def test_tables_of_too_much_are_not_written(large: tuple[Path, Path]) -> None:
    profile = Profile.open(large[0])
    tables = {name: profile.table(name) for name in SCHEMAS}
    require_within(large[0], tables)
    counts = pa.array([MOST] * tables["paths"].num_rows)
    at = tables["paths"].schema.get_field_index("count")
    tables["paths"] = tables["paths"].set_column(at, "count", counts)
    with pytest.raises(TooMuchError, match="cannot write the profile"):
        require_within(large[0], tables)
