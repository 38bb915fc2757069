"""Tests where verbs write their text, and in which formats."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb
from kpath_jvm.cli.options.outputs import OutputOptions, written


def test_reports_are_written_to_a_file(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["report", str(demo)]) == 0
    printed = capsys.readouterr().out
    output = demo.parent / "report.txt"
    arguments = ["report", str(demo), "-o", str(output)]
    assert run_verb(arguments) == 0
    assert output.read_text("utf-8") == printed
    assert run_verb(arguments) == 2
    assert "exists; pass --force to replace it" in capsys.readouterr().err
    assert run_verb([*arguments, "--json", "--force"]) == 0
    assert capsys.readouterr().out == ""
    assert next(iter(json.loads(output.read_text("utf-8")))) == "kpath_jvm_report"


@pytest.mark.parametrize(
    "words",
    [
        ["report"], ["report", "--json"], ["report", "--format", "md"],
        *(["export", "--format", it] for it in ("csv", "parquet")),
    ],
)  # fmt: skip
def test_a_full_disk_gives_one_line_and_leaves_no_file(
    demo: Path,
    capsys: pytest.CaptureFixture[str],
    file_system: Callable[[str], Path],
    words: list[str],
) -> None:
    disk = file_system("4k")
    (disk / "filler").write_bytes(bytes(4096))
    assert run_verb([*words, str(demo), "-o", str(disk / "out")]) == 2
    line = f"kpath-jvm: cannot write {disk / 'out'}: No space left on device"
    assert capsys.readouterr().err.startswith(line)
    assert [path.name for path in disk.iterdir()] == ["filler"]


@pytest.mark.parametrize("verb", [["report"], ["tree", "Figure3.run"]])
def test_each_format_is_written(
    demo: Path, capsys: pytest.CaptureFixture[str], verb: list[str]
) -> None:
    name, *rest = verb
    printed = {}
    for words in ("", "--format text", "--format json", "--json", "--format md"):
        assert run_verb([name, str(demo), *rest, *words.split()]) == 0
        printed[words] = capsys.readouterr().out
    assert printed[""] == printed["--format text"]
    assert printed["--json"] == printed["--format json"]
    assert next(iter(json.loads(printed["--json"]))) == f"kpath_jvm_{name}"
    assert printed["--format md"].startswith("## ")
    assert run_verb([name, str(demo), *rest, "--json", "--format", "md"]) == 2
    assert "give either --json or --format md" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "text"), [("json", '{\n  "a": 1\n}\n'), ("text", "a: 1\n"), ("md", "- 1\n")]
)
def test_documents_are_written_in_each_format(tmp_path: Path, kind: str, text: str) -> None:
    def renderables(document: dict[str, int]) -> list[str]:
        return [f"{key}: {value}" for key, value in document.items()]

    def markdown(document: dict[str, int]) -> list[str]:
        return [f"- {value}" for value in document.values()]

    written({"a": 1}, kind, OutputOptions(tmp_path / "out", False), renderables, markdown)
    assert (tmp_path / "out").read_text() == text
