"""The figures of the verb ``structure`` as a pandas table, for the Python interface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pandas as pd

from kpath_jvm.arguments import ArgumentError, checked
from kpath_jvm.engine.structure import (
    PAPER_L1,
    PAPER_L2,
    PAPER_LENGTHS,
    CacheShape,
    CacheSimulation,
    StructureRow,
    parse_cache,
)
from kpath_jvm.evaluation.structure.structure import StructureRequest, figures
from kpath_jvm.recording.options import largest_k
from kpath_jvm.recording.sizes import parse_size

_RATES = (
    "ksf_internal_degree", "ipf_internal_degree", "ipf_leaf_depth", "l1_miss_rate", "l2_miss_rate",
)  # fmt: skip


@checked
def structure(
    recording: str | Path,
    lengths: Sequence[int] = PAPER_LENGTHS,
    *,
    caches: bool = False,
    l1: str | None = None,
    l2: str | None = None,
    cache_items: int | None = None,
    engine_memory: str | None = None,
    java_home: str | Path | None = None,
) -> pd.DataFrame:
    """Returns the sizes of the k-BLPP paper's structures for a recorded stream, with a row per k.

    ``recording`` comes from ``run --record``, or from the agent alone; ``lengths`` are the values
    of k, each 2 or more. With ``caches``, two levels of cache are simulated, which takes many times
    as long. ``l1`` and ``l2`` describe the levels: "32K:8" gives a cache's size in bytes and the
    ways of each set, and "32K:8:64" also the bytes of a cache line. The default is the paper's
    caches. If ``cache_items`` is given, only that many path completions at the beginning of the
    stream are simulated. ``engine_memory``, such as "2G", is the memory for the structures of one
    k. Pass ``engine_memory`` to the first call, which starts the JVM that later calls use, too.

    Columns: ``k``, ``status`` ("ok" if memory sufficed), ``hash_operations`` (of k-BLPP),
    ``blpp_hash_operations``, ``blpp_entries`` and ``blpp_paths``, ``ksf_forests``, ``ksf_nodes``,
    ``ksf_roots``, ``ksf_internal_degree``, ``node_scans``, ``ipf_nodes``, ``ipf_roots``,
    ``ipf_internal_degree`` and ``ipf_leaf_depth``, and, known only with ``caches``,
    ``l1_miss_rate``, ``l2_miss_rate``, ``cache_accesses``, ``l1_misses`` and ``l2_misses``. Degrees
    and depths are means, rates are from 0 to 1, and all other figures are counts. Figures that
    aren't known are missing. docs/formats/structure.md defines each figure, and describes the
    document that ``kpath-jvm structure`` writes.

    The frame's ``attrs`` have the rest of this document, such as ``items``, ``streamed_items``,
    ``activations``, ``completeness`` and ``caches``. Raises KpathError if ``recording`` isn't a
    recording, is damaged or hasn't ended, if a k or a description of a cache is invalid, or if
    there is no JDK or not enough memory.
    """
    request = StructureRequest(
        Path(recording),
        _lengths(lengths),
        _caches(caches, l1, l2, cache_items),
        None if java_home is None else Path(java_home),
        _memory(engine_memory),
    )
    document = figures(request)
    names = [field.name for field in fields(StructureRow)]
    frame: pd.DataFrame = pd.DataFrame(document.pop("rows"), columns=names)
    kinds = {name: "Float64" if name in _RATES else "Int64" for name in names if name != "status"}
    typed: pd.DataFrame = frame.astype(kinds)
    typed.attrs |= document
    return typed


def _lengths(lengths: Sequence[int]) -> tuple[int, ...]:
    most = largest_k()
    for k in lengths:
        is_number = hasattr(k, "__index__") and not isinstance(k, bool)
        if not is_number or not 2 <= k <= most:
            raise ArgumentError(
                f"structure: lengths has {k!r}; give whole numbers from 2 to {most}, such as (2, 8)"
            )
    return tuple(sorted({int(k) for k in lengths}))


def _caches(
    simulated: bool, l1: str | None, l2: str | None, items: int | None
) -> CacheSimulation | None:
    if not simulated:
        for name, value in (("l1", l1), ("l2", l2), ("cache_items", items)):
            if value is not None:
                raise ArgumentError(f"structure: {name} is {value!r}; give caches=True with it")
        return None
    if items is not None and items < 1:
        raise ArgumentError(f"structure: cache_items is {items}; give a whole number from 1 on")
    return CacheSimulation(_shape("l1", l1, PAPER_L1), _shape("l2", l2, PAPER_L2), items)


def _shape(name: str, text: str | None, usual: CacheShape) -> CacheShape:
    if text is None:
        return usual
    shape = parse_cache(text)
    if shape is None:
        raise ArgumentError(
            f"structure: {name} is {text!r}; give its size, its ways and optionally the bytes of "
            "a line, as '32K:8' or '6M:24:64'"
        )
    return shape


def _memory(text: str | None) -> int | None:
    if text is None:
        return None
    found = parse_size(text)
    if found is None:
        raise ArgumentError(f"structure: engine_memory is {text!r}; give a size, such as '2G'")
    return found
