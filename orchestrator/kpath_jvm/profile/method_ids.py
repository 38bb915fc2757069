"""Which ids the methods of methods.jsonl have, for whoever needs no more of it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from kpath_jvm.profile.metadata import check_ids, read_entries, require_disjoint, utf8_text


class MethodIds(NamedTuple):
    """One instrumented version of a method; ``counters`` are the ids of its auxiliary counters."""

    class_name: str
    name: str
    first_id: int
    paths: int
    counters: tuple[int, ...]

    def ids(self) -> Iterator[int]:
        """Those of its paths, then those of its counters."""
        return chain(range(self.first_id, self.first_id + self.paths), self.counters)


@dataclass
class IdTable:
    """The ids in methods.jsonl; ``methods`` ascend by first_id.

    ``unreadable_lines`` counts lines that are no JSON, or whose kind or ids can't be.
    """

    methods: list[MethodIds] = field(default_factory=list)
    unreadable_lines: int = 0


def read_method_ids(path: Path) -> IdTable:
    """Read methods.jsonl line by line, much faster than ``read_metadata``.

    What it reads it checks as that does; what isn't read here (blocks, edges, ...) may be damaged.
    Raises KpathError when the file cannot be read or two methods claim the same ids.
    """
    table = IdTable()
    table.unreadable_lines = read_entries(path, lambda entry: _add(table, entry))
    table.methods.sort(key=lambda method: method.first_id)
    require_disjoint(path, table.methods)
    return table


def _add(table: IdTable, entry: dict[str, Any]) -> None:
    kind = entry["kind"]
    if kind == "skipped":
        return
    if kind != "method":
        raise ValueError(f"unknown kind {kind!r}")
    method = MethodIds(
        utf8_text(entry["class"]),
        utf8_text(entry["name"]),
        int(entry["first_id"]),
        int(entry["paths"]),
        tuple(map(int, entry["counters"].values())),
    )
    check_ids(method.first_id, method.paths, str(entry["rung"]), method.counters)
    table.methods.append(method)
