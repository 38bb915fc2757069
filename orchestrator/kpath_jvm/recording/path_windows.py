"""The file windows.bin: what was counted in path windows (docs/formats/inline.md).

A path window is a period in which a profiler counts the paths of one level of a method's loops, or
the first paths of a method.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kpath_jvm.errors import KpathError

PATH_WINDOWS_NAME = "windows.bin"
PATH_WINDOW = np.dtype([("head", "<i8"), ("value", "<i8")])

STATES = ("waiting", "open", "finished", "timed out")


@dataclass(frozen=True)
class PathWindows:
    """Path windows, and the paths that were counted in them.

    ``states`` and ``thresholds`` have an item for each path window, by the id of its first path. A
    state is one of STATES. A threshold is the largest number of completions that the path window
    counts, and 0 means no limit. ``counts`` has the completions of each path, by the path's id.
    """

    states: Mapping[int, str]
    thresholds: Mapping[int, int]
    counts: Mapping[int, int]

    @property
    def are_complete(self) -> bool:
        """Whether no path window has a threshold, so that all completions were counted."""
        return not any(self.thresholds.values())


def read_path_windows(pairs: npt.NDArray[Any], path: Path) -> PathWindows:
    """Returns the content of windows.bin; raises KpathError if the rows are damaged."""
    heads, values = pairs["head"].astype(np.int64), pairs["value"].astype(np.int64)
    ids, states = heads & 0xFFFF_FFFF, heads >> 32
    if ((ids < 1) | (ids >= 2**31) | (values < 0)).any() or (
        (states < 0) | (states > len(STATES))
    ).any():
        raise KpathError(
            f"{path} is damaged: it holds something that isn't a path window or a count; "
            "record again"
        )
    is_head = states > 0
    of_windows = list(zip(ids[is_head].tolist(), states[is_head].tolist(), strict=True))
    return PathWindows(
        {first: STATES[state - 1] for first, state in of_windows},
        dict(zip(ids[is_head].tolist(), values[is_head].tolist(), strict=True)),
        dict(zip(ids[~is_head].tolist(), values[~is_head].tolist(), strict=True)),
    )
