"""The engine's StructureSession as Python sees it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import jpype

from kpath_jvm.engine.bridge import in_background, opening
from kpath_jvm.engine.structure import CacheRates, CacheShape, CacheSimulation, Row, Totals
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.java_names import require_java_name

COMPLETE, MEMORY = "ok", "memory"


class StructureBridge:
    """The structures of one recorded run. The JVM must have been started.

    ``paths`` are the first id and the number of each method's paths, ``counters`` the ids of their
    auxiliary counters; ``caches`` what to simulate, if anything. KpathError when a file can't be
    read or the budget is too small.
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
        """What is damaged, in one line; then no figure means anything."""
        told = self._session.failure()
        return None if told is None else str(told)

    def totals(self, on_poll: Callable[[], None]) -> Totals:
        """What holds for every k; ``on_poll`` is called all the while."""
        told = in_background(lambda: self._session.totals(self._simulation), on_poll)
        return Totals(
            items=int(told.items()),
            streamed_items=int(told.streamedItems()),
            activations=int(told.activations()),
            blpp_entries=int(told.blppEntries()),
            blpp_paths=int(told.blppPaths()),
            unknown_completions=int(told.unknownCompletions()),
            simulated_items=int(told.simulatedItems()),
            blpp_caches=_rates(told.caches()),
        )

    def row(self, k: int, totals: Totals, on_poll: Callable[[], None]) -> Row:
        """The structures for one k of 2 or more; after ``totals``."""
        told = in_background(lambda: self._session.row(k, self._simulation), on_poll)
        complete = bool(told.isComplete())
        caches = _rates(told.caches())

        def whole(figure: Any) -> int | None:
            return int(figure) if complete else None

        def real(figure: Any) -> float | None:
            return float(figure) if complete else None

        return Row(
            k=k,
            status=COMPLETE if complete else MEMORY,
            hash_operations=whole(told.rootFinds()),
            blpp_hash_operations=totals.items,
            blpp_entries=totals.blpp_entries,
            blpp_paths=totals.blpp_paths,
            ksf_forests=whole(told.forests()),
            ksf_nodes=whole(told.nodes()),
            ksf_roots=whole(told.roots()),
            ksf_internal_degree=real(told.internalDegree()),
            node_scans=whole(told.nodeScans()),
            ipf_nodes=whole(told.pathNodes()),
            ipf_roots=whole(told.pathRoots()),
            ipf_internal_degree=real(told.pathInternalDegree()),
            ipf_leaf_depth=real(told.pathLeafDepth()),
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
    """The engine's; KpathError when there can't be such a cache."""
    try:
        return jpype.JClass("org.kpathjvm.engine.cache.CacheShape")(
            cache.size_bytes, cache.ways, cache.line_bytes
        )
    except jpype.JException as error:
        reason = str(error).splitlines()[0].partition(": ")[2]
        raise KpathError(f"no such cache: {reason}; see --l1 and --l2", 2) from None
