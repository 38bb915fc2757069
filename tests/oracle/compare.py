"""Compares an exported profile with what the oracle derives from a trace of the same program.

It can be run from tests/: ``python -m oracle.compare EXPORT.jsonl LOG CLASSES -k K [--cut CUT]``.
It prints the first differences, and ends with status 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .flowgraph import Edge
from .oracle import (
    BACK_EDGE,
    LOOP_HEADER,
    MethodKey,
    MethodProfile,
    NGrams,
    ProfiledPath,
    profile_trace,
    read_trace,
)

SHOWN = 12
COMPARED = ("entries", "irreducible")


@dataclass
class ExportedMethod:
    """One method of an export, summed over its versions and loaders."""

    entries: int = 0
    abandoned: int = 0
    undecided: int = 0
    irreducible: bool = False
    cuts: set[Edge] = field(default_factory=set)
    ngrams: NGrams = field(default_factory=Counter)


def read_export(lines: Iterable[str]) -> dict[MethodKey, ExportedMethod]:
    """Returns the methods of a jsonl export, with their paths in the oracle's form."""
    methods: dict[MethodKey, ExportedMethod] = {}
    for line in lines:
        entry = json.loads(line)
        key = (entry["class"], entry["method"], entry["descriptor"])
        method = methods.setdefault(key, ExportedMethod())
        method.entries += entry["entries"]
        # An unknown number of abandoned paths counts as -1, a number that the oracle never has.
        method.abandoned += -1 if entry["abandoned"] is None else entry["abandoned"]
        method.undecided += entry["undecided"] or 0
        method.irreducible |= entry["irreducible"]
        method.cuts |= {(source[0], target[0]) for source, target in entry["cuts"]}
        paths = {int(number): _path(path) for number, path in entry["paths"].items()}
        for ngram in entry["ngrams"]:
            method.ngrams[tuple(paths[number] for number in ngram["path"])] += ngram["count"]
    return methods


def _path(exported: dict[str, Any]) -> ProfiledPath:
    blocks = tuple((first, last) for first, last in exported["blocks"])
    return blocks, exported["start"], exported["end"]


def differences(
    exported: dict[MethodKey, ExportedMethod], oracle: dict[MethodKey, MethodProfile]
) -> list[str]:
    """Returns every difference as a line of text. The list is empty if the profile is right."""
    found = []
    for key in sorted(exported.keys() | oracle.keys()):
        name = f"{key[0]}.{key[1]}{key[2]}"
        if key not in exported:
            found.append(f"{name}: not in the export")
        elif key not in oracle:
            found.append(f"{name}: in the export, but was never entered")
        else:
            found += [f"{name}: {text}" for text in _in_method(exported[key], oracle[key])]
    return found


def _in_method(exported: ExportedMethod, oracle: MethodProfile) -> list[str]:
    found = []
    for term in COMPARED:
        ours, theirs = getattr(oracle, term), getattr(exported, term)
        if ours != theirs:
            found.append(f"{term}: exported {theirs}, oracle {ours}")
    # The undecided paths are all abandoned paths that aren't exported as abandoned, and possibly
    # some unfinished paths.
    more = oracle.abandoned - exported.abandoned
    if not 0 <= more <= exported.undecided <= more + oracle.unfinished:
        undecided = f" and {exported.undecided} undecided" if exported.undecided else ""
        found.append(
            f"abandoned: exported {exported.abandoned}{undecided}, oracle {oracle.abandoned}"
        )
    for ngram in sorted(exported.ngrams.keys() | oracle.ngrams.keys(), key=_order):
        ours, theirs = oracle.ngrams.get(ngram, 0), exported.ngrams.get(ngram, 0)
        if ours != theirs:
            text = " then ".join(_text(path) for path in ngram)
            found.append(f"{len(ngram)}-gram: exported {theirs}, oracle {ours}: {text}")
    return found


def _order(ngram: tuple[ProfiledPath, ...]) -> tuple[int, tuple[ProfiledPath, ...]]:
    return len(ngram), ngram


def _text(path: ProfiledPath) -> str:
    blocks, start, end = path
    return f"{start}>{' '.join(f'{first}-{last}' for first, last in blocks)}>{end}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("export", type=Path)
    parser.add_argument("log", type=Path, help="the tracer's log")
    parser.add_argument("classes", type=Path, help="the directory of the traced classes")
    parser.add_argument("-k", type=int, required=True)
    parser.add_argument("--cut", choices=[BACK_EDGE, LOOP_HEADER], default=BACK_EDGE)
    options = parser.parse_args()
    with options.export.open(encoding="utf-8") as lines:
        exported = read_export(lines)
    cuts = {key: method.cuts for key, method in exported.items()}
    trace = read_trace(options.log)
    oracle = profile_trace(trace, options.classes, options.k, options.cut, cuts)
    found = differences(exported, oracle)
    for text in found[:SHOWN]:
        print(text)
    if len(found) > SHOWN:
        print(f"... and {len(found) - SHOWN} more")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
