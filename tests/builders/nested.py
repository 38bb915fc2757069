"""A method with a loop in a loop, and profiles of this method."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath

#: The blocks of each path.
PATHS = {
    0: (2, 3), 1: (2, 4), 2: (1, 2, 3), 3: (1, 2, 4), 4: (1, 5),
    5: (0, 1, 2, 3), 6: (0, 1, 2, 4), 7: (0, 1, 5),
}  # fmt: skip
INNER = {2, 3}
#: Three activations. In the first one, the outer loop has two iterations; in the second, none. In
#: the third, the outer loop has one iteration, and the inner loop none.
STREAMS = [(5, 0, 0, 1, 2, 1, 4), (7,), (6, 4)]


def nested(**changes: Any) -> MethodSpec:
    """Returns a method with nested loops. Block 1 is the outer header, block 2 the inner one."""
    given: dict[str, Any] = {
        "class_name": "demo/Nested",
        "name": "run",
        "descriptor": "()V",
        "blocks": [(2 * i, 2 * i, [(2 * i, line)]) for i, line in enumerate(LINES)],
        "edges": [(0, 1, 0), (1, 2, 0), (1, 5, 2), (2, 3, 0), (2, 4, 1)],
        "starts": [("loop", 2, 0), ("loop", 1, 2), ("entry", 0, 5)],
        "ends": [("loop", 3, 0), ("loop", 4, 0), ("exit", 5, 0)],
        "paths": 8,
        "loops": [
            {"header": 1, "latches": [4], "blocks": [1, 2, 3, 4], "parent": -1},
            {"header": 2, "latches": [3], "blocks": [2, 3], "parent": 0},
        ],
    }
    return MethodSpec(**(given | changes))


#: The source line of each block. The method of the k-BLPP paper's Fig. 3 has the first two lines,
#: too.
LINES = (10, 11, 31, 32, 33, 40)


def nested_profile(directory: Path) -> Profile:
    """Returns a profile of ``nested`` and of the method of the k-BLPP paper's Fig. 3."""
    builder = RecordingBuilder(k=4)
    method = builder.add(nested())
    builder.stream(method, *STREAMS)
    other = builder.add(figure_3())
    builder.stream(other, (6, 2, 0, 3))
    write_profile(directory / "nested.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "nested.kpath")


def overlapping_nested_profiles(directory: Path) -> None:
    """Writes two profiles of ``nested``: ol.kpath, and exact.kpath without overlapping paths.

    In ol.kpath, each path is extended by the next iteration. An extension over the outer loop's
    back edge ends before the inner loop, or at the exit.
    """
    builder = RecordingBuilder(k=4)
    method = builder.add(nested(counters=("entries",)))
    builder.stream(method, *STREAMS)
    builder.auxiliary(method, entries=len(STREAMS))
    counts: Counter[tuple[int, int]] = Counter()
    for stream in STREAMS:
        counts.update(pairwise(stream))
    rows = []
    for number, ((one, other), count) in enumerate(counts.items()):
        loop = 1 if PATHS[one][-1] == 3 else 0
        extension = PATHS[other][:1] if loop == 0 and 2 in PATHS[other] else PATHS[other]
        start = {0: "entry", 1: "loop 1", 2: "loop 2"}[PATHS[one][0]]
        rows.append(
            ExtendedPath(
                first_id=1, number=number, kind="loop", graph=loop, start=start,
                end=f"end {extension[-1]}", blocks=PATHS[one] + extension, count=count,
            )
        )  # fmt: skip
    recorded = builder.build(directory)
    run = demo_run(options={"profiler": "ol", "degree": 4})
    write_profile(directory / "ol.kpath", replace(recorded, extended=rows), run)
    write_profile(directory / "exact.kpath", recorded, demo_run())
