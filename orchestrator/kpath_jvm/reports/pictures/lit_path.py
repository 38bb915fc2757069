"""Finds the part of a control-flow graph that a Ball-Larus path runs through."""

from itertools import pairwise

from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal
from kpath_jvm.profile.decoding import DecodedPath


class LitPath:
    """The blocks, edges and ends of a path; all are empty if no path is given."""

    def __init__(self, path: DecodedPath | None, flow: Flow) -> None:
        """Takes a path or None, and the method's flow."""
        self._path = path
        blocks = () if path is None else path.blocks
        self._blocks = frozenset(blocks)
        self._steps = frozenset(pairwise(blocks))
        self._ending = None if path is None else _ending(path, flow)

    def has_block(self, block: int) -> bool:
        """Returns whether the path executes a block."""
        return block in self._blocks

    def has_edge(self, edge: FlowEdge) -> bool:
        """Returns whether the path takes an edge, or is known to end with it."""
        if edge.kind == "step":
            return (edge.source, edge.target) in self._steps
        return edge == self._ending

    def begins_by(self, start: Terminal) -> bool:
        """Returns whether the path begins at a terminal."""
        path = self._path
        return path is not None and (path.start, path.blocks[0]) == (start.kind, start.block)

    def ends_by(self, end: Terminal) -> bool:
        """Returns whether the path ends at a terminal."""
        path = self._path
        return path is not None and (path.end, path.blocks[-1]) == (end.kind, end.block)

    def of_block(self, _: int) -> str:
        """Returns "", because a Ball-Larus path has no second iteration."""
        return ""

    def of_edge(self, _: FlowEdge) -> str:
        """Returns "", because a Ball-Larus path has no second iteration."""
        return ""


def _ending(path: DecodedPath, flow: Flow) -> FlowEdge | None:
    """Returns the edge with which a path ends.

    Returns None if the path ends at an exit, or if it may end with any of several edges.
    """
    if path.end == "exit":
        return None
    kinds = ("cut",) if path.end == "cut" else ("back", "loop")
    found = [e for e in flow.edges if e.source == path.blocks[-1] and e.kind in kinds]
    return found[0] if len(found) == 1 else None
