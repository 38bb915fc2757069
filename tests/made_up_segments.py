"""Segments of a made-up layout: Python must take every offset from the contract."""

import os
import struct
import time
from pathlib import Path

from kpath_jvm.recording import session_directory as sessions
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.segment import Segment

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


def just_now() -> int:
    """The start time of a process that starts now: this one may have run for long."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK"))


def raw(path: Path, name: str, code: str) -> int:
    value: int = struct.unpack_from(
        f"={code}", path.read_bytes(), layout()[f"HEADER_{name}_OFFSET"]
    )[0]
    return value


def write_header(path: Path, contract: Contract, **fields: int) -> None:
    """Changes fields of a segment's header behind its owner's back."""
    content = bytearray(path.read_bytes())
    for name, value in fields.items():
        field = contract.header[name]
        struct.pack_into(field.format, content, field.offset, value)
    path.write_bytes(content)


def jvm_of(session: sessions.SessionDirectory, contract: Contract, **fields: int) -> Path:
    """The segment of a JVM's directory in a session."""
    directory = session.path / f"jvm-{NO_PROCESS + len(session.of_jvms())}"
    directory.mkdir()
    Segment.create(directory / "segment", contract, 2 * MIB).close()
    write_header(directory / "segment", contract, **fields)
    return directory / "segment"
