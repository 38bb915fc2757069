"""Tests the printed differences of made-up profiles.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

from builders.resampled import with_record
from builders.versions import compared_profiles
from verb_runs import printed


@pytest.mark.parametrize(
    ("name", "columns", "arguments"),
    [
        *((f"diff-{width}.txt", str(width), ["after.kpath"]) for width in (60, 80, 200)),
        ("diff.json", "120", ["after.kpath", "--json", "--top", "1"]),
        ("diff.md", "60", ["after.kpath", "--format", "md"]),
        ("diff.html", "60", ["after.kpath", "--format", "html"]),
        ("diff-equal.txt", "80", ["again.kpath"]),
        ("diff-itself.txt", "80", ["before.kpath"]),
        ("diff-runs.txt", "100", ["again.kpath", "--new", "after.kpath", "later.kpath"]),
    ],
)
def test_printed_differences(
    tmp_path: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    columns: str,
    arguments: list[str],
) -> None:
    compared_profiles(tmp_path)
    for run, copy in (("before", "again"), ("after", "later")):
        # The copy stands for an equal second run.
        shutil.copytree(tmp_path / f"{run}.kpath", tmp_path / f"{copy}.kpath")
        with_record(tmp_path / f"{copy}.kpath", identities=(uuid.uuid4().hex,))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", columns)
    golden(name, printed(["diff", "before.kpath", *arguments]))
