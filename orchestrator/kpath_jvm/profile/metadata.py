"""Reads methods.jsonl, in which the agent lists what it instrumented and what it left out."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from kpath_jvm.checked_lines import checked_lines
from kpath_jvm.errors import KpathError
from kpath_jvm.json_lines import decoded
from kpath_jvm.profile.decoding import PathDecoder
from kpath_jvm.profile.gc_pause import garbage_collection_paused
from kpath_jvm.profile.graphs.call_site import CallSite
from kpath_jvm.profile.graphs.hot_numbers import HotNumbers
from kpath_jvm.profile.graphs.overlap_graph import OverlapGraph
from kpath_jvm.profile.structure_graph import StructureGraph
from kpath_jvm.recording.iterations import Iterations
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.records.run import Skipped

#: The rungs, beginning with the one that records the most of a method (docs/size-ladder.md).
RUNGS = ("full", "chords", "cuts", "entry")

#: The rungs on which everything is recorded of a method.
WHOLE_RUNGS = RUNGS[:2]

#: The rung on which only the entries of a method are counted.
ENTRY_RUNG = "entry"

#: The mode of methods whose edges are counted instead of paths.
EDGES_MODE = "edges"

#: The mode of methods for which paths of structure graphs are counted instead of Ball-Larus paths.
PATH_WINDOWS_MODE = "windows"

#: The names of the auxiliary counters from which columns of the table ``methods`` are computed
#: (docs/design.md).
AUXILIARY_COUNTERS = ("entries", "handlers", "escapes", "super_calls", "super_returns")

# Integers in a profile that aren't counts have 32 bits (docs/formats/profile.md).
_Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
_Id = Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
#: A rung that did not fit: its name, its predicted bytes (-1 if not predicted), and the reason.
_Rejected: TypeAlias = tuple[str, _Int32, str]


_ENCODER = msgspec.json.Encoder()
#: A message names at most this many damaged lines.
_MOST_NAMED = 3


class Block(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A basic block: the offsets of its first and last bytecode instruction, and its lines.

    Each of ``lines`` is a bytecode offset and the source line that begins there. ``instructions``
    is the number of instructions that the block has in the class file. ``digest`` is a digest of
    these instructions. It leaves out gotos, the targets of other jumps and of switches, and the
    keys of switches. It is 0 in methods with a single block, and in recordings by earlier agents.
    """

    first_offset: _Int32
    last_offset: _Int32
    lines: tuple[tuple[_Int32, _Int32], ...]
    instructions: _Id
    digest: _Int32 = 0


#: The sign that replaces a part of an operand's text if bytecode doesn't show this part
#: (Operand.UNTOLD in Java).
UNTOLD = "…"


class Decision(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a block's last instruction decides, or which exceptions lead to a handler's block.

    A branch asks whether ``operator`` holds between ``operands`` of one ``type`` (as in
    descriptors), or whether the only operand is ``true``. Its ``keys`` are 1 and 0, and ``targets``
    are the blocks to which these answers lead. A ``switch`` has one more target than keys: its
    default. A ``caught`` has the types of the exceptions as operands ("" for all), but no keys and
    no targets.

    ``instructions`` is the number of bytecode instructions of the test: those of the block that
    compute the operands, and the branch itself. It is 0 for ``caught``. It is -1 if these
    instructions can't be distinguished from others of the block, and in recordings by earlier
    agents.

    The keys of a ``switch`` can be numbers that the compiler has made up for strings, patterns or
    the constants of an enum. Then ``labels`` has the label of each key, or "" if it isn't known.
    Otherwise, and in recordings by earlier agents, ``labels`` is empty. If ``table`` isn't "", it
    names a LabelTable of another method, in which ``read_metadata`` looks up the labels.
    """

    block: int
    operator: str
    type: str
    operands: tuple[str, ...]
    keys: tuple[_Int32, ...]
    targets: tuple[int, ...]
    instructions: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)] = -1
    labels: tuple[str, ...] = ()
    table: str = ""

    def __post_init__(self) -> None:
        if len(self.targets) - len(self.keys) != (self.operator == "switch"):
            raise ValueError("keys and targets differ in number")
        if not self.operands:
            raise ValueError("a decision without an operand")
        if self.labels and len(self.labels) != len(self.keys):
            raise ValueError("keys and labels differ in number")


class LabelTable(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A table that a method fills: numbers that are keys of compiled switches, and their labels.

    An enum's own table has an empty name. Its labels are the names of the enum's constants, and its
    numbers are their ordinals.
    """

    name: str
    numbers: tuple[_Int32, ...]
    labels: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.numbers) != len(self.labels):
            raise ValueError("numbers and labels differ in number")


class MappedLine(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A line number of a class file, and the source line that it really stands for.

    Most line numbers stand for the line with that number in the class's own source file; these line
    numbers have no MappedLine. ``file`` and ``package`` are "" if the source line is another line
    of the class's own source file. ``call_line`` is the line of the class's own source file into
    which the code was inlined, or -1 if it isn't known.
    """

    line: _Int32
    file: str
    package: str
    source_line: _Int32
    call_line: _Int32


class Loop(msgspec.Struct, frozen=True):
    """A loop: the indices of its blocks, and the index of the loop around it (-1 for none).

    If the agent has found that the loop only waits or tries again, ``waits`` has the kind (wait,
    spin, retry or poll), a space, and the method or field by which the agent recognised the kind.
    Otherwise ``waits`` is empty.

    ``assigned`` are those of the blocks whose branch or switch reads a local variable that the loop
    assigns. In recordings by earlier agents, it is empty.
    """

    header: int
    latches: tuple[int, ...]
    blocks: tuple[int, ...]
    parent: int = -1
    waits: str = ""
    assigned: tuple[int, ...] = ()


class MethodIdentity(
    msgspec.Struct, frozen=True, rename={"class_name": "class"},
):  # fmt: skip
    """Identifies a method of a class file; ``version`` numbers the transformations of the class."""

    class_name: str
    name: str
    descriptor: str
    access: _Int32 = 0
    loader: str = ""
    digest: str = ""
    source: str | None = None
    version: _Int32 = 0

    @property
    def member(self) -> str:
        """The names of the class and the method as in the class file: ``a/B.run``."""
        return f"{self.class_name}.{self.name}"


class ControlFlow(msgspec.Struct, frozen=True):
    """The control flow of a method's code: its blocks, its loops and its decisions.

    ``athrows`` are the blocks that end with an athrow instruction. ``tables`` are the tables of
    labels that the method's code fills. ``code_digest`` is the digest of the instructions without
    debug information; it is empty in recordings by earlier agents. ``unnamed_variables`` is true if
    the class file has no names of local variables.
    """

    blocks: tuple[Block, ...]
    loops: tuple[Loop, ...] = ()
    irreducible: bool = False
    athrows: tuple[int, ...] = ()
    decisions: tuple[Decision, ...] = ()
    mapped: tuple[MappedLine, ...] = ()
    tables: tuple[LabelTable, ...] = ()
    code_digest: str = ""
    unnamed_variables: bool = False

    def __post_init__(self) -> None:
        if any(not -1 <= loop.parent < len(self.loops) for loop in self.loops):
            raise ValueError("loop index out of range")

    def used_blocks(self) -> list[int]:
        """Returns the indices of all blocks that the fields mention."""
        used = list(self.athrows)
        for loop in self.loops:
            used += (loop.header, *loop.latches, *loop.blocks, *loop.assigned)
        for decision in self.decisions:
            used += (decision.block, *decision.targets)
        return used


class NumberedPaths(msgspec.Struct, frozen=True):
    """The tables that decode a path's number into blocks.

    Each of ``edges`` has a source, a target and a Val. Each of ``starts`` and ``ends`` has a kind,
    a block and a Val. Each of ``cuts`` has a source and a target. ``hot`` has other numbers for the
    paths if an earlier profile guided the run.
    """

    paths: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    edges: tuple[tuple[int, int, _Int32], ...]
    starts: tuple[tuple[str, int, _Int32], ...]
    ends: tuple[tuple[str, int, _Int32], ...]
    cuts: tuple[tuple[int, int], ...] = ()
    cut: str = "back-edge"
    hot: HotNumbers | None = None

    def __post_init__(self) -> None:
        if self.hot is not None and (
            (len(self.hot.edges), len(self.hot.starts), len(self.hot.ends))
            != (len(self.edges), len(self.starts), len(self.ends))
            or self.hot.ids < self.paths
        ):
            raise ValueError("hot numbers disagree with the tables")

    def used_blocks(self) -> list[int]:
        """Returns the indices of all blocks that the fields mention."""
        used = [block for _, block, _ in (*self.starts, *self.ends)]
        for source, target, _ in self.edges:
            used += (source, target)
        for cut in self.cuts:
            used += cut
        return used


class CountedIds(msgspec.Struct, frozen=True):
    """What is counted of a method, and under which ids; the lowest of them is ``first_id``."""

    mode: str
    first_id: _Id
    counters: dict[str, _Id]
    #: For each edge, its source and target (-1 is outside the method), and the id of its counter (0
    #: for none).
    edge_counters: tuple[tuple[int, int, Annotated[int, msgspec.Meta(ge=0, lt=2**31)]], ...] = ()
    #: For each handler whose exceptions are counted: its block, and then the blocks from which its
    #: exceptions come. Methods that enter or leave monitors have none, because these blocks aren't
    #: known for certain.
    throwers: tuple[tuple[int, ...], ...] = ()
    #: The largest number of paths that an activation can hold back in a word and in the count of
    #: loop trips.
    held_paths: Annotated[int, msgspec.Meta(ge=0, lt=2**16)] = 0
    #: The paths, by number, whose counters count loop trips. A trip is counted if the path has just
    #: been completed k or more times in succession, where k is the length of the longest sequences.
    repeats: tuple[_Int32, ...] = ()
    #: When the recording of the method began, in milliseconds after the start of the whole
    #: recording: 0 means that the method was recorded from the loading of its class on, and -1 that
    #: the time isn't known.
    since_millis: _Int32 = 0

    def used_blocks(self) -> list[int]:
        """Returns the indices of all blocks that the fields mention."""
        pairs = (pair for source, target, _ in self.edge_counters for pair in (source, target))
        used = [block for block in pairs if block != -1]
        return [*used, *chain.from_iterable(self.throwers)]


class LadderOutcome(
    msgspec.Struct, frozen=True, rename={"rung_reason": "reason"},
):  # fmt: skip
    """The rung on which a method is recorded, and rungs that didn't fit (docs/size-ladder.md)."""

    rung: str
    rung_reason: str | None = None
    bytes: _Int32 = 0
    instrumented_bytes: _Int32 = 0
    rejected: tuple[_Rejected, ...] = ()

    @property
    def rejected_rungs(self) -> tuple[str, ...]:
        """The rungs that did not fit."""
        return tuple([rung for rung, _, _ in self.rejected])

    @property
    def rejected_bytes(self) -> tuple[int, ...]:
        """The predicted sizes of ``rejected_rungs``, -1 for those without a prediction."""
        return tuple([size for _, size, _ in self.rejected])


class SchemeGraphs(msgspec.Struct, frozen=True):
    """The graphs of profilers that count extended paths; most methods have none."""

    #: The k-iteration paths of the profiler kiter; None unless several iterations were asked for.
    iterations: Iterations | None = None
    #: The structure graphs: the method's own, and then those of its loops. The paths of all these
    #: graphs have ids from first_id on, graph by graph.
    graphs: tuple[StructureGraph, ...] = ()
    overlaps: tuple[OverlapGraph, ...] = ()
    #: The calls whose callees can be identified. A call's number is its index here.
    calls: tuple[CallSite, ...] = ()

    def __post_init__(self) -> None:
        if not all(-1 <= graph.parent < len(self.graphs) for graph in self.graphs):
            raise ValueError("structure graph out of range")

    def used_blocks(self) -> list[int]:
        """Returns the indices of all blocks that the fields mention."""
        used = [] if self.iterations is None else list(self.iterations.blocks())
        for graph in self.graphs:
            used += graph.used_blocks()
        used += chain.from_iterable(one.used_blocks() for one in self.overlaps)
        used += [site.block for site in self.calls]
        return used


class InstrumentedMethod(msgspec.Struct, frozen=True, dict=True):
    """One instrumented version of a method, read from one line of methods.jsonl.

    Path p has the id ``counted.first_id`` + p, unless ``numbered.hot`` has other numbers for paths.
    """

    identity: MethodIdentity
    flow: ControlFlow
    numbered: NumberedPaths
    counted: CountedIds
    ladder: LadderOutcome
    schemes: SchemeGraphs

    @classmethod
    def of(cls, fields: Mapping[str, Any]) -> "InstrumentedMethod":
        """Makes a method from the fields of its line, as they are in the JSON.

        Raises msgspec.MsgspecError or ValueError if the fields can't be those of a method.
        """
        return cls.parted(msgspec.convert(fields, _MethodLine))

    @classmethod
    def parted(cls, line: msgspec.Struct) -> "InstrumentedMethod":
        """Makes a method from a decoded line; raises ValueError if that is impossible."""
        parts: list[Any] = [part(*own(line)) for part, own in _PARTS]
        return cls(*parts)

    def __post_init__(self) -> None:
        # Later code relies on these checks.
        paths, overlaps = self.numbered.paths, self.schemes.overlaps
        if self.ladder.rung not in RUNGS or (paths < 1) != (self.ladder.rung == ENTRY_RUNG):
            raise ValueError("rung and number of paths disagree")
        if self.counted.first_id + self.path_ids > 2**31:
            raise ValueError("id out of range")
        if not all(0 <= path < paths for path in self.counted.repeats):
            raise ValueError("path out of range")
        if overlaps and len(overlaps) != len(self.flow.loops):
            raise ValueError("overlaps disagree with the loops")
        used = self.flow.used_blocks()
        for part in (self.numbered, self.counted, self.schemes):
            used += part.used_blocks()
        if used and not 0 <= min(used) <= max(used) < len(self.flow.blocks):
            raise ValueError("block index out of range")

    @property
    def path_ids(self) -> int:
        """The number of ids for the method's paths, from first_id on.

        If ``numbered.hot`` has other numbers for paths, some of these ids are unused. The result is
        0 if edges, or paths of structure graphs, are counted instead of Ball-Larus paths.
        """
        if self.counted.mode in (EDGES_MODE, PATH_WINDOWS_MODE):
            return 0
        hot, iterations = self.numbered.hot, self.schemes.iterations
        several = 0 if iterations is None else iterations.paths
        return max(self.numbered.paths, several) if hot is None else hot.ids

    def ids(self) -> Iterator[int]:
        """Yields the ids of the method's paths, and then those of its counters."""
        counted = self.counted
        edges = (counter for _, _, counter in counted.edge_counters if counter)
        paths = range(counted.first_id, counted.first_id + self.path_ids)
        return chain(paths, counted.counters.values(), edges)

    def decoder(self) -> PathDecoder:
        """Returns the decoder that turns a path's number into blocks."""
        one = self.numbered
        return PathDecoder(one.starts, one.edges, one.ends, len(self.flow.blocks))

    @cached_property
    def path_tables(self) -> str:
        """A digest of everything by which path numbers are decoded."""
        numbered = self.numbered
        blocks = [(one.first_offset, one.last_offset, one.lines) for one in self.flow.blocks]
        shape = [
            blocks, numbered.edges, numbered.starts, numbered.ends, numbered.cuts, numbered.paths
        ]  # fmt: skip
        # json.dumps would make the same text, but take five times as long.
        text = _ENCODER.encode(shape).replace(b",", b", ")
        return hashlib.sha256(text).hexdigest()[:16]


def _own(part: type[msgspec.Struct]) -> Callable[[msgspec.Struct], tuple[Any, ...]]:
    return attrgetter(*part.__struct_fields__)


#: The types of InstrumentedMethod's fields, in order, each with a function that takes the type's
#: own fields from a decoded line.
_PARTS = [
    (part, _own(part))
    for part in (
        MethodIdentity, ControlFlow, NumberedPaths, CountedIds, LadderOutcome, SchemeGraphs,
    )
]  # fmt: skip
_FIELDS = [field for part, _ in _PARTS for field in msgspec.structs.fields(part)]
#: A method's line as the agent writes it. This type has the fields of all parts, so that a line is
#: decoded only once.
_MethodLine: Any = msgspec.defstruct(
    "_MethodLine",
    [
        (one.name, one.type) if one.required else (one.name, one.type, one.default)
        for one in _FIELDS
    ],
    frozen=True, kw_only=True, tag_field="kind", tag="method",
    rename={one.name: one.encode_name for one in _FIELDS},
)  # fmt: skip


class _SkippedLine(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="skipped",
    rename={"class_name": "class"},
):  # fmt: skip
    """A line that the agent wrote about a class or method that it left out.

    Unlike in ``Skipped``, ``rejected`` includes the reasons.
    """

    class_name: str
    name: str | None = None
    descriptor: str | None = None
    loader: str = ""
    reason: str
    bytes: _Int32 | None = None
    rejected: tuple[_Rejected, ...] = ()


class _SinceLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="since"):
    """Says when the recording of some methods began; a method's last such line is valid."""

    millis: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)]
    first_ids: tuple[_Id, ...]


_Line: TypeAlias = InstrumentedMethod | _SkippedLine | _SinceLine
_LINES: Any = _MethodLine | _SkippedLine | _SinceLine


@dataclass
class Metadata:
    """Everything in methods.jsonl; ``methods`` are in ascending order of first_id.

    ``damaged_lines`` are the numbers of lines of ``path`` that have changed since they were
    written, or have an unknown form. Nothing in them is used. A last line that a kill has cut off
    isn't counted as damaged.
    """

    methods: list[InstrumentedMethod] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    damaged_lines: list[int] = field(default_factory=list)
    path: Path = Path("methods.jsonl")


def metadata_facts(metadata: Metadata, unknown_completions: int = 0) -> Iterator[Fact]:
    """Yields facts about damaged lines, and about counted paths of methods without metadata."""
    if damaged := metadata.damaged_lines:
        many = len(damaged) > 1
        named = ", ".join(map(str, damaged[:_MOST_NAMED]))
        more = f" and {len(damaged) - _MOST_NAMED:,} more" if len(damaged) > _MOST_NAMED else ""
        text = (
            f"line{'s' * many} {named}{more} of {metadata.path} {'are' if many else 'is'} damaged, "
            f"so what {'they describe' if many else 'it describes'} is left out; record again"
        )
        yield Fact(cause=Cause.UNREADABLE_METADATA, text=text, figure=len(damaged))
    if unknown_completions:
        what = "path completion" if unknown_completions == 1 else "path completions"
        text = f"{unknown_completions:,} {what} of methods without metadata"
        yield Fact(cause=Cause.UNKNOWN_COMPLETIONS, text=text, figure=unknown_completions)


def read_metadata(path: Path) -> Metadata:
    """Reads methods.jsonl, and uses only the lines that haven't changed since they were written.

    Raises KpathError if the file can't be read, or if two methods claim the same ids.
    """
    metadata = Metadata(path=path)
    since: dict[int, int] = {}
    try:
        with garbage_collection_paused():
            for one in checked_lines(path):
                line = _decoded(one.content) if one.is_whole else None
                if line is None:
                    metadata.damaged_lines.append(one.number)
                elif isinstance(line, InstrumentedMethod):
                    metadata.methods.append(line)
                elif isinstance(line, _SinceLine):
                    since |= dict.fromkeys(line.first_ids, line.millis)
                else:
                    sizes = tuple((rung, size) for rung, size, _ in line.rejected)
                    metadata.skipped.append(
                        Skipped(
                            class_name=line.class_name, name=line.name, descriptor=line.descriptor,
                            loader=line.loader, reason=line.reason, bytes=line.bytes,
                            rejected=sizes,
                        )
                    )  # fmt: skip
    except OSError as error:
        raise KpathError(f"cannot read the metadata {path}: {error.strerror or error}") from error
    metadata.methods = [
        replace(one, counted=replace(one.counted, since_millis=since[one.counted.first_id]))
        if one.counted.first_id in since
        else one
        for one in metadata.methods
    ]
    metadata.methods = _labelled(metadata.methods)
    metadata.methods.sort(key=lambda method: method.counted.first_id)
    _require_disjoint(path, metadata.methods)
    return metadata


def _labelled(methods: list[InstrumentedMethod]) -> list[InstrumentedMethod]:
    """Returns the methods with the labels of their switches, from the tables of all methods.

    If a table is missing, all labels of its switches are "". If several loaders have defined a
    table's class, the table of the switch's own loader is used. If this loader has no such table,
    the labels are known only if all loaders' tables of this name are equal.
    """
    known: dict[str, dict[str, set[LabelTable]]] = {}
    for method in methods:
        for table in method.flow.tables:
            owner = method.identity.class_name
            name = f"{owner}.{table.name}" if table.name else owner
            by_loader = known.setdefault(name, {})
            by_loader.setdefault(method.identity.loader, set()).add(table)

    def looked_up(one: Decision, loader: str) -> Decision:
        if not one.table:
            return one
        by_loader = known.get(one.table, {})
        found = by_loader.get(loader) or set().union(*by_loader.values())
        numbered: dict[int, str] = {}
        if len(found) == 1:
            table = next(iter(found))
            numbered = dict(zip(table.numbers, table.labels, strict=True))
        return replace(one, labels=tuple(numbered.get(key, "") for key in one.keys))

    def with_labels(method: InstrumentedMethod) -> InstrumentedMethod:
        if not any(one.table for one in method.flow.decisions):
            return method
        loader = method.identity.loader
        decisions = tuple(looked_up(one, loader) for one in method.flow.decisions)
        return replace(method, flow=replace(method.flow, decisions=decisions))

    return [with_labels(one) for one in methods]


def _require_disjoint(path: Path, methods: Sequence[InstrumentedMethod]) -> None:
    for before, after in pairwise(methods):
        if before.counted.first_id + before.path_ids > after.counted.first_id:
            raise KpathError(
                f"the metadata {path} gives id {after.counted.first_id} to two methods: "
                f"{before.identity.member} and {after.identity.member}"
            )


def _decoded(line: bytes) -> _Line | None:
    """Returns the content of a line; None if it isn't JSON or has an unknown form."""
    try:
        return _described(decoded(line, _LINES))
    except ValueError:
        return None


def _described(line: Any) -> _Line:
    if isinstance(line, _SkippedLine | _SinceLine):
        return line
    return InstrumentedMethod.parted(line)
