"""Reports, trees and exports of the demo profile, as they are printed.

``pytest --rewrite-golden`` writes the files anew; read the difference before committing it.
"""

import io
import os
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb

SOURCE = """package demo;

/** The graph of Fig. 3. */
class Figure3 {
    int n;

    void run(int seed) {
        prepare(seed);
        for (int i = 0; i < n; i++) {
            if (i % 2 == 0)
                even(i);
            else
                // odd ones
                odd(i);
            done(i);
        }
    }
}
"""


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("report.txt", ["report", "demo.kpath"]),
        ("report-k2-top3.txt", ["report", "demo.kpath", "-k", "2", "--top", "3"]),
        ("report-method.txt", ["report", "demo.kpath", "--method", "retry", "--no-merge"]),
        (
            "report-sources.txt",
            ["report", "demo.kpath", "--method", "Figure3.run", "--sources", "src"],
        ),
        ("report.json", ["report", "demo.kpath", "--json", "--top", "2"]),
        ("tree.txt", ["tree", "demo.kpath", "Figure3.run"]),
        (
            "tree-pruned.txt",
            ["tree", "demo.kpath", "Figure3.run", "--min-share", "50%", "--root", "2", "-k", "3"],
        ),
        ("tree-sources.txt", ["tree", "demo.kpath", "Figure3.run", "--sources", "src"]),
        ("export.jsonl", ["export", "demo.kpath", "--format", "jsonl"]),
        ("export.csv", ["export", "demo.kpath", "--format", "csv"]),
    ],
)
def test_golden(
    demo: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    arguments: list[str],
) -> None:
    # The demo profile is where the test runs, so that its path is the same in every run.
    monkeypatch.chdir(demo.parent)
    monkeypatch.delenv("COLUMNS", raising=False)
    sources = Path("src/demo")
    sources.mkdir(parents=True)
    (sources / "Figure3.java").write_text(SOURCE)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    with redirect_stdout(stream):
        assert run_verb(arguments) == 0
    stream.seek(0)
    text = stream.read()
    golden(name, text)
    assert os.linesep not in text[-2:-1], "no blank line at the end"
