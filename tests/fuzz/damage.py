"""Damages the files of a profile or a recording, from single bits to whole files."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

NASTY_WORDS = (
    0, 1, -1, 2, 3, 4, 7, 13, 63, 64, 512, 4096, 65535, 65536, 65540, 1 << 24, (1 << 30) - 1,
    1 - (1 << 30), (1 << 31) - 1, -(1 << 31), 1 - (1 << 31), 2 - (1 << 31), 4 - (1 << 31),
)  # fmt: skip
NASTY_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63), 10**400, 1.5, 1e308,
    float("nan"), float("inf"), "", "x", "-1", "../../../etc/passwd", "/etc/passwd", "a\nb\x1b[31m",
    "=1+1", "\ud800", "\0", "x" * 100_000, [], {}, [[]], [None], [-1], [0, 1, 2], {"a": 1},
    [["entry", 0, 0]], "2026-01-01", "back-edge",
)  # fmt: skip
HEADER_BYTES = 4096
JOURNAL_HEADER_BYTES, RECORD_HEADER_BYTES, RECORD_STORED_BYTES_OFFSET = 20, 40, 32
DESCRIPTORS = 4096 + 16384 * 64
"""The offset of a segment's descriptors, which follow the slots of the target's threads."""

_WITH_CHECKSUMS = ("recording.json", "inline.json", "session.json", "stream.json")

Damage = Callable[[Random, Path], str]


@dataclass(frozen=True)
class Done:
    """Describes damage. ``is_told`` is true if a checksum or the file's size reveals the damage."""

    text: str
    is_told: bool


def damage(random: Random, directory: Path) -> Done:
    """Damages one file of a directory in one way.

    Symbolic links from earlier damage are left alone: writing to a link would damage its target.
    """
    paths = sorted(
        path for path in directory.rglob("*") if path.is_file() and not path.is_symlink()
    )
    if not paths:
        return Done("nothing is left", is_told=True)
    path = random.choice(paths)
    name = path.name
    raw: list[Damage] = [_bits, _bits, _overwrite, _splice]
    ways = [*raw, _cut, _replace_file]
    if name == "segment":
        ways = [*[_words] * 5, _bits, _cut, _overwrite, _replace_file]
    elif name.endswith((".json", ".jsonl")):
        ways += [_json] * 8
    elif name.endswith(".parquet"):
        ways += [_column] * 8 + [_rows] * 2
    elif name.startswith("journal-"):
        ways += [_record] * 8
    way = random.choice(ways)
    is_told = name.endswith(".parquet") and way in (*raw, _cut)
    is_told |= name.startswith("journal-") and way in (*raw, _record)
    # A complete stream's stream.json has the number of events and a checksum of the segment.
    is_told |= name.startswith(("journal-", "segment")) and (directory / "stream.json").exists()
    # Each line of methods.jsonl has a checksum, and the launcher's records have seals.
    is_told |= name == "methods.jsonl" and way in (_bits, _overwrite, _json)
    is_told |= name in _WITH_CHECKSUMS and way in (*raw, _cut, _json)
    return Done(f"{name}: {way(random, path)}", is_told)


def without_digests(directory: Path) -> str:
    """Removes the digests and the seal from a profile's run.json, if it can still be read.

    Without digests, only later checks can notice damage. Profiles of older versions have no digests
    either.
    """
    run = directory / "run.json"
    if run.is_symlink():
        return "digests as they were"
    try:
        told = json.loads(run.read_text("utf-8")) if run.is_file() else None
        if not isinstance(told, dict):
            return "digests as they were"
        for member in ("files", "seal"):
            told.pop(member, None)
        run.write_text(json.dumps(told), "utf-8", "backslashreplace")
    except (OSError, ValueError, RecursionError):
        return "digests as they were"
    return "no digests"


def _bits(random: Random, path: Path) -> str:
    data = bytearray(path.read_bytes())
    if not data:
        return "no bits"
    flipped = [random.randrange(8 * len(data)) for _ in range(random.choice((1, 1, 3, 20)))]
    for bit in flipped:
        data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    return f"flipped bits {flipped}"


def _cut(random: Random, path: Path) -> str:
    size = path.stat().st_size
    kept = random.choice((0, 1, 4, 100, size // 2, max(0, size - 1), random.randint(0, size)))
    os.truncate(path, min(kept, size))
    return f"cut to {kept} of {size} bytes"


def _overwrite(random: Random, path: Path) -> str:
    data = bytearray(path.read_bytes())
    at, count = random.randint(0, len(data)), random.choice((1, 4, 64, 5000))
    filled = random.choice((b"\0" * count, b"\xff" * count, random.randbytes(count)))
    data[at : at + count] = filled
    path.write_bytes(data)
    return f"{count} bytes at {at} overwritten"


def _splice(random: Random, path: Path) -> str:
    """Inserts a part of this file or of a file beside it, perhaps in place of other bytes."""
    data = path.read_bytes()
    others = sorted(one for one in path.parent.iterdir() if one.is_file() and one.name != "segment")
    source = random.choice(others).read_bytes()
    first = random.randint(0, len(source))
    part = source[first : first + random.choice((1, 10, 1000))]
    at = random.randint(0, len(data))
    path.write_bytes(data[:at] + part + data[at + random.choice((0, len(part))) :])
    return f"{len(part)} bytes put in at {at}"


def _replace_file(random: Random, path: Path) -> str:
    path.unlink()
    what = random.choice(("absent", "directory", "loop", "zeros", "fifo", "outside", "dangling"))
    if what == "directory":
        path.mkdir()
    elif what == "fifo":
        os.mkfifo(path)
    elif what != "absent":
        targets = {"loop": path.name, "zeros": "/dev/zero", "outside": "/etc/passwd"}
        path.symlink_to(targets.get(what, "/none/of/this"))
    return f"replaced by {what}"


def _words(random: Random, path: Path) -> str:
    """Changes 32-bit words of a segment: of its header, its last descriptors or its last blocks."""
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(0)
        header = file.read(HEADER_BYTES)
        if len(header) < 32:
            return "no header any more"
        (count,) = struct.unpack_from("=i", header, 28)
        blocks = size - count * 65536
        told = []
        for _ in range(random.choice((1, 1, 2, 5))):
            near_end = random.randint(1, 12)
            at = random.choice(
                (
                    4 * random.randrange(32),
                    DESCRIPTORS + 64 * (count - near_end) + 4 * random.randrange(6),
                    blocks + 65536 * (count - near_end) + 4 * random.randrange(200),
                )
            )
            if not 0 <= at < size - 4:
                continue
            word = random.choice((random.choice(NASTY_WORDS), random.getrandbits(32) - (1 << 31)))
            file.seek(at)
            file.write(struct.pack("=i", word))
            told.append(f"{word} at {at}")
    return ", ".join(told)


def _record(random: Random, path: Path) -> str:
    """Changes a 32-bit word of a record's header in a journal."""
    data = bytearray(path.read_bytes())
    places = []
    at = JOURNAL_HEADER_BYTES
    while at + RECORD_HEADER_BYTES <= len(data):
        places.append(at)
        stored = max(0, struct.unpack_from("=i", data, at + RECORD_STORED_BYTES_OFFSET)[0])
        at += RECORD_HEADER_BYTES + (stored + 3 & ~3)
    if not places:
        return "no record"
    at = random.choice(places) + 4 * random.randrange(RECORD_HEADER_BYTES // 4)
    before, word = struct.unpack_from("=i", data, at)[0], random.choice(NASTY_WORDS)
    struct.pack_into("=i", data, at, word if word != before else word ^ 1)
    path.write_bytes(data)
    return f"a record's word at {at} is {word}"


def _json(random: Random, path: Path) -> str:
    """Changes or removes a value in a JSON document, or in one line of a file of JSON lines.

    Sometimes repeats the changed line elsewhere in the file.
    """
    lines = path.read_text("utf-8", "replace").splitlines()
    if path.suffix == ".json":
        lines = ["".join(lines)]
    if not lines:
        return "no line"
    at = random.randrange(len(lines))
    try:
        document = json.loads(lines[at])
    except (ValueError, RecursionError):
        return "not JSON any more"
    root: list[Any] = [document]
    holder, key, way = root, 0, []
    while isinstance(holder[key], (list, dict)) and holder[key] and random.random() > 0.15:
        holder = holder[key]
        key = random.choice([*holder] if isinstance(holder, dict) else [*range(len(holder))])
        way.append(key)
    value = holder[key]
    new = random.choice(NASTY_VALUES)
    if isinstance(value, int) and random.random() < 0.5:
        new = value + random.choice((-1, 1, 100))
    holder[key] = new
    if way and random.random() < 0.2:
        del holder[key]
        new = "nothing"
    lines[at] = json.dumps(root[0])
    if random.random() < 0.1:
        lines.insert(random.randrange(len(lines)), lines[at])
    path.write_text("\n".join(lines) + "\n", "utf-8", "backslashreplace")
    return f"line {at}, {way} is {str(new)[:40]!r}"


def _column(random: Random, path: Path) -> str:
    """Changes values of a column, or its type or name, or removes the column."""
    table = _table(path)
    if table is None or not table.num_columns:
        return "no table any more"
    at = random.randrange(table.num_columns)
    field, values = table.schema.field(at), table.column(at).to_pylist()
    what = random.choice(("values", "values", "values", "values", "type", "name", "absent"))
    if what == "absent":
        pq.write_table(table.remove_column(at), path)
    elif what == "name":
        pq.write_table(
            table.rename_columns([*table.column_names[:at], "x", *table.column_names[at + 1 :]]),
            path,
        )
    elif what == "type":
        kind = random.choice((pa.string(), pa.int8(), pa.float64(), pa.list_(pa.int64())))
        pq.write_table(table.set_column(at, field.name, pa.nulls(table.num_rows, kind)), path)
    else:
        for _ in range(random.choice((1, 1, 3)) if values else 0):
            row = random.randrange(len(values))
            values[row] = _other(random, values[row])
        try:
            column = pa.array(values, field.type)
        except (pa.ArrowException, OverflowError, TypeError, ValueError):
            return f"{field.name} takes no such value"
        pq.write_table(table.set_column(at, field, column), path)
    return f"{what} of {field.name}"


def _other(random: Random, value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((value + 1, value - 1, 0, -1, 2**31 - 1, -(2**31), 2**63 - 1, None))
    if isinstance(value, list):
        return random.choice(([], value[:-1], value + value, [_other(random, 0)], None))
    return random.choice(("", "x", "/etc/passwd", "\x1b[31m", "(I)V", None))


def _rows(random: Random, path: Path) -> str:
    """Shuffles the rows, drops or repeats one, or drops all; adjusts the row count in run.json."""
    table = _table(path)
    if table is None or not table.num_rows:
        return "no rows"
    rows = list(range(table.num_rows))
    what = random.choice(("shuffled", "one less", "one twice", "none"))
    if what == "shuffled":
        random.shuffle(rows)
    elif what == "one less":
        rows.pop(random.randrange(len(rows)))
    elif what == "one twice":
        rows.append(random.choice(rows))
    else:
        rows = []
    pq.write_table(table.take(pa.array(rows, pa.int64())), path)
    run = path.parent / "run.json"
    try:
        # Earlier damage may have replaced run.json with a link to a device.
        told = json.loads(run.read_text()) if run.is_file() else {}
        told["tables"][path.stem] = len(rows)
        run.write_text(json.dumps(told))
    except (OSError, ValueError, KeyError, TypeError):
        return f"rows {what}, run.json unchanged"
    return f"rows {what}"


def _table(path: Path) -> pa.Table | None:
    try:
        return pq.read_table(path)
    except (OSError, pa.ArrowException):
        return None
