"""Builders of recordings and profiles out of nothing: no JVM, no segment, no engine."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.recorded import Recorded

Line = int
BlockSpec = tuple[int, int, list[tuple[int, Line]]]

#: The stream of the paper's Example 1, one invocation of the method of Fig. 3.
FIGURE_3_STREAM = (6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 3)

#: What damage may leave of a number in JSON.
STRANGE_NUMBERS = (
    -1, 0, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**400, 1e308,
    float("inf"), float("nan"),
)  # fmt: skip


@dataclass
class MethodSpec:
    """One line of methods.jsonl; ``first_id`` and the ids of the counters are given on adding."""

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
    loader: str = "app"
    digest: str = "d1ge57"
    version: int = 0
    irreducible: bool = False
    cuts: list[tuple[int, int]] = field(default_factory=list)
    athrows: list[int] = field(default_factory=list)
    loops: list[dict[str, Any]] = field(default_factory=list)
    bytes: int = 100
    instrumented_bytes: int = 150
    rung: str = "full"
    reason: str | None = None
    rejected: list[tuple[str, int, str]] = field(default_factory=list)
    first_id: int = 0
    counter_ids: dict[str, int] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        """Return the object that the agent would write."""
        outer = self.class_name.rpartition("/")[2].partition("$")[0]
        return {
            "kind": "method",
            "class": self.class_name,
            "name": self.name,
            "descriptor": self.descriptor,
            "access": 1,
            "loader": self.loader,
            "digest": self.digest,
            "source": f"{outer}.java",
            "mode": self.mode,
            "first_id": self.first_id,
            "paths": self.paths,
            "version": self.version,
            "counters": self.counter_ids,
            "irreducible": self.irreducible,
            "cut": "back-edge",
            "blocks": self.blocks,
            "edges": self.edges,
            "starts": self.starts,
            "ends": self.ends,
            "athrows": self.athrows,
            "loops": self.loops,
            "cuts": self.cuts,
            "bytes": self.bytes,
            "instrumented_bytes": self.instrumented_bytes,
            "rung": self.rung,
            "reason": self.reason,
            "rejected": self.rejected,
        }


def ngrams(sequences: Iterable[Sequence[int]], k: int) -> Counter[tuple[int, ...]]:
    """Count all n-grams of up to k items, by brute force."""
    counts: Counter[tuple[int, ...]] = Counter()
    for sequence in sequences:
        for length in range(1, k + 1):
            for first in range(len(sequence) - length + 1):
                counts[tuple(sequence[first : first + length])] += 1
    return counts


@dataclass
class RecordingBuilder:
    """Collects methods, streams and counters; ``build`` gives what the engine would hand over."""

    k: int = 4
    lines: list[dict[str, Any]] = field(default_factory=list)
    methods: list[MethodSpec] = field(default_factory=list)
    sequences: list[list[int]] = field(default_factory=list)
    counters: Counter[int] = field(default_factory=Counter)
    next_id: int = 1

    def add(self, method: MethodSpec) -> MethodSpec:
        """Give a method its ids."""
        method.first_id = self.next_id
        self.next_id += method.paths
        for name in method.counters:
            method.counter_ids[name] = self.next_id
            self.next_id += 1
        self.methods.append(method)
        self.lines.append(method.line())
        return method

    def skip(self, class_name: str, reason: str, name: str | None = None) -> None:
        """Add what was not instrumented."""
        self.lines.append(
            {
                "kind": "skipped",
                "class": class_name,
                "name": name,
                "descriptor": None if name is None else "()V",
                "loader": "app",
                "reason": reason,
            }
        )

    def stream(self, method: MethodSpec, *sequences: Sequence[int], times: int = 1) -> None:
        """Add sequences of local path numbers, each unbroken."""
        for sequence in sequences:
            self.sequences += [[method.first_id + path for path in sequence]] * times

    def count(self, method: MethodSpec, path: int, count: int) -> None:
        """Count a path without a stream."""
        self.counters[method.first_id + path] += count

    def auxiliary(self, method: MethodSpec, **counts: int) -> None:
        """Set auxiliary counters."""
        for name, count in counts.items():
            self.counters[method.counter_ids[name]] += count

    def build(self, directory: Path) -> Recorded:
        """Write methods.jsonl into ``directory`` and return the recording."""
        path = directory / "methods.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        counts = ngrams(self.sequences, self.k)
        order = sorted(counts, key=lambda gram: (len(gram), gram))
        node = {gram: index for index, gram in enumerate(order)}
        counters = np.zeros(self.next_id, dtype=np.int64)
        for number, count in self.counters.items():
            counters[number] = count
        return Recorded(
            methods_path=path,
            k=self.k,
            counters=counters,
            ipf_parents=np.array([node.get(gram[:-1], -1) for gram in order], dtype=np.int32),
            ipf_paths=np.array([gram[-1] for gram in order], dtype=np.int32),
            ipf_depths=np.array([len(gram) for gram in order], dtype=np.int32),
            ipf_counts=np.array([counts[gram] for gram in order], dtype=np.int64),
        )


def figure_3(**changes: Any) -> MethodSpec:
    """Return the method of the paper's Fig. 3, numbered as there: blocks A to F are 0 to 5."""
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
    }
    return MethodSpec(**(given | changes))


def plain(**changes: Any) -> MethodSpec:
    """Return a counted method: one branch, two paths."""
    given: dict[str, Any] = {
        "class_name": "demo/Figure3",
        "name": "plain",
        "descriptor": "(I)I",
        "blocks": [(0, 1, [(0, 21)]), (4, 5, [(4, 22)]), (6, 8, [(6, 24)])],
        "edges": [(0, 1, 0), (0, 2, 1)],
        "starts": [("entry", 0, 0)],
        "ends": [("exit", 1, 0), ("exit", 2, 0)],
        "paths": 2,
        "mode": "counted",
        "counters": ("entries",),
    }
    return MethodSpec(**(given | changes))


def entries_only(**changes: Any) -> MethodSpec:
    """Return a method of which only entries are counted, as full paths would make it too large."""
    reason = "huge-method: 9000 bytes with probes, the JVM compiles 8000"
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
    """Return an irreducible method: blocks 1 and 2 form a cycle entered at both."""
    return MethodSpec(
        class_name="demo/Tangle",
        name="spin",
        descriptor="(II)I",
        blocks=[(0, 2, [(0, 5)]), (3, 7, [(3, 6)]), (8, 12, [(8, 7)]), (13, 14, [(13, 9)])],
        # The retreating edge is 2 -> 1; 0 -> 1, 0 -> 2, 1 -> 2, 2 -> 3 are left.
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
    """Return a loop with a handler inside and an athrow: blocks head, body, handler, throw, end."""
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
    )


def demo_recording(k: int = 4) -> RecordingBuilder:
    """Return a recording with one method of each kind; the figures are in the tests."""
    builder = RecordingBuilder(k=k)
    figure = builder.add(figure_3())
    builder.stream(figure, FIGURE_3_STREAM)
    builder.auxiliary(figure, entries=1)
    counted = builder.add(plain())
    builder.count(counted, 0, 7)
    builder.count(counted, 1, 5)
    builder.auxiliary(counted, entries=12)
    irreducible = builder.add(tangled())
    builder.stream(irreducible, (0, 4, 4, 5), (2, 4, 5), times=3)
    builder.auxiliary(irreducible, entries=6)
    # Two entries. The first: head-body, an exception caught, back to the head, an exception
    # caught and thrown on. The second: straight to the end, counted only.
    exceptional = builder.add(shaky())
    builder.stream(exceptional, (0,), (4, 2), (5,))
    builder.count(exceptional, 1, 1)
    builder.auxiliary(exceptional, entries=2, handlers=2, escapes=1)
    stuck = builder.add(plain(class_name="demo/Shaky", name="stuck", descriptor="()V"))
    builder.auxiliary(stuck, entries=1)
    for loader in ("web@1", "web@2"):
        shared = builder.add(figure_3(class_name="demo/Shared", loader=loader, counters=()))
        builder.stream(shared, (6, 2, 2, 3), times=2)
    builder.skip("demo/Huge", "too large for the class file", "unrolled")
    builder.skip("demo/Native", "no code: native", "call")
    builder.skip("demo/Native", "no code: native", "other")
    return builder


def demo_run(**changes: Any) -> dict[str, Any]:
    """Return the fields of run.json that the run verb gives."""
    run: dict[str, Any] = {
        "version": "0.1.0",
        "command": ["java", "-cp", "demo.jar", "demo.Main"],
        "k": 4,
        "cut": "back-edge",
        "max_paths": 4096,
        "include": [],
        "exclude": ["demo.generated.*"],
        "started": "2026-01-02T03:04:05+00:00",
        "wall_seconds": 3.5,
        "native_wall_seconds": 1.75,
        "exit_status": 0,
        "signal": None,
        "completeness": {"verdict": "exact", "reasons": []},
        "events": 52,
        "threads": 2,
        "lost_events": 0,
        "waited_seconds": 0.25,
        "segment": {"bytes": 4194304, "peak_bytes": 65536},
        "engine": {"bytes": 1048576, "statistics": {"nodes": 23}},
        "agent_log": [],
        "environment": {"jdk": "21.0.2", "os": "Linux"},
        "workload": {"suite": "dacapo", "name": "eclipse", "size": "default", "stand_in": True},
    }
    return run | changes


def demo_profile(directory: Path, k: int = 4, **run: Any) -> Path:
    """Write the demo recording as a profile into ``directory`` and return its path."""
    target = directory / "demo.kpath"
    write_profile(target, demo_recording(k).build(directory), demo_run(k=k, **run))
    return target


def numbers_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each number in a JSON document: keys and indices."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers_in(item, (*way, key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from numbers_in(item, (*way, index))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield way


def replaced(document: Any, way: tuple[Any, ...], value: object) -> Any:
    """Return a copy of a JSON document with a value in the place of another."""
    changed = deepcopy(document)
    holder = changed
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = value
    return changed
