"""Table 4 of the paper on overlapping paths (Tallam et al., 2004), as two profiles."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath

#: Each edge's source, target and Val. The paper calls blocks 0 to 7 En, P1, B1, P2, B2, B3, P3 and
#: Ex.
EDGES = [
    (0, 1, 0), (1, 2, 0), (1, 3, 2), (2, 6, 0), (3, 4, 0), (3, 5, 2), (4, 6, 0), (5, 6, 0),
    (6, 7, 1),
]  # fmt: skip
PREDICATES = {1, 3, 6}
LATCH = 6
#: A path's number is a sum: ENTERED or AGAIN for the path's start, a number for the path's blocks
#: in the loop, and EXIT if the path ends at the exit. SEQUENCES maps each of the paper's paths 1
#: to 3 to the number for its blocks, and to the blocks.
ENTERED, AGAIN, EXIT = 0, 6, 1
SEQUENCES = {1: (0, (1, 2, 6)), 2: (2, (1, 3, 4, 6)), 3: (4, (1, 3, 5, 6))}
#: The loop was entered 500 times. After half of the entries, the paths 1, 1, 3 were taken; after
#: the other half, the paths 2, 2, 3.
HISTORY = [((1, 1, 3), 250), ((2, 2, 3), 250)]
FIRST_ID = 1


def method() -> MethodSpec:
    return MethodSpec(
        class_name="demo/Table4",
        name="run",
        descriptor="()V",
        blocks=[(at, at, [(at, at + 1)]) for at in range(8)],
        edges=EDGES,
        starts=[("entry", 0, 0), ("loop", 1, AGAIN)],
        ends=[("loop", LATCH, 0), ("exit", 7, 0)],
        paths=12,
        counters=("entries",),
        loops=[{"header": 1, "latches": [LATCH], "blocks": [1, 2, 3, 4, 5, 6], "parent": -1}],
    )


def numbers(history: tuple[int, ...]) -> list[int]:
    last = len(history) - 1
    return [
        SEQUENCES[one][0] + (AGAIN if at else ENTERED) + (EXIT if at == last else 0)
        for at, one in enumerate(history)
    ]


def builder() -> RecordingBuilder:
    made = RecordingBuilder(k=2)
    spec = made.add(method())
    for history, times in HISTORY:
        made.stream(spec, numbers(history), times=times)
    made.auxiliary(spec, entries=500)
    return made


def extended(degree: int) -> list[ExtendedPath]:
    """Returns the overlapping paths of the given degree, with their counts."""
    counts: Counter[tuple[str, tuple[int, ...], tuple[int, ...], str]] = Counter()
    for history, times in HISTORY:
        for at, (one, other) in enumerate(pairwise(history)):
            blocks, passed = [], 0
            for block in SEQUENCES[other][1]:
                blocks.append(block)
                passed += block in PREDICATES
                if passed > degree:
                    break
            end = "predicate" if passed > degree else "end"
            start, before = ("loop 1", ()) if at else ("entry", (0,))
            path = before + SEQUENCES[one][1]
            counts[start, path, tuple(blocks), f"{end} {blocks[-1]}"] += times
    return [
        ExtendedPath(
            first_id=FIRST_ID, number=at, kind="loop", graph=0, start=start, end=end,
            blocks=path + extension, count=count,
        )
        for at, ((start, path, extension, end), count) in enumerate(counts.items())
    ]  # fmt: skip


def overlapping_profiles(directory: Path, degree: int) -> None:
    """Writes ol.kpath with the overlapping paths of ``degree``, and exact.kpath without any."""
    recorded = builder().build(directory)
    run = demo_run(options={"profiler": "ol", "degree": degree})
    write_profile(directory / "ol.kpath", replace(recorded, extended=extended(degree)), run)
    write_profile(directory / "exact.kpath", recorded, demo_run())
