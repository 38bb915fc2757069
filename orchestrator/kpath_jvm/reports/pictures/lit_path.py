"""Which part of a control-flow graph a path runs through."""

from itertools import pairwise

from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal
from kpath_jvm.profile.decoding import DecodedPath


class LitPath:
    """The blocks, edges and ends of one path, or of none."""

    def __init__(self, path: DecodedPath | None, flow: Flow) -> None:
        """Takes a path, or None, and the flow of its method."""
        self._path = path
        blocks = () if path is None else path.blocks
        self._blocks = frozenset(blocks)
        self._steps = frozenset(pairwise(blocks))
        self._ending = None if path is None else _ending(path, flow)

    def has_block(self, block: int) -> bool:
        """Returns whether the path executes a block."""
        return block in self._blocks

    def has_edge(self, edge: FlowEdge) -> bool:
        """Returns whether the path takes an edge; its last one counts only if it is unambiguous."""
        if edge.kind == "step":
            return (edge.source, edge.target) in self._steps
        return edge == self._ending

    def begins_by(self, start: Terminal) -> bool:
        """Returns whether the path begins there."""
        path = self._path
        return path is not None and (path.start, path.blocks[0]) == (start.kind, start.block)

    def ends_by(self, end: Terminal) -> bool:
        """Returns whether the path ends there."""
        path = self._path
        return path is not None and (path.end, path.blocks[-1]) == (end.kind, end.block)

    def of_block(self, _: int) -> str:
        """Says in which iterations a block is executed: nothing, as there is at most one."""
        return ""

    def of_edge(self, _: FlowEdge) -> str:
        """Says in which iterations an edge is taken: nothing, as there is at most one."""
        return ""


def _ending(path: DecodedPath, flow: Flow) -> FlowEdge | None:
    """Returns the edge that a path ends by; None if it may be one of several, or if it exits."""
    if path.end == "exit":
        return None
    kinds = ("cut",) if path.end == "cut" else ("back", "loop")
    found = [e for e in flow.edges if e.source == path.blocks[-1] and e.kind in kinds]
    return found[0] if len(found) == 1 else None
