"""Finds where a method's paths may follow each other: at back edges and at cut edges.

A joint is a place where a path begins after another path of the same activation: a loop's header
after a back edge, or the block after a cut edge. Entries and handlers aren't joints.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import DecodedPath

#: The kind of the joint ("loop" after a back edge, "cut" after a cut edge), and its block.
Joint = tuple[str, int]


@dataclass(frozen=True)
class JoinedPath:
    """A path with the joints at which it may begin and end.

    ``start`` and ``end`` are the kinds of its start and end (DecodedPath). ``begin`` is the joint
    at which it begins, or None at an entry or a handler. The next path begins at one of ``ends``.
    There are several ``ends`` if the path may have ended on several edges, and none at an exit.
    """

    number: int
    blocks: tuple[int, ...]
    start: str
    end: str
    begin: Joint | None
    ends: frozenset[Joint]


def joined_paths(code: MethodCode, paths: Sequence[DecodedPath]) -> list[JoinedPath]:
    """Returns a method's paths with the joints where they begin and end, in the given order."""
    begins = [_begin(path) for path in paths]
    known = frozenset(begin for begin in begins if begin is not None)
    return [
        JoinedPath(path.path, path.blocks, path.start, path.end, begin, _ends(code, path, known))
        for path, begin in zip(paths, begins, strict=True)
    ]


def components(paths: Sequence[JoinedPath]) -> list[frozenset[Joint]]:
    """Groups the joints: all joints at which one path may end are in one group."""
    groups: list[set[Joint]] = []
    for path in paths:
        for joints in (path.ends, frozenset([path.begin] if path.begin else [])):
            if joints:
                meeting = [group for group in groups if group & joints]
                groups = [group for group in groups if not group & joints]
                groups.append(set(joints).union(*meeting))
    return sorted(map(frozenset, groups), key=sorted)


def _begin(path: DecodedPath) -> Joint | None:
    return (path.start, path.blocks[0]) if path.start in ("loop", "cut") else None


def _ends(code: MethodCode, path: DecodedPath, known: frozenset[Joint]) -> frozenset[Joint]:
    last = path.blocks[-1]
    if path.end == "cut":
        return frozenset(("cut", target) for source, target in code.cuts if source == last)
    if path.end != "loop":
        return frozenset()
    headers = frozenset(("loop", loop.header) for loop in code.loops if last in loop.latches)
    # If paths are cut at loop headers, a path may end on an edge into any loop; the tables don't
    # say into which loop.
    return headers or frozenset(joint for joint in known if joint[0] == "loop")
