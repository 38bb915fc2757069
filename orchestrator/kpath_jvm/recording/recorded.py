"""The data from which a profile is made, whether the engine or an inline profiler counted it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.recording.counted import EdgeCount, ExtendedPath
from kpath_jvm.records.completeness import Fact
from kpath_jvm.records.held_back import NOTHING_HELD_BACK, HeldBack


@dataclass(frozen=True)
class Recorded:
    """What was recorded, before it becomes a profile.

    ``counters`` has one int64 per id. Index 0 is unused, and ids beyond the end have the count 0.
    The four ``ipf`` arrays are a k-IPF. They have one entry per node, and parents come before
    children. Completions that were counted only by path aren't in the k-IPF.

    The three ``folded`` arrays (docs/formats/profile.md) count completions whose context was
    shortened, because the engine's memory was full. Each entry has a path's id, the length that is
    left (1 to k - 1 paths, including the path itself), and the number of completions.

    ``threads_left_out`` is true if each thread was recorded by itself, but the engine's memory was
    too small for ``threads``.

    ``edge_counts`` leaves out edges whose counts can be computed from ``counters`` and the
    metadata. If ``edges_are_whole`` is false, the counts of edges may be too low.

    ``begins_amid`` says whether activations may have been live when counting began. The entries of
    such activations aren't counted. ``knows_abandoned`` is false if only complete paths were
    recorded. ``released`` has the number of activations whose held-back paths were written when the
    JVM ended, and the most paths that these activations could have held back.

    ``facts`` are about gaps in the recording that show only when all counts are known.

    The metadata needn't describe ids below ``first_id``. These ids belong to an earlier recording
    of the same JVM. Activations that were live when that recording ended may have gone on in the
    code that was instrumented for that recording.
    """

    methods_path: Path
    k: int
    counters: npt.NDArray[np.int64]
    ipf_parents: npt.NDArray[np.int32]
    ipf_paths: npt.NDArray[np.int32]
    ipf_depths: npt.NDArray[np.int32]
    ipf_counts: npt.NDArray[np.int64]
    folded_paths: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    folded_lengths: npt.NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    folded_counts: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    threads: "Sequence[RecordedThread]" = ()
    threads_left_out: bool = False
    begins_amid: bool = False
    knows_abandoned: bool = True
    released: HeldBack = NOTHING_HELD_BACK
    extended: Sequence[ExtendedPath] = ()
    edge_counts: Sequence[EdgeCount] = ()
    edges_are_whole: bool = True
    facts: Sequence[Fact] = ()
    first_id: int = 1


class RecordedThread(Struct, frozen=True):
    """The counts of one thread.

    ``kind`` is ``thread``, ``virtual`` (all virtual threads together) or ``others`` (all threads
    without counters of their own in the segment). The last two kinds have an empty ``name``.
    """

    name: str
    kind: str
    counters: Callable[[], npt.NDArray[np.int64]]
    ipf_parents: npt.NDArray[np.int32]
    ipf_paths: npt.NDArray[np.int32]
    ipf_depths: npt.NDArray[np.int32]
    ipf_counts: npt.NDArray[np.int64]

    def recorded(self, whole: Recorded) -> Recorded:
        """Returns what the thread contributed to ``whole``."""
        return replace(
            whole,
            counters=self.counters(),
            ipf_parents=self.ipf_parents,
            ipf_paths=self.ipf_paths,
            ipf_depths=self.ipf_depths,
            ipf_counts=self.ipf_counts,
            threads=(),
        )
