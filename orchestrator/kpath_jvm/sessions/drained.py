"""What a recording comes to once its target is dead."""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.recording.segment import Header, Segment


@dataclass(frozen=True)
class Drained:
    """What is known of a recording whose stream has been read to its end.

    ``failure`` is what the engine could not read or build, in one line; None when all is well.
    """

    header: Header
    failure: str | None
    events: int


@dataclass(frozen=True)
class Recording(Drained):
    """A finished recording. ``recorded`` is valid while its session directory is there."""

    recorded: Recorded
    segment_bytes: int
    segment_peak_bytes: int
    engine_bytes: int
    statistics: dict[str, Any] = field(repr=False)


def collect(
    engine: EngineBridge, segment: Segment, methods: Path, on_poll: Callable[[], None]
) -> Recording:
    """Drains the rest and converts; the target must be dead.

    An engine that failed gives what it has: ``failure`` of the result tells.
    """
    engine.finish(on_poll)
    return Recording(
        recorded=engine.recorded(methods),
        header=segment.header(),
        failure=engine.failure(),
        events=engine.events(),
        segment_bytes=segment.geometry.total_bytes,
        segment_peak_bytes=engine.segment_peak_bytes(),
        engine_bytes=engine.engine_bytes(),
        statistics=engine.statistics(),
    )


def default_workers() -> int:
    """Half of the CPUs, at least one and at most four: the target needs the rest."""
    return max(1, min(4, len(os.sched_getaffinity(0)) // 2))
