"""The counts from an inline profiler's tables, in the same form for all inline profilers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from kpath_jvm.profile.recorded.ksf_to_ipf import PathForest
from kpath_jvm.recording.counted import EdgeCount, ExtendedPath
from kpath_jvm.records.completeness import Fact


def no_paths() -> PathForest:
    """Returns a k-IPF without nodes."""
    nothing = np.zeros(0, dtype=np.int64)
    return PathForest(nothing, nothing, nothing, nothing)


@dataclass(frozen=True)
class Counted:
    """What was counted: edges, extended paths, and sequences of Ball-Larus paths.

    ``edges`` has the edge counts that the profiler's scheme (schemes.py) computes. It has none for
    methods whose metadata have counters of edges, because edge_flow.py computes the edge counts of
    these methods. ``facts`` say which executions aren't counted.
    """

    forest: PathForest = field(default_factory=no_paths)
    extended: Sequence[ExtendedPath] = ()
    edges: Sequence[EdgeCount] = ()
    facts: Sequence[Fact] = ()
