"""What profilers count that is no Ball-Larus path: longer or other paths, and edges."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class ExtendedPath:
    """A path that isn't a Ball-Larus path of its method, and how often it was counted.

    ``first_id`` is that of the method in the metadata, ``number`` the profiler's own. ``kind``:
    ``iterations`` of a loop, a ``window`` of a structural path, across a ``loop``'s end, a ``call``
    or a ``return``. ``graph`` is what it was counted in: of ``window`` the header's block, -1 being
    the outline, else the loop's place in the method's loops, or -1. ``start`` and ``end`` are
    texts: ``entry``, ``loop B``, ``handler B``, ``exit``, ``call OFFSET`` and the like, of blocks
    and bytecode offsets. ``blocks`` are in the order of execution, across iterations; of paths
    across calls the other method has those of the second part. ``estimate`` is the count adjusted
    for what wasn't observed, NaN where nothing is adjusted.
    """

    first_id: int
    number: int
    kind: str
    graph: int
    start: str
    end: str
    blocks: tuple[int, ...]
    count: int
    estimate: float = math.nan
    other_first_id: int = -1
    other_blocks: tuple[int, ...] = ()


@dataclass(frozen=True)
class EdgeCount:
    """How often an edge between two blocks was taken: ``least`` to ``most`` times.

    ``kind`` is ``entry`` or ``handler`` (of source -1), ``edge``, or ``exit`` (of target -1).
    ``most`` is None where there is no upper bound. ``count`` is the best that can be said: the
    number itself if the bounds are equal, else an estimate within them.
    """

    first_id: int
    kind: str
    source: int
    target: int
    count: int
    least: int
    most: int | None

    @classmethod
    def exact(cls, first_id: int, kind: str, source: int, target: int, count: int) -> "EdgeCount":
        """An edge whose count is known."""
        return cls(first_id, kind, source, target, count, count, count)
