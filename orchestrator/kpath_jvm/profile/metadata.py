"""Reading methods.jsonl, the agent's record of what it instrumented and what it left out."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.gc_pause import garbage_collection_paused
from kpath_jvm.regular_files import require_regular

#: How much of a method is recorded, the most first (docs/size-ladder.md).
RUNGS = ("full", "chords", "cuts", "entry")

#: The rung of methods of which the entries are counted and nothing else.
ENTRY_RUNG = "entry"

#: The names of the auxiliary counters that the definitions below read (docs/design.md).
AUXILIARY_COUNTERS = ("entries", "handlers", "escapes", "super_calls", "super_returns")

#: What a line of another shape makes its reader raise; the last two: Infinity, and deep nesting.
_UNUSABLE = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RecursionError,
)  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A basic block: bytecode offsets of its first and last instruction, and its line entries."""

    first_offset: int
    last_offset: int
    lines: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Loop:
    """A natural loop: block indices, and the index of the loop around it or -1."""

    header: int
    latches: tuple[int, ...]
    blocks: tuple[int, ...]
    parent: int


@dataclass(frozen=True)
class InstrumentedMethod:
    """One instrumented version of a method; its paths have ids first_id .. first_id + paths - 1.

    ``rejected_bytes`` are the predicted sizes of ``rejected_rungs``, -1 where there is none.
    """

    class_name: str
    name: str
    descriptor: str
    access: int
    loader: str
    digest: str
    source: str | None
    mode: str
    first_id: int
    paths: int
    version: int
    counters: dict[str, int]
    irreducible: bool
    cut: str
    blocks: tuple[Block, ...]
    edges: tuple[tuple[int, int, int], ...]
    starts: tuple[tuple[str, int, int], ...]
    ends: tuple[tuple[str, int, int], ...]
    athrows: tuple[int, ...]
    loops: tuple[Loop, ...]
    cuts: tuple[tuple[int, int], ...]
    bytes: int
    instrumented_bytes: int
    rung: str
    rung_reason: str | None
    rejected_rungs: tuple[str, ...]
    rejected_bytes: tuple[int, ...]

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


@dataclass(frozen=True)
class Skipped:
    """A class (``name`` is None) or a method that was not instrumented, and why.

    ``rejected`` has each rung that did not fit with its predicted bytes, -1 where there are none;
    ``bytes`` are the original ones, None where the code was not looked at.
    """

    class_name: str
    name: str | None
    descriptor: str | None
    loader: str
    reason: str
    bytes: int | None = None
    rejected: tuple[tuple[str, int], ...] = ()


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
    """Read methods.jsonl line by line.

    Raises KpathError when the file cannot be read or two methods claim the same ids.
    """
    metadata = Metadata()
    with garbage_collection_paused():
        metadata.unreadable_lines = read_entries(path, lambda entry: _add(metadata, entry))
    metadata.methods.sort(key=lambda method: method.first_id)
    require_disjoint(path, metadata.methods)
    return metadata


def read_entries(path: Path, add: Callable[[dict[str, Any]], None]) -> int:
    """Hand what each line of methods.jsonl holds to ``add``; return how many lines were unusable.

    KpathError when the file cannot be read.
    """
    unreadable = 0
    try:
        for line, is_complete in _lines(path):
            try:
                add(json.loads(line.decode("utf-8", "surrogatepass")))
            except _UNUSABLE:
                unreadable += is_complete
    except OSError as error:
        raise KpathError(f"cannot read the metadata {path}: {error.strerror or error}") from error
    return unreadable


class HasIds(Protocol):
    """A method as far as its ids are concerned."""

    @property
    def class_name(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def first_id(self) -> int: ...
    @property
    def paths(self) -> int: ...


def require_disjoint(path: Path, methods: Sequence[HasIds]) -> None:
    """KpathError when two methods, which ascend by first_id, claim the same path ids."""
    for before, after in pairwise(methods):
        if before.first_id + before.paths > after.first_id:
            raise KpathError(
                f"the metadata {path} gives id {after.first_id} to two methods: "
                f"{before.class_name}.{before.name} and {after.class_name}.{after.name}"
            )


def _lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Yield each non-blank line, and whether its end of line was written too."""
    require_regular(path)
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                yield line, line.endswith(b"\n")


def _add(metadata: Metadata, entry: dict[str, Any]) -> None:
    if entry["kind"] == "method":
        metadata.methods.append(_method(entry))
    elif entry["kind"] == "skipped":
        metadata.skipped.append(
            Skipped(
                utf8_text(entry["class"]),
                _text_or_none(entry.get("name")),
                _text_or_none(entry.get("descriptor")),
                utf8_text(entry.get("loader", "")),
                utf8_text(entry["reason"]),
                None if entry.get("bytes") is None else int(entry["bytes"]),
                tuple((utf8_text(rung), int(size)) for rung, size, _ in entry.get("rejected", ())),
            )
        )
    else:
        raise ValueError(f"unknown kind {entry['kind']!r}")


def utf8_text(value: Any) -> str:
    """Return text that UTF-8 has bytes for: names in class files may hold lone surrogates."""
    text = str(value)
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def _text_or_none(value: Any) -> str | None:
    return None if value is None else utf8_text(value)


def _method(entry: dict[str, Any]) -> InstrumentedMethod:
    # Lists, not generators, throughout: there are hundreds of thousands of these, of a few items.
    rejected = entry.get("rejected", ())
    method = InstrumentedMethod(
        class_name=utf8_text(entry["class"]),
        name=utf8_text(entry["name"]),
        descriptor=utf8_text(entry["descriptor"]),
        access=int(entry.get("access", 0)),
        loader=utf8_text(entry.get("loader", "")),
        digest=utf8_text(entry.get("digest", "")),
        source=_text_or_none(entry.get("source")),
        mode=utf8_text(entry["mode"]),
        first_id=int(entry["first_id"]),
        paths=int(entry["paths"]),
        version=int(entry.get("version", 0)),
        counters={str(name): int(counter) for name, counter in entry["counters"].items()},
        irreducible=bool(entry.get("irreducible", False)),
        cut=utf8_text(entry.get("cut", "back-edge")),
        blocks=tuple([_block(*block) for block in entry["blocks"]]),
        edges=tuple([(int(a), int(b), int(value)) for a, b, value in entry["edges"]]),
        starts=tuple([(str(kind), int(b), int(value)) for kind, b, value in entry["starts"]]),
        ends=tuple([(str(kind), int(b), int(value)) for kind, b, value in entry["ends"]]),
        athrows=tuple([int(block) for block in entry.get("athrows", ())]),
        loops=tuple([_loop(loop) for loop in entry.get("loops", ())]),
        cuts=tuple([(int(a), int(b)) for a, b in entry.get("cuts", ())]),
        bytes=int(entry.get("bytes", 0)),
        instrumented_bytes=int(entry.get("instrumented_bytes", 0)),
        rung=utf8_text(entry["rung"]),
        rung_reason=_text_or_none(entry.get("reason")),
        rejected_rungs=tuple([utf8_text(rung) for rung, _, _ in rejected]),
        rejected_bytes=tuple([int(size) for _, size, _ in rejected]),
    )
    _check_ranges(method)
    return method


def _block(first: Any, last: Any, lines: Any) -> Block:
    return Block(int(first), int(last), tuple([(int(offset), int(line)) for offset, line in lines]))


def _loop(loop: dict[str, Any]) -> Loop:
    return Loop(
        int(loop["header"]),
        tuple([int(block) for block in loop["latches"]]),
        tuple([int(block) for block in loop["blocks"]]),
        int(loop.get("parent", -1)),
    )


def _check_ranges(method: InstrumentedMethod) -> None:
    """Raise ValueError for an id or a block index that cannot be, or no column could hold.

    Later code indexes with them, and a profile's columns have 32 bits (docs/formats/profile.md).
    """
    numbers = [method.access, method.version, method.bytes, method.instrumented_bytes]
    numbers += method.rejected_bytes
    for block in method.blocks:
        numbers += (block.first_offset, block.last_offset)
        for entry in block.lines:
            numbers += entry
    for some in (*method.edges, *method.starts, *method.ends):
        numbers.append(some[2])
    if not -(2**31) <= min(numbers) <= max(numbers) < 2**31:
        raise ValueError("a number of more than 32 bits")
    used = [block for _, block, _ in method.starts]
    used += [block for _, block, _ in method.ends]
    for source, target, _ in method.edges:
        used += (source, target)
    for cut in method.cuts:
        used += cut
    used += method.athrows
    for loop in method.loops:
        used += (loop.header, *loop.latches, *loop.blocks)
        if not -1 <= loop.parent < len(method.loops):
            raise ValueError("loop index out of range")
    if used and not 0 <= min(used) <= max(used) < len(method.blocks):
        raise ValueError("block index out of range")
    check_ids(method.first_id, method.paths, method.rung, method.counters.values())


def check_ids(first_id: int, paths: int, rung: str, counters: Collection[int]) -> None:
    """Raise ValueError when a method's ids, or its rung with so many paths, cannot be."""
    if rung not in RUNGS or (paths < 1) != (rung == ENTRY_RUNG):
        raise ValueError("rung and number of paths disagree")
    ids = (first_id, first_id + max(paths, 1) - 1, *counters)
    if not 1 <= min(ids) <= max(ids) < 2**31:
        raise ValueError("id out of range")
