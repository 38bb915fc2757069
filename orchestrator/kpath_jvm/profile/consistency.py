"""Checks tables that were read from files, because later code uses their values as indices.

Each check returns what is wrong with a table, or None.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile import forest
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.forest import Forest, Int64Array
from kpath_jvm.profile.metadata import EDGES_MODE, ENTRY_RUNG, RUNGS
from kpath_jvm.profile.recorded.executed_paths import RecordedExecutions

#: For each kind of edge, whether its source and its target are outside the method.
_OUTSIDE = {
    "entry": [True, False], "handler": [True, False], "edge": [False, False],
    "exit": [False, True],
}  # fmt: skip


def integers(table: pa.Table, column: str) -> Int64Array:
    """Returns a column of integers as int64. Missing integers aren't allowed."""
    return np.asarray(table.column(column).to_numpy(), dtype=np.int64)


def check_complete(table: pa.Table) -> str | None:
    """Checks that no value is missing other than a source file or a reason."""
    for name in table.column_names:
        column = table.column(name)
        is_optional = name in ("source", "reason", "rung_reason") and not pa.types.is_integer(
            column.type
        )
        if column.null_count and not is_optional:
            return f"{name} is missing"
        while pa.types.is_list(column.type):
            column = list_items(column)
            if column.null_count:
                return f"an item of {name} is missing"
    return None


def check_methods(methods: pa.Table) -> str | None:
    """Checks methods' numbers, rungs and cuts, and that only the entry rung is without paths."""
    if (integers(methods, "method") != np.arange(methods.num_rows)).any():
        return "methods are not numbered by row"
    has_paths = integers(methods, "possible_paths") > 0
    rungs = methods.column("rung").to_pylist()
    if any(rung not in RUNGS for rung in set(rungs)):
        return "an unknown rung"
    is_entry = np.array([rung == ENTRY_RUNG for rung in rungs], dtype=bool)
    if (~has_paths & ~is_entry).any():
        return "a method without paths"
    if (has_paths & is_entry).any():
        return f"a method with the rung {ENTRY_RUNG} has paths"
    rejected = [list_lengths(methods.column(name)) for name in ("rejected_rungs", "rejected_bytes")]
    if (rejected[0] != rejected[1]).any():
        return "rungs and their sizes differ in number"
    if (list_lengths(list_items(methods.column("cuts"))) != 2).any():
        return "a cut is not a pair of blocks"
    return None


def check_rows(table: pa.Table, methods: pa.Table) -> str | None:
    """Checks that rows are ordered by method, and that their methods exist."""
    method = integers(table, "method")
    if (np.diff(method) < 0).any():
        return "rows are not ordered by method"
    if len(method) and not 0 <= method[0] <= method[-1] < methods.num_rows:
        return "a method is out of range"
    return None


def row_counts(table: pa.Table, methods: pa.Table) -> Int64Array:
    """Returns how many of a table's rows each method has."""
    return np.bincount(integers(table, "method"), minlength=methods.num_rows).astype(np.int64)


def _are_numbered(table: pa.Table, column: str, counts: Int64Array) -> bool:
    """Returns whether each method's rows have the numbers 0, 1 and so on in a column."""
    first = np.cumsum(counts) - counts
    expected = np.arange(table.num_rows) - first[integers(table, "method")]
    return bool((integers(table, column) == expected).all())


def check_blocks(blocks: pa.Table, methods: pa.Table) -> str | None:
    """Checks that each method's blocks are numbered from 0, and that no block is empty."""
    if not _are_numbered(blocks, "block", row_counts(blocks, methods)):
        return "blocks are not numbered by row"
    lengths = [list_lengths(blocks.column(name)) for name in ("line_offsets", "lines")]
    if (lengths[0] != lengths[1]).any():
        return "lines and their offsets differ in number"
    if (integers(blocks, "instructions") < 1).any():
        return "a block without instructions"
    return None


def check_loops(loops: pa.Table, methods: pa.Table) -> str | None:
    """Checks that each method's loops are numbered from 0, and that their parents exist."""
    counts = row_counts(loops, methods)
    if not _are_numbered(loops, "loop", counts):
        return "loops are not numbered by row"
    return check_indices(loops, ["parent"], counts, least=-1, what="loop")


def check_decisions(decisions: pa.Table, counts: Int64Array) -> str | None:
    """Checks the blocks, targets, labels, operands and sizes of decisions.

    A switch has a target for each key, and one more for its default. Other decisions have a target
    for each key.
    """
    lengths = [list_lengths(decisions.column(name)) for name in ("keys", "targets")]
    operators = decisions.column("operator").to_pylist()
    is_switch = np.array([operator == "switch" for operator in operators], dtype=bool)
    if (lengths[1] - lengths[0] != is_switch).any():
        return "keys and targets differ in number"
    if (decisions.column("instructions").to_numpy() < -1).any():
        return "a test has a negative size"
    labels = list_lengths(decisions.column("labels"))
    if ((labels > 0) & (labels != lengths[0])).any():
        return "keys and labels differ in number"
    if (list_lengths(decisions.column("operands")) < 1).any():
        return "a decision without an operand"
    return check_indices(decisions, ["block"], counts) or check_lists_in_blocks(
        decisions, "targets", counts
    )


def check_indices(
    table: pa.Table, columns: list[str], counts: Int64Array, *, least: int = 0, what: str = "block"
) -> str | None:
    """Checks that the numbers in the columns are blocks (or loops) of their row's method."""
    limit = counts[integers(table, "method")]
    for column in columns:
        values = integers(table, column)
        if ((values < least) | (values >= limit)).any():
            return f"{column} is not a {what}"
    return None


def check_lists_in_blocks(table: pa.Table, column: str, counts: Int64Array) -> str | None:
    """Checks that the numbers in the lists of a column are blocks of their row's method."""
    lists = table.column(column)
    lengths = list_lengths(lists)
    values = np.asarray(list_items(lists).to_numpy(), dtype=np.int64)
    limit = np.repeat(counts[integers(table, "method")], lengths)
    if ((values < 0) | (values >= limit)).any():
        return f"{column} holds a number that is not a block"
    return None


def check_paths(paths: pa.Table, nodes: Forest) -> str | None:
    """Checks that the executed paths and their counts are those of the forest's roots."""
    roots = np.flatnonzero(nodes.parents < 0)
    for column, expected in (
        ("method", nodes.methods),
        ("path", nodes.paths),
        ("count", nodes.counts),
    ):
        values = integers(paths, column)
        if len(values) != len(roots) or (values != expected[roots]).any():
            return "paths and ipf disagree"
    return None


def check_decoded(paths: pa.Table, edges: pa.Table, counts: Int64Array) -> str | None:
    """Checks that each executed path has the blocks, start and end that its number stands for.

    ``counts`` has the number of blocks of each method.
    """
    numbers, own = (paths.column(name).to_numpy() for name in ("method", "path"))
    try:
        found = RecordedExecutions.walked(
            counts, edges, numbers, own,
            lambda method, path: KpathError(f"path {path} of method {method} leads nowhere"),
        )  # fmt: skip
    except KpathError as error:
        return str(error)
    blocks = np.asarray(list_items(paths.column("blocks")).to_numpy())
    is_equal = np.array_equal(list_lengths(paths.column("blocks")), np.diff(found.offsets))
    if not is_equal or not np.array_equal(blocks, found.blocks):
        return "a path has other blocks than its number stands for"
    for name, codes in (("start", found.starts), ("end", found.ends)):
        if paths.column(name).to_pylist() != [found.kinds[code] for code in codes.tolist()]:
            return f"a path has another {name} than its number stands for"
    return None


def check_folded(folded: pa.Table, methods: pa.Table, k: int) -> str | None:
    """Checks that paths and context lengths are possible, and that counts are positive."""
    path, length = integers(folded, "path"), integers(folded, "length")
    possible = integers(methods, "possible_paths")[integers(folded, "method")]
    if ((path < 0) | (path >= possible)).any():
        return "a path is out of range"
    if ((length < 1) | (length >= k)).any():
        return "a length is out of range"
    if (integers(folded, "count") < 1).any():
        return "a count is below 1"
    return None


def check_nodes(ipf: pa.Table) -> str | None:
    """Checks that nodes are numbered by row."""
    if (integers(ipf, "node") != np.arange(ipf.num_rows)).any():
        return "nodes are not numbered by row"
    return None


def check_forest(nodes: Forest, methods: pa.Table, only: int | None = None) -> str | None:
    """Checks that nodes are a forest in canonical order, and that roots count all completions.

    If ``only`` is given, the forest has only the method with this number.
    """
    problem = forest.check(nodes, methods.num_rows, integers(methods, "possible_paths"))
    if problem:
        return problem
    roots = nodes.parents < 0
    totals = np.zeros(methods.num_rows, dtype=np.int64)
    np.add.at(totals, nodes.methods[roots], nodes.counts[roots])
    if (totals != integers(methods, "completed"))[slice(None) if only is None else only].any():
        return "paths and methods disagree"
    return None


def check_extended(extended: pa.Table, counts: Int64Array) -> str | None:
    """Checks the blocks of extended paths, and that their counts are positive.

    ``blocks`` must be in the path's method, and ``other_blocks`` in the method that the path leads
    into. ``counts`` has the number of blocks of each method.
    """
    others = integers(extended, "other_method")
    if ((others < -1) | (others >= len(counts))).any():
        return "other_method is not a method"
    if (integers(extended, "count") < 1).any():
        return "a count is below 1"
    if (list_lengths(extended.column("blocks")) < 1).any():
        return "a path without blocks"
    lengths = list_lengths(extended.column("other_blocks"))
    values = np.asarray(list_items(extended.column("other_blocks")).to_numpy(), dtype=np.int64)
    limit = np.repeat(np.where(others < 0, 0, counts[others]), lengths)
    if ((values < 0) | (values >= limit)).any():
        return "other_blocks holds a number that is not a block"
    return check_lists_in_blocks(extended, "blocks", counts)


def check_counted_edges(counted: pa.Table, edges: pa.Table, methods: pa.Table) -> str | None:
    """Checks that counted edges are edges of their method's code.

    If a method has the mode ``edges`` and its entries were counted, the count of its entry edge
    must equal its ``entries`` in ``methods``. Methods without a row in the table ``edges`` aren't
    checked.
    """
    ways: dict[int, dict[str, set[tuple[int, int]]]] = {}
    columns = ("method", "kind", "reason", "source", "target")
    rows = zip(*(edges.column(name).to_pylist() for name in columns), strict=True)
    for method, kind, reason, source, target in rows:
        of_kind = ways.setdefault(method, {}).setdefault(f"{kind} {reason or ''}".strip(), set())
        of_kind.add((source, target))
    cuts = methods.column("cuts").to_pylist()
    modes = methods.column("mode").to_pylist()
    entries = methods.column("entries").to_pylist()
    is_counted = methods.column("entries_counted").to_pylist()
    columns = ("method", "kind", "source", "target", "count")
    rows = zip(*(counted.column(name).to_pylist() for name in columns), strict=True)
    for method, kind, source, target, count in rows:
        known = ways.get(method)
        if known is None:
            continue
        if not _is_edge(known, kind, source, target, cuts[method]):
            return f"an edge of method {method}, {source} to {target}, isn't one of its code"
        is_entry = kind == "entry" and modes[method] == EDGES_MODE and is_counted[method]
        if is_entry and count != entries[method]:
            return f"entries of method {method} are counted as {count}, and as {entries[method]}"
    return None


def _is_edge(
    ways: Mapping[str, set[tuple[int, int]]], kind: str, source: int, target: int,
    cuts: Sequence[Sequence[int]],
) -> bool:  # fmt: skip
    """Returns whether a method has an edge.

    The step from the end of one path to the beginning of the next one counts as an edge, too.
    """
    if kind in ("entry", "handler"):
        return (-1, target) in ways.get(f"start {kind}", ())
    if kind == "exit":
        return (source, -1) in ways.get("end exit", ())
    if (source, target) in ways.get("edge", ()) or [source, target] in cuts:
        return True
    return any(
        (source, -1) in ways.get(f"end {reason}", ()) and (-1, target) in ways.get(
            f"start {reason}", ()
        )
        for reason in ("loop", "cut")
    )  # fmt: skip


def check_flow(edges: pa.Table) -> str | None:
    """Checks that no block was left more often than it can have been entered.

    The check is valid only for whole recordings of programs that have ended.
    """
    method, source, target, least, most = (
        integers(edges, name) for name in ("method", "source", "target", "least", "most")
    )
    entered = target >= 0
    keys, places = np.unique(method[entered] << 32 | target[entered], return_inverse=True)
    sums = np.zeros(len(keys), dtype=np.int64)
    np.add.at(sums, places, np.maximum(most[entered], 0))
    is_open = np.zeros(len(keys), dtype=bool)
    np.logical_or.at(is_open, places, most[entered] < 0)
    left = source >= 0
    own, places = np.unique(method[left] << 32 | source[left], return_inverse=True)
    least_left = np.zeros(len(own), dtype=np.int64)
    np.add.at(least_left, places, least[left])
    for key, out in zip(own.tolist(), least_left.tolist(), strict=True):
        at = int(np.searchsorted(keys, key))
        is_known = at < len(keys) and int(keys[at]) == key
        if is_known and is_open[at]:
            continue
        into = int(sums[at]) if is_known else 0
        if out > into:
            return (
                f"block {key & 0xFFFF_FFFF} of method {key >> 32} is left {out} times at least, "
                f"and entered {into} times at most"
            )
    return None


def check_edge_counts(edges: pa.Table, counts: Int64Array) -> str | None:
    """Checks the order, blocks and kinds of edges, and that counts are within bounds.

    ``counts`` has the number of blocks of each method.
    """
    if problem := check_indices(edges, ["source", "target"], counts, least=-1):
        return problem
    kinds = edges.column("kind").to_pylist()
    enters, leaves = (integers(edges, name) < 0 for name in ("source", "target"))
    for kind, *outside in zip(kinds, enters.tolist(), leaves.tolist(), strict=True):
        if kind not in _OUTSIDE:
            return "an unknown kind of edge"
        if outside != _OUTSIDE[kind]:
            return "the kind of an edge doesn't fit its source and target"
    columns = (integers(edges, name).tolist() for name in ("method", "source", "target"))
    keys = list(zip(*columns, kinds, strict=True))
    if any(after <= before for before, after in pairwise(keys)):
        return "edges are not in order"
    count, least, most = (integers(edges, name) for name in ("count", "least", "most"))
    if ((least < 0) | (count < least) | (most < -1) | ((most >= 0) & (count > most))).any():
        return "a count is out of its bounds"
    return None
