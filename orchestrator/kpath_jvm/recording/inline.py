"""Reads the files that an inline profiler has left (docs/formats/inline.md)."""

import os
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from kpath_jvm.checked_lines import checked_lines, hex_of
from kpath_jvm.errors import KpathError
from kpath_jvm.json_lines import decoded, escaped
from kpath_jvm.recording.calls import Use, read_uses, tagged
from kpath_jvm.recording.items import read_items
from kpath_jvm.recording.iterations import Iterations
from kpath_jvm.recording.options import agent_table, largest_k
from kpath_jvm.recording.path_windows import (
    PATH_WINDOW,
    PATH_WINDOWS_NAME,
    PathWindows,
    read_path_windows,
)
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.inline import InlineFile
from kpath_jvm.records.record import read_record
from kpath_jvm.records.recording import RecordingRecord

_FIGURES_NAME = "inline.json"
_WORD = np.dtype([("key", "<u8"), ("word", "<u8"), ("count", "<i8"), ("zero", "<i8")])
_PAIR = np.dtype([("id", "<i8"), ("count", "<i8")])
_OVERLAP = np.dtype([("number", "<u4"), ("id", "<u4"), ("count", "<i8")])
_ENTRIES = np.dtype([("own", "<u4"), ("site", "<u4"), ("count", "<i8")])
_NODE = np.dtype([("parent", "<i4"), ("id", "<i4"), ("count", "<i8")])

_L = TypeVar("_L")
Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]


class _Holding(msgspec.Struct, frozen=True, rename={"class_name": "class"}):
    """The fields of a metadata line that say how many paths an activation can hold back."""

    class_name: str
    name: str
    held_paths: int = 0


class _IteratedMethod(msgspec.Struct, frozen=True, rename={"class_name": "class"}):
    """The fields of a metadata line that say how many loop iterations paths have."""

    class_name: str
    name: str
    iterations: Iterations | None = None


@dataclass(frozen=True)
class FewerIterations:
    """Why the paths of some methods have fewer iterations than asked for.

    ``methods`` is the number of methods for which several iterations were asked for. ``reasons``
    has the first words of each reason, with the number of methods to which it applies. ``names``
    has the methods with a reason, as pkg.Class.method; overloaded methods share a name.
    """

    methods: int
    reasons: dict[str, int]
    names: tuple[str, ...]

    @property
    def count(self) -> int:
        """The number of methods whose paths have fewer iterations than asked for."""
        return sum(self.reasons.values())


@dataclass(frozen=True)
class Nodes:
    """The k-slab forests of all threads.

    There is one entry per node. A node's parent comes before it; the parent of a root is -1.
    """

    parents: Int32Array
    ids: Int32Array
    counts: Int64Array


@dataclass(frozen=True)
class Words:
    """Words of 64 bits, into which paths are packed (docs/formats/inline.md).

    A word's context is the last paths that the activation completed before the word's own paths.
    There is one entry per word and context. ``contexts`` has the index of an earlier word that ends
    with the context of this word, or -1 if this word is the first of its activation. ``bits`` has
    the number of bits that a path takes, or 0 if the word is a single path. ``firsts`` has the id
    of the single path, or else the id of the method's path 0. ``lengths`` has the number of paths
    in the word.
    """

    contexts: Int64Array
    firsts: Int64Array
    bits: Int64Array
    lengths: Int64Array
    words: npt.NDArray[np.uint64]
    counts: Int64Array


@dataclass(frozen=True)
class Overlaps:
    """How often paths and their extensions were completed.

    ``ids`` are the paths' ids in ascending order, and ``counts`` has the numbers of completions.
    ``of_extensions`` is indexed by the path's id, and then by the extension's number. ``uses`` has
    the calls that were in the paths, if calls were recorded.
    """

    ids: Int64Array
    counts: Int64Array
    of_extensions: dict[int, dict[int, int]]
    uses: list[Use]

    @cached_property
    def of_path(self) -> dict[int, int]:
        """The number of completions of each path, by id."""
        return dict(zip(self.ids.tolist(), self.counts.tolist(), strict=True))


@dataclass(frozen=True)
class InlineRecording:
    """The directory that an inline profiler has left, and two files in it.

    ``agent`` is the content of recording.json, and ``figures`` is the content of inline.json.
    """

    directory: Path
    agent: RecordingRecord
    figures: InlineFile

    @property
    def profiler(self) -> str:
        """The profiler's name, as the agent's options have it."""
        return str(self.agent.options["profiler"])

    @property
    def k(self) -> int:
        """The length of the longest known sequences: the option k, or 1 without this option."""
        k = self.agent.options.get("k")
        return k if isinstance(k, int) else 1

    @property
    def methods(self) -> Path:
        """The file with the metadata."""
        return self.directory / "methods.jsonl"

    def counters(self) -> tuple[Int64Array, Int64Array]:
        """Returns the ids and counts of the auxiliary counters and of the counters of edges."""
        return self._pairs("counters.bin")

    def path_counts(self) -> tuple[Int64Array, Int64Array]:
        """Returns paths' ids and numbers of completions, for profilers that count single paths."""
        return self._pairs("counts.bin")

    def path_windows(self) -> PathWindows:
        """Returns the counts of path windows, for a profiler that has them."""
        path = self.directory / PATH_WINDOWS_NAME
        return read_path_windows(self._table(PATH_WINDOWS_NAME, PATH_WINDOW), path)

    def nodes(self) -> Nodes:
        """Returns the k-slab forests, for a profiler that builds them."""
        path = self.directory / "forest.bin"
        rows = self._table(path.name, _NODE)
        before = np.arange(len(rows))
        if (
            (rows["parent"] < -1).any()
            or (rows["parent"] >= before).any()
            or (rows["id"] < 1).any()
            or (rows["count"] < 0).any()
        ):
            raise KpathError(f"{path} is damaged: it isn't a forest; record again")
        return Nodes(
            rows["parent"].astype(np.int32),
            rows["id"].astype(np.int32),
            rows["count"].astype(np.int64),
        )

    def words(self) -> Words:
        """Returns the words and their contexts, for a profiler that counts words."""
        path = self.directory / "words.bin"
        rows = self._table(path.name, _WORD)
        key = rows["key"]
        bits, firsts = (key >> 32 & 31).astype(np.int64), (key & 0xFFFF_FFFF).astype(np.int64)
        origins = np.flatnonzero(rows["count"] & 1)
        context = (key >> 37 & (2**27 - 1)).astype(np.int64)
        lengths = _lengths(rows["word"], bits)
        damaged = (rows["count"] < 0) | (firsts < 1) | (firsts >= 2**30) | (lengths < 1)
        if damaged.any() or (context > len(origins)).any():
            raise KpathError(
                f"{path} is damaged: it holds something that isn't a word; record again"
            )
        before = np.append(-1, origins)[context]
        if (before >= np.arange(len(rows))).any():
            raise KpathError(f"{path} is damaged: a context comes after its word; record again")
        return Words(
            before, firsts, bits, lengths, rows["word"], (rows["count"] >> 1).astype(np.int64)
        )

    def overlaps(self) -> Overlaps:
        """Returns the paths and their extensions, for a profiler that counts these."""
        path = self.directory / "overlaps.bin"
        rows = self._table(path.name, _OVERLAP)
        is_call = tagged(rows)
        uses = read_uses(rows[is_call], path)
        rows = rows[~is_call]
        is_path = rows["id"] == 0
        ids = np.where(is_path, rows["number"], rows["id"]).astype(np.int64)
        low = np.where(is_path, 0, rows["number"])
        damaged = (ids < 1) | (ids >= 2**31) | (rows["count"] < 0) | (low >= 2**24)
        if damaged.any():
            raise KpathError(
                f"{path} is damaged: it holds something that isn't an id or a count; record again"
            )
        of_extensions: dict[int, dict[int, int]] = {}
        counts = rows["count"].astype(np.int64)
        whole = zip(ids.tolist(), low.tolist(), counts.tolist(), is_path.tolist(), strict=True)
        for one, number, count, alone in whole:
            if not alone:
                of_extensions.setdefault(one, {})[number] = count
        order = np.argsort(ids[is_path], kind="stable")
        return Overlaps(ids[is_path][order], counts[is_path][order], of_extensions, uses)

    def entries_by_site(self) -> Iterator[tuple[int, int, int]]:
        """Yields a call's site, the site of the entered method, and how often the call led there.

        A site is a number that stands for a call or a method (recording/callers.py). Site 0 means
        that the caller isn't recorded.
        """
        path = self.directory / "callers.bin"
        rows = self._table(path.name, _ENTRIES)
        if ((rows["own"] < 1) | (rows["count"] < 1)).any():
            raise KpathError(
                f"{path} is damaged: it holds something that isn't a site or a count; record again"
            )
        return zip(rows["site"].tolist(), rows["own"].tolist(), rows["count"].tolist(), strict=True)

    def fewer_iterations(self) -> FewerIterations:
        """Returns how many methods have paths of fewer iterations than asked for, and why."""
        methods, reasons, names = 0, Counter[str](), set[str]()
        for method in self._lines(_IteratedMethod):
            iterations = method.iterations
            methods += iterations is not None
            if iterations is not None and iterations.reason is not None:
                reasons[iterations.reason.partition(":")[0]] += 1
                names.add(f"{method.class_name.replace('/', '.')}.{method.name}")
        return FewerIterations(methods, dict(sorted(reasons.items())), tuple(sorted(names)))

    def held_at_end(self) -> list[str]:
        """Returns the methods whose activations may have held paths back, as pkg.Class.method."""
        running = set(escaped(list(self.figures.running)))
        held = set()
        for method in self._lines(_Holding):
            name = f"{method.class_name.replace('/', '.')}.{method.name}"
            if method.held_paths and name in running:
                held.add(name)
        return sorted(held)

    def _lines(self, kind: type[_L]) -> Iterator[_L]:
        """Yields the undamaged lines of the metadata that have the fields of ``kind``."""
        for line in checked_lines(self.methods):
            if not line.is_whole:
                continue
            try:
                found = decoded(line.content, kind)
            except ValueError:
                continue
            yield found

    def _pairs(self, name: str) -> tuple[Int64Array, Int64Array]:
        pairs = self._table(name, _PAIR)
        ids, counts = pairs["id"].astype(np.int64), pairs["count"].astype(np.int64)
        if ((ids < 1) | (ids >= 2**31) | (counts < 0)).any():
            path = self.directory / name
            raise KpathError(
                f"{path} is damaged: it holds something that isn't an id or a count; record again"
            )
        return ids, counts

    def _table(self, name: str, kind: np.dtype[Any]) -> npt.NDArray[Any]:
        """Returns a table's rows; raises KpathError if they aren't what the agent wrote."""
        path = self.directory / name
        rows = read_items(path, kind)
        if hex_of(zlib.crc32(rows.tobytes())) != self.figures.files.get(name):
            raise KpathError(
                f"{path} is damaged: its content has changed since it was written; record again"
            )
        return rows


def _lengths(words: npt.NDArray[np.uint64], bits: Int64Array) -> Int64Array:
    """Returns the number of paths in each word, from the position of the word's highest bit.

    The number is -1 for a word whose highest bit has an impossible position.
    """
    used = np.full(len(words), -1, dtype=np.int64)
    for place in range(64):
        used[words >> np.uint64(place) != 0] = place
    used -= np.where(bits > 0, 63 % np.maximum(bits, 1), 0)
    whole = np.where(bits > 0, used % np.maximum(bits, 1) == 0, used == 0) & (used >= 0)
    return np.where(whole, np.where(bits > 0, used // np.maximum(bits, 1), 1), -1)


def profiler_of(directory: Path) -> str | None:
    """Returns the inline profiler that recorded in a directory; None if no inline profiler did.

    Raises KpathError if the directory's recording.json is damaged.
    """
    session = SessionDirectory(directory)
    if not os.path.lexists(session.recording_file):
        return None
    return _profiler(session.recording())


def _profiler(agent: RecordingRecord) -> str | None:
    """Returns the profiler of a recording; None if the profiler isn't inline, or is unknown.

    A profiler that isn't offered any more is also unknown: no profile can be made from its tables.
    """
    name = str(agent.options.get("profiler"))
    facts = agent_table().profilers.get(name)
    return name if facts is not None and facts.inline else None


def read_inline(directory: Path, expected: str | None = None) -> InlineRecording:
    """Reads the directory that an inline profiler has left.

    If ``expected`` isn't None, it is the profiler that must have left the directory.

    Raises KpathError if the directory isn't such a recording, is damaged, or has no tables. There
    are no tables if the JVM still runs, was killed or halted, or had too little heap for them, or
    if the agent failed to begin.
    """
    path = directory / _FIGURES_NAME
    if not path.exists():
        raise KpathError(
            f"{directory} has no {_FIGURES_NAME}: an inline profiler writes its tables when the "
            "JVM ends, so the JVM still runs, or it was killed or halted and the tables are lost, "
            "or the agent failed to begin (then its log says why)"
        )
    agent = SessionDirectory(directory).recording()
    found = _profiler(agent) if expected is None else agent.options.get("profiler")
    if found is None or found != (expected or found):
        raise KpathError(f"{directory} is not an inline profiler's recording; record again")
    recording = InlineRecording(directory, agent, read_record(path, InlineFile))
    if not 1 <= recording.k <= largest_k():
        raise KpathError(f"{directory} has k = {recording.k}, not 1 to {largest_k()}; record again")
    if recording.figures.ended != "shutdown":
        raise KpathError(
            f"{directory} has no tables: {recording.profiler} ran out of memory in the target's "
            "heap; give it more with -Xmx or the agent's table-memory, or take a smaller k"
        )
    return recording
