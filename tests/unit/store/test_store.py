"""Tests that a profile in a store is complete or absent, whoever else writes to the store."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import IO

import pytest

import kpath_command
from builders.edges import edges_profile
from builders.extended import extended_profile
from builders.stores import RUNS, filled, profiles
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import answers, asking
from kpath_jvm.fleet.engines import Engine, Views
from kpath_jvm.fleet.figures import parsed
from kpath_jvm.fleet.trend import trend
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.seals import sealed
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.place import StorePlace
from kpath_jvm.store.store import Chosen, Store, StoredRun, unverified

LATER = datetime.now(timezone.utc) + timedelta(days=2)


@pytest.fixture
def objects(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yields the address of a bucket on an object server on this machine."""
    moto = pytest.importorskip("moto.server")
    import boto3

    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    client = boto3.client(
        "s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1",
        aws_access_key_id="test", aws_secret_access_key="test",
    )  # fmt: skip
    client.create_bucket(Bucket="kept")
    yield f"s3://kept/some/where?endpoint_override={host}:{port}&scheme=http&region=us-east-1"
    server.stop()


def check_whole(place: str, directory: Path) -> None:
    """Fills a store, and checks what it lists, reads, removes and reports as leftovers."""
    paths = filled(place, directory)
    store = Store(place)
    runs = store.runs()
    assert sorted((run.service, run.version, run.day) for run in runs) == sorted(RUNS)
    contents = {path: (path / "run.json").read_bytes() for path in paths}
    for number, run in enumerate(runs):
        target = directory / f"out{number}"
        store.fetch(run, target)
        (same,) = [path for path in paths if contents[path] == (target / "run.json").read_bytes()]
        for name in SCHEMAS:
            assert Profile.open(target).table(name) == Profile.open(same).table(name)
    assert [run.day for run in store.runs(Chosen("shop", "1"))] == ["2026-11-01", "2026-11-02"]
    days = Chosen(first_day="2026-11-02", last_day="2026-11-02")
    assert [run.version for run in store.runs(days)] == ["1", "2"]
    assert store.add(paths[0], *RUNS[0])[1] is False, "the run was there already"
    store.remove(runs[0])
    assert len(store.runs()) == len(RUNS) - 1
    assert store.leftovers(LATER) == []
    store.place.put("paths/half-written", b"?")
    assert store.leftovers(datetime.now(timezone.utc)) == [], "its writer may still be writing"
    assert store.leftovers(LATER) == ["paths/half-written"]


def test_a_store_in_a_directory_is_read_as_written(tmp_path: Path) -> None:
    check_whole(str(tmp_path / "store"), tmp_path)


def test_a_store_in_a_bucket_is_read_as_written(objects: str, tmp_path: Path) -> None:
    check_whole(objects, tmp_path)


def test_a_store_in_a_bucket_can_be_merged(objects: str, tmp_path: Path) -> None:
    paths = filled(objects, tmp_path)
    before = set(tmp_path.iterdir())
    output = tmp_path / "fleet.kpath"
    answers.merged(Store(objects), Chosen(), output, False, str)
    assert set(tmp_path.iterdir()) - before == {output}, "what was fetched must be removed"
    merge(MergeRequest(tuple(paths), tmp_path / "whole.kpath"), str)
    one, other = Profile.open(output), Profile.open(tmp_path / "whole.kpath")
    for name in SCHEMAS:
        assert one.table(name) == other.table(name)


def test_a_trend_is_the_same_in_a_bucket_as_in_a_directory(objects: str, tmp_path: Path) -> None:
    """Figures of loops are computed from profiles that are fetched from the store."""
    pytest.importorskip("duckdb")
    paths = filled(objects, tmp_path)
    local = Store(str(tmp_path / "store"))
    for path, run in zip(paths, RUNS, strict=True):
        local.add(path, *run)
    figures = [parsed(text) for text in ("total", "entries(run)", "iterations(Figure3.run)")]
    opened = asking.opened_by("duckdb", "")
    found = [trend(store, Chosen(), figures, "run", opened) for store in (Store(objects), local)]
    assert found[0].rows == found[1].rows


def test_errors_are_one_line(tmp_path: Path) -> None:
    path = profiles(tmp_path)[0]
    store = Store(str(tmp_path / "store"))
    with pytest.raises(KpathError, match=r"no store .*/store: `kpath-jvm store add` makes one"):
        store.runs()
    with pytest.raises(KpathError, match="'' can't be a service: use 1 to 200"):
        store.add(path, "", "1", "2026-11-01")
    with pytest.raises(KpathError, match="'yesterday' isn't a day: write it as"):
        store.add(path, "shop", "1", "yesterday")
    (path / "ipf.parquet").write_bytes(b"")
    with pytest.raises(KpathError, match="is corrupt: ipf"):
        store.add(path, "shop", "1", "2026-11-01")
    assert not (tmp_path / "store").exists()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "kpath-store.json").write_text('{"kpath_store":1}')
    with pytest.raises(KpathError, match="a store of another version"):
        Store(str(tmp_path / "other"))


_WRITER = """
import os, signal, sys
from pathlib import Path
from kpath_jvm.store.store import Store
store = Store(sys.argv[1])
put, files = store.place.put, []
def killed(name, content):
    put(name, content)
    files.append(name)
    if len(files) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
store.place.put = killed
for path in sys.argv[3:]:
    store.add(Path(path), "shop", "1", "2026-11-01")
"""


def writer(store: Path, files: int, *paths: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", _WRITER, str(store), str(files), *map(str, paths)]
    return subprocess.Popen(command, env=kpath_command.environment())


def test_a_killed_writer_adds_no_partial_profile(tmp_path: Path) -> None:
    """The writer is killed while it is writing the second profile."""
    paths = profiles(tmp_path)
    store = tmp_path / "store"
    assert writer(store, 20, *paths).wait() == -signal.SIGKILL
    assert len(Store(str(store)).runs()) == 1
    left = Store(str(store)).leftovers(LATER)
    assert len(left) == 5
    assert writer(store, 1_000, *paths).wait() == 0
    assert len(Store(str(store)).runs()) == len(paths)
    assert Store(str(store)).leftovers(LATER) == []


def test_concurrent_writers_lose_nothing(tmp_path: Path) -> None:
    """Two of the four profiles are added by both writers, in different orders."""
    paths = profiles(tmp_path)
    store = tmp_path / "store"
    both = [writer(store, 1_000, *paths[:3]), writer(store, 1_000, *reversed(paths[1:]))]
    assert [one.wait() for one in both] == [0, 0]
    found = Store(str(store))
    assert len(found.runs()) == len(paths)
    for number, run in enumerate(found.runs()):
        found.fetch(run, tmp_path / f"out{number}")
        Profile.open(tmp_path / f"out{number}")
    assert found.leftovers(LATER) == []
    assert list(store.rglob(".*")) == []


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"run": "../../../../mine"}, "has run = '../../../../mine'"),
        ({"run": "0" * 32}, "has a record that belongs in runs/service="),
        ({"day": "../../mine"}, "has day = '../../mine'"),
        ({"service": "other"}, "has a record that belongs in runs/service=other"),
        ({"version": ""}, "has version = ''"),
        ({"completed": 2**63}, "has completed = 9223372036854775808"),
        ({"files": {"run.json": "0" * 64}}, "lacks digests of the run's files"),
    ],
)
def test_a_run_with_a_forged_record_is_refused(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    """The run is refused as damaged. No file is added or removed, in the store or elsewhere."""
    store = Store(str(tmp_path / "store"))
    store.add(profiles(tmp_path)[0], *RUNS[0])
    (run,) = store.runs()
    document = json.loads(store.place.read(run.commit))
    del document["seal"]
    store.place.put(run.commit, sealed(json.dumps(document | change)))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "run.json").write_text("mine")
    before = sorted(path for path in tmp_path.rglob("*"))
    for use in (store.runs, lambda: store.leftovers(LATER)):
        with pytest.raises(KpathError, match="is damaged: runs/service=shop") as caught:
            use()
        assert complaint in str(caught.value)
    assert sorted(path for path in tmp_path.rglob("*")) == before


def test_a_run_has_the_bytecodes_of_its_paths(tmp_path: Path) -> None:
    """A profile of edges gives only bounds, so its run has no bytecodes in the store."""
    store = Store(str(tmp_path / "store"))
    for path, run in zip(profiles(tmp_path), RUNS, strict=True):
        profile = Profile.open(path)
        kept, _ = store.add(path, *run)
        lengths = {
            (method, number): sum(profile.code(method).instructions[block] for block in blocks)
            for method, number, blocks in profile.paths[["method", "path", "blocks"]].values
        }
        counts = profile.paths[["method", "path", "count"]].values
        expected = sum(count * lengths[method, number] for method, number, count in counts)
        assert kept.bytecodes == expected == Costs(profile).total > 0
    for profile, told in ((edges_profile(tmp_path), None), (extended_profile(tmp_path), 41)):
        assert store.add(profile.path, "edges", "1", "2026-11-01")[0].bytecodes == told


def test_a_run_without_digests_is_read_with_a_warning(tmp_path: Path) -> None:
    """Earlier versions added runs without digests. Adding the profile again adds the digests."""
    store = Store(str(tmp_path / "store"))
    path = profiles(tmp_path)[0]
    run, _ = store.add(path, *RUNS[0])
    assert unverified(store.runs()) is None
    old = {"run": run.run, "service": run.service, "version": run.version, "day": run.day,
           "added": run.added, "title": run.title, "k": run.k, "profiler": run.profiler,
           "cut": run.cut, "completed": run.completed}  # fmt: skip
    store.place.put(run.commit, json.dumps(old).encode())
    assert (unverified(store.runs()) or "").startswith("1 of 1 run was added by a version")
    store.fetch(run, tmp_path / "out.kpath")
    assert store.add(path, *RUNS[0])[1] is True
    assert unverified(store.runs()) is None


def test_adding_a_profile_again_mends_a_damaged_file(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "store"))
    path = profiles(tmp_path)[0]
    run, _ = store.add(path, *RUNS[0])
    for file in (run.paths, run.profile_files["blocks.parquet"]):
        content = bytearray(store.place.read(file.name))
        content[len(content) // 2] ^= 4
        store.place.put(file.name, bytes(content))
    with pytest.raises(KpathError, match=r"is damaged: profiles/.*/blocks.parquet has changed"):
        store.fetch(run, tmp_path / "out.kpath")
    with pytest.raises(KpathError, match=r"blocks.parquet has changed"):
        answers.merged(store, Chosen(), tmp_path / "sum.kpath", False, str)
    assert not (tmp_path / "sum.kpath").exists()
    assert store.add(path, *RUNS[0])[1] is True
    store.check(run)
    assert store.add(path, *RUNS[0])[1] is False


def _full_disk(path: Path, content: bytes) -> int:  # noqa: ARG001
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def test_a_full_disk_at_the_output_is_no_fault_of_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(str(tmp_path / "store"))
    run, _ = store.add(profiles(tmp_path)[0], *RUNS[0])
    output = tmp_path / "out.kpath"
    monkeypatch.setattr(Path, "write_bytes", _full_disk)
    with pytest.raises(KpathError) as caught:
        store.copy(run, output, replace=False)
    assert str(caught.value) == (
        f"cannot write the profile {output}: No space left on device; free space or choose "
        "another output"
    )
    assert list(tmp_path.glob("*out.kpath*")) == []


_PRUNER = """
import sys
from pathlib import Path
from kpath_jvm.store.store import Store
store = Store(sys.argv[1])
print("begun", flush=True)
while sys.stdin.readline():
    for run in store.runs():
        store.remove(run)
    for path in sys.argv[2:]:
        store.add(Path(path), "shop", "1", "2026-11-01")
    print("done", flush=True)
"""


def _read_line(stream: IO[str], found: list[str]) -> None:
    found.append(stream.readline())


@pytest.mark.parametrize("comes_back", [False, True])
def test_a_run_may_be_removed_while_it_is_read(
    comes_back: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run may be added again before the reader checks whether the store still has it."""
    paths = profiles(tmp_path)[:2]
    store = Store(str(tmp_path / "store"))
    store.add(paths[0], *RUNS[0])
    store.add(paths[1], *RUNS[1])
    gone = store.runs()[0]
    check, open_duckdb = store.check, asking.opened_by("duckdb", "")
    times = []

    def go(reading: str) -> None:
        if reading in times:
            return
        times.append(reading)
        store.remove(gone)
        try:
            check(gone)
        finally:
            if comes_back:
                store.add(paths[0], *RUNS[0])

    def checked(run: StoredRun) -> None:
        go("check")
        check(run)

    def opened(place: StorePlace, views: Views) -> AbstractContextManager[Engine]:
        go("query")
        return open_duckdb(place, views)

    monkeypatch.setattr(store, "check", checked)
    answers.merged(store, Chosen(), tmp_path / "sum.kpath", True, str)
    if not comes_back:
        store.add(paths[0], *RUNS[0])
    assert answers.top(store, Chosen(), "method", 5, opened).runs == 1 + comes_back
    assert times == ["check", "query"]


def test_runs_that_are_removed_meanwhile_are_left_out(tmp_path: Path) -> None:
    """Another process repeatedly removes all runs and adds them again while they are being read."""
    paths = profiles(tmp_path)[:2]
    place = tmp_path / "store"
    store = Store(str(place))
    store.add(paths[0], *RUNS[0])
    command = [sys.executable, "-c", _PRUNER, str(place), *map(str, paths)]
    opened = asking.opened_by("duckdb", "")
    asked, told = 0, set()
    with subprocess.Popen(
        command, env=kpath_command.environment(), text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:  # fmt: skip
        assert other.stdin is not None
        assert other.stdout is not None
        assert other.stdout.readline() == "begun\n"
        for number in range(2):
            other.stdin.write("go on\n")
            other.stdin.flush()
            done: list[str] = []
            reading = partial(_read_line, other.stdout, done)
            waiting = threading.Thread(target=reading)
            waiting.start()
            while waiting.is_alive():
                try:
                    store.runs()
                    store.leftovers(LATER)
                    answers.top(store, Chosen(), "method", 5, opened)
                    # The sum must not replace one of the profiles that the other process adds.
                    answers.merged(store, Chosen(), tmp_path / f"sum{number}.kpath", True, str)
                except KpathError as error:
                    told.add(str(error))
                asked += 1
            assert done == ["done\n"]
        other.stdin.close()
    assert other.returncode == 0
    assert asked > 2
    # Sometimes there is no run at all.
    assert all(line.startswith("no run in ") for line in told), told
    assert len(store.runs()) == len(paths)


def test_a_run_that_is_stored_twice_is_chosen_by_version(tmp_path: Path) -> None:
    path = profiles(tmp_path)[0]
    store = Store(str(tmp_path / "store"))
    entry, _ = store.add(path, "shop", "1", "2026-11-01")
    store.add(path, "shop", "2", "2026-11-02")
    with pytest.raises(KpathError) as caught:
        store.only(Chosen(), entry.run)
    assert str(caught.value) == (
        f"run {entry.run} is 2 times in {store.place.text}: as shop 1 on 2026-11-01, shop 2 on "
        "2026-11-02; choose one with --service, --version, --since or --until"
    )
    assert store.only(Chosen(version="2"), entry.run).version == "2"
