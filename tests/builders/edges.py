"""Profiles of methods with counted edges. Fig. 3 is that of the k-BLPP paper."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.methods import MethodSpec, figure_3, shaky
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.inline import InlineRecord

#: Each edge of Fig. 3, and whether it has a counter. The edges out of B and E have counters,
#: because B and E branch.
FIGURE_3_EDGES = [
    (0, 1, False), (1, 3, True), (1, 2, True), (2, 4, False), (3, 4, False), (4, 1, True),
    (4, 5, True),
]  # fmt: skip
#: How often the edges with counters were taken in three activations.
FIGURE_3_TAKEN = {(1, 3): 5, (1, 2): 9, (4, 1): 11, (4, 5): 3}


def counted_figure_3(**changes: Any) -> MethodSpec:
    """Returns the method of Fig. 3 with counters of edges."""
    given: dict[str, Any] = {"mode": "edges", "edge_counters": FIGURE_3_EDGES}
    return figure_3(**(given | changes))


def counted_shaky() -> MethodSpec:
    """Returns ``shaky()`` with counters of edges. Dispatches to the handler have no counter."""
    method = shaky()
    method.mode = "edges"
    method.edge_counters = [
        (0, 1, True), (0, 4, True), (1, 0, False), (2, 3, True), (2, 0, True),
    ]  # fmt: skip
    return method


def edges_profile(
    directory: Path,
    taken: Mapping[tuple[int, int], int] = FIGURE_3_TAKEN,
    *,
    entries_of_shaky: int = 2,
    **run: Any,
) -> Profile:
    """Returns a profile of ``counted_figure_3()`` and ``counted_shaky()``.

    ``taken`` has the counts of those edges of Fig. 3 that have counters. The edges out of the
    handler of Shaky were taken four times, so the handler was entered at least four times.
    """
    builder = RecordingBuilder(k=1)
    figure = builder.add(counted_figure_3())
    builder.auxiliary(figure, entries=3)
    builder.taken(figure, dict(taken))
    shaken = builder.add(counted_shaky())
    builder.auxiliary(shaken, entries=entries_of_shaky)
    builder.taken(shaken, {(0, 1): 7, (0, 4): 1, (2, 3): 1, (2, 0): 3})
    figures = InlineRecord(
        ended="shutdown", quiet=True, items=0, bytes=4096, threads=1, lost=0, unlisted_classes=0,
        counted=sum(builder.counters.values()),
    )  # fmt: skip
    given: dict[str, Any] = {
        "options": {"profiler": "edge"}, "workload": None, "inline": figures, "engine": None,
        "segment": None, "waited_seconds": None, "spilled_bytes": None, "events": 0,
    }  # fmt: skip
    recorded = replace(builder.build(directory), knows_abandoned=False)
    write_profile(directory / "edges.kpath", recorded, demo_run(**given | run))
    return Profile.open(directory / "edges.kpath")
