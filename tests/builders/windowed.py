"""Profiles with path windows. One is of the example in the paper "Structural Path Profiling"."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from builders.checked import checked
from builders.edges import FIGURE_3_TAKEN, counted_figure_3
from builders.methods import FIGURE_3_STREAM, figure_3
from builders.paper_tables import GRAPHS
from builders.recordings import RecordingBuilder, demo_run
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.profile.metadata import read_metadata
from kpath_jvm.profile.recorded.structural import number_of, structural
from kpath_jvm.profile.structure_graph import StructuralPath
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.path_windows import PathWindows
from kpath_jvm.records.completeness import Cause, Fact, decided, note

#: The first path id of each of the three graphs.
FIRST_IDS = (10, 12, 18)
#: The loops of the paper's figure 1. Their headers are blocks 2 and 3.
LOOPS = [
    {"header": 2, "latches": [6], "blocks": [2, 3, 4, 6], "parent": -1},
    {"header": 3, "latches": [4], "blocks": [3, 4], "parent": 0},
]


def methods(directory: Path, **changed: object) -> Path:
    """Writes the metadata of the paper's example, whose path ids begin at 10; returns the file."""
    line = {
        "kind": "method", "class": "Example", "name": "f", "descriptor": "()V",
        "mode": "windows", "first_id": 10, "paths": 12, "counters": {}, "rung": "full",
        "blocks": [[at, at, [], 1] for at in range(8)],
        "edges": [], "starts": [], "ends": [],
        "graphs": msgspec.to_builtins(GRAPHS),
    }  # fmt: skip
    path = directory / "methods.jsonl"
    path.write_text(checked(line | changed), encoding="utf-8")
    return path


def windows(levels: tuple[dict[StructuralPath, int], ...], threshold: int) -> PathWindows:
    """Returns finished path windows. ``levels`` has, for each graph, the counts of its paths."""
    counts = {
        first + number_of(graph, path): count
        for first, graph, level in zip(FIRST_IDS, GRAPHS, levels, strict=True)
        for path, count in level.items()
    }
    thresholds = dict.fromkeys(FIRST_IDS, threshold)
    return PathWindows(dict.fromkeys(FIRST_IDS, "finished"), thresholds, counts)


def windowed_profile(
    directory: Path, levels: tuple[dict[StructuralPath, int], ...], threshold: int
) -> Profile:
    """Writes a profile of ``spp`` with the counts in ``levels``, and opens the profile."""
    directory.mkdir(exist_ok=True)
    recorded = RecordingBuilder(k=1).build(directory)
    decisions = [
        [at, "==", "I", ["x", "0"], [1, 0], targets]
        for at, targets in ((2, [7, 3]), (3, [4, 6]), (4, [3, 5]), (6, [2, 7]))
    ]
    path = methods(directory, loops=LOOPS, decisions=decisions)
    found = structural(read_metadata(path).methods, windows(levels, threshold))
    facts = [note("counts are of completed paths")]
    if threshold:
        facts = [
            Fact(cause=Cause.WINDOWS, text="counts are of path windows", figure=3),
            Fact(cause=Cause.ESTIMATED, text="edges are estimated from them", figure=3),
            *facts,
        ]
    run: dict[str, Any] = {
        "options": {"profiler": "spp", "threshold": threshold}, "workload": None, "inline": INLINE,
        "completeness": decided(facts),
    }  # fmt: skip
    recorded = replace(
        recorded, methods_path=path, knows_abandoned=False,
        extended=found.extended, edge_counts=found.edges,
    )  # fmt: skip
    write_profile(directory / "windowed.kpath", recorded, demo_run(**run))
    return Profile.open(directory / "windowed.kpath")


def windows_and_edges(directory: Path, threshold: int = 10) -> Profile:
    """Returns a profile of ``bpp`` with two copies of the method of Fig. 3.

    demo/Figure3 was entered three times and ran 14 iterations; its edges were counted in the whole
    run. demo/Windowed was entered once; its first ``threshold`` paths were counted.
    """
    builder = RecordingBuilder(k=1)
    edges = builder.add(counted_figure_3())
    builder.auxiliary(edges, entries=3)
    builder.taken(edges, FIGURE_3_TAKEN)
    paths = builder.add(figure_3(class_name="demo/Windowed", mode="counted", counters=()))
    for path in FIGURE_3_STREAM[:threshold]:
        builder.count(paths, path, 1)
    facts = [Fact(cause=Cause.WINDOWS, text="counts are of path windows", figure=1)]
    run: dict[str, Any] = {
        "options": {"profiler": "bpp", "threshold": threshold}, "workload": None, "inline": INLINE,
        "completeness": decided(facts),
    }  # fmt: skip
    recorded = replace(builder.build(directory), knows_abandoned=False)
    write_profile(directory / "beside.kpath", recorded, demo_run(**run))
    return Profile.open(directory / "beside.kpath")
