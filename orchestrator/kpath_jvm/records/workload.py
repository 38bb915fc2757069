"""Records which benchmark was run, if it was run by name."""

from typing import Any

from kpath_jvm.records.record import Count, Record, Seconds


class Artifact(Record, frozen=True, kw_only=True):
    """A jar of a workload: Maven coordinates and SHA-256 in hex."""

    coordinates: str
    sha256: str


class Iteration(Record, frozen=True, kw_only=True):
    """An iteration of a benchmark; ``phase`` is "warmup" or "timed"."""

    phase: str
    number: Count
    wall_seconds: Seconds
    cpu_seconds: Seconds
    valid: bool
    digest: str | None


class WorkloadRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A suite's benchmark; ``stand_in`` says whether a program of ours replaced the benchmark.

    The fields from ``title`` to ``kit`` describe the program and what it had to do. ``measured``
    has the iterations that the program logged.
    """

    suite: str
    name: str
    size: str
    stand_in: bool
    title: str = ""
    stands_for: str = ""
    version: str = ""
    description: str = ""
    kind: str = ""
    known_limits: tuple[str, ...] = ()
    settings: dict[str, str] | None = None
    warmups: Count = 0
    iterations: Count = 0
    threads: int | str | None = None
    artifacts: tuple[Artifact, ...] = ()
    expected_digest: str | None = None
    kit: dict[str, Any] | None = None
    measured: tuple[Iteration, ...] = ()
