"""The hand-over from the engine to the profile."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Recorded:
    """One finished recording, before it becomes a profile.

    ``counters`` has one int64 per id (index 0 unused; ids beyond its end count 0). The four k-IPF
    arrays have one entry per node, parents before children; they cover streamed paths only.

    The three ``folded`` arrays have one entry per path id and length that have any: completions of
    the path that are counted with a context of only so many paths (itself included), 1 to k - 1,
    because the engine's memory was full (docs/formats/profile.md).
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
