"""Profiles are in a store whole or not at all, whoever else writes to it."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import kpath_command
from builders.stores import RUNS, filled, profiles
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import answers
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.store import Chosen, Store

LATER = datetime.now(timezone.utc) + timedelta(days=2)


@pytest.fixture
def objects(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bucket of a server of objects on this machine."""
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
    """Fill a store, and check that what comes out of it is what went in."""
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
    assert store.add(paths[0], *RUNS[0])[1] is False, "it is there already"
    store.remove(runs[0])
    assert len(store.runs()) == len(RUNS) - 1
    assert store.leftovers(LATER) == []
    store.place.put("paths/half-written", b"?")
    assert store.leftovers(datetime.now(timezone.utc)) == [], "its writer may be at work"
    assert store.leftovers(LATER) == ["paths/half-written"]


def test_in_a_directory(tmp_path: Path) -> None:
    check_whole(str(tmp_path / "store"), tmp_path)


def test_in_a_store_of_objects(objects: str, tmp_path: Path) -> None:
    check_whole(objects, tmp_path)


def test_a_store_of_objects_is_merged(objects: str, tmp_path: Path) -> None:
    paths = filled(objects, tmp_path)
    before = set(tmp_path.iterdir())
    output = tmp_path / "fleet.kpath"
    answers.merged(Store(objects), Chosen(), output, False, str)
    assert set(tmp_path.iterdir()) - before == {output}, "what was fetched is gone"
    merge(MergeRequest(tuple(paths), tmp_path / "whole.kpath"), str)
    one, other = Profile.open(output), Profile.open(tmp_path / "whole.kpath")
    for name in SCHEMAS:
        assert one.table(name) == other.table(name)


def test_what_is_wrong_is_one_line(tmp_path: Path) -> None:
    path = profiles(tmp_path)[0]
    store = Store(str(tmp_path / "store"))
    with pytest.raises(KpathError, match=r"no store .*store add. makes one"):
        store.runs()
    with pytest.raises(KpathError, match="'' is no service: give"):
        store.add(path, "", "1", "2026-11-01")
    with pytest.raises(KpathError, match="'yesterday' is no day: write it as"):
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
put, files = store.place.copy_in, []
def killed(source, name):
    put(source, name)
    files.append(name)
    if len(files) == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
store.place.copy_in = killed
for path in sys.argv[3:]:
    store.add(Path(path), "shop", "1", "2026-11-01")
"""


def writer(store: Path, files: int, *paths: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", _WRITER, str(store), str(files), *map(str, paths)]
    return subprocess.Popen(command, env=kpath_command.environment())


def test_a_killed_writer_adds_nothing_of_what_it_was_at(tmp_path: Path) -> None:
    """It dies within the second profile."""
    paths = profiles(tmp_path)
    store = tmp_path / "store"
    assert writer(store, 17, *paths).wait() == -signal.SIGKILL
    assert len(Store(str(store)).runs()) == 1
    left = Store(str(store)).leftovers(LATER)
    assert len(left) == 5
    assert writer(store, 1_000, *paths).wait() == 0
    assert len(Store(str(store)).runs()) == len(paths)
    assert Store(str(store)).leftovers(LATER) == []


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each adds all, of which half are the other's too, in another order."""
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
