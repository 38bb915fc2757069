"""Where a method's paths may follow each other: at back edges and at cuts.

A joint is a place where a path begins after another one has ended: a loop's header after a back
edge, or the block after a cut. A path that begins at a joint always follows another path of the
same activation. Entries and handlers aren't joints.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import DecodedPath

#: How paths begin at the joint ("loop" or "cut"), and the joint's block.
Joint = tuple[str, int]


@dataclass(frozen=True)
class JoinedPath:
    """A path by its number and blocks; ``start`` and ``end`` are as in DecodedPath.

    ``begin`` is the joint at which the path begins, or None at an entry or a handler. The next path
    begins at one of ``ends``: there are several if the last block has several back edges, and none
    at an exit.
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
    """Returns the joints in groups, such that no path may end at joints of two groups."""
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
    # With cuts at headers, a path may end on the way into any loop, and the tables don't say which.
    return headers or frozenset(joint for joint in known if joint[0] == "loop")
