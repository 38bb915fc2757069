"""Tests that each verb with ``--sources`` names the source roots in which it finds no sources."""

import re
from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb
from kpath_jvm.cli.options.source_roots import source_texts

VERBS = (
    "report PROFILE", "report PROFILE --json", "tree PROFILE Figure3.run", "branches PROFILE",
    "advise PROFILE", "draw cfg PROFILE Figure3.run", "export PROFILE --format csv --table paths",
)  # fmt: skip
#: In this source, as in the profile, the loop's test is on line 9.
SOURCE = """package demo;



class Figure3 {


    void run(int seed) {
        say("the loop's line"); for (int i = 0; i % 2 == 0 || i >= n; i++) {
            say();
            say();
            say();
            say();
            say();
        }
        say();
    }


    int plain(boolean it) {
        if (it) {
            return 1;
        }
        return 2;
    }
}
"""
#: The verbs that show the text of source lines.
TEXTS = ("report", "tree", "draw", "advise")


def run(demo: Path, verb: str, sources: Path) -> None:
    words = verb.replace("PROFILE", str(demo)).split()
    assert run_verb([*words, "--sources", str(sources)]) == 0


@pytest.mark.parametrize("verb", VERBS)
def test_roots_without_the_shown_sources_are_named(
    demo: Path, tmp_path: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    run(demo, verb, tmp_path / "empty")
    told = capsys.readouterr().err
    assert re.fullmatch(
        r"kpath-jvm: --sources \S+/empty doesn't have the source of any class that is shown; "
        r"looked for "
        r"demo/(Figure3|Shared)\.java, and files of that name that declare the package\n",
        told,
    )


@pytest.mark.parametrize("verb", VERBS)
def test_useful_roots_are_not_named(
    demo: Path, tmp_path: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "Figure3.java").write_text(SOURCE)
    run(demo, verb, tmp_path)
    printed = capsys.readouterr()
    assert printed.err == ""
    assert ("the loop's line" in printed.out) == verb.startswith(TEXTS)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("is_right_there", [False, True])
def test_nothing_of_another_version_is_shown(
    demo: Path, tmp_path: Path, verb: str, is_right_there: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """No line of the other version is shown, whether or not the right one is there, too."""
    for folder, text in (("a", "// One more line.\n" + SOURCE), ("b", SOURCE)):
        (tmp_path / folder).mkdir()
        if folder == "a" or is_right_there:
            (tmp_path / folder / "Figure3.java").write_text(text)
    run(demo, verb, tmp_path)
    printed = capsys.readouterr()
    assert ("the loop's line" in printed.out) == (is_right_there and verb.startswith(TEXTS))
    told = (
        rf"kpath-jvm: --sources {tmp_path}: demo/Figure3\.java doesn't fit the recorded code of "
        r"Figure3\.\w+, so nothing of this file is shown; pass the sources of the version that was "
        r"recorded\n"
    )
    assert re.fullmatch("" if is_right_there else told, printed.err)


def test_without_roots_there_are_no_sources(capsys: pytest.CaptureFixture[str]) -> None:
    with source_texts(()) as texts:
        assert texts is None
    assert capsys.readouterr().err == ""
