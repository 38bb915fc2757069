"""Figures of the k-BLPP paper's structures for a run, by k (docs/formats/structure.md)."""

import re
from dataclasses import asdict, dataclass
from typing import Any

from kpath_jvm.recording.sizes import format_size, parse_size

#: The values of k in the paper's evaluation.
PAPER_LENGTHS = (2, 3, 4, 6, 8, 11, 16)


@dataclass(frozen=True)
class CacheShape:
    """A simulated cache: its size, the number of ways of each set, and the size of a cache line."""

    size_bytes: int
    ways: int
    line_bytes: int = 64

    def __str__(self) -> str:
        return f"{format_size(self.size_bytes)}, {self.ways} ways, lines of {self.line_bytes} bytes"


#: The caches of a core of the paper's processor, a Core2 Duo T9400 (section 4.1).
PAPER_L1 = CacheShape(32 << 10, 8)
PAPER_L2 = CacheShape(6 << 20, 24)


@dataclass(frozen=True)
class CacheSimulation:
    """The two cache levels to simulate.

    They are simulated for about the first ``most_items`` path completions, or for all if that is
    None.
    """

    l1: CacheShape
    l2: CacheShape
    most_items: int | None = None


def parse_cache(text: str) -> CacheShape | None:
    """Returns the shape in a text such as "32K:8" or "32K:8:64"; None for any other text.

    The numbers are the cache's size, the number of ways of each set, and the size of a cache line
    in bytes. The engine checks whether such a cache is possible.
    """
    match = re.fullmatch(r"([0-9]{1,12}[KMG]?):([0-9]{1,4})(?::([0-9]{1,4}))?", text, re.IGNORECASE)
    size = parse_size(match[1]) if match else None
    if match is None or size is None:
        return None
    return CacheShape(size, int(match[2]), int(match[3] or 64))


@dataclass(frozen=True)
class CacheRates:
    """The misses of each cache level. Only accesses that miss the first level go to the second."""

    l1_miss_rate: float
    l2_miss_rate: float
    accesses: int
    l1_misses: int
    l2_misses: int


@dataclass(frozen=True)
class Totals:
    """The figures that don't depend on k.

    An item is a path completion. ``unknown_completions`` is the number of completions of paths that
    belong to no known method. The other figures include such completions only if they were
    streamed. If caches were simulated, ``blpp_caches`` has the miss rates of BLPP's tables, and
    ``simulated_items`` is the number of streamed items whose accesses were simulated.
    """

    items: int
    streamed_items: int
    activations: int
    blpp_entries: int
    blpp_paths: int
    unknown_completions: int = 0
    simulated_items: int = 0
    blpp_caches: CacheRates | None = None


@dataclass(frozen=True)
class StructureRow:
    """The figures of the structures for one k.

    All figures except those of BLPP are None if memory wasn't sufficient for the structures.
    Figures of caches are also None if no caches were simulated.
    """

    k: int
    status: str
    hash_operations: int | None
    blpp_hash_operations: int
    blpp_entries: int
    blpp_paths: int
    ksf_forests: int | None
    ksf_nodes: int | None
    ksf_roots: int | None
    ksf_internal_degree: float | None
    node_scans: int | None
    ipf_nodes: int | None
    ipf_roots: int | None
    ipf_internal_degree: float | None
    ipf_leaf_depth: float | None
    l1_miss_rate: float | None
    l2_miss_rate: float | None
    cache_accesses: int | None
    l1_misses: int | None
    l2_misses: int | None

    def document(self) -> dict[str, Any]:
        """Returns the row as a JSON object."""
        return asdict(self)
