"""The tables of a profile: names, columns and types (docs/formats/profile.md)."""

import pyarrow as pa

RUN_FILE = "run.json"
#: Where a profile of several JVMs has those of the single ones.
JVMS = "jvms"
#: Where a profile has those of its threads, if they were recorded apart.
THREADS = "threads"

# "element" is what Parquet calls the items of a list, so types survive a round trip.
_INTS = pa.list_(pa.field("element", pa.int32()))
_KIND = pa.dictionary(pa.int8(), pa.string())

SCHEMAS: dict[str, pa.Schema] = {
    "methods": pa.schema(
        [
            ("method", pa.int32()),
            ("class", pa.string()),
            ("name", pa.string()),
            ("descriptor", pa.string()),
            ("access", pa.int32()),
            ("loader", pa.string()),
            ("digest", pa.string()),
            ("version", pa.int32()),
            ("source", pa.string()),
            ("mode", _KIND),
            ("first_id", pa.int32()),
            ("possible_paths", pa.int32()),
            ("path_tables", pa.string()),
            ("entries", pa.int64()),
            ("entries_counted", pa.bool_()),
            ("handler_entries", pa.int64()),
            ("completed", pa.int64()),
            ("exits", pa.int64()),
            ("abandoned", pa.int64()),
            ("unfinished", pa.int64()),
            ("irreducible", pa.bool_()),
            ("cut", _KIND),
            ("cuts", pa.list_(pa.field("element", _INTS))),
            ("athrows", _INTS),
            ("bytes", pa.int32()),
            ("instrumented_bytes", pa.int32()),
            ("rung", _KIND),
            ("rung_reason", pa.string()),
            ("rejected_rungs", pa.list_(pa.field("element", pa.string()))),
            ("rejected_bytes", _INTS),
        ]
    ),
    "blocks": pa.schema(
        [
            ("method", pa.int32()),
            ("block", pa.int32()),
            ("first_offset", pa.int32()),
            ("last_offset", pa.int32()),
            ("line_offsets", _INTS),
            ("lines", _INTS),
        ]
    ),
    "edges": pa.schema(
        [
            ("method", pa.int32()),
            ("kind", _KIND),
            ("reason", _KIND),
            ("source", pa.int32()),
            ("target", pa.int32()),
            ("value", pa.int32()),
        ]
    ),
    "loops": pa.schema(
        [
            ("method", pa.int32()),
            ("loop", pa.int32()),
            ("header", pa.int32()),
            ("parent", pa.int32()),
            ("latches", _INTS),
            ("blocks", _INTS),
        ]
    ),
    "paths": pa.schema(
        [
            ("method", pa.int32()),
            ("path", pa.int32()),
            ("start", _KIND),
            ("end", _KIND),
            ("blocks", _INTS),
            ("first_line", pa.int32()),
            ("last_line", pa.int32()),
            ("count", pa.int64()),
        ]
    ),
    "ipf": pa.schema(
        [
            ("node", pa.int32()),
            ("parent", pa.int32()),
            ("method", pa.int32()),
            ("path", pa.int32()),
            ("depth", pa.int32()),
            ("count", pa.int64()),
        ]
    ),
    "folded": pa.schema(
        [
            ("method", pa.int32()),
            ("path", pa.int32()),
            ("length", pa.int32()),
            ("count", pa.int64()),
        ]
    ),
}
