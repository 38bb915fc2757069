"""Creating segments and their directories."""

import errno
import json
import os
import shutil
import struct
import tempfile
import time
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording import session_directory as sessions
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.leftover import MOST_KEPT, clean, leftover
from kpath_jvm.recording.processes import is_alive, seconds_since, start_time
from kpath_jvm.recording.segment import Geometry, Segment, write_template
from kpath_jvm.recording.sizes import format_size, parse_size

MIB = 1 << 20
NO_PROCESS = 1 << 30

# A made-up layout: Python must take every offset from the contract.
FIELDS = {
    "VERSION": 4, "FLAGS": 4, "MAGIC": 8, "TOTAL_BYTES": 8, "BLOCK_COUNT": 4, "SLOT_COUNT": 4,
    "SLOTS_OFFSET": 8, "BLOCKS_OFFSET": 8, "DESCRIPTORS_OFFSET": 8, "CONSUMER_START": 8,
    "CONSUMER_PID": 8, "TARGET_PID": 8, "TARGET_STATE": 4, "THREAD_ROWS": 4, "LOST_COUNT": 8,
    "WAITED_NANOS": 8, "THREAD_COUNT": 8, "UNLISTED_COUNT": 8,
    "THREADS_OFFSET": 8, "END": 8,
}  # fmt: skip


def layout() -> dict[str, int]:
    constants = {
        "MAGIC": 0x1122334455667788, "VERSION": 2, "HEADER_BYTES": 4096, "SLOT_BYTES": 64,
        "DESCRIPTOR_BYTES": 32, "DESCRIPTOR_STATE_OFFSET": 8, "BLOCK_BYTES": 65536,
        "THREAD_ROWS": 100, "THREAD_ROW_BYTES": 40, "BLOCK_FREE": 0, "FLAG_KEEP": 1,
        "FLAG_TEMPLATE": 2, "TARGET_ENDED_EARLY": 2, "TARGET_SHUTDOWN": 3,
    }  # fmt: skip
    offset = 0
    for name, size in FIELDS.items():
        constants[f"HEADER_{name}_OFFSET"] = offset
        offset += size
    return constants


@pytest.fixture
def contract() -> Contract:
    return Contract(layout())


def just_now() -> int:
    """The start time of a process that starts now: this one may have run for long."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK"))


def raw(path: Path, name: str, code: str) -> int:
    value: int = struct.unpack_from(
        f"={code}", path.read_bytes(), layout()[f"HEADER_{name}_OFFSET"]
    )[0]
    return value


def test_the_header_follows_the_contract(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    with Segment.create(path, contract, 4 * MIB) as segment:
        geometry = segment.geometry
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_size == geometry.total_bytes <= 4 * MIB
    assert path.stat().st_blocks * 512 >= geometry.total_bytes
    assert raw(path, "MAGIC", "q") == 0x1122334455667788
    assert raw(path, "VERSION", "i") == 2
    assert raw(path, "TOTAL_BYTES", "q") == geometry.total_bytes
    assert raw(path, "BLOCK_COUNT", "i") == geometry.block_count
    assert raw(path, "DESCRIPTORS_OFFSET", "q") == geometry.descriptors_offset
    assert raw(path, "CONSUMER_PID", "q") == os.getpid()
    assert raw(path, "CONSUMER_START", "q") == start_time(os.getpid()) > 0
    assert raw(path, "TARGET_PID", "q") == 0


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("size", [2 * MIB, 3 * MIB + 17, 128 * MIB, 2047 * MIB])
def test_the_parts_do_not_overlap(contract: Contract, size: int, apart: bool) -> None:
    geometry = Geometry.fitting(contract, size, threads_apart=apart)
    assert geometry.slots_offset + geometry.slot_count * 64 <= geometry.descriptors_offset
    descriptors_end = geometry.descriptors_offset + geometry.block_count * 32
    assert geometry.thread_rows == (100 if apart else 0)
    assert descriptors_end <= geometry.threads_offset
    assert geometry.threads_offset % 8 == 0
    assert geometry.threads_offset + geometry.thread_rows * 40 <= geometry.blocks_offset
    assert geometry.blocks_offset % 4096 == 0
    assert geometry.blocks_offset + geometry.block_count * 65536 == geometry.total_bytes <= size
    assert geometry.block_count >= 1


@pytest.mark.parametrize("size", [0, MIB, 2 * MIB - 1, 2048 * MIB])
def test_sizes_that_cannot_be(contract: Contract, size: int) -> None:
    with pytest.raises(KpathError, match=r"2M to 2047M") as caught:
        Geometry.fitting(contract, size)
    assert caught.value.exit_status == 125


def test_an_existing_file_is_never_taken(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        Segment.create(path, contract, 4 * MIB)
    assert not (tmp_path / "elsewhere").exists()


def test_a_full_file_system(
    contract: Contract, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(KpathError, match=r"4 MiB.*no space left.*--segment-size"):
        Segment.create(tmp_path / "segment", contract, 4 * MIB)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("free", "size"), [(1024 * MIB, 128 * MIB), (64 * MIB, 32 * MIB), (4 * MIB, 2 * MIB)]
)
def test_the_default_size_fits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, free: int, size: int
) -> None:
    monkeypatch.setattr(sessions, "free_bytes", lambda _: free)
    assert sessions.segment_size_bytes(tmp_path, None) == size
    assert sessions.segment_size_bytes(tmp_path, 7 * MIB) == 7 * MIB


def test_too_little_is_free(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sessions, "free_bytes", lambda _: 3 * MIB)
    with pytest.raises(KpathError, match="only 3 MiB free"):
        sessions.segment_size_bytes(tmp_path, None)


def test_a_session_directory_is_private(tmp_path: Path) -> None:
    directory = sessions.SessionDirectory.create(tmp_path)
    assert directory.path.stat().st_mode & 0o777 == 0o700
    directory.remove()
    assert list(tmp_path.iterdir()) == []


def write_header(path: Path, contract: Contract, **fields: int) -> None:
    """Changes fields of a segment's header behind its owner's back."""
    content = bytearray(path.read_bytes())
    for name, value in fields.items():
        field = contract.header[name]
        struct.pack_into(field.format, content, field.offset, value)
    path.write_bytes(content)


def test_only_dead_directories_are_removed(contract: Contract, tmp_path: Path) -> None:
    dead = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": NO_PROCESS}
    cases = {
        "dead": dead,
        "consumer alive": {"TARGET_PID": NO_PROCESS},
        "target not there yet": {"CONSUMER_PID": NO_PROCESS, "CONSUMER_START": just_now()},
        "process id used again": {"CONSUMER_START": 1, "TARGET_PID": NO_PROCESS},
        "no segment of ours": {**dead, "MAGIC": 7},
        "kept by the agent": {"CONSUMER_PID": 0, "TARGET_PID": NO_PROCESS},
    }
    directories = {}
    for name, fields in cases.items():
        directory = sessions.SessionDirectory.create(tmp_path)
        Segment.create(directory.segment, contract, 2 * MIB).close()
        write_header(directory.segment, contract, **fields)
        directories[name] = directory.path
    (tmp_path / "kpath-link").symlink_to(directories["dead"])
    (tmp_path / "kpath-empty").mkdir()
    removed, kept = clean(tmp_path, contract)
    assert sorted(removed) == sorted([directories["dead"], directories["process id used again"]])
    assert kept == []
    # The clock has gone back, or forth: what is told by it is no reason to remove anything.
    waiting = directories["target not there yet"]
    for moment in (0, 2**32):
        os.utime(waiting, (moment, moment))
        assert clean(tmp_path, contract) == ([], [])
    write_header(waiting / "segment", contract, CONSUMER_START=2**62)
    assert clean(tmp_path, contract) == ([waiting], [])


def test_a_directory_of_a_living_target_is_left_alone(contract: Contract, tmp_path: Path) -> None:
    directory = sessions.SessionDirectory.create(tmp_path)
    dead_consumer = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": os.getpid()}
    with Segment.create(directory.segment, contract, 2 * MIB) as segment:
        for name, value in dead_consumer.items():
            contract.header[name].write(segment._mapped, value)
        assert clean(tmp_path, contract) == ([], [])
    # The process id was used again: this process has nothing mapped.
    write_header(directory.segment, contract, **dead_consumer)
    assert clean(tmp_path, contract) == ([directory.path], [])


def test_the_newest_recoverable_recordings_are_kept(contract: Contract, tmp_path: Path) -> None:
    made = []
    for age in range(MOST_KEPT + 2):
        directory = sessions.SessionDirectory.create(tmp_path)
        Segment.create(directory.segment, contract, 2 * MIB).close()
        dead = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": NO_PROCESS}
        write_header(directory.segment, contract, **dead)
        directory.methods.write_text("{}")
        os.utime(directory.path, (1e9 - age, 1e9 - age))
        made.append(directory)
    removed, kept = clean(tmp_path, contract)
    assert [left.directory for left in kept] == made[:MOST_KEPT]
    assert sorted(removed) == sorted(directory.path for directory in made[MOST_KEPT:])


def jvm_of(session: sessions.SessionDirectory, contract: Contract, **fields: int) -> Path:
    """The segment of a JVM's directory in a session."""
    directory = session.path / f"jvm-{NO_PROCESS + len(session.of_jvms())}"
    directory.mkdir()
    Segment.create(directory / "segment", contract, 2 * MIB).close()
    write_header(directory / "segment", contract, **fields)
    return directory / "segment"


def test_a_session_of_several_jvms(contract: Contract, tmp_path: Path) -> None:
    session = sessions.SessionDirectory.create(tmp_path)
    write_template(session.segment, contract, 2 * MIB)
    dead = {"CONSUMER_PID": NO_PROCESS, "TARGET_PID": NO_PROCESS}
    segment = jvm_of(session, contract, **dead)
    (segment.parent / "methods.jsonl").write_text("{}")
    assert clean(tmp_path, contract) == ([], [])
    write_header(session.segment, contract, CONSUMER_PID=NO_PROCESS)
    removed, (kept,) = clean(tmp_path, contract)
    assert (removed, kept.directory, kept.target_pid) == ([], session, NO_PROCESS)
    assert MIB < kept.allocated_bytes() < 4 * MIB

    # One that kpath-jvm had let go runs on, and has its segment in memory.
    living = jvm_of(session, contract, CONSUMER_PID=0, TARGET_PID=os.getpid())
    with Segment.open(living, contract):
        left = leftover(session, contract)
        assert left is not None
        assert (left.target_pid, left.target_alive) == (os.getpid(), True)
        assert clean(tmp_path, contract) == ([], [])
    shutil.rmtree(segment.parent)
    # What is left was never attached: nothing to recover.
    assert clean(tmp_path, contract) == ([session.path], [])
    assert list(tmp_path.iterdir()) == []


def test_a_session_whose_jvms_have_all_ended(contract: Contract, tmp_path: Path) -> None:
    session = sessions.SessionDirectory.create(tmp_path)
    write_template(session.segment, contract, 2 * MIB)
    write_header(
        session.segment, contract, CONSUMER_PID=NO_PROCESS, CONSUMER_START=just_now()
    )
    # Its first JVM may be about to start.
    assert clean(tmp_path, contract) == ([], [])
    assert session.create_journals() is not None
    (session.jvm_profiles / ".half.new").mkdir(parents=True)
    assert clean(tmp_path, contract) == ([], [])
    (session.jvm_profiles / "Main-7.kpath").mkdir()
    removed, (kept,) = clean(tmp_path, contract)
    assert (removed, kept.directory, kept.jvms) == ([], session, ())
    assert kept.is_recoverable
    shutil.rmtree(session.jvm_profiles)
    write_header(session.segment, contract, CONSUMER_START=2**62)
    assert clean(tmp_path, contract) == ([session.path], [])


def test_journals_are_not_in_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    memory, disk = tmp_path / "memory", tmp_path / "disk"
    memory.mkdir()
    disk.mkdir()
    monkeypatch.setattr(sessions, "_SHARED_MEMORY", memory)
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    session = sessions.SessionDirectory.create(memory)
    (session.path / "jvm-12").mkdir()
    (jvm,) = session.of_jvms()
    assert (session.jvm_pid, jvm.jvm_pid) == (0, 12)
    for directory in (session, jvm):
        made = directory.create_journals()
        assert made is not None
        assert made.parent == disk
        assert made.stat().st_mode & 0o777 == 0o700
        # A name that is taken, by whomever, is not used.
        assert directory.create_journals() is None
    assert list(sessions.session_directories(disk)) == []
    session.remove()
    assert (list(memory.iterdir()), list(disk.iterdir())) == ([], [])


def test_a_contract_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "contract.json"
    for version in (1, 3):
        path.write_text(json.dumps({"SegmentLayout": {**layout(), "VERSION": version}}))
        with pytest.raises(KpathError, match=f"version {version}"):
            Contract.load(path)
    path.write_text("{")
    with pytest.raises(KpathError, match="not a readable contract"):
        Contract.load(path)


def test_opening_what_is_no_segment(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    path.write_bytes(b"\0" * 100)
    with pytest.raises(KpathError, match="not a segment"):
        Segment.open(path, contract)
    path.unlink()
    Segment.create(path, contract, 2 * MIB).close()
    with Segment.open(path, contract) as segment:
        assert not segment.header().attached
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(KpathError, match="damaged"):
        Segment.open(path, contract)
    for name, value in (
        ("BLOCK_COUNT", 1 << 20), ("BLOCK_COUNT", -1), ("SLOT_COUNT", 0), ("SLOTS_OFFSET", -8),
        ("DESCRIPTORS_OFFSET", 1 << 40), ("BLOCKS_OFFSET", 0), ("BLOCKS_OFFSET", 1 << 62),
    ):  # fmt: skip
        damaged = bytearray(whole)
        field = contract.header[name]
        struct.pack_into(field.format, damaged, field.offset, value)
        path.write_bytes(damaged)
        with pytest.raises(KpathError, match="damaged header"):
            Segment.open(path, contract)


def test_a_segment_of_another_version_is_refused(contract: Contract, tmp_path: Path) -> None:
    path = tmp_path / "segment"
    Segment.create(path, contract, 2 * MIB).close()
    for version in (1, 3):
        write_header(path, contract, VERSION=version)
        with pytest.raises(KpathError, match=f"layout version {version}, this kpath-jvm knows 2"):
            Segment.open(path, contract)


def test_processes() -> None:
    me = os.getpid()
    assert is_alive(me)
    assert is_alive(me, start_time(me))
    assert not is_alive(me, start_time(me) + 1)
    assert not is_alive(NO_PROCESS)
    assert not is_alive(0)
    assert 0 <= seconds_since(start_time(me)) < 24 * 3600
    assert seconds_since(2**62) == float("inf")


def test_sizes_as_text() -> None:
    assert parse_size("64M") == 64 * MIB
    assert parse_size("1g") == 1024 * MIB
    assert parse_size("4096") == 4096
    assert [parse_size(text) for text in ("", "M", "-1", "1.5G", "64MB", "\u0661")] == [None] * 6
    assert parse_size(str(2**53) + "G") is None
    assert parse_size("8589934591G") == 2**63 - (1 << 30)
    assert parse_size("8589934592G") is None
    assert format_size(1536 * MIB) == "1.5 GiB"
