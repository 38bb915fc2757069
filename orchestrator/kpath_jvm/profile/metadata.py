"""Reading methods.jsonl, the agent's record of what it instrumented and what it left out."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import replace

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.gc_pause import garbage_collection_paused
from kpath_jvm.records.run import Skipped
from kpath_jvm.regular_files import require_regular

#: How much of a method is recorded, the most first (docs/size-ladder.md).
RUNGS = ("full", "chords", "cuts", "entry")

#: The rung of methods of which the entries are counted and nothing else.
ENTRY_RUNG = "entry"

#: The names of the auxiliary counters that the definitions below read (docs/design.md).
AUXILIARY_COUNTERS = ("entries", "handlers", "escapes", "super_calls", "super_returns")

# A profile's columns have 32 bits (docs/formats/profile.md).
_Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]
_Id = Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
#: A rung that did not fit, its predicted bytes (-1: not predicted) and why.
_Rejected: TypeAlias = tuple[str, _Int32, str]


class Block(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A basic block: bytecode offsets of its first and last instruction, and its line entries."""

    first_offset: _Int32
    last_offset: _Int32
    lines: tuple[tuple[_Int32, _Int32], ...]


class Loop(msgspec.Struct, frozen=True):
    """A natural loop: block indices, and the index of the loop around it or -1."""

    header: int
    latches: tuple[int, ...]
    blocks: tuple[int, ...]
    parent: int = -1


class InstrumentedMethod(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    dict=True,
    tag_field="kind",
    tag="method",
    rename={"class_name": "class", "rung_reason": "reason"},
):
    """One instrumented version of a method; its paths have ids first_id .. first_id + paths - 1."""

    class_name: str
    name: str
    descriptor: str
    access: _Int32 = 0
    loader: str = ""
    digest: str = ""
    source: str | None = None
    mode: str
    first_id: _Id
    paths: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    version: _Int32 = 0
    #: Paths that an activation may hold back in a word and in the count of a loop's trips.
    held_paths: Annotated[int, msgspec.Meta(ge=0, lt=2**16)] = 0
    #: Numbers of paths whose counters are of completions behind as many of the same path.
    repeats: tuple[_Int32, ...] = ()
    #: Milliseconds after the recording began; 0: since its class was loaded; -1: not known.
    since_millis: _Int32 = 0
    counters: dict[str, _Id]
    irreducible: bool = False
    cut: str = "back-edge"
    blocks: tuple[Block, ...]
    edges: tuple[tuple[int, int, _Int32], ...]
    starts: tuple[tuple[str, int, _Int32], ...]
    ends: tuple[tuple[str, int, _Int32], ...]
    athrows: tuple[int, ...] = ()
    loops: tuple[Loop, ...] = ()
    cuts: tuple[tuple[int, int], ...] = ()
    bytes: _Int32 = 0
    instrumented_bytes: _Int32 = 0
    rung: str
    rung_reason: str | None = None
    rejected: tuple[_Rejected, ...] = ()

    def __post_init__(self) -> None:
        """ValueError for ids or indices that cannot be: later code indexes with them."""
        if self.rung not in RUNGS or (self.paths < 1) != (self.rung == ENTRY_RUNG):
            raise ValueError("rung and number of paths disagree")
        if self.first_id + self.paths > 2**31:
            raise ValueError("id out of range")
        if not all(0 <= path < self.paths for path in self.repeats):
            raise ValueError("path out of range")
        used = [block for _, block, _ in self.starts]
        used += [block for _, block, _ in self.ends]
        for source, target, _ in self.edges:
            used += (source, target)
        for cut in self.cuts:
            used += cut
        used += self.athrows
        for loop in self.loops:
            used += (loop.header, *loop.latches, *loop.blocks)
            if not -1 <= loop.parent < len(self.loops):
                raise ValueError("loop index out of range")
        if used and not 0 <= min(used) <= max(used) < len(self.blocks):
            raise ValueError("block index out of range")

    def ids(self) -> Iterator[int]:
        """Returns the ids of its paths, then those of its counters."""
        return chain(range(self.first_id, self.first_id + self.paths), self.counters.values())

    @property
    def rejected_rungs(self) -> tuple[str, ...]:
        """The rungs that did not fit."""
        return tuple([rung for rung, _, _ in self.rejected])

    @property
    def rejected_bytes(self) -> tuple[int, ...]:
        """The predicted sizes of ``rejected_rungs``, -1 where there is none."""
        return tuple([size for _, size, _ in self.rejected])

    @cached_property
    def path_tables(self) -> str:
        """A digest of all that a path number is decoded by: equal means mergeable."""
        shape = [
            [(block.first_offset, block.last_offset, block.lines) for block in self.blocks],
            self.edges,
            self.starts,
            self.ends,
            self.cuts,
            self.paths,
        ]
        return hashlib.sha256(json.dumps(shape).encode()).hexdigest()[:16]


class _SkippedLine(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="skipped",
    rename={"class_name": "class"},
):  # fmt: skip
    """As the agent writes it: ``rejected`` has the reasons too."""

    class_name: str
    name: str | None = None
    descriptor: str | None = None
    loader: str = ""
    reason: str
    bytes: _Int32 | None = None
    rejected: tuple[_Rejected, ...] = ()


class _SinceLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="since"):
    """Since when methods are recorded, by their first ids; a later line replaces an earlier one."""

    millis: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)]
    first_ids: tuple[_Id, ...]


_Line: TypeAlias = InstrumentedMethod | _SkippedLine | _SinceLine
_DECODER: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)


@dataclass
class Metadata:
    """Everything in methods.jsonl; ``methods`` ascend by first_id.

    ``unreadable_lines`` counts lines that are neither JSON nor of a known shape. A last line cut
    off by a kill is not among them: the agent writes before it defines a class, so no id of a line
    that was cut off was ever used.
    """

    methods: list[InstrumentedMethod] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    unreadable_lines: int = 0


def read_metadata(path: Path) -> Metadata:
    """Reads methods.jsonl line by line.

    KpathError when the file cannot be read or two methods claim the same ids.
    """
    metadata = Metadata()
    since: dict[int, int] = {}
    try:
        with garbage_collection_paused():
            for text, is_complete in _lines(path):
                line = _decoded(text)
                if line is None:
                    metadata.unreadable_lines += is_complete
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
        replace(one, since_millis=since[one.first_id]) if one.first_id in since else one
        for one in metadata.methods
    ]
    metadata.methods.sort(key=lambda method: method.first_id)
    _require_disjoint(path, metadata.methods)
    return metadata


def _require_disjoint(path: Path, methods: Sequence[InstrumentedMethod]) -> None:
    for before, after in pairwise(methods):
        if before.first_id + before.paths > after.first_id:
            raise KpathError(
                f"the metadata {path} gives id {after.first_id} to two methods: "
                f"{before.class_name}.{before.name} and {after.class_name}.{after.name}"
            )


def _lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Yields each non-blank line, and whether its end of line was written too."""
    require_regular(path)
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                yield line, line.endswith(b"\n")


def _decoded(line: bytes) -> _Line | None:
    """Returns what a line holds, None if that is neither JSON nor of a known shape."""
    try:
        return _DECODER.decode(line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        pass
    try:
        # Names in class files may hold lone surrogates, which msgspec refuses.
        document = _encodable(json.loads(line.decode("utf-8", "surrogatepass")))
        found: _Line = msgspec.convert(document, _Line)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found


def _encodable(value: Any) -> Any:
    """Returns a JSON value whose texts have bytes in UTF-8: lone surrogates are escaped."""
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    if isinstance(value, list):
        return [_encodable(item) for item in value]
    if isinstance(value, dict):
        return {_encodable(key): _encodable(item) for key, item in value.items()}
    return value
