"""The hand-over from the engine to the profile."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Recorded:
    """One finished recording, before it becomes a profile.

    ``counters`` has one int64 per id (index 0 unused; ids beyond its end count 0). The four k-IPF
    arrays have one entry per node, parents before children; they cover streamed paths only.
    """

    methods_path: Path
    k: int
    counters: npt.NDArray[np.int64]
    ipf_parents: npt.NDArray[np.int32]
    ipf_paths: npt.NDArray[np.int32]
    ipf_depths: npt.NDArray[np.int32]
    ipf_counts: npt.NDArray[np.int64]
