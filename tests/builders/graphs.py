"""Random graphs of methods, with numbered paths."""

from hypothesis import strategies as st

#: An edge's source, target and Val.
Edge = tuple[int, int, int]
#: A start or end of paths: its kind, block and Val.
Place = tuple[str, int, int]
#: Starts, edges, ends, the number of blocks, and the number of paths.
NumberedGraph = tuple[list[Place], list[Edge], list[Place], int, int]


@st.composite
def numbered_graphs(draw: st.DrawFn) -> NumberedGraph:
    """Draws an acyclic graph with its paths numbered as Ball and Larus do."""
    size = draw(st.integers(1, 8))
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    latches = draw(st.sets(st.integers(0, size - 1)))
    headers = draw(st.sets(st.integers(0, size - 1)))
    edges: list[Edge] = []
    ends: list[Place] = []
    paths = [0] * size
    for block in reversed(range(size)):
        for target in draw(st.permutations([b for a, b in chosen if a == block])):
            edges.append((block, target, paths[block]))
            paths[block] += paths[target]
        is_last = not paths[block]
        for kind in ["loop"] * (block in latches) + ["exit"] * is_last:
            ends.append((kind, block, paths[block]))
            paths[block] += 1
    total = 0
    starts: list[Place] = []
    for kind, block in [("entry", 0), *(("loop", header) for header in sorted(headers))]:
        starts.append((kind, block, total))
        total += paths[block]
    return starts, edges, ends, size, total
