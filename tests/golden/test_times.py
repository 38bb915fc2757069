"""Tests the printed times of the demo profile, to which samples are added.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from builders.timed import DEMO, DEMO_CALLS, DEMO_STACKS, add_samples
from kpath_jvm.reports import output
from verb_runs import printed


@pytest.mark.parametrize(
    ("name", "width", "arguments"),
    [
        *((f"times-{width}.txt", width, ["--top", "3"]) for width in (60, 80, 200)),
        ("times-method.txt", 100, ["--method", "Figure3.run"]),
        ("times.md", 100, ["--format", "md", "--top", "3"]),
        ("times.json", 100, ["--json", "--top", "2"]),
    ],
)
def test_printed_times(
    demo: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    width: int,
    arguments: list[str],
) -> None:
    add_samples(demo, *DEMO)
    monkeypatch.chdir(demo.parent)
    monkeypatch.setattr(output, "_LEAST_WIDTH", width)
    monkeypatch.setenv("COLUMNS", str(width))
    golden(name, printed(["report", "demo.kpath", *arguments]))


@pytest.mark.parametrize(
    ("name", "width", "arguments"),
    [
        *((f"times-inclusive-{width}.txt", width, ["--top", "3"]) for width in (60, 110)),
        ("times-inclusive.md", 100, ["--format", "md", "--top", "3"]),
        ("times-inclusive.json", 100, ["--json", "--top", "3"]),
    ],
)
def test_printed_inclusive_times(
    demo: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    width: int,
    arguments: list[str],
) -> None:
    """The files have what is printed of time alone."""
    add_samples(demo, *DEMO, below=(), partial=20, on_stack=DEMO_STACKS, calls=DEMO_CALLS)
    monkeypatch.chdir(demo.parent)
    monkeypatch.setattr(output, "_LEAST_WIDTH", width)
    monkeypatch.setenv("COLUMNS", str(width))
    whole = printed(["report", "demo.kpath", *arguments])
    if name.endswith("json"):
        golden(name, json.dumps(json.loads(whole)["time"], indent=2) + "\n")
        return
    _, found, rest = whole.partition("Inclusive time\n")
    golden(name, found + rest.partition("Hottest loops")[0].rstrip("#\n ") + "\n")
