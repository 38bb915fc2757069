"""Builds the tables of a profile, in memory, from a recording."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import arrow
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import (
    AUXILIARY_COUNTERS,
    ENTRY_RUNG,
    Decision,
    InstrumentedMethod,
    MappedLine,
    Metadata,
)  # fmt: skip
from kpath_jvm.profile.recorded.executed_paths import RecordedExecutions
from kpath_jvm.profile.recorded.other_counts import OtherCounts
from kpath_jvm.profile.recorded.own_numbers import by_own_numbers
from kpath_jvm.profile.recorded.streamed_forest import located, streamed_forest
from kpath_jvm.profile.schema import CODE_DIGEST, HELD_BACK, INTS, SCHEMAS, UNNAMED_VARIABLES
from kpath_jvm.profile.totals import require_addable, total
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.records.held_back import HeldBack

#: The columns of the table ``methods`` that are copied from a method's metadata, by the part of the
#: metadata that has them.
_COLUMNS_OF_PARTS: Mapping[str, Sequence[str]] = {
    "identity": ("name", "descriptor", "access", "loader", "digest", "version", "source"),
    "flow": ("irreducible", "athrows", CODE_DIGEST, UNNAMED_VARIABLES),
    "numbered": ("cut", "cuts"),
    "counted": ("mode", "first_id", "since_millis"),
    "ladder": (
        "bytes", "instrumented_bytes", "rung", "rung_reason", "rejected_rungs", "rejected_bytes",
    ),
}  # fmt: skip


class BuiltTables(Struct, frozen=True):
    """The tables by name, and what was recorded but isn't in the tables.

    ``unknown_completions`` is the number of completions of paths that have no method in the
    metadata. ``held_back`` says how many paths may be missing because activations held them back,
    or is None if no paths can be missing.
    """

    tables: Mapping[str, pa.Table]
    unknown_completions: int
    held_back: HeldBack | None


def build_tables(metadata: Metadata, recorded: Recorded) -> BuiltTables:
    """Builds all tables; methods are numbered in the order of their ids.

    Raises KpathError when the engine's arrays contradict each other or the metadata. Raises
    TooMuchError when sums of the recorded counts may not fit into 64 bits.
    """
    require_addable(recorded)
    methods = metadata.methods
    recorded = by_own_numbers(methods, recorded)
    forest, unknown = streamed_forest(methods, recorded)
    edges = _edges(methods)
    roots = np.flatnonzero(forest.parents < 0)
    executed = RecordedExecutions.decoded(
        methods, edges, forest.methods[roots], forest.paths[roots]
    )
    counts = forest.counts[roots]
    others = OtherCounts(methods, recorded)
    tables = {
        "methods": _methods(methods, recorded, executed, counts),
        "blocks": _blocks(methods),
        "edges": edges,
        "loops": _loops(methods),
        "decisions": _decisions(methods),
        "mapped_lines": _mapped_lines(methods),
        "paths": _paths(methods, executed, counts),
        "ipf": forest.to_table(),
        "folded": _table("folded", _folded(methods, recorded)),
        "extended": _table("extended", others.extended()),
        "edge_counts": _table("edge_counts", others.edges()),
    }
    held_back = _held_back(methods, tables["methods"], recorded.released)
    return BuiltTables(tables, unknown, held_back)


def _held_back(
    methods: list[InstrumentedMethod], table: pa.Table, released: HeldBack
) -> HeldBack | None:
    """Returns what unfinished activations may have held back, or None if they held back nothing."""
    unfinished = np.maximum(np.asarray(table.column("unfinished").to_numpy()), 0)
    capacities = _capacities(methods)
    activations = total(unfinished[capacities > 0]) - released.activations
    if activations <= 0:
        return None
    paths = total(unfinished, capacities) - released.paths
    return HeldBack(activations=activations, paths=max(paths, activations))


def _capacities(methods: list[InstrumentedMethod]) -> Int64Array:
    return np.array([method.counted.held_paths for method in methods], dtype=np.int64)


def _folded(methods: list[InstrumentedMethod], recorded: Recorded) -> dict[str, Any]:
    ids, lengths = recorded.folded_paths, recorded.folded_lengths
    if not len(ids) == len(lengths) == len(recorded.folded_counts):
        raise KpathError("the engine's arrays of what was folded differ in length")
    if len(ids) and (lengths.min() < 1 or lengths.max() >= recorded.k):
        raise KpathError("the engine folded into contexts of an impossible length")
    method, path, is_known = located(methods, ids)
    method, path, lengths = method[is_known], path[is_known], lengths[is_known]
    order = np.lexsort((lengths, path, method))
    return {
        "method": method[order].astype(np.int32),
        "path": path[order].astype(np.int32),
        "length": lengths[order],
        "count": recorded.folded_counts[is_known][order],
    }


def _paths(
    methods: list[InstrumentedMethod], executed: RecordedExecutions, counts: Int64Array
) -> pa.Table:
    first_lines, last_lines = executed.first_and_last_lines(methods)
    lines = {"first_line": first_lines, "last_line": last_lines}
    return _table("paths", {**executed.columns(), **lines, "count": counts})


def _methods(
    methods: list[InstrumentedMethod],
    recorded: Recorded,
    executed: RecordedExecutions,
    path_counts: Int64Array,
) -> pa.Table:
    """Builds the table ``methods``. Some of its numbers follow from others (docs/design.md)."""
    counters = recorded.counters
    is_exit = executed.is_end("exit")
    last_blocks = executed.blocks[executed.offsets[1:] - 1]
    flows = enumerate(method.flow for method in methods)
    athrows = [number << 32 | block for number, flow in flows for block in flow.athrows]
    is_athrow = is_exit & np.isin(
        executed.methods.astype(np.int64) << 32 | last_blocks, np.array(athrows, dtype=np.int64)
    )

    def sums(is_chosen: np.ndarray[Any, Any] | slice) -> Int64Array:
        total = np.zeros(len(methods), dtype=np.int64)
        np.add.at(total, executed.methods[is_chosen], path_counts[is_chosen])
        return total

    completed, exits, athrow_exits = sums(slice(None)), sums(is_exit), sums(is_athrow)
    auxiliary = {
        name: np.array([_counter(counters, method, name) for method in methods], dtype=np.int64)
        for name in AUXILIARY_COUNTERS
    }
    handlers = auxiliary["handlers"]
    # The number of calls of this() or super() that threw an exception or are still running.
    in_super = auxiliary["super_calls"] - auxiliary["super_returns"]
    left = handlers + auxiliary["escapes"] - athrow_exits
    is_counted = np.array(["entries" in method.counted.counters for method in methods], dtype=bool)
    # Without a counter of entries, the number of entries is computed as if every activation had
    # ended, so nothing counts as unfinished.
    entries = np.where(is_counted, auxiliary["entries"], exits + left + in_super - handlers)
    unfinished = entries + handlers - exits - left - in_super
    # If only entries are counted, nothing is known about how activations ended.
    unfinished[np.array([method.ladder.rung == ENTRY_RUNG for method in methods], dtype=bool)] = 0
    # Without a counter of escapes, only two numbers are known: the sum of abandoned and unfinished
    # paths, and the number of paths that were abandoned because a handler was entered.
    is_sum = np.array([_counts_no_escapes(method) for method in methods], dtype=bool)
    total = entries + handlers - exits
    abandoned = np.where(is_sum, np.minimum(np.maximum(left, 0), total), left)
    unfinished = np.where(is_sum, 0, unfinished)
    undecided = np.where(is_sum, total - abandoned, in_super)
    if recorded.begins_amid:
        # In a recording that begins in the middle of the program, more activations may end than
        # begin.
        abandoned, unfinished, undecided = (
            np.maximum(sums, 0) for sums in (abandoned, unfinished, undecided)
        )
    if not recorded.knows_abandoned:
        # If only completed paths are known, each path that starts at the entry shows that an
        # activation began. Each that starts at a handler shows that an activation went on there.
        begun = sums(executed.is_start("entry")) + _begun(methods, recorded, "entry")
        entries = np.where(is_counted, entries, begun)
        handlers = sums(executed.is_start("handler")) + _begun(methods, recorded, "handler")
        abandoned, unfinished, undecided = (np.zeros_like(exits) for _ in range(3))
    columns: dict[str, Any] = {
        "method": range(len(methods)),
        "class": [method.identity.class_name for method in methods],
        "possible_paths": [method.numbered.paths for method in methods],
        "entries": entries,
        "entries_counted": is_counted,
        "handler_entries": handlers,
        "completed": completed,
        "exits": exits,
        "abandoned": abandoned,
        "unfinished": unfinished,
        "undecided": undecided,
        HELD_BACK: np.maximum(unfinished, 0) * _capacities(methods),
    }
    for part, names in _COLUMNS_OF_PARTS.items():
        parts = [getattr(method, part) for method in methods]
        columns |= {name: [getattr(one, name) for one in parts] for name in names}
    columns["path_tables"] = [method.path_tables for method in methods]
    return _table("methods", columns)


def _begun(methods: list[InstrumentedMethod], recorded: Recorded, kind: str) -> Int64Array:
    counts: Counter[int] = Counter()
    for edge in recorded.edge_counts:
        if edge.kind == kind:
            counts[edge.first_id] += edge.count
    return np.array([counts[method.counted.first_id] for method in methods], dtype=np.int64)


def _counts_no_escapes(method: InstrumentedMethod) -> bool:
    names = method.counted.counters.keys()
    of_escapes = names & {"escapes", "super_calls"}
    return method.counted.mode == "counted" and "entries" in names and not of_escapes


def _counter(counters: Int64Array, method: InstrumentedMethod, name: str) -> int:
    number = method.counted.counters.get(name)
    return int(counters[number]) if number is not None and number < len(counters) else 0


def _blocks(methods: list[InstrumentedMethod]) -> pa.Table:
    blocks = [block for method in methods for block in method.flow.blocks]
    lines = [line for block in blocks for line in block.lines]
    lengths = [len(block.lines) for block in blocks]
    columns = {
        **_numbered("block", [len(method.flow.blocks) for method in methods]),
        "first_offset": [block.first_offset for block in blocks],
        "last_offset": [block.last_offset for block in blocks],
        "line_offsets": _lists(lengths, [offset for offset, _ in lines]),
        "lines": _lists(lengths, [line for _, line in lines]),
        "instructions": [block.instructions for block in blocks],
        "digest": [block.digest for block in blocks],
    }
    return _table("blocks", columns)


def _edges(methods: list[InstrumentedMethod]) -> pa.Table:
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMAS["edges"].names}
    method, kind, reason, source, target, value = columns.values()
    for index, one in enumerate(method.numbered for method in methods):
        sizes = len(one.edges), len(one.starts), len(one.ends)
        method += [index] * sum(sizes)
        for name, size in zip(("edge", "start", "end"), sizes, strict=True):
            kind += [name] * size
        reason += [None] * sizes[0]
        reason += [some[0] for some in (*one.starts, *one.ends)]
        source += [edge[0] for edge in one.edges]
        source += [-1] * sizes[1]
        source += [end[1] for end in one.ends]
        target += [edge[1] for edge in one.edges]
        target += [start[1] for start in one.starts]
        target += [-1] * sizes[2]
        value += [some[2] for some in (*one.edges, *one.starts, *one.ends)]
    return _table("edges", columns)


def _loops(methods: list[InstrumentedMethod]) -> pa.Table:
    loops = [loop for method in methods for loop in method.flow.loops]
    columns = {
        **_numbered("loop", [len(method.flow.loops) for method in methods]),
        "header": [loop.header for loop in loops],
        "parent": [loop.parent for loop in loops],
        "latches": [loop.latches for loop in loops],
        "blocks": [loop.blocks for loop in loops],
        "waits": [loop.waits for loop in loops],
        "assigned": [loop.assigned for loop in loops],
    }
    return _table("loops", columns)


def _decisions(methods: list[InstrumentedMethod]) -> pa.Table:
    return _listed("decisions", [method.flow.decisions for method in methods])


def _mapped_lines(methods: list[InstrumentedMethod]) -> pa.Table:
    return _listed("mapped_lines", [method.flow.mapped for method in methods])


def _listed(name: str, rows: Sequence[Sequence[Decision | MappedLine]]) -> pa.Table:
    """Builds a table from the rows of each method. The rows' fields are the table's columns."""
    counts = [len(own) for own in rows]
    columns: dict[str, Any] = {"method": np.repeat(np.arange(len(rows)), counts)}
    for column in SCHEMAS[name].names[1:]:
        columns[column] = [getattr(row, column) for own in rows for row in own]
    return _table(name, columns)


def _numbered(name: str, counts: list[int]) -> dict[str, Int64Array]:
    """Returns two columns of a table: each row's method, and the row's number in the method.

    ``counts`` has the number of rows of each method.
    """
    methods = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    firsts = np.cumsum([0, *counts], dtype=np.int64)
    return {"method": methods, name: np.arange(len(methods), dtype=np.int64) - firsts[methods]}


def _lists(lengths: list[int], values: list[int]) -> pa.Array:
    return arrow.lists(lengths, np.array(values, dtype=np.int64), INTS)


def _table(name: str, columns: Mapping[str, Any]) -> pa.Table:
    schema = SCHEMAS[name]
    arrays = []
    for column in schema:
        values = columns[column.name]
        if isinstance(values, pa.Array):
            arrays.append(values)
        elif pa.types.is_dictionary(column.type):
            arrays.append(arrow.dictionary(values, column.type))
        elif isinstance(values, np.ndarray) and values.dtype.kind == "i":
            arrays.append(arrow.numbers(values, column.type))
        else:
            listed = values.tolist() if isinstance(values, np.ndarray) else values
            arrays.append(pa.array(listed, column.type))
    return pa.Table.from_arrays(arrays, schema=schema)
