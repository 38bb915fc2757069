"""Tests counters in the tables that threads have in the segment.

The address of a thread's table is kept in the stack-size field of its Thread object.
"""

import subprocess
from pathlib import Path

import numpy as np
import pytest

import kpath_command as kpath
from builders.turns import on_every_jdk
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout

THREADS = 7
STEPS = 20_000


@on_every_jdk
@pytest.mark.parametrize("segment_size", ["2M", "32M"])
def test_every_event_is_counted_whatever_stack_size_a_thread_was_given(
    classes: str, tmp_path: Path, home: Path, segment_size: str
) -> None:
    """A segment of 2M has no room for tables, so all its counters are in pages."""
    agent = f"-javaagent:{require_jars().agent}=output=own,segment-size={segment_size}"
    command = [str(home / "bin/java"), agent, "-Xverify:all", "-cp", classes]
    done = subprocess.run(
        [*command, "StackSizes"],
        cwd=tmp_path,
        capture_output=True,
        timeout=kpath.TIMEOUT_SECONDS,
        check=True,
    )
    assert done.stderr == b""
    layout = SegmentLayout.load(require_jars().contract)
    segment = Segment.open(tmp_path / "own" / "segment", layout)
    has_tables = bool(np.any(segment._view_of_states() == layout["BLOCK_TABLE"]))
    segment.close()
    assert has_tables == (segment_size == "32M")
    done = kpath.run("build", "own", "-o", "own.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "own.kpath")
    for name in ("StackSizes.work", "StackSizes.pick"):
        method = profile.methods.loc[profile.find_method(name)]
        assert (method["entries"], method["completed"]) == (THREADS * STEPS,) * 2, name
