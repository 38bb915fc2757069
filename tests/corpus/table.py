"""Formats the rows of the corpus check as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

Row = dict[str, Any]

SUMS = (
    "classes", "methods", "instrumented", "loops", "looping", "subroutines", "irreducible", "cut",
    "huge_before", "huge_by_probes", "paths_sum", "bytes_before", "bytes_after",
    "bytes_predicted", "predicted_exactly",
    "verified_by_asm", "unverifiable_by_asm",
    "linked", "dependency_missing", "original_refused", "fault", "unlinkable",
)  # fmt: skip
#: The possible outcomes when the JVM links a class.
OUTCOMES = ("linked", "dependency_missing", "original_refused", "fault", "unlinkable")
LARGEST = ("paths_max", "most_surplus")
COUNTS = ("versions", "modes", "rungs", "left_out")


def total(name: str, rows: Sequence[Row]) -> Row:
    """Merges all rows: adds up counts, keeps the largest maxima, and leaves out medians."""
    merged: Row = {"name": name}
    for key in LARGEST:
        merged[key] = max(row[key] for row in rows)
    for key in SUMS:
        merged[key] = sum(row.get(key, 0) for row in rows)
    for key in COUNTS:
        counts: Counter[str] = Counter()
        for row in rows:
            counts.update(row[key])
        merged[key] = dict(sorted(counts.items()))
    for key in ("faults", "notes"):
        merged[key] = [text for row in rows for text in row[key]]
    return merged


def faults(rows: Sequence[Row]) -> list[str]:
    """Returns a line for each fault, and for each wrong number of classes."""
    found = [f"{row['name']}: {fault}" for row in rows for fault in row["faults"]]
    for row in rows:
        seen = row.get("verified_by_asm", 0) + row.get("unverifiable_by_asm", 0)
        if seen != row.get("classes", 0):
            found.append(f"{row['name']}: {row.get('classes', 0)} classes, {seen} seen by ASM")
        linked = sum(row.get(outcome, 0) for outcome in OUTCOMES)
        if linked != row.get("classes", 0):
            found.append(f"{row['name']}: {row.get('classes', 0)} classes, {linked} link outcomes")
    return found


Column = tuple[str, Callable[[Row], str]]

#: Columns that describe the classes.
KINDS: tuple[Column, ...] = (
    ("", lambda row: row["name"]),
    ("class files", lambda row: _versions(row["versions"])),
    ("classes", lambda row: _number(row.get("classes", 0))),
    ("methods", lambda row: _number(row.get("methods", 0))),
    ("with loops", lambda row: _number(row.get("looping", 0))),
    ("loops", lambda row: _number(row.get("loops", 0))),
    ("jsr/ret", lambda row: _number(row.get("subroutines", 0))),
    ("irreducible", lambda row: _number(row.get("irreducible", 0))),
    ("paths: median / max / sum", lambda row: _paths(row)),
    ("more than 8,000 bytes", lambda row: _number(row.get("huge_before", 0))),
)
#: Columns for the results.
RESULTS: tuple[Column, ...] = (
    ("", lambda row: row["name"]),
    ("counted / streamed", lambda row: _modes(row["modes"])),
    ("rungs", lambda row: _counts(row["rungs"])),
    ("on no rung", lambda row: _counts(row["left_out"])),
    ("paths cut", lambda row: _number(row.get("cut", 0))),
    ("code bytes", lambda row: _growth(row)),
    ("size predicted exactly / largest excess", lambda row: _prediction(row)),
    ("ASM", lambda row: _asm(row)),
    ("JVM", lambda row: _jvm(row)),
    ("faults", lambda row: _number(len(row["faults"]))),
)


def markdown(rows: Sequence[Row]) -> str:
    """Returns two tables of all rows: one describes the classes, the other has the results."""
    return _table(KINDS, rows) + "\n" + _table(RESULTS, rows)


def _table(columns: Sequence[Column], rows: Sequence[Row]) -> str:
    lines = ["| " + " | ".join(title for title, _ in columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(cell(row) for _, cell in columns) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _number(value: int) -> str:
    return f"{value:,}" if value else "-"


def _versions(versions: dict[str, int]) -> str:
    majors = sorted(map(int, versions))
    if not majors:
        return "-"
    return str(majors[0]) if len(majors) == 1 else f"{majors[0]}-{majors[-1]}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "-"


def _modes(modes: dict[str, int]) -> str:
    return f"{modes.get('counted', 0):,} / {modes.get('streamed', 0):,}"


def _paths(row: Row) -> str:
    median = row.get("paths_median", "")
    return f"{median} / {row['paths_max']:,} / {row['paths_sum']:,}"


def _growth(row: Row) -> str:
    before = row["bytes_before"]
    return f"{before:,} → {row['bytes_after']:,}" if before else "-"


def _prediction(row: Row) -> str:
    exactly = row.get("predicted_exactly", 0) / max(1, row.get("instrumented", 0))
    # This rounds down, so 100 % means that all sizes were predicted exactly.
    return f"{int(exactly * 10_000) / 100:.2f} % / {row['most_surplus']}"


def _asm(row: Row) -> str:
    refused = row.get("unverifiable_by_asm", 0)
    accepted = f"{row.get('verified_by_asm', 0):,}"
    return accepted + (f", {refused:,} refused like their originals" if refused else "")


def _jvm(row: Row) -> str:
    parts = [f"{row.get('linked', 0):,}"]
    if row.get("dependency_missing"):
        parts.append(f"{row['dependency_missing']:,} lack a dependency")
    if row.get("original_refused"):
        parts.append(f"{row['original_refused']:,} refused like their originals")
    if row.get("unlinkable"):
        parts.append(f"{row['unlinkable']:,} module-info")
    return ", ".join(parts)
