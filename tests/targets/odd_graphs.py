"""Graphs that javac doesn't make: irreducible cycles, handlers that are headers, dead code."""

from oracle.assembler import Method, assemble

# An irreducible cycle: the branch at the start enters it in the middle. The depth-first search
# goes to TOP first, so the edge from MIDDLE to TOP is the retreating one. In cycle(7, 0), local 0
# is 4, 1 and -2 at the end of MIDDLE: two back edges. In cycle(5, 1), it is 3 and 0: one back edge.
# expect: cycle irreducible=1 entries=2 back_edges=3 complete=5
# expect: cycle loop-header entries=2 back_edges=4 complete=6
CYCLE = Method(
    "cycle",
    2,
    """
    iload 1
    ifne MIDDLE
    TOP:
    iinc 0 -1
    MIDDLE:
    iinc 0 -2
    iload 0
    ifgt TOP
    iload 0
    ireturn
    """,
)

# An irreducible cycle that only a handler leads to.
# expect: behind irreducible=1 entries=2 handlers=1 abandoned=1
BEHIND = Method(
    "behind",
    2,
    """
    START:
    iconst_1
    iload 0
    idiv
    ireturn
    HANDLER:
    pop
    iload 1
    ifne SECOND
    FIRST:
    iinc 1 -1
    SECOND:
    iinc 1 -1
    iload 1
    ifgt FIRST
    iload 1
    ireturn
    """,
    [("START", "HANDLER", "HANDLER")],
)

# The handler's entry is a loop header, and an ordinary edge leads there too. In shared(0), an
# exception leads to the handler, and local 0 becomes 1 to 5: 4 back edges. In shared(1), local 0
# becomes 2 to 5: 3 back edges.
# expect: shared irreducible=0 entries=2 handlers=1 back_edges=7 abandoned=1 complete=9
# expect: shared loop-header entries=2 handlers=1 back_edges=8 abandoned=1 complete=10
SHARED = Method(
    "shared",
    1,
    """
    START:
    iconst_1
    iload 0
    idiv
    pop
    END:
    aconst_null
    goto HANDLER
    HANDLER:
    pop
    iinc 0 1
    iload 0
    bipush 5
    if_icmpge OUT
    aconst_null
    goto HANDLER
    OUT:
    iload 0
    ireturn
    """,
    [("START", "END", "HANDLER")],
)

# A handler jumps into the middle of a loop. Because of the exception edge to the handler, the
# header doesn't dominate the latch. At the end of MIDDLE, local 1 is 4, 2 and 0 in bypass(0, 5),
# and 3, 1 and -1 in bypass(1, 5).
# expect: bypass irreducible=1 entries=2 handlers=1 back_edges=4 abandoned=1 complete=6
BYPASS = Method(
    "bypass",
    2,
    """
    START:
    iconst_1
    iload 0
    idiv
    pop
    END:
    HEAD:
    iinc 1 -1
    MIDDLE:
    iinc 1 -1
    iload 1
    ifgt HEAD
    iload 1
    ireturn
    HANDLER:
    pop
    goto MIDDLE
    """,
    [("START", "END", "HANDLER")],
)

# A cycle that only an exception closes. It has no back edge, so it doesn't count as a loop.
# expect: again irreducible=0 entries=1 handlers=3 back_edges=0 abandoned=3 complete=1
AGAIN = Method(
    "again",
    1,
    """
    START:
    iconst_1
    iload 0
    idiv
    iload 0
    iadd
    ireturn
    HANDLER:
    pop
    iinc 1 1
    iload 1
    bipush 3
    if_icmplt FAULT
    iload 1
    ireturn
    FAULT:
    iconst_1
    iconst_0
    idiv
    ireturn
    END:
    """.replace("START:", "iconst_0\nistore 1\nSTART:"),
    [("START", "END", "HANDLER")],
)

# Code that nothing reaches jumps into the middle of a block.
# expect: dead entries=1 back_edges=2 complete=3
DEAD = Method(
    "dead",
    1,
    """
    LOOP:
    iinc 0 -1
    iload 0
    ifgt LOOP
    iinc 0 1
    INTO:
    iload 0
    ireturn
    goto INTO
    """,
)


def class_file() -> bytes:
    """Returns the class OddGraphs."""
    return assemble(
        "OddGraphs",
        [CYCLE, BEHIND, SHARED, BYPASS, AGAIN, DEAD],
        [
            ("cycle", [7, 0]), ("cycle", [5, 1]), ("behind", [0, 5]), ("behind", [1, 0]),
            ("shared", [0]), ("shared", [1]), ("bypass", [0, 5]), ("bypass", [1, 5]),
            ("again", [0]), ("dead", [3]),
        ],
    )  # fmt: skip
