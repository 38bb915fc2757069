"""The keys of the lines of ``export --format jsonl``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import DecisionKeys


class LoopOfAMethodKeys(Keys):
    """A loop of the method."""

    header: Annotated[list[int], "First and last offset of the header."]
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    depth: Annotated[int, "How deep the loop lies; 1 for an outermost loop."]
    parent: Annotated[int | None, "Position of the enclosing loop in the list."]


class DecodedPathKeys(Keys):
    """A path, decoded."""

    name: Annotated[str, "A, B, C …, as in reports."]
    blocks: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block in the original class file; the last "
        "offset is that of the last instruction.",
    ]
    start: Annotated[str, "`entry`, `loop` (after a back edge), `handler` or `cut`."]
    end: Annotated[str, "`exit`, `loop` or `cut`."]
    loop: Annotated[int | None, "The loop at whose header the path begins."]
    lines: Annotated[list[int], "Source lines in order of execution."]
    bytecodes: Annotated[int, "Number of instructions of one completion."]
    decisions: Annotated[
        list[DecisionKeys], "The path's decisions, in the source's words if `--sources` is given."
    ]


class NgramKeys(Keys):
    """A sequence of paths, and how often it occurred."""

    path: Annotated[list[int], "The numbers of the sequence's paths."]
    count: int
    loop: Annotated[int | None, "The loop that the sequence stays in."]


class ExportKeys(Keys):
    """A line for each method that was entered or that completed a path."""

    id: int
    class_: str
    method: str
    descriptor: str
    loader: str
    digest: Annotated[str, "Digest of the class file."]
    source: Annotated[str | None, "Name of the source file."]
    entries: int
    abandoned: Annotated[
        int | None,
        "Number of abandoned paths; null if only entries or only completed paths are counted, or "
        "if counts were lost or contradict each other.",
    ]
    undecided: int | None
    bytecodes: Annotated[int, "Bytecodes executed by all completed paths."]
    rung: Annotated[
        str,
        "The rung as in [size-ladder.md](../size-ladder.md); on rung `entry` no paths are known.",
    ]
    irreducible: bool
    cuts: Annotated[
        list[list[list[int]]],
        "The edges that were cut because there were too many paths. Each edge has two items, its "
        "source and its target: each of these is the first and last offset of a block.",
    ]
    loops: list[LoopOfAMethodKeys]
    paths: Annotated[dict[str, DecodedPathKeys], "The paths that occur in `ngrams`, by number."]
    ngrams: Annotated[
        list[NgramKeys], "The n-grams of all lengths from 1 to k, the shorter ones first."
    ]


class ExportedPartKeys(Keys):
    """The part of an extended path that lies in another method."""

    class_: str
    method: str
    descriptor: str
    blocks: list[list[int]]


class ExportedExtendedPathKeys(Keys):
    """An extended path."""

    kind: Annotated[
        str,
        "Defined in [profile.md](profile.md#extended), like `graph`, `number`, `start` and `end`.",
    ]
    graph: int
    number: int
    start: str
    end: str
    blocks: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block, in order of execution, across iterations.",
    ]
    count: int
    estimate: float | None
    other: Annotated[
        ExportedPartKeys | None, "The part of the path in another method, if there is one."
    ]


class ExportExtendedKeys(Keys):
    """A line for each method with [extended paths](profile.md#extended)."""

    id: int
    class_: str
    method: str
    descriptor: str
    loader: str
    profiler: str | None
    k: int
    paths: list[ExportedExtendedPathKeys]
