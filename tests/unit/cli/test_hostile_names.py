"""Tests that every verb escapes those characters of names that a terminal acts on."""

import io
import unicodedata
from pathlib import Path

import pytest
from rich.text import Text

from builders.hostile import HOSTILE, hostile_profile, hostile_rules
from kpath_jvm.cli.main import run_verb
from kpath_jvm.reports.markdown.writing import write_markdown
from kpath_jvm.reports.output import write
from reading_verbs import without_command

#: Characters of these categories move the cursor, or hide or reorder text.
_ACTING = ("Cc", "Cf", "Zl", "Zp")


def acting(text: str) -> list[str]:
    """Returns those characters of ``text`` that a terminal acts on, except for line feeds."""
    return sorted({one for one in text if unicodedata.category(one) in _ACTING and one not in "\n"})


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / f"at{HOSTILE.replace('/', '')}"
    place.mkdir()
    hostile_profile(place)
    hostile_profile(place, "q.kpath", exit_status=1)
    hostile_rules(place)
    monkeypatch.chdir(place)
    return place


COMMANDS = [
    ["report", "p.kpath", "-v"],
    ["report", "p.kpath", "--sort", "count", "--format", "md"],
    ["report", "p.kpath", "--json"],
    ["report", "p.kpath", "--loop", "9"],
    ["tree", "p.kpath", f"spin{HOSTILE}"],
    ["tree", "p.kpath", f"spin{HOSTILE}", "--format", "md"],
    ["branches", "p.kpath"],
    ["branches", "p.kpath", "--format", "md"],
    ["advise", "p.kpath"],
    ["advise", "p.kpath", "--format", "md"],
    ["predict", "p.kpath"],
    ["predict", "p.kpath", "--train", "q.kpath"],
    ["overlap", "p.kpath", "q.kpath"],
    ["overlap", "p.kpath", "q.kpath", "--format", "md"],
    ["diff", "p.kpath", "q.kpath"],
    ["diff", "p.kpath", "q.kpath", "--format", "md"],
    ["check", "p.kpath", "--rules", "rules.toml"],
    ["check", "p.kpath", "--rules", "rules.toml", "--format", "md"],
    ["merge", "p.kpath", "q.kpath", "-o", "m.kpath"],
    ["html", "p.kpath"],
    ["draw", "cfg", "p.kpath", f"spin{HOSTILE}"],
    ["draw", "tree", "p.kpath", f"spin{HOSTILE}"],
    ["live", "p.kpath"],
    ["bounds", "p.kpath"],
    # These commands end with errors.
    ["report", f"{HOSTILE.replace('/', '')}.kpath"],
    ["report", "p.kpath", "--method", HOSTILE],
    ["report", "p.kpath", "--thread", HOSTILE],
    ["report", "p.kpath", "--format", HOSTILE],
    ["report", f"--{HOSTILE}"],
    ["report", "p.kpath", HOSTILE],
    ["tree", "p.kpath", "m*"],
    ["tree", "p.kpath", f"no{HOSTILE}"],
    ["tree", "p.kpath", "run*", "--root", HOSTILE],
    ["export", "p.kpath", "--format", "csv", "--table", HOSTILE],
    [HOSTILE],
    ["diff", "p.kpath", "q.kpath", "--fail-if", HOSTILE],
    ["check", "p.kpath", "--rules", HOSTILE],
    ["store", "add", "s", "p.kpath", "--service", HOSTILE, "--version", HOSTILE],
    ["run", "--", HOSTILE],
    ["experiment", HOSTILE],
    ["workloads", HOSTILE],
    ["ctl", "status", HOSTILE],
    ["fleet", "top", HOSTILE],
    ["fleet", "trend", "s", "--figure", HOSTILE],
    ["structure", HOSTILE],
    ["build", HOSTILE],
]


@pytest.mark.parametrize(
    "arguments",
    COMMANDS,
    ids=lambda arguments: " ".join(arguments[:3]).encode("ascii", "replace").decode()[:40],
)
@pytest.mark.usefixtures("hostile")
def test_no_verb_prints_hostile_characters(
    capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    run_verb(arguments)
    said = capfd.readouterr()
    assert "bug of kpath-jvm" not in said.err
    assert said.out + said.err
    assert acting(said.out) == []
    assert acting(said.err) == []
    # No error has a traceback, whatever the name.
    assert "Traceback" not in said.err


def test_each_verb_that_reads_profiles_is_here() -> None:
    assert without_command(COMMANDS) == set()


def test_errors_in_defaults_print_no_hostile_characters(
    hostile: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (hostile / "kpath.toml").write_text('[report]\nmethod = ["\\u001b[2J"]\n', "utf-8")
    run_verb(["report", "p.kpath"])
    said = capfd.readouterr()
    assert "kpath-jvm: set by" in said.err
    assert acting(said.out + said.err) == []


def test_the_last_printing_function_escapes_everything() -> None:
    """If the code for a layout forgets to escape a name, the printing function escapes the name."""
    for renderable in (HOSTILE, Text(HOSTILE), Text("x", HOSTILE[:0])):
        stream = io.StringIO()
        write(stream, 100, renderable)
        assert acting(stream.getvalue()) == []
    stream = io.StringIO()
    write_markdown(stream, [f"a {HOSTILE}"])
    assert acting(stream.getvalue()) == []
