"""Makes segments with a made-up layout, to test that code takes the layout from contract.json."""

import os
import struct
import time
from pathlib import Path
from typing import Any

from kpath_jvm.recording import session_directory as sessions
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SUPPORTED_VERSION, SegmentLayout

MIB = 1 << 20
NO_PROCESS = 1 << 30
HEADER_FIELDS = {
    "VERSION": 4, "FLAGS": 4, "MAGIC": 8, "TOTAL_BYTES": 8, "BLOCK_COUNT": 4, "SLOT_COUNT": 4,
    "CONSUMER_START": 8, "CONSUMER_PID": 8, "TARGET_PID": 8, "TARGET_STATE": 4, "THREAD_ROWS": 4,
    "LOST_COUNT": 8, "WAITED_NANOS": 8, "THREAD_COUNT": 8, "UNLISTED_COUNT": 8,
    "RELEASED_ACTIVATIONS": 8, "RELEASED_PATHS": 8, "LEAVE": 4, "FIRST_ID": 8,
    "CUT_ASKED": 4, "CUT_KIND": 4, "CUT_ANSWERED": 4, "CUT_REFUSED": 4, "PART": 4, "FIRST_PART": 4,
    "STOP_COUNT": 4, "TAKEN_COUNT": 4, "LEASE_COUNT": 4,
}  # fmt: skip


def layout() -> dict[str, Any]:
    """Returns the made-up layout in the form of contract.json."""
    constants = {
        "MAGIC": 0x1122334455667788, "VERSION": SUPPORTED_VERSION, "HEADER_BYTES": 4096,
        "PAGE_BYTES": 512, "SLOT_COUNT": 8192,
        "LEAST_SEGMENT_BYTES": 2 * MIB, "MOST_SEGMENT_BYTES": 2047 * MIB,
        "DESCRIPTOR_BYTES": 32, "THREAD_ROWS": 100, "BLOCK_FREE": 0, "FLAG_KEEP": 1,
        "FLAG_TEMPLATE": 2, "TARGET_ENDED_EARLY": 2, "TARGET_SHUTDOWN": 3, "TARGET_LEFT": 4,
        "CUT_GOES_ON": 1, "CUT_BEGINS_ANEW": 2, "CUT_STOPS": 3,
    }  # fmt: skip
    fields = {"DESCRIPTOR_STATE": [8, 4]}
    offset = 0
    for name, size in HEADER_FIELDS.items():
        fields[f"HEADER_{name}"] = [offset, size]
        offset += size
    regions = [
        ["HEADER", "ONE", 4096], ["THREADS", "THREAD_ROWS", 40], ["SLOTS", "SLOT_COUNT", 16],
        ["DESCRIPTORS", "BLOCK_COUNT", 32], ["BLOCKS", "BLOCK_COUNT", 65536],
    ]  # fmt: skip
    return {"constants": constants, "fields": fields, "regions": regions}


def just_now() -> int:
    """Returns the start time of a process that starts now, in clock ticks since the boot."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK"))


def raw(path: Path, name: str, code: str) -> int:
    value: int = struct.unpack_from(
        f"={code}", path.read_bytes(), layout()["fields"][f"HEADER_{name}"][0]
    )[0]
    return value


def write_header(path: Path, contract: SegmentLayout, **fields: int) -> None:
    """Changes fields of a segment's header without the knowledge of the segment's owner."""
    content = bytearray(path.read_bytes())
    for name, value in fields.items():
        contract.header[name].write(content, value)
    path.write_bytes(content)


def jvm_of(session: sessions.SessionDirectory, contract: SegmentLayout, **fields: int) -> Path:
    """Adds a JVM with a segment to a session, and returns the segment's path."""
    directory = session.path / f"jvm-{NO_PROCESS + len(session.of_jvms())}"
    directory.mkdir()
    Segment.create(directory / "segment", contract, 2 * MIB).close()
    write_header(directory / "segment", contract, **fields)
    return directory / "segment"
