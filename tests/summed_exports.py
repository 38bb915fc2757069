"""Adds up profiles line by line from their exports, without the code that merges profiles."""

import io
import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kpath_jvm import Profile
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.jsonl import write_lines

Sums = Counter[tuple[Any, ...]]


def summed(profiles: Iterable[Path], k: int) -> Sums:
    """Returns the sums of the methods' counts, and of the counts of n-grams of up to k paths.

    The paths of an n-gram are identified by their start, blocks and end.
    """
    sums: Sums = Counter()
    for path in profiles:
        for line in exported(path):
            add(sums, json.loads(line), k)
    return +sums


def exported(path: Path) -> list[str]:
    """Returns the lines of ``export --format jsonl``."""
    stream = io.StringIO()
    write_lines(Exported.of(Profile.open(path)), stream)
    return stream.getvalue().splitlines()


def add(sums: Sums, line: dict[str, Any], k: int) -> None:
    """Adds the counts of one method, from its line in an export."""
    loader = re.sub("@[0-9a-f]+$", "", line["loader"])
    method = (line["class"], line["method"], line["descriptor"], line["digest"], loader)
    method += (json.dumps([line["cuts"], line["rung"]]),)
    for name in ("entries", "abandoned", "undecided", "bytecodes"):
        sums[(*method, name)] += line[name] or 0
    paths = {
        number: json.dumps([path["start"], path["blocks"], path["end"]])
        for number, path in line["paths"].items()
    }
    for gram in line["ngrams"]:
        if len(gram["path"]) <= k:
            sums[(*method, *(paths[str(path)] for path in gram["path"]))] += gram["count"]
