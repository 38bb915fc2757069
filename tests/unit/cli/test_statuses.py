"""Tests that the same fault has the same exit status in every verb (docs/reference/statuses.md)."""

import ast
import shutil
from pathlib import Path

import pytest

from builders.recordings import demo_profile
from builders.stores import filled
from builders.versions import LEFT, Version, compared_profiles, versions_profile
from kpath_command import REPOSITORY
from kpath_jvm.cli.main import run_verb
from reading_verbs import without_command

RULES = '[[rule]]\nshare = "run"\nat-most = "99%"\n'
#: Commands that read a profile or a recording, by verb. P stands for the input under test.
COMMANDS = {
    "report": [["report", "P"]],
    "html": [["html", "P", "-o", "out"]],
    "tree": [["tree", "P", "run"]],
    "draw": [["draw", "cfg", "P", "run", "-o", "out.dot"]],
    "branches": [["branches", "P"]],
    "advise": [["advise", "P"]],
    "export": [["export", "P", "--format", "csv"], ["export", "P", "--format", "collapsed"]],
    "diff": [["diff", "P", "after.kpath"], ["diff", "after.kpath", "P", "--fail-if", "any"]],
    "check": [["check", "P", "--rules", "rules.toml"]],
    "merge": [["merge", "after.kpath", "P", "-o", "out"]],
    "store": [["store", "add", "new", "P", "--service", "a", "--version", "1"]],
    "predict": [["predict", "P"], ["predict", "after.kpath", "--train", "P"]],
    "overlap": [["overlap", "P", "after.kpath"], ["overlap", "after.kpath", "P"]],
    "bounds": [["bounds", "P"]],
    "live": [["live", "P", "--once"]],
    "build": [["build", "P"]],
    "structure": [["structure", "P"]],
}
#: Commands that read a store, by verb.
OTHERS = {"fleet": [["fleet", "top", "P"], ["fleet", "merge", "P", "-o", "out"],
                    ["fleet", "trend", "P"]],
          "store": [["store", "list", "P"], ["store", "prune", "P"]]}  # fmt: skip
EVERY = [words for commands in COMMANDS.values() for words in commands]
OF_STORES = [words for commands in OTHERS.values() for words in commands]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    compared_profiles(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rules.toml").write_text(RULES)
    return tmp_path


def failure(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Runs a verb that must fail with status 2 and one line on stderr; returns the line."""
    status = run_verb(words)
    told = capsys.readouterr()
    assert status == 2, told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.startswith("kpath-jvm: ")
    return told.err


def on(words: list[str], place: str) -> list[str]:
    return [place if word == "P" else word for word in words]


def test_each_verb_that_reads_profiles_is_here() -> None:
    assert without_command([*EVERY, *OF_STORES]) == set()
    assert without_command(EVERY) == {"fleet"}


@pytest.mark.parametrize("words", [*EVERY, *OF_STORES], ids=" ".join)
@pytest.mark.usefixtures("place")
def test_missing_inputs_have_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "nosuch" in failure(on(words, "nosuch"), capsys)


@pytest.mark.parametrize(
    "words", [one for one in EVERY if one[0] not in ("build", "structure")], ids=" ".join
)
def test_damaged_profiles_have_status_2(
    place: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(place / "before.kpath", place / "damaged.kpath")
    (place / "damaged.kpath" / "ipf.parquet").write_bytes(b"PAR1")
    assert "damaged.kpath" in failure(on(words, "damaged.kpath"), capsys)


@pytest.mark.parametrize("words", [*EVERY, *OF_STORES], ids=" ".join)
@pytest.mark.usefixtures("place")
def test_wrong_usage_has_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "--nix" in failure([*on(words, "before.kpath"), "--nix"], capsys)


@pytest.mark.parametrize(
    "words", [one for one in EVERY if "-o" in one or one[0] in ("report", "check")], ids=" ".join
)
def test_unwritable_outputs_have_status_2(
    place: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    bare = [word for word in words if word not in ("-o", "out", "out.dot")]
    where = "nosuch/out.dot" if words[0] == "draw" else "nosuch/out"
    failure([*on(bare, "before.kpath"), "-o", where], capsys)
    assert not (place / "nosuch").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["merge", "before.kpath", "before.kpath", "-o", "out"],
        ["merge", "before.kpath", "headers.kpath", "-o", "out"],
        ["bounds", "headers.kpath"],
        ["bounds", "before.kpath"],
        ["overlap", "before.kpath", "headers.kpath"],
        ["diff", "before.kpath", "headers.kpath"],
        ["report", "before.kpath", "-k", "9"],
        ["report", "before.kpath", "--thread", "1"],
        ["report", "before.kpath", "--jvm", "1"],
        ["report", "before.kpath", "--method", "nix"],
        ["report", "before.kpath", "--loop", "nix"],
        ["tree", "before.kpath", "nix"],
        ["store", "list", "kept", "--service", "nix"],
    ],
    ids=" ".join,
)
def test_impossible_requests_have_status_2(
    place: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    headers = Version(cut="loop-header").walked(LEFT)
    versions_profile(place, "headers", headers, options={"cut": "loop-header"})
    (place / "of_store").mkdir()
    filled("kept", place / "of_store")
    failure(words, capsys)


def test_negative_answers_have_status_1(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "rules.toml").write_text(RULES.replace("99%", "1%"))
    assert run_verb(["check", "before.kpath", "--rules", "rules.toml"]) == 1
    assert run_verb(["diff", "before.kpath", "after.kpath", "--fail-if", "any"]) == 1
    assert "FAILED" in capsys.readouterr().out
    assert run_verb(["report", str(demo_profile(place))]) == 0


def test_errors_never_have_status_1() -> None:
    """Errors must not use status 1, because it stands for the answer "no"."""
    found = [
        f"{path}:{node.lineno}"
        for path in sorted((REPOSITORY / "orchestrator").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id.endswith("Error")
        and any(isinstance(one, ast.Constant) and one.value == 1 for one in node.args[1:])
    ]
    assert found == []
