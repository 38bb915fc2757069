"""Writes profiles of a run of the method in the k-BLPP paper's Fig. 3, as each profiler would."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from builders.edges import FIGURE_3_EDGES
from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.worlds.enumerated import Activation, World
from builders.worlds.overlaps import end_of, overlaps, path_and_extension
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import ExtendedPath
from kpath_jvm.records.inline import InlineRecord

INLINE = InlineRecord(
    ended="shutdown", quiet=True, items=1, bytes=4096, threads=1, lost=0, unlisted_classes=0,
)  # fmt: skip
#: An iteration takes one of the blocks C and D. The first activation repeats CCDD, and the second
#: repeats CCCCCD. The third runs CCC, and an exception breaks off its next iteration.
WORLD: World = (
    Activation("CCDD" * 5), Activation("CCCCCD" * 3), Activation("CCC", left=(1, 3)),
)  # fmt: skip
#: The number, kind, graph, start, end, blocks and count of an extended path.
ExtendedRow = tuple[int, str, int, str, str, tuple[int, ...], int]


def written(
    directory: Path,
    profiler: str,
    builder: RecordingBuilder,
    extended: list[ExtendedPath] | None = None,
    **options: Any,
) -> Profile:
    """Writes a builder's recording as a profile of the given profiler, and opens the profile."""
    recorded = replace(builder.build(directory), extended=extended or [])
    inline = None if profiler == "stream" else INLINE
    path = directory / f"{profiler}-{len(list(directory.iterdir()))}.kpath"
    given = {"profiler": profiler, **options}
    write_profile(path, recorded, demo_run(options=given, workload=None, inline=inline))
    return Profile.open(path)


def sequences(
    directory: Path, profiler: str, k: int, world: World = WORLD, **changes: Any
) -> Profile:
    """Writes a profile of all sequences of up to k paths. ``changes`` are made to the method."""
    return written(directory, profiler, _builder(k, world, **changes))


def edges(directory: Path, world: World = WORLD) -> Profile:
    """Writes a profile of the profiler ``edge``, with the counts of edges that have counters."""
    builder = RecordingBuilder(k=1)
    spec = builder.add(figure_3(mode="edges", edge_counters=FIGURE_3_EDGES))
    counts = Counter(edge for one in world for edge in pairwise(one.blocks))
    counted = {(source, target) for source, target, has_one in FIGURE_3_EDGES if has_one}
    builder.taken(spec, {edge: count for edge, count in counts.items() if edge in counted})
    builder.auxiliary(spec, entries=len(world))
    return written(directory, "edge", builder)


def extended(
    directory: Path,
    profiler: str,
    rows: list[ExtendedRow],
    *,
    with_paths: bool,
    **options: Any,
) -> Profile:
    """Writes a profile of extended paths, and of single paths if ``with_paths`` is true."""
    builder = _builder(1, WORLD if with_paths else ())
    first_id = builder.methods[0].first_id
    paths = [ExtendedPath(first_id, *row) for row in rows]
    return written(directory, profiler, builder, paths, **options)


def overlapping_rows(degree: int, world: World = WORLD) -> list[ExtendedRow]:
    """Returns the rows of the overlapping paths of a given degree."""
    return [
        (
            overlap[0] << 24 | at, "loop", 0, "entry" if overlap[0] >= 4 else "loop 1",
            end_of(overlap), path_and_extension(overlap), count,
        )
        for at, (overlap, count) in enumerate(sorted(overlaps(world, degree).items()))
    ]  # fmt: skip


def _builder(k: int, world: World, **changes: Any) -> RecordingBuilder:
    builder = RecordingBuilder(k=k)
    spec: MethodSpec = builder.add(figure_3(**changes))
    builder.stream(spec, *(one.paths for one in world))
    if world:
        escapes = sum(1 for one in world if one.left)
        builder.auxiliary(spec, entries=len(world), escapes=escapes)
    return builder
