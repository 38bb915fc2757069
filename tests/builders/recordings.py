"""Makes recordings and profiles without a JVM, a segment or an engine."""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from builders.checked import checked
from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, MethodSpec, figure_3, plain, shaky, tangled
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.environment import Cpu, Environment, Java
from kpath_jvm.records.run import EngineUse, RunRecord, SegmentUse, TargetUse
from kpath_jvm.records.workload import WorkloadRecord


@dataclass
class RecordingBuilder:
    """Collects methods, streams and counters; ``build`` returns what the engine would deliver."""

    k: int = 4
    lines: list[dict[str, Any]] = field(default_factory=list)
    methods: list[MethodSpec] = field(default_factory=list)
    sequences: list[list[int]] = field(default_factory=list)
    counters: Counter[int] = field(default_factory=Counter)
    next_id: int = 1

    def add(self, method: MethodSpec) -> MethodSpec:
        """Adds a method, and sets its ids."""
        method.first_id = self.next_id
        self.next_id += 0 if method.mode == "edges" else method.paths
        counted = [(source, target) for source, target, has_one in method.edge_counters if has_one]
        for name in method.counters:
            method.counter_ids[name] = self.next_id
            self.next_id += 1
        for edge in counted:
            method.edge_ids[edge] = self.next_id
            self.next_id += 1
        self.methods.append(method)
        self.lines.append(method.line())
        return method

    def skip(self, class_name: str, reason: str, name: str | None = None) -> None:
        """Adds a line for a class that wasn't instrumented, or for its method ``name`` alone."""
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
        """Adds unbroken sequences of a method's own path numbers, each sequence ``times`` times."""
        for sequence in sequences:
            self.sequences += [[method.first_id + path for path in sequence]] * times

    def count(self, method: MethodSpec, path: int, count: int) -> None:
        """Adds to the count of a path that isn't streamed."""
        self.counters[method.first_id + path] += count

    def auxiliary(self, method: MethodSpec, **counts: int) -> None:
        """Adds to auxiliary counters."""
        for name, count in counts.items():
            self.counters[method.counter_ids[name]] += count

    def taken(self, method: MethodSpec, counts: Mapping[tuple[int, int], int]) -> None:
        """Adds to the counts of edges that have counters."""
        for edge, count in counts.items():
            self.counters[method.edge_ids[edge]] += count

    def build(self, directory: Path) -> Recorded:
        """Writes methods.jsonl into ``directory`` and returns the recording."""
        path = directory / "methods.jsonl"
        path.write_text(checked(*self.lines))
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


def demo_recording(k: int = 4) -> RecordingBuilder:
    """Returns a recording with methods of several kinds. Tests rely on the recording's counts."""
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
    # Shaky's first activation executes head and body, catches an exception, and executes head and
    # body again. Then it catches another exception and rethrows it. The second activation goes
    # straight to the end. Its path isn't streamed.
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


ENVIRONMENT = Environment(
    java=Java(version="21.0.2", vendor="Demo"),
    engine_java=Java(version="21.0.2", vendor="Demo"),
    os="Linux",
    cpu=Cpu(count=2, model="demo"),
    memory_bytes=1 << 30,
    python="3.11.7",
)


def demo_run(**changes: Any) -> RunRecord:
    """Returns a run's record, as a profile has it. Each call gives the run a new identity."""
    run = RunRecord(
        started="2026-01-02T03:04:05+00:00",
        wall_seconds=3.5,
        native_wall_seconds=1.75,
        native_cpu_seconds=1.6,
        target=TargetUse(cpu_seconds=2.4, max_rss_bytes=None),
        exit_status=0,
        environment=ENVIRONMENT,
        version="0.1.0",
        command=("java", "-cp", "demo.jar", "demo.Main"),
        options={
            "cut": "back-edge", "max-paths": 4096, "include": (), "exclude": ("demo.generated.*",)
        },
        completeness=Completeness(),
        events=52,
        threads=2,
        lost_events=0,
        waited_seconds=0.25,
        spilled_bytes=48 << 16,
        segment=SegmentUse(bytes=4194304, peak_bytes=65536),
        engine=EngineUse(bytes=1048576, statistics={"nodes": 23}),
        workload=WorkloadRecord(suite="dacapo", name="eclipse", size="default", stand_in=True),
        identities=(uuid.uuid4().hex,),
    )  # fmt: skip
    return replace(run, **changes)


def demo_profile(directory: Path, k: int = 4, **run: Any) -> Path:
    """Writes the demo recording as a profile into ``directory``. Returns the profile's path."""
    target = directory / "demo.kpath"
    write_profile(target, demo_recording(k).build(directory), demo_run(**run))
    return target


def session_document(**changes: Any) -> dict[str, Any]:
    """Returns the content of a session.json."""
    return {
        "kpath_session": 2, "command": ["java", "Main"], "k": 8,
        "started": "2026-01-02T03:04:05+00:00", "engine_memory": None,
        "journals": "/journals", "stream": None, "workload": None,
    } | changes  # fmt: skip


def recording_document(**changes: Any) -> dict[str, Any]:
    """Returns the content of a recording.json."""
    return {
        "kpath_recording": 7, "main": "Main a b", "java_version": "17.0.1", "java_vendor": "Some",
        "pid": 7, "parent_pid": 1, "started_millis": 1_000,
        "options": {"profiler": "stream", "cut": "back-edge", "max-paths": 4096, "include": []},
    } | changes  # fmt: skip
