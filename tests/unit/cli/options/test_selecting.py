"""Tests the options that select methods and loops, in each verb."""

from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb

VERBS = {
    "report": ["report"],
    "tree": ["tree"],
    "export": ["export", "--format", "csv"],
    "branches": ["branches"],
    "advise": ["advise"],
}
#: Verbs that write files.
WRITERS = {"html": ["html"], "draw cfg": ["draw", "cfg"], "draw tree": ["draw", "tree"]}


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_the_selecting_options(
    demo: Path, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    arguments = [*VERBS[verb], str(demo), "--include", "demo/Shaky*", "--method", "re*"]
    assert run_verb([*arguments, "--line", "Shaky.java:42"]) == 0
    text = capsys.readouterr().out
    assert "retry" in text
    assert "Figure3" not in text


@pytest.mark.parametrize("verb", [*VERBS, *WRITERS])
@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        (["--include", "Figur"], 2, "did you mean demo.Figure3?"),
        (["--method", "Figure3.ran"], 2, "did you mean demo.Figure3.run?"),
        (["--exclude", "Xyzzy"], 2, "matches 'Xyzzy'"),
        (["--line", "4711"], 2, "no code at line 4711"),
        (["--loop", "x"], 2, "write 42, Scanner.java:42 or Scanner.scan:42"),
        (["--include", " "], 2, "an empty pattern matches nothing"),
        (["--jvm", "7"], 2, "leave out --jvm"),
        (["--thread", "7"], 2, "no profiles of threads"),
        (["--min-share", "120%"], 2, "'120%' is more than the whole; a share is 100% at most"),
        (["--min-share", "15"], 2, "'15' would be 1,500 %; write 15% or 0.15"),
        (["--min-share", "1"], 2, "'1' can mean 1 % or all; write 1% (or 0.01), or 100%"),
    ],
)
def test_impossible_filters_give_an_error_of_one_line(
    demo: Path,
    capsys: pytest.CaptureFixture[str],
    verb: str,
    options: list[str],
    status: int,
    message: str,
) -> None:
    assert run_verb([*(VERBS | WRITERS)[verb], str(demo), *options]) == status
    text = capsys.readouterr().err
    assert message in text
    assert text.count("\n") == 1


def test_shares_of_a_selection_and_of_the_recording_are_labelled(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["report", str(demo), "--include", "Figure3", "Tangle"]) == 2
    capsys.readouterr()
    assert run_verb(["report", str(demo), "--include", "Figure3", "--include", "Tangle"]) == 0
    text = capsys.readouterr().out
    assert "shown    class Figure3 or Tangle: 3 of 6 methods, 47 path completions, 60.3 %" in text
    assert "of shown  of recorded" in text
    # 257 bytecodes are 48.0 % of the 535 shown, and 29.0 % of all 887.
    assert "48.0 %       29.0 %" in text
    assert "not profiled" not in text
    assert run_verb(["report", str(demo), "--include", "Figure3", "-v"]) == 0
    text = capsys.readouterr().out
    assert "not profiled" in text
    assert "shown" in text


def test_paths_keep_their_names_in_a_selection(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A path called C in the whole method is also called C in the method's loop."""
    assert run_verb(["report", str(demo), "--include", "Figure3", "--line", "13"]) == 0
    text = capsys.readouterr().out
    assert "C  loop to exit" in text


def test_a_tree_needs_exactly_one_method(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["tree", str(demo), "--include", "Tangle"]) == 0
    assert "4-IPF of demo.Tangle.spin" in capsys.readouterr().out
    assert run_verb(["tree", str(demo)]) == 2
    text = capsys.readouterr().err
    assert "a tree shows one method, but 5 are selected: demo.Tangle.spin(int, int), " in text
