"""Counts of extended paths, and counts of edges."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class ExtendedPath:
    """A k-iteration, overlapping or structural path, and how often it was counted.

    ``first_id`` is the first id of the method in the metadata, and ``number`` is the number that
    the profiler gave to the path. ``kind`` is ``iterations`` (of a loop), ``window`` (a structural
    path), ``loop`` (across a back edge), ``call`` or ``return``. ``graph`` says where the path was
    counted. For ``window`` it is the block of a loop's header, or -1 for the method as a whole (the
    outline). For other kinds it is the loop's index in the method's loops, or -1 if no loop is
    known. ``start`` and ``end`` are words such as ``entry``, ``loop B``, ``handler B``, ``exit``
    and ``call OFFSET``, where B is a block and OFFSET a bytecode offset. ``blocks`` are in the
    order of execution, across iterations. For a path across calls, ``other_first_id`` is the first
    id of the method that runs the path's second part, and ``other_blocks`` has the blocks of that
    part. ``estimate`` is the count adjusted for what wasn't observed, or NaN if nothing is
    adjusted.
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
    """How often an edge between two blocks was taken: from ``least`` to ``most`` times.

    ``kind`` is ``entry`` or ``handler`` (with source -1), ``edge``, or ``exit`` (with target -1).
    ``most`` is None if there is no upper bound. ``count`` is the exact number if the bounds are
    equal, and otherwise an estimate within them.
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
        """Returns an edge whose count is known exactly."""
        return cls(first_id, kind, source, target, count, count, count)
