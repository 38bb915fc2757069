"""Writes speedscope's file format: https://www.speedscope.app/file-format-schema.json."""

import json
from collections.abc import Iterable
from typing import IO, Any

from kpath_jvm import __version__
from kpath_jvm.reports.flames.stacks import Frame, Stack
from kpath_jvm.shown import Weight

_SCHEMA = "https://www.speedscope.app/file-format-schema.json"


def write_speedscope(stacks: Iterable[Stack], name: str, weight: Weight, stream: IO[str]) -> None:
    """Writes two profiles, of bytecodes and of completions; ``weight`` is the one shown first."""
    numbers: dict[Frame, int] = {}
    cost = _sampled(f"{name}, bytecodes")
    count = _sampled(f"{name}, path completions")
    for stack in stacks:
        sample = [numbers.setdefault(frame, len(numbers)) for frame in stack.frames]
        for profile, value in ((cost, stack.bytecodes), (count, stack.completions)):
            if value:
                profile["samples"].append(sample)
                profile["weights"].append(value)
                profile["endValue"] += value
    document = {
        "$schema": _SCHEMA,
        "exporter": f"kpath-jvm {__version__}",
        "name": name,
        "activeProfileIndex": 0 if weight == "cost" else 1,
        "shared": {"frames": [_frame(frame) for frame in numbers]},
        "profiles": [cost, count],
    }
    json.dump(document, stream, separators=(",", ":"))
    stream.write("\n")


def _sampled(name: str) -> dict[str, Any]:
    return {
        "type": "sampled", "name": name, "unit": "none", "startValue": 0, "endValue": 0,
        "samples": [], "weights": [],
    }  # fmt: skip


def _frame(frame: Frame) -> dict[str, Any]:
    found: dict[str, Any] = {"name": frame.text}
    if frame.file:
        found["file"] = frame.file
        if frame.line:
            found["line"] = frame.line
    return found
