"""Tables 1 and 2 of the paper "Structural Path Profiling", as data for tests.

Node n in the paper is block n here. The paper's example has two loops, with the headers 2 and 3.
"""

from kpath_jvm.profile.recorded.adjustment import coefficients
from kpath_jvm.profile.structure_graph import OUTLINE, StructuralPath, StructureGraph

#: Table 1: how often paths 1 to 12 were taken, in the online profile and in the complete one.
ONLINE_PATHS = (0, 5, 124, 0, 0, 167, 4, 0, 0, 0, 0, 0)
COMPLETE_PATHS = (0, 345, 9462, 193, 0, 13660, 345, 338, 0, 338, 193, 9269)

_PATHS = (
    [  # O-1 and O-2
        StructuralPath("entry", 0, (0, 1, 2, 7), "exit", -1),
        StructuralPath("entry", 0, (0, 1, 2, 5), "exit", -1),
    ],
    [  # L2-1 to L2-6
        StructuralPath("entry", 2, (2, 3), "leave", 5),
        StructuralPath("entry", 2, (2, 3, 6), "leave", 7),
        StructuralPath("entry", 2, (2, 3, 6), "loop", 2),
        StructuralPath("loop", 2, (2, 3), "leave", 5),
        StructuralPath("loop", 2, (2, 3, 6), "leave", 7),
        StructuralPath("loop", 2, (2, 3, 6), "loop", 2),
    ],
    [  # L3-1 to L3-6
        StructuralPath("entry", 3, (3, 4), "leave", 5),
        StructuralPath("entry", 3, (3, 4), "loop", 3),
        StructuralPath("entry", 3, (3,), "leave", 6),
        StructuralPath("loop", 3, (3, 4), "leave", 5),
        StructuralPath("loop", 3, (3, 4), "loop", 3),
        StructuralPath("loop", 3, (3,), "leave", 6),
    ],
)
#: The local profiles of Table 2: for each graph, how often its paths ran in the graph's window.
ONLINE_WINDOWS = tuple(
    {path: count for path, count in zip(paths, counts, strict=True) if count}
    for paths, counts in zip(
        _PATHS, ((100, 0), (0, 50, 1, 0, 1, 48), (0, 2, 56, 0, 40, 2)), strict=True
    )
)
#: The offline profiles of Table 2: for each graph, how often its paths ran in the whole run.
COMPLETE_WINDOWS = tuple(
    {path: count for path, count in zip(paths, counts, strict=True) if count}
    for paths, counts in zip(
        _PATHS,
        ((10_000, 0), (0, 9_800, 200, 0, 200, 9_600), (0, 683, 19_117, 0, 13_660, 683)),
        strict=True,
    )
)
#: The structure graphs of figure 6.
GRAPHS = (
    StructureGraph(
        header=OUTLINE, parent=-1, paths=2, starts=(("entry", 0, 0, 0),),
        steps=(
            (0, "edge", 1, 0), (1, "edge", 2, 0), (2, "edge", 7, 0), (2, "edge", 5, 1),
            (7, "exit", -1, 0), (5, "exit", -1, 0),
        ),
    ),
    StructureGraph(
        header=2, parent=0, paths=6, starts=(("entry", 2, 2, 0), ("loop", 2, 2, 3)),
        steps=(
            (2, "edge", 3, 0), (3, "leave", 5, 0), (3, "edge", 6, 1), (6, "leave", 7, 0),
            (6, "loop", 2, 1),
        ),
    ),
    StructureGraph(
        header=3, parent=1, paths=6, starts=(("entry", 3, 3, 0), ("loop", 3, 3, 3)),
        steps=((3, "edge", 4, 0), (4, "leave", 5, 0), (4, "loop", 3, 1), (3, "leave", 6, 2)),
    ),
)  # fmt: skip


def adjusted() -> dict[tuple[int, StructuralPath], float]:
    """Returns Table 2's global profiles: for each graph and path, local count times coefficient."""
    factors = coefficients(GRAPHS, ONLINE_WINDOWS).factors
    return {
        (place, path): factors[place] * count
        for place, level in enumerate(ONLINE_WINDOWS)
        for path, count in level.items()
    }
