"""inline.json: the figures of a profiler that ran inside the target (docs/formats/inline.md)."""

from typing import Literal

from kpath_jvm.records.record import Count, Length, Record


class InlineRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """What the agent writes when the JVM ends; the optional figures depend on the profiler."""

    profiler: Literal["edge", "blpp-hash", "blpp-array", "k-blpp"]
    cut: str
    ended: str
    quiet: bool
    items: Count
    bytes: Count
    threads: Count
    lost: Count
    unlisted_classes: Count
    counted: Count = 0
    tables: Count = 0
    instrumentation_nanos: Count = 0
    k: Length | None = None
    move_to_front: bool | None = None
    hash_operations: Count | None = None
    blpp_entries: Count | None = None
    blpp_paths: Count | None = None
    node_scans: Count | None = None
    ksf_nodes: Count | None = None
    ksf_roots: Count | None = None
    ksf_internal_nodes: Count | None = None
    ksf_internal_degree: float | None = None
