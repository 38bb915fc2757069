"""The tables of a profile: names, columns and types (docs/formats/profile.md)."""

import pyarrow as pa

_INT, _LONG, _TEXT, _FLAG = pa.int32(), pa.int64(), pa.string(), pa.bool_()
_REAL = pa.float64()


def _list(item: pa.DataType) -> pa.DataType:
    # Parquet calls the items of a list "element". With that name, types don't change when a table
    # is written and read.
    return pa.list_(pa.field("element", item))


#: The type of lists of integers.
INTS = _list(_INT)
#: The type of strings with few distinct values.
KIND = pa.dictionary(pa.int8(), _TEXT)

#: The columns of counts in ``methods``. Counts of several methods can be added up.
METHOD_COUNTS = (
    "entries", "handler_entries", "completed", "exits", "abandoned", "unfinished", "undecided",
)  # fmt: skip

#: This column of ``methods`` has an upper bound of the number of paths that a method's unfinished
#: activations held back, or -1 if no bound is known. For several methods, the bounds are added up.
HELD_BACK = "held_back"

#: The column of ``methods`` with the digest of the instructions, or "" if the digest isn't known.
CODE_DIGEST = "code_digest"

#: This column of ``methods`` is True if the class file is known to lack the names of local
#: variables.
UNNAMED_VARIABLES = "unnamed_variables"

SCHEMAS: dict[str, pa.Schema] = {
    "methods": pa.schema([
        ("method", _INT), ("class", _TEXT), ("name", _TEXT), ("descriptor", _TEXT),
        ("access", _INT), ("loader", _TEXT), ("digest", _TEXT), ("version", _INT),
        ("source", _TEXT), ("mode", KIND), ("first_id", _INT), ("possible_paths", _INT),
        ("path_tables", _TEXT), ("entries", _LONG), ("entries_counted", _FLAG),
        ("handler_entries", _LONG), ("completed", _LONG), ("exits", _LONG), ("abandoned", _LONG),
        ("unfinished", _LONG), ("undecided", _LONG), ("irreducible", _FLAG), ("cut", KIND),
        ("cuts", _list(INTS)), ("athrows", INTS), ("bytes", _INT), ("instrumented_bytes", _INT),
        ("rung", KIND), ("rung_reason", _TEXT), ("rejected_rungs", _list(_TEXT)),
        ("rejected_bytes", INTS), ("since_millis", _INT), ("held_back", _LONG),
        (CODE_DIGEST, _TEXT), (UNNAMED_VARIABLES, _FLAG),
    ]),
    "blocks": pa.schema([
        ("method", _INT), ("block", _INT), ("first_offset", _INT), ("last_offset", _INT),
        ("line_offsets", INTS), ("lines", INTS), ("instructions", _INT),
        ("digest", _INT),
    ]),
    "edges": pa.schema([
        ("method", _INT), ("kind", KIND), ("reason", KIND), ("source", _INT), ("target", _INT),
        ("value", _INT),
    ]),
    "loops": pa.schema([
        ("method", _INT), ("loop", _INT), ("header", _INT), ("parent", _INT), ("latches", INTS),
        ("blocks", INTS), ("waits", _TEXT), ("assigned", INTS),
    ]),
    "decisions": pa.schema([
        ("method", _INT), ("block", _INT), ("operator", KIND), ("type", KIND),
        ("operands", _list(_TEXT)), ("keys", INTS), ("targets", INTS), ("instructions", _INT),
        ("labels", _list(_TEXT)),
    ]),
    "mapped_lines": pa.schema([
        ("method", _INT), ("line", _INT), ("file", _TEXT), ("package", _TEXT),
        ("source_line", _INT), ("call_line", _INT),
    ]),
    "paths": pa.schema([
        ("method", _INT), ("path", _INT), ("start", KIND), ("end", KIND), ("blocks", INTS),
        ("first_line", _INT), ("last_line", _INT), ("count", _LONG),
    ]),
    "ipf": pa.schema([
        ("node", _INT), ("parent", _INT), ("method", _INT), ("path", _INT), ("depth", _INT),
        ("count", _LONG),
    ]),
    "folded": pa.schema([
        ("method", _INT), ("path", _INT), ("length", _INT), ("count", _LONG),
    ]),
    "extended": pa.schema([
        ("method", _INT), ("number", _LONG), ("kind", KIND), ("graph", _INT), ("start", _TEXT),
        ("end", _TEXT), ("blocks", INTS), ("other_method", _INT), ("other_blocks", INTS),
        ("count", _LONG), ("estimate", _REAL),
    ]),
    "edge_counts": pa.schema([
        ("method", _INT), ("kind", KIND), ("source", _INT), ("target", _INT), ("count", _LONG),
        ("least", _LONG), ("most", _LONG),
    ]),
}  # fmt: skip

#: Columns that an older kpath-jvm didn't write, in the order in which they were added. When a
#: profile lacks such a column, the column gets the value that is given here: an empty string or
#: list, -1 for an unknown number, 0 for an unknown digest, or False.
LATER: dict[str, dict[str, str | int | tuple[str, ...]]] = {
    "methods": {"held_back": -1, CODE_DIGEST: "", UNNAMED_VARIABLES: False},
    "blocks": {"digest": 0},
    "loops": {"waits": "", "assigned": ()},
    "decisions": {"instructions": -1, "labels": ()},
}


def as_written(table: str) -> list[pa.Schema]:
    """Returns the schemas that a table can have: the present one, and those of older profiles.

    The columns that ``LATER`` lists were added one by one, so a table may lack the last one or the
    last several.
    """
    schema = SCHEMAS[table]
    added = [*LATER.get(table, {})]
    lacking = [frozenset(added[at:]) for at in range(len(added), -1, -1)]
    return [pa.schema([field for field in schema if field.name not in it]) for it in lacking]
