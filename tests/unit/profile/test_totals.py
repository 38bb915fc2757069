"""Tests that counts whose sum exceeds 2^63 - 1 are refused before anything is written."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.recordings import demo_profile, demo_recording, demo_run
from builders.resampled import with_record
from damaged_profiles import sealed_again, use_all
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import answers, asking
from kpath_jvm.profile.profile_sum import merge_jvms
from kpath_jvm.profile.reader import StoredTables, read_run
from kpath_jvm.profile.recorded.ksf_to_ipf import ksf_to_ipf, single_paths
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.totals import MOST, TooMuchError, beyond, total, totals_of
from kpath_jvm.profile.writer import require_within, write_profile
from kpath_jvm.recording.inline import Nodes
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.store import Chosen, Store

_COUNTS = {
    "methods": ("entries", "handler_entries", "completed", "exits", "abandoned", "unfinished"),
    "paths": ("count",), "ipf": ("count",),
}  # fmt: skip
LONGS = st.integers(-(2**63), MOST)


@given(st.lists(st.tuples(LONGS, st.integers(0, 2**31 - 1)), max_size=20))
def test_totals_of_any_size_are_exact(pairs: list[tuple[int, int]]) -> None:
    values = np.array([value for value, _ in pairs], dtype=np.int64)
    weights = np.array([weight for _, weight in pairs], dtype=np.int64)
    assert total(values) == sum(abs(value) for value, _ in pairs)
    assert total(values, weights) == sum(abs(value) * weight for value, weight in pairs)
    assert beyond({"all": MOST}) is None
    assert "2^63 - 1 (all: 9,223,372,036,854,775,808)" in (beyond({"all": MOST + 1}) or "")


def scaled(path: Path, factor: int) -> Path:
    """Multiplies all counts of a profile by ``factor``."""
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
    """Returns two profiles, whose counts are within the bound only until they are added up."""
    places = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        path = demo_profile(tmp_path / str(number))
        profile = Profile.open(path)
        executed = totals_of("paths", profile.table)["executed bytecodes"]
        factor = 6 * (MOST // executed) // 10
        places.append(with_record(scaled(path, factor), started=f"2026-01-0{number + 1}"))
    return places[0], places[1]


def test_too_large_counts_are_not_read(large: tuple[Path, Path], tmp_path: Path) -> None:
    path = scaled(large[0], 2)
    with pytest.raises(KpathError, match=r"corrupt: .*add up to more than 2\^63 - 1"):
        use_all(path)
    store = Store(str(tmp_path / "store"))
    with pytest.raises(KpathError, match=r"add up to more than 2\^63 - 1"):
        store.add(path, "shop", "1", "2026-11-01")
    assert not (tmp_path / "store").exists()


def test_jvms_with_too_large_counts_are_not_added_up(large: tuple[Path, Path]) -> None:
    profiles = [Profile.open(path) for path in large]
    with pytest.raises(TooMuchError, match="over all JVMs the counts add up to more"):
        merge_jvms(profiles)


def test_a_merge_of_too_large_counts_keeps_the_earlier_profile(
    large: tuple[Path, Path], tmp_path: Path
) -> None:
    """The earlier profile gets another name, so that nobody takes it for the sum."""
    output = tmp_path / "sum.kpath"
    merge(MergeRequest((large[0],), output), lambda _: None)
    before = (output / "run.json").read_bytes()
    for skip in (False, True):
        request = MergeRequest(large, output, force=True, skip_damaged=skip)
        told: list[str] = []
        with pytest.raises(TooMuchError, match=r"with .*kpath the counts add up to more"):
            merge(request, told.append)
        assert told == []
    assert (tmp_path / "sum.kpath.earlier" / "run.json").read_bytes() == before
    assert not output.exists()


def test_sums_over_a_fleet_have_no_bound(large: tuple[Path, Path], tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    store = Store(str(tmp_path / "store"))
    for path in large:
        store.add(path, "shop", "1", "2026-11-01")
    found = answers.top(store, Chosen(), "method", 100, asking.opened_by("duckdb", ""))
    sums = [dict(zip(found.columns, row, strict=True))["bytecodes"] for row in found.rows]
    assert all(isinstance(one, int) and one > 0 for one in sums)
    assert sum(sums) > MOST


def test_tables_with_too_large_counts_are_not_written(large: tuple[Path, Path]) -> None:
    profile = Profile.open(large[0])
    tables = {name: profile.table(name) for name in SCHEMAS}
    require_within(large[0], tables)
    counts = pa.array([MOST] * tables["paths"].num_rows)
    at = tables["paths"].schema.get_field_index("count")
    tables["paths"] = tables["paths"].set_column(at, "count", counts)
    with pytest.raises(TooMuchError, match="cannot write the profile"):
        require_within(large[0], tables)


def with_edges(profile: Profile, path_count: int, edge_count: int) -> dict[str, pa.Table]:
    """Returns a profile's tables with the given counts of a path and of another method's edge."""
    tables = {name: profile.table(name) for name in SCHEMAS}
    paths = tables["paths"]
    counts = [path_count] + [0] * (paths.num_rows - 1)
    at = paths.schema.get_field_index("count")
    tables["paths"] = paths.set_column(at, paths.schema.field(at), pa.array(counts))
    row = {
        "method": paths.column("method")[-1].as_py(), "kind": "edge", "source": 0, "target": 1,
        "count": edge_count, "least": edge_count, "most": edge_count,
    }  # fmt: skip
    tables["edge_counts"] = pa.Table.from_pylist([row], tables["edge_counts"].schema)
    return tables


def test_paths_and_edges_are_bounded_together(demo: Path) -> None:
    """Readers add up the counts of paths and edges, so a separate bound for each isn't enough."""
    profile = Profile.open(demo)
    once = with_edges(profile, 1, 1)
    of_path = totals_of("paths", once.__getitem__)["executed bytecodes"]
    of_both = totals_of("edge_counts", once.__getitem__)["executed bytecodes by paths and edges"]
    path_count, edge_count = 2**62 // of_path + 1, 2**62 // (of_both - of_path) + 1
    require_within(demo, with_edges(profile, path_count, 1))
    require_within(demo, with_edges(profile, 1, edge_count))
    with pytest.raises(TooMuchError, match=r"\(executed bytecodes by paths and edges: 9,223,"):
        require_within(demo, with_edges(profile, path_count, edge_count))


def test_jvms_with_too_many_paths_and_edges_are_not_added_up(demo: Path) -> None:
    class Given(Profile):
        """A profile with the tables that are passed to it."""

        def __init__(self, tables: dict[str, pa.Table]) -> None:
            self._others = tables
            self._given = Profile.open(demo)

        def table(self, name: str) -> pa.Table:
            return self._others[name]

        def __getattr__(self, name: str) -> object:
            return getattr(self._given, name)

    profile = Profile.open(demo)
    once = with_edges(profile, 1, 1)
    of_path = totals_of("paths", once.__getitem__)["executed bytecodes"]
    of_both = totals_of("edge_counts", once.__getitem__)["executed bytecodes by paths and edges"]
    path_count, edge_count = 2**62 // of_path + 1, 2**62 // (of_both - of_path) + 1
    parts = [Given(with_edges(profile, path_count, 1)), Given(with_edges(profile, 1, edge_count))]
    with pytest.raises(TooMuchError, match="over all JVMs the counts add up to more"):
        merge_jvms(parts)


def test_entries_and_completions_are_bounded_together(demo: Path) -> None:
    tables = {name: Profile.open(demo).table(name) for name in SCHEMAS}
    methods = tables["methods"]
    for column in ("entries", "completed"):
        at = methods.schema.get_field_index(column)
        values = [2**62] + [0] * (methods.num_rows - 1)
        methods = methods.set_column(at, methods.schema.field(at), pa.array(values))
    tables["methods"] = methods
    with pytest.raises(TooMuchError, match="all counts of methods"):
        require_within(demo, tables)


def test_the_sequences_of_one_method_are_bounded(
    demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A method's sequences can be read alone, so each method's counts are checked separately."""
    tables = StoredTables(demo, read_run(demo))
    tables.table("methods")
    method = Profile.open(demo).table("ipf").column("method")[0].as_py()
    counts = tables.method_forest(method).counts
    monkeypatch.setattr("kpath_jvm.profile.totals.MOST", int(counts.sum()) - 1)
    with pytest.raises(KpathError, match=r"more than 2\^63 - 1 \(ipf.count"):
        tables.method_forest(method)


@pytest.mark.parametrize("column", ["counters", "ipf_counts", "both"])
def test_a_recording_with_too_large_counts_makes_no_profile(tmp_path: Path, column: str) -> None:
    recorded = demo_recording().build(tmp_path)
    for name, value in (("counters", recorded.counters), ("ipf_counts", recorded.ipf_counts)):
        if column == "both":
            value[1] = 2**62
        elif column == name:
            value[1:3] = 2**62
    with pytest.raises(TooMuchError, match=r"cannot make a profile: .*counters and sequen"):
        write_profile(tmp_path / "p.kpath", recorded, demo_run())
    assert not (tmp_path / "p.kpath").exists()


def test_tables_of_an_inline_profiler_are_bounded() -> None:
    half = np.array([2**62, 2**62], dtype=np.int64)
    ids = np.array([5, 5], dtype=np.int64)
    assert single_paths(ids, half // 2).counts.tolist() == [2**62]
    with pytest.raises(TooMuchError, match="paths: 9,223,372,036,854,775,808"):
        single_paths(ids, half)
    nodes = Nodes(np.array([-1, -1], np.int32), ids.astype(np.int32), half)
    with pytest.raises(TooMuchError, match="nodes: 9,223,372,036,854,775,808"):
        ksf_to_ipf(nodes, 1)


def test_too_large_sums_of_the_runs_figures_are_not_written(tmp_path: Path) -> None:
    profiles = []
    for number in range(2):
        (tmp_path / str(number)).mkdir()
        profiles.append(demo_profile(tmp_path / str(number), events=2**62, started=f"{number}"))
    output = tmp_path / "sum.kpath"
    with pytest.raises(KpathError, match=r"run\.json has events = 9223372036854775808") as refused:
        merge(MergeRequest(tuple(profiles), output), lambda _: None)
    assert "\n" not in str(refused.value)
    assert not output.exists()
