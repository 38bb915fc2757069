"""Tests how settled branches, which told nothing new, are printed.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from builders.settled import settled_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from verb_runs import printed


@pytest.mark.parametrize(
    ("name", "columns", "arguments"),
    [
        *(
            (f"settled-{width}.txt", str(width), ["branches", "settled.kpath"])
            for width in (60, 80, 200)
        ),
        ("settled.json", "80", ["branches", "settled.kpath", "--json"]),
        ("settled.md", "80", ["branches", "settled.kpath", "--format", "md"]),
        ("settled-report.txt", "100", ["report", "settled.kpath", "--top", "1"]),
        ("settled-report.md", "100", ["report", "settled.kpath", "--top", "1", "--format", "md"]),
        ("always.txt", "80", ["branches", "settled.kpath", "--always"]),
        ("always.json", "80", ["branches", "settled.kpath", "--always", "--json"]),
        ("always.md", "80", ["branches", "settled.kpath", "--always", "--format", "md"]),
        ("settled-k1.txt", "80", ["branches", "settled.kpath", "-k", "1"]),
    ],
)
def test_printed_settled_branches(
    tmp_path: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    columns: str,
    arguments: list[str],
) -> None:
    settled_profile(tmp_path)
    golden(name, _printed(tmp_path, monkeypatch, columns, arguments))


def test_settled_branches_of_a_truncated_profile(
    tmp_path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    settled_profile(
        tmp_path, completeness=decided([Fact(cause=Cause.KILLED, text="it was killed")])
    )
    arguments = ["branches", "settled.kpath", "--top", "1"]
    golden("settled-truncated.txt", _printed(tmp_path, monkeypatch, "80", arguments))


def _printed(
    directory: Path, monkeypatch: pytest.MonkeyPatch, columns: str, arguments: list[str]
) -> str:
    monkeypatch.chdir(directory)
    monkeypatch.setenv("COLUMNS", columns)
    return printed(arguments)
