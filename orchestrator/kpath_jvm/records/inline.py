"""The file inline.json: the figures of a profiler that counts inside the profiled program.

See docs/formats/inline.md.
"""

from collections.abc import Iterator
from typing import ClassVar

from msgspec import field

from kpath_jvm.checked_lines import Checksum
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.records.record import Count, Record


class InlineRecord(Record, frozen=True, kw_only=True, omit_defaults=True):
    """The figures that the agent writes when the JVM ends.

    Fields with a default value are figures that only some profilers have.
    """

    ended: str
    quiet: bool
    items: Count
    bytes: Count
    threads: Count
    lost: Count
    dispatches_lost: Count = 0
    unlisted_classes: Count
    counted: Count = 0
    tables: Count = 0
    instrumentation_nanos: Count = 0
    hash_operations: Count | None = None
    blpp_entries: Count | None = None
    blpp_paths: Count | None = None
    node_scans: Count | None = None
    ksf_nodes: Count | None = None
    ksf_roots: Count | None = None
    ksf_internal_nodes: Count | None = None
    word_entries: Count | None = None
    word_contexts: Count | None = None
    word_lost: Count = 0
    calls_taken: Count | None = None
    windows: Count | None = None
    windows_finished: Count | None = None
    windows_timed_out: Count | None = None
    windows_open: Count | None = None
    carriers: Count = 0
    running: tuple[str, ...] = ()

    def losses(self) -> Iterator[Fact]:
        """Yields facts about the kinds of losses that can happen with every profiler."""
        if self.lost:
            lost = "1 count was" if self.lost == 1 else f"{self.lost:,} counts were"
            text = f"{lost} lost, because the counting threads got no table"
            yield Fact(cause=Cause.LOST_EVENTS, text=text, figure=self.lost)
        if self.unlisted_classes:
            some = self.unlisted_classes
            left = "1 class is" if some == 1 else f"{some:,} classes are"
            text = f"{left} not recorded, because no metadata could be written"
            yield Fact(cause=Cause.UNLISTED_CLASSES, text=text, figure=self.unlisted_classes)

    def doubts(self) -> Iterator[Fact]:
        """Yields facts about what was lost, and whether a thread was still counting at the end."""
        yield from self.losses()
        if not self.quiet:
            text = "a thread was in a probe when the tables were written"
            yield Fact(cause=Cause.STILL_COUNTING, text=text)

    @property
    def ksf_internal_degree(self) -> float | None:
        """The mean number of children of the k-slab forests' inner nodes; None without forests."""
        if self.ksf_nodes is None or self.ksf_roots is None or self.ksf_internal_nodes is None:
            return None
        return (self.ksf_nodes - self.ksf_roots) / max(self.ksf_internal_nodes, 1)


class InlineFile(InlineRecord, frozen=True, kw_only=True):
    """The file inline.json itself; ``files`` has the checksums of the tables' files by name."""

    CHECKED: ClassVar[bool] = True

    files: dict[str, Checksum] = field(default_factory=dict)
