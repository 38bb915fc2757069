"""What an inline profiler's tables come to: one thing, whatever it counts."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from kpath_jvm.profile.recorded.ksf_to_ipf import PathForest
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath
from kpath_jvm.records.completeness import Fact


def no_paths() -> PathForest:
    """The k-IPF of nothing."""
    nothing = np.zeros(0, dtype=np.int64)
    return PathForest(nothing, nothing, nothing, nothing)


@dataclass(frozen=True)
class Counted:
    """Ball-Larus paths and their sequences by id, other paths, and edges; each may be empty.

    ``edges`` are those that the profiler's reader makes itself. Of methods whose metadata have
    counters of edges they follow from these (edge_flow.py), and aren't to be listed here.
    ``facts`` say what of the program is in no count.
    """

    forest: PathForest = field(default_factory=no_paths)
    extended: Sequence[ExtendedPath] = ()
    edges: Sequence[EdgeCount] = ()
    facts: Sequence[Fact] = ()
