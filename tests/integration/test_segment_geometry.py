"""Java and Python compute the same geometry of a segment from one table of regions."""

import random
import subprocess
from pathlib import Path

from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import default_jdk
from kpath_jvm.recording.segment_layout import SegmentGeometry, SegmentLayout

PROGRAM = Path(__file__).parent / "programs" / "Geometries.java"


def test_java_and_python_compute_the_same_geometry() -> None:
    jars = require_jars()
    contract = SegmentLayout.load(jars.contract)
    least, most = contract["LEAST_SEGMENT_BYTES"], contract["MOST_SEGMENT_BYTES"]
    chosen = random.Random(11)
    sizes = [least, least + 1, most, *(chosen.randint(least, most) for _ in range(300))]
    # Try sizes near those at which the block descriptors need one more page of memory.
    sizes += [least + (64 << 16) * many + 64 * many for many in range(1, 400)]
    class_path = str(jars.engine_class_path[-1])
    command = [str(default_jdk().java), "-cp", class_path, str(PROGRAM), *map(str, sizes)]
    printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    expected = []
    for size in sizes:
        for apart in (False, True):
            geometry = SegmentGeometry.fitting(contract, size, threads_apart=apart)
            offsets = [f"{name}={offset}" for name, offset in geometry.offsets.items()]
            numbers = (geometry.slot_count, geometry.block_count, geometry.thread_rows)
            expected.append(" ".join([*map(str, numbers), *offsets, str(geometry.total_bytes)]))
    assert printed.splitlines() == expected
