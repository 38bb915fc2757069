"""Tests ``kpath-jvm draw``: formats and files."""

from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb


def failed(arguments: list[str], capsys: pytest.CaptureFixture[str], status: int) -> str:
    assert run_verb(["draw", *arguments]) == status
    captured = capsys.readouterr()
    assert not captured.out
    (line,) = captured.err.splitlines()
    return line


@pytest.mark.parametrize("what", ["cfg", "tree"])
def test_the_file_s_name_decides_the_format(demo: Path, tmp_path: Path, what: str) -> None:
    heads = {"a.svg": b"<?xml", "a.PNG": b"\x89PNG", "a.dot": b"digraph {", "a.gv": b"digraph {"}
    for name, head in heads.items():
        file = tmp_path / name
        assert run_verb(["draw", what, str(demo), "Figure3.run", "-o", str(file)]) == 0
        assert file.read_bytes().startswith(head)
    file = tmp_path / "picture"
    arguments = ["draw", what, str(demo), "Figure3.run", "-o", str(file), "--format", "svg"]
    assert run_verb(arguments) == 0
    assert b"<svg" in file.read_bytes()


def test_dot_is_printed_on_stdout(demo: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_verb(["draw", "cfg", str(demo), "Figure3.run"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"digraph {")


def test_impossible_drawings_are_refused(
    demo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    method = [str(demo), "Figure3.run"]
    line = failed(["cfg", *method, "--format", "png"], capsys, 2)
    assert line == "kpath-jvm: png isn't text; name a file with -o FILE"
    line = failed(["tree", *method, "-o", str(tmp_path / "a.gif")], capsys, 2)
    assert line.endswith(
        "its name doesn't show the format; end it in .svg, .png or .dot, or pass --format"
    )
    (tmp_path / "a.svg").write_text("mine")
    line = failed(["cfg", *method, "-o", str(tmp_path / "a.svg")], capsys, 2)
    assert "exists; pass --force" in line
    assert (tmp_path / "a.svg").read_text() == "mine"
    assert run_verb(["draw", "cfg", *method, "-o", str(tmp_path / "a.svg"), "--force"]) == 0
    assert "<svg" in (tmp_path / "a.svg").read_text()
    assert "is not a share" in failed(["cfg", *method, "--min-share", "x"], capsys, 2)
    assert "a picture shows one method, but 5 are" in failed(["cfg", str(demo)], capsys, 2)
    assert "did you mean" in failed(["tree", str(demo), "Figure3.rum"], capsys, 2)


def test_versions_of_two_loaders_are_drawn_together_or_refused(
    demo: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run_verb(["draw", "cfg", str(demo), "Shared.run"]) == 0
    assert b"8 path completions" not in capfdbinary.readouterr().out
    assert run_verb(["draw", "cfg", str(demo), "Shared.run", "--no-merge"]) == 2
    assert b"ambiguous" in capfdbinary.readouterr().err
