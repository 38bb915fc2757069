"""Tests the printed branches of a made-up profile.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from builders.branching import SOURCE, branching_profile
from verb_runs import printed


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
def test_printed_branches(
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
    golden(name, printed(["branches", "branching.kpath", *arguments]))
