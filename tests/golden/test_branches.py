"""Tests the printed branches of a made-up profile.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from builders.branching import SOURCE, branching_profile
from kpath_jvm.cli.main import run_verb


@pytest.mark.parametrize(
    ("name", "columns", "arguments"),
    [
        ("branches.txt", "120", []),
        ("branches.json", "120", ["--json", "--method", "Two.diamonds"]),
        *(
            (f"branches-sources-{width}.txt", str(width), ["--sources", "src", "--top", "2"])
            for width in (60, 80, 200)
        ),
        ("branches.md", "60", ["--format", "md", "--sources", "src"]),
        ("branches-method.txt", "100", ["--method", "retry"]),
    ],
)
def test_golden(
    tmp_path: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    columns: str,
    arguments: list[str],
) -> None:
    branching_profile(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", columns)
    Path("src/demo").mkdir(parents=True)
    Path("src/demo/Two.java").write_text(SOURCE)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(stream):
        assert run_verb(["branches", "branching.kpath", *arguments]) == 0
    stream.seek(0)
    golden(name, stream.read())
