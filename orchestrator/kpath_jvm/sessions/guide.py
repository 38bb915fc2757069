"""Makes guides: the hot paths of an earlier profile, for the agent (docs/formats/methods.md)."""

import re
import struct
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import reader
from kpath_jvm.profile.metadata import InstrumentedMethod, read_metadata
from kpath_jvm.records.run import GuideUse
from kpath_jvm.sessions.edge_paths import GuidePath, edge_paths

# The agent's class Guide describes the layout of a guide's file.
_MAGIC = 0x4B504744
_VERSION = 1
_STARTS = ("entry", "loop", "handler", "cut")
_ENDS = ("exit", "loop", "cut")

_DIGEST = re.compile("[0-9a-f]{32}")

#: A method is hot if it has at least this share of all completions. For a profiler that packs
#: paths, only completions in activations with several paths count.
_LEAST_SHARE = 1e-4
#: The guide has at most this many paths of a method; further paths are rare.
_MOST_PATHS = 512
#: All methods together get at most this many additional ids, because the engine and the profile
#: need some bytes for each.
_MOST_IDS = 1 << 24

#: The class, the digest, and the name followed by the descriptor.
MethodKey: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True)
class Guide:
    """The guide made from a profile, in the agent's format, and the methods in the guide."""

    profile: Path
    content: bytes
    methods: frozenset[MethodKey]

    @classmethod
    def of(cls, profile: Path, *, packs: bool = True) -> "Guide":
        """Makes a profile's guide; raises KpathError if the profile can't be read or is of no use.

        ``packs`` says whether the guide is for a profiler that packs the paths of an activation
        into words. Such a profiler counts a path separately if the path can be the only one of its
        activation, so the guide leaves such paths out. Without ``packs``, counts of edges are used
        for methods whose paths are unknown.
        """
        try:
            run = reader.read_run(profile)
            reader.check_tables(profile, run)
            tables = reader.StoredTables(profile, run)
            methods, paths = (tables.table(name) for name in ("methods", "paths"))
            counts = tables.table("edge_counts")
            if packs and counts.num_rows and not paths.num_rows:
                raise KpathError(f"{profile} has counts of edges, but this profiler needs paths")
            edges = tables.table("edges")
            of_edges = {} if packs else edge_paths(methods, edges, counts, _MOST_PATHS)
            hot = _hot_methods(methods, paths, of_edges, packs=packs)
            _check_digests(profile, hot)
        except KpathError as error:
            raise KpathError(
                f"--guide: {error}; give the profile of an earlier run of the program", 2
            ) from None
        if not hot:
            why = "no activation has several paths" if packs else "no path was completed"
            raise KpathError(
                f"--guide: in {profile} {why}, so there is nothing to learn from it; leave "
                "--guide out, or give the profile of a longer run",
                2,
            )
        return cls(profile, _encoded(hot), frozenset(hot))

    def use(self, methods_path: Path) -> GuideUse:
        """Returns how a run used the guide, given the run's metadata."""
        methods = read_metadata(methods_path).methods
        return GuideUse(
            profile=str(self.profile),
            methods=len(self.methods),
            matched=self.matched(methods),
            renumbered=sum(method.numbered.hot is not None for method in methods),
        )

    def matched(self, methods: list[InstrumentedMethod]) -> int:
        """Returns how many of the guide's methods were instrumented in the same class files."""
        identities = (method.identity for method in methods)
        found = {(one.class_name, one.digest, one.name + one.descriptor) for one in identities}
        return len(self.methods & found)


def _hot_methods(
    methods: pa.Table, paths: pa.Table, of_edges: Mapping[int, dict[GuidePath, int]], *, packs: bool
) -> dict[MethodKey, dict[GuidePath, int]]:
    """Returns the hot methods with the completions of their paths, added up over all loaders.

    ``of_edges`` has, by method number, paths that were made from counts of edges. These methods
    have no other paths.
    """
    is_whole = pc.and_(
        pc.equal(pc.cast(paths.column("start"), pa.string()), "entry"),
        pc.equal(pc.cast(paths.column("end"), pa.string()), "exit"),
    )
    if packs:
        paths = paths.filter(pc.invert(is_whole))
    numbers, counts = (paths.column(name).to_numpy() for name in ("method", "count"))
    sums = np.zeros(methods.num_rows, dtype=np.int64)
    np.add.at(sums, numbers, counts)
    for number, taken in of_edges.items():
        sums[number] = sum(taken.values())
    if packs:
        sums[np.asarray(methods.column("mode").to_pylist(), dtype=object) != "streamed"] = 0
    is_hot = (sums > 0) & (sums >= _LEAST_SHARE * sums.sum())
    names = [methods.column(name).to_pylist() for name in ("class", "digest", "name", "descriptor")]
    hot: dict[MethodKey, dict[GuidePath, int]] = defaultdict(lambda: defaultdict(int))
    columns = [paths.column(name).to_pylist() for name in ("start", "end", "blocks")]
    for row in np.flatnonzero(is_hot[numbers]).tolist():
        class_name, digest, name, descriptor = (column[numbers[row]] for column in names)
        path = columns[0][row], columns[1][row], tuple(columns[2][row])
        hot[class_name, digest, name + descriptor][path] += int(counts[row])
    for number in of_edges.keys() & set(np.flatnonzero(is_hot).tolist()):
        class_name, digest, name, descriptor = (column[number] for column in names)
        for path, count in of_edges[number].items():
            hot[class_name, digest, name + descriptor][path] += count
    return dict(hot)


def _check_digests(profile: Path, hot: dict[MethodKey, dict[GuidePath, int]]) -> None:
    for _, digest, _ in hot:
        if not _DIGEST.fullmatch(digest):
            raise KpathError(f"{profile} is damaged: {digest!r} isn't a digest of a class file")


def _encoded(hot: dict[MethodKey, dict[GuidePath, int]]) -> bytes:
    total = sum(sum(paths.values()) for paths in hot.values())
    by_class: dict[tuple[str, str], list[bytes]] = defaultdict(list)
    for (class_name, digest, method), paths in sorted(hot.items()):
        share = sum(paths.values()) / total
        most = sorted(paths.items(), key=lambda item: (-item[1], item[0]))
        taken = list(islice(most, _MOST_PATHS))
        content = [_text(method), struct.pack(">ii", int(_MOST_IDS * share), len(taken))]
        for (start, end, blocks), count in taken:
            kinds = _STARTS.index(start), _ENDS.index(end)
            content.append(struct.pack(f">bbqi{len(blocks)}i", *kinds, count, len(blocks), *blocks))
        by_class[class_name, digest].append(b"".join(content))
    classes = [struct.pack(">iii", _MAGIC, _VERSION, len(by_class))]
    for (class_name, digest), contents in by_class.items():
        body = struct.pack(">i", len(contents)) + b"".join(contents)
        classes += [_text(class_name), bytes.fromhex(digest), struct.pack(">i", len(body)), body]
    return b"".join(classes)


def _text(text: str) -> bytes:
    units = text.encode("utf-16-be", "surrogatepass")
    return struct.pack(">i", len(units) // 2) + units
