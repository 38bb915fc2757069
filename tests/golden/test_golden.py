"""Tests the demo profile's reports, trees and exports as they are printed.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.extended import extended_profile
from kpath_jvm import Profile
from kpath_jvm.reports import output
from kpath_jvm.reports.export.tables import TABLES
from verb_runs import printed

GOLDEN = Path(__file__).parent
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
                odd(i);
            // odd and even ones
            done(i);
        }
    }


    int plain(boolean it) {
        if (it) {
            return 1;
        }
        return 2;
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
            ["tree", "demo.kpath", "Figure3.run", "--min-share", "50%", "--root", "B", "-k", "3"],
        ),
        ("tree-sources.txt", ["tree", "demo.kpath", "Figure3.run", "--sources", "src"]),
        ("report.md", ["report", "demo.kpath", "--format", "md", "--top", "3"]),
        ("tree.md", ["tree", "demo.kpath", "Figure3.run", "--format", "md", "--top", "1"]),
        ("tree.json", ["tree", "demo.kpath", "Figure3.run", "--json", "--root", "B", "-k", "2"]),
        (
            "draw-cfg.dot",
            ["draw", "cfg", "demo.kpath", "Figure3.run", "--sources", "src", "--path", "B"],
        ),
        ("draw-cfg-handler.dot", ["draw", "cfg", "demo.kpath", "retry", "--all-blocks"]),
        ("draw-tree.dot", ["draw", "tree", "demo.kpath", "Figure3.run", "--top", "2"]),
        ("export.collapsed", ["export", "demo.kpath", "--format", "collapsed", "-k", "3"]),
        ("export.jsonl", ["export", "demo.kpath", "--format", "jsonl"]),
        ("export.csv", ["export", "demo.kpath", "--format", "csv"]),
        *(
            (f"export-{table}.csv", ["export", "demo.kpath", "--format", "csv", "--table", table])
            for table in ("paths", "loops", "branches", "methods")
        ),
    ],
)
def test_printed_output(
    demo: Path,
    golden: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    arguments: list[str],
) -> None:
    # The demo profile is in the current directory, so its path is the same in every run.
    monkeypatch.chdir(demo.parent)
    monkeypatch.delenv("COLUMNS", raising=False)
    sources = Path("src/demo")
    sources.mkdir(parents=True)
    (sources / "Figure3.java").write_text(SOURCE)
    golden(name, _printed(arguments))


@pytest.mark.parametrize(
    ("table", "made"), [("edges", edges_profile), ("extended", extended_profile)]
)
def test_tables_that_the_demo_profile_lacks_are_exported(
    tmp_path: Path,
    golden: Callable[[str, str], None],
    table: str,
    made: Callable[[Path], Profile],
) -> None:
    path = str(made(tmp_path).path)
    text = _printed(["export", path, "--format", "csv", "--table", table])
    golden(f"export-{table}.csv", text)


def test_each_exported_table_has_a_golden_file() -> None:
    found = {path.stem.removeprefix("export-") for path in GOLDEN.glob("export-*.csv")}
    # The golden file of the table ``sequences`` is export.csv, because this table is the default.
    assert found == set(TABLES) - {"sequences"}


@pytest.mark.parametrize("width", [60, 80, 200])
def test_paths_told_by_their_conditions(
    demo: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.chdir(demo.parent)
    _narrow(monkeypatch, width)
    sources = Path("src/demo")
    sources.mkdir(parents=True)
    # Both branches are on this line.
    text = SOURCE.replace(
        "for (int i = 0; i < n; i++)", "do use(i % 2 == 0 ? 1 : 2); while (i < n);"
    )
    (sources / "Figure3.java").write_text(text)
    arguments = ["report", "demo.kpath", "--method", "Figure3.run", "--sources", "src"]
    golden(f"report-conditions-{width}.txt", _printed(arguments))
    arguments = ["tree", "demo.kpath", "Figure3.run", "--sources", "src"]
    golden(f"tree-conditions-{width}.txt", _printed(arguments))


@pytest.mark.parametrize("width", [60, 80, 200])
def test_the_report_of_all_methods(
    demo: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.chdir(demo.parent)
    _narrow(monkeypatch, width)
    golden(f"report-{width}.txt", _printed(["report", "demo.kpath"]))


def _narrow(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """Sets the width, which for a pipe is otherwise at least 100 columns."""
    monkeypatch.setattr(output, "_LEAST_WIDTH", width)
    monkeypatch.setenv("COLUMNS", str(width))


def _printed(arguments: list[str]) -> str:
    text = printed(arguments)
    assert os.linesep not in text[-2:-1], "no blank line at the end"
    return text
