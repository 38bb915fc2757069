"""Made-up methods for tests, as lines of methods.jsonl."""

from dataclasses import dataclass, field
from typing import Any

from kpath_jvm.profile.metadata import InstrumentedMethod

Line = int
#: A block: the offset of its first instruction, the offset of its last one, and its source lines,
#: each with the offset where the line begins.
BlockSpec = tuple[int, int, list[tuple[int, Line]]]
#: A decision: its block, operator, type, operands, keys and targets.
DecisionSpec = tuple[int, str, str, list[str], list[int], list[int]]
#: A line of inlined code: its number in the class file, its source file, that file's package, its
#: number in the source file, and the line of the call.
MappedSpec = tuple[int, str, str, int, int]

#: The stream of Example 1 in the k-BLPP paper: the paths of one activation of Fig. 3's method.
FIGURE_3_STREAM = (6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 3)


def instrumented(class_name: str, **fields: Any) -> InstrumentedMethod:
    """Returns a method with the given fields of methods.jsonl, as JSON values or as objects."""
    return InstrumentedMethod.of({"kind": "method", "class": class_name, **fields})


@dataclass
class MethodSpec:
    """A line of methods.jsonl. ``RecordingBuilder.add`` sets all ids.

    ``edges`` has the source, target and Val of each edge. ``starts`` and ``ends`` have the kind,
    block and Val of each start and end of paths.
    """

    class_name: str
    name: str
    descriptor: str
    blocks: list[BlockSpec]
    edges: list[tuple[int, int, int]]
    starts: list[tuple[str, int, int]]
    ends: list[tuple[str, int, int]]
    paths: int
    mode: str = "streamed"
    counters: tuple[str, ...] = ("entries",)
    access: int = 1
    loader: str = "app"
    digest: str = "d1ge57"
    #: The digest of the method's instructions, or "" as in recordings of earlier versions.
    code_digest: str = ""
    unnamed_variables: bool = False
    version: int = 0
    held_paths: int = 0
    repeats: tuple[int, ...] = ()
    since_millis: int = 0
    irreducible: bool = False
    cut: str = "back-edge"
    cuts: list[tuple[int, int]] = field(default_factory=list)
    athrows: list[int] = field(default_factory=list)
    loops: list[dict[str, Any]] = field(default_factory=list)
    decisions: list[DecisionSpec] = field(default_factory=list)
    mapped: list[MappedSpec] = field(default_factory=list)
    #: The number of instructions of each block.
    instructions: dict[int, int] = field(default_factory=dict)
    #: For each block whose test is known, the test's number of instructions.
    test_sizes: dict[int, int] = field(default_factory=dict)
    #: For each edge: its source, its target, and whether it has a counter. Block -1 is the outside.
    edge_counters: list[tuple[int, int, bool]] = field(default_factory=list)
    bytes: int = 100
    instrumented_bytes: int = 150
    rung: str = "full"
    reason: str | None = None
    rejected: list[tuple[str, int, str]] = field(default_factory=list)
    first_id: int = 0
    counter_ids: dict[str, int] = field(default_factory=dict)
    edge_ids: dict[tuple[int, int], int] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        """Returns the object that the agent would write."""
        outer = self.class_name.rpartition("/")[2].partition("$")[0]
        return {
            "kind": "method",
            "class": self.class_name,
            "name": self.name,
            "descriptor": self.descriptor,
            "access": self.access,
            "loader": self.loader,
            "digest": self.digest,
            "code_digest": self.code_digest,
            **({"unnamed_variables": True} if self.unnamed_variables else {}),
            "source": f"{outer}.java",
            "mode": self.mode,
            "first_id": self.first_id,
            "paths": self.paths,
            "version": self.version,
            "held_paths": self.held_paths,
            "repeats": self.repeats,
            "since_millis": self.since_millis,
            "counters": self.counter_ids,
            "irreducible": self.irreducible,
            "cut": self.cut,
            # By default, each instruction has one byte.
            "blocks": [
                (*block, self.instructions.get(at, block[1] - block[0] + 1))
                for at, block in enumerate(self.blocks)
            ],
            "edges": self.edges,
            "starts": self.starts,
            "ends": self.ends,
            "athrows": self.athrows,
            "loops": self.loops,
            "cuts": self.cuts,
            "decisions": [
                [*one[:6], self.test_sizes.get(one[0], -1), *one[6:]] for one in self.decisions
            ],
            "mapped": self.mapped,
            "edge_counters": [
                (source, target, self.edge_ids.get((source, target), 0))
                for source, target, _ in self.edge_counters
            ],
            "bytes": self.bytes,
            "instrumented_bytes": self.instrumented_bytes,
            "rung": self.rung,
            "reason": self.reason,
            "rejected": self.rejected,
        }


def figure_3(**changes: Any) -> MethodSpec:
    """Returns the method of the k-BLPP paper's Fig. 3. Blocks A to F are 0 to 5."""
    given: dict[str, Any] = {
        "class_name": "demo/Figure3",
        "name": "run",
        "descriptor": "(I)V",
        "blocks": [
            (0, 3, [(0, 8), (2, 9)]),
            (4, 8, [(4, 9)]),
            (9, 14, [(9, 10), (12, 11)]),
            (15, 20, [(15, 13)]),
            (21, 27, [(21, 15), (24, 9)]),
            (28, 28, [(28, 17)]),
        ],
        "edges": [(0, 1, 0), (1, 3, 0), (1, 2, 2), (2, 4, 0), (3, 4, 0), (4, 5, 1)],
        "starts": [("loop", 1, 0), ("entry", 0, 4)],
        "ends": [("loop", 4, 0), ("exit", 5, 0)],
        "paths": 8,
        "counters": ("entries", "escapes"),
        "loops": [{"header": 1, "latches": [4], "blocks": [1, 2, 3, 4], "parent": -1}],
        "decisions": [
            (1, "==", "I", ["i % 2", "0"], [1, 0], [2, 3]),
            (4, ">=", "I", ["i", "n"], [1, 0], [5, 1]),
        ],
    }
    return MethodSpec(**(given | changes))


def plain(**changes: Any) -> MethodSpec:
    """Returns a counted method with one branch and two paths."""
    given: dict[str, Any] = {
        "class_name": "demo/Figure3",
        "name": "plain",
        "descriptor": "(I)I",
        "blocks": [(0, 1, [(0, 21)]), (4, 5, [(4, 22)]), (6, 8, [(6, 24)])],
        "edges": [(0, 1, 0), (0, 2, 1)],
        "starts": [("entry", 0, 0)],
        "ends": [("exit", 1, 0), ("exit", 2, 0)],
        "decisions": [(0, "true", "Z", ["local 1"], [1, 0], [1, 2])],
        "paths": 2,
        "mode": "counted",
        "counters": ("entries",),
    }
    return MethodSpec(**(given | changes))


def else_if(**changes: Any) -> MethodSpec:
    """Returns a loop around ``if (a) { … } else if (b) { … }``, as javac compiles it.

    Block 2 is the body of ``if (a)``. It ends with a goto on line 4, ``} else if (b) {``. So a path
    through block 2 executes this goto of line 4, but not the rest of the line, which is block 3.
    """
    given: dict[str, Any] = {
        "class_name": "demo/ElseIf",
        "name": "sort",
        "descriptor": "(I)V",
        "blocks": [
            (0, 0, [(0, 1)]),
            (1, 2, [(1, 2)]),
            (3, 9, [(3, 3), (9, 4)]),
            (10, 14, [(10, 4)]),
            (15, 19, [(15, 5)]),
            (20, 20, [(20, 7)]),
        ],
        "edges": [(0, 1, 0), (1, 2, 0), (1, 3, 1), (3, 4, 0), (3, 5, 1)],
        "starts": [("loop", 1, 0), ("entry", 0, 3)],
        "ends": [("loop", 2, 0), ("loop", 4, 0), ("exit", 5, 0)],
        "paths": 6,
        "counters": ("entries", "escapes"),
        "loops": [{"header": 1, "latches": [2, 4], "blocks": [1, 2, 3, 4], "parent": -1}],
        "decisions": [
            (1, "==", "I", ["a", "0"], [1, 0], [2, 3]),
            (3, "==", "I", ["b", "0"], [1, 0], [4, 5]),
        ],
    }
    return MethodSpec(**(given | changes))


def entries_only(**changes: Any) -> MethodSpec:
    """Returns a method whose entries alone are counted, because probes would make it too large."""
    reason = "huge-method: 9000 bytes with probes, but --code-limit is 8000"
    given: dict[str, Any] = {
        "class_name": "demo/Large",
        "name": "table",
        "descriptor": "(I)V",
        "blocks": [],
        "edges": [],
        "starts": [],
        "ends": [],
        "paths": 0,
        "mode": "entry",
        "bytes": 7000,
        "instrumented_bytes": 7006,
        "rung": "entry",
        "reason": reason,
        "rejected": [("full", 9000, reason), ("chords", -1, "failed: x"), ("cuts", 8500, "y")],
    }
    return MethodSpec(**(given | changes))


def tangled() -> MethodSpec:
    """Returns an irreducible method: blocks 1 and 2 form a cycle that can be entered at either."""
    return MethodSpec(
        class_name="demo/Tangle",
        name="spin",
        descriptor="(II)I",
        blocks=[(0, 2, [(0, 5)]), (3, 7, [(3, 6)]), (8, 12, [(8, 7)]), (13, 14, [(13, 9)])],
        # The retreating edge, 2 -> 1, ends paths.
        edges=[(0, 1, 0), (0, 2, 2), (1, 2, 0), (2, 3, 1)],
        starts=[("entry", 0, 0), ("loop", 1, 4)],
        ends=[("loop", 2, 0), ("exit", 3, 0)],
        paths=6,
        counters=("entries",),
        irreducible=True,
        loops=[{"header": 1, "latches": [2], "blocks": [1, 2], "parent": -1}],
        instrumented_bytes=8100,
        bytes=7900,
    )


def shaky() -> MethodSpec:
    """Returns a loop with a handler and an athrow.

    The blocks are head, body, handler, throw and end.
    """
    return MethodSpec(
        class_name="demo/Shaky$Inner",
        name="retry",
        descriptor="(Ljava/lang/String;)V",
        blocks=[
            (0, 2, [(0, 40)]),
            (3, 9, [(3, 42)]),
            (10, 15, [(10, 43), (12, 44)]),
            (16, 23, [(16, 45)]),
            (24, 24, [(24, 48)]),
        ],
        edges=[(0, 1, 0), (0, 4, 1), (2, 3, 1)],
        starts=[("entry", 0, 0), ("loop", 0, 2), ("handler", 2, 4)],
        ends=[("loop", 1, 0), ("loop", 2, 0), ("exit", 3, 0), ("exit", 4, 0)],
        paths=6,
        counters=("entries", "handlers", "escapes"),
        athrows=[3],
        loops=[{"header": 0, "latches": [1, 2], "blocks": [0, 1, 2], "parent": -1}],
        decisions=[
            (0, "switch", "I", ["left"], [3, 7], [1, 1, 4]),
            (2, ">", "J", ["tries", "9L"], [1, 0], [3, 0]),
            (2, "caught", "A", ["java/io/IOException"], [], []),
        ],
    )
