"""The Python interface of the engine's StructureSession."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jpype

from kpath_jvm.engine.bridge import in_background, opening
from kpath_jvm.engine.structure import CacheRates, CacheShape, CacheSimulation, StructureRow, Totals
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.java_names import require_java_name

COMPLETE, MEMORY = "ok", "memory"


class StructureBridge:
    """The structures of one recorded run; the JVM must have been started.

    ``paths`` has each method's first path id and number of paths. ``counters`` are the ids of the
    auxiliary counters. ``caches`` are the caches to simulate, or None. Raises KpathError if a file
    can't be read, or if ``memory_bytes`` is too small.
    """

    def __init__(
        self,
        segment: Path,
        journals: Path | None,
        memory_bytes: int,
        paths: Sequence[tuple[int, int]],
        counters: Sequence[int],
        caches: CacheSimulation | None,
    ) -> None:
        require_java_name(segment, "the segment")
        session = jpype.JClass("org.kpathjvm.engine.structure.StructureSession")
        ints = jpype.JArray(jpype.JInt)
        self._simulation = None if caches is None else _simulation(caches)
        self._session = opening(
            lambda: session.open(
                str(segment),
                None if journals is None else str(journals),
                memory_bytes,
                ints([first for first, _ in paths]),
                ints([count for _, count in paths]),
                ints(counters),
            )
        )

    def failure(self) -> str | None:
        """Returns what is damaged, in one line, or None. Damage makes all figures meaningless."""
        found = self._session.failure()
        return None if found is None else str(found)

    def totals(self) -> Totals:
        """Returns the figures that don't depend on k."""
        found = in_background(lambda: self._session.totals(self._simulation))
        return Totals(
            items=int(found.items()),
            streamed_items=int(found.streamedItems()),
            activations=int(found.activations()),
            blpp_entries=int(found.blppEntries()),
            blpp_paths=int(found.blppPaths()),
            unknown_completions=int(found.unknownCompletions()),
            simulated_items=int(found.simulatedItems()),
            blpp_caches=_rates(found.caches()),
        )

    def row(self, k: int, totals: Totals) -> StructureRow:
        """Returns the figures for one k, which must be at least 2."""
        found = in_background(lambda: self._session.row(k, self._simulation))
        complete = bool(found.isComplete())
        caches = _rates(found.caches())

        def whole(figure: Any) -> int | None:
            return int(figure) if complete else None

        def real(figure: Any) -> float | None:
            return float(figure) if complete else None

        return StructureRow(
            k=k,
            status=COMPLETE if complete else MEMORY,
            hash_operations=whole(found.rootFinds()),
            blpp_hash_operations=totals.items,
            blpp_entries=totals.blpp_entries,
            blpp_paths=totals.blpp_paths,
            ksf_forests=whole(found.forests()),
            ksf_nodes=whole(found.nodes()),
            ksf_roots=whole(found.roots()),
            ksf_internal_degree=real(found.internalDegree()),
            node_scans=whole(found.nodeScans()),
            ipf_nodes=whole(found.pathNodes()),
            ipf_roots=whole(found.pathRoots()),
            ipf_internal_degree=real(found.pathInternalDegree()),
            ipf_leaf_depth=real(found.pathLeafDepth()),
            l1_miss_rate=None if caches is None else caches.l1_miss_rate,
            l2_miss_rate=None if caches is None else caches.l2_miss_rate,
            cache_accesses=None if caches is None else caches.accesses,
            l1_misses=None if caches is None else caches.l1_misses,
            l2_misses=None if caches is None else caches.l2_misses,
        )


def _rates(counts: Any) -> CacheRates | None:
    if counts is None:
        return None
    return CacheRates(
        l1_miss_rate=float(counts.l1MissRate()),
        l2_miss_rate=float(counts.l2MissRate()),
        accesses=int(counts.accesses()),
        l1_misses=int(counts.l1Misses()),
        l2_misses=int(counts.l2Misses()),
    )


def _simulation(caches: CacheSimulation) -> Any:
    most = jpype.java.lang.Long.MAX_VALUE if caches.most_items is None else caches.most_items
    kind = jpype.JClass("org.kpathjvm.engine.structure.CacheSimulation")
    return kind(_shape(caches.l1), _shape(caches.l2), most)


def _shape(cache: CacheShape) -> Any:
    try:
        return jpype.JClass("org.kpathjvm.engine.cache.CacheShape")(
            cache.size_bytes, cache.ways, cache.line_bytes
        )
    except jpype.JException as error:
        reason = str(error).splitlines()[0].partition(": ")[2]
        raise KpathError(f"not a possible cache: {reason}; see --l1 and --l2", 2) from None
