"""Tests the verb html: where its page goes, and what it refuses."""

import json
from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb


def test_the_page_is_named_after_the_profile(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(demo.parent)
    assert run_verb(["html", "demo.kpath"]) == 0
    assert capsys.readouterr().out == "demo.html: open it with a browser\n"
    page = demo.parent / "demo.html"
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    page.write_text("mine")
    assert run_verb(["html", "demo.kpath"]) == 2
    assert "demo.html exists; pass --force to replace it" in capsys.readouterr().err
    assert page.read_text() == "mine"
    assert run_verb(["html", "demo.kpath", "--force", "--top", "1"]) == 0
    assert page.read_text("utf-8").count('id="method-') == 1


def test_hostile_names_are_printed_safely(
    demo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(demo.parent)
    assert run_verb(["html", "demo.kpath", "-o", "a\x1b[2J.html"]) == 0
    assert capsys.readouterr().out == "a\\u001b[2J.html: open it with a browser\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--method", "Nothing.at"], "Nothing.at"),
        (["-k", "9"], "-k 9 is more than the profile's k = 4"),
        (["--sources", "nowhere"], "nowhere"),
        (["-o", "no/such/place.html"], "place.html"),
        (["--top", "0"], "--top"),
    ],
)
def test_refused_pages_leave_no_files(
    demo: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(demo.parent)
    before = sorted(demo.parent.iterdir())
    assert run_verb(["html", "demo.kpath", *arguments]) != 0
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert sorted(demo.parent.iterdir()) == before


def test_missing_libraries_of_the_page_are_reported(
    demo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "contract.json").write_text(json.dumps({}))
    monkeypatch.setenv("KPATH_JVM_JARS", str(empty))
    assert run_verb(["html", str(demo)]) == 125
    assert f"kpath-page.jar is not in {empty}" in capsys.readouterr().err
