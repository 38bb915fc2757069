"""Where the regions of a segment are, computed from Java's table of them."""

from dataclasses import dataclass

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.contract import Buffer, Contract
from kpath_jvm.recording.sizes import format_size


@dataclass(frozen=True)
class Geometry:
    """What a segment has how many of; the ``offsets`` of its regions by name, in bytes."""

    slot_count: int
    block_count: int
    thread_rows: int
    offsets: dict[str, int]
    total_bytes: int

    @classmethod
    def of(
        cls, contract: Contract, slot_count: int, block_count: int, thread_rows: int
    ) -> "Geometry":
        """Each region begins at the first page behind the one before."""
        counts = {
            "ONE": 1, "SLOT_COUNT": slot_count,
            "BLOCK_COUNT": block_count, "THREAD_ROWS": thread_rows,
        }  # fmt: skip
        page = contract["PAGE_BYTES"]
        offsets = {}
        end = 0
        for region in contract.regions:
            offsets[region.name] = end
            end += counts[region.counted] * region.entry_bytes
            end = -(-end // page) * page
        return cls(slot_count, block_count, thread_rows, offsets, end)

    @classmethod
    def fitting(
        cls, contract: Contract, size_bytes: int, *, threads_apart: bool = False
    ) -> "Geometry":
        """The one with the most blocks in at most ``size_bytes``; KpathError when there is none."""
        least, most = contract["LEAST_SEGMENT_BYTES"], contract["MOST_SEGMENT_BYTES"]
        if not least <= size_bytes <= most:
            raise KpathError(
                f"a segment cannot have {format_size(size_bytes)}; pass a --segment-size of "
                f"{least >> 20}M to {most >> 20}M",
                125,
            )
        slots, rows = contract["SLOT_COUNT"], contract["THREAD_ROWS"] if threads_apart else 0
        block_bytes = sum(
            region.entry_bytes for region in contract.regions if region.counted == "BLOCK_COUNT"
        )
        blocks = (size_bytes - cls.of(contract, slots, 0, rows).total_bytes) // block_bytes
        geometry = cls.of(contract, slots, blocks, rows)
        if geometry.total_bytes > size_bytes:
            # The descriptors' last page.
            return cls.of(contract, slots, blocks - 1, rows)
        return geometry

    @classmethod
    def read(cls, contract: Contract, header: Buffer) -> "Geometry | None":
        """What a header says; None when no segment has that."""
        fields = contract.header
        slots, blocks, rows = (
            fields[name].read(header) for name in ("SLOT_COUNT", "BLOCK_COUNT", "THREAD_ROWS")
        )
        geometry = cls.of(contract, slots, blocks, rows)
        is_sound = (
            slots > 0
            and slots & (slots - 1) == 0
            and blocks > 0
            and rows >= 0
            and geometry.total_bytes == fields["TOTAL_BYTES"].read(header)
        )
        return geometry if is_sound else None
