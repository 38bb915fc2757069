"""Tests how libraries' sources are changed, and that `advise` gives the recorded advice."""

from pathlib import Path

import pytest

from benchmarks.advised_libraries import Change, Edit, advice, changed, read_changes
from kpath_jvm.launch.jdk import default_jdk

SOURCE = """void run() {
  first();
  second();
  first();
  last();
}
"""
LIBRARY = read_changes()["yaml-redundant"].library


def change(*edits: Edit, **copies: tuple[str, str]) -> Change:
    return Change("tried", LIBRARY, None, "a/A.java", copies, edits)


def test_edits_are_made_in_order() -> None:
    found = changed(SOURCE, change(Edit("second", "third", 1), Edit("third();", "", 1)))
    assert found == SOURCE.replace("second();", "")


def test_an_edit_may_be_made_several_times() -> None:
    assert changed(SOURCE, change(Edit("first", "third", 2))).count("third") == 2


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (Edit("\n  absent();\n", "", 1), "'absent();' 0 times, not 1"),
        (Edit("first();", "", 1), "'first();' 2 times, not 1"),
        (Edit("last();", "", 2), "'last();' 1 times, not 2"),
    ],
)
def test_a_text_that_occurs_too_rarely_or_too_often_is_refused(edit: Edit, said: str) -> None:
    with pytest.raises(ValueError, match="times, not") as refused:
        changed(SOURCE, change(edit))
    assert str(refused.value) == (f"tried: a/A.java of org.yaml:snakeyaml:2.2:sources has {said}")


def test_a_part_can_be_copied_or_removed() -> None:
    copied = change(Edit("  last();", "  {{two}}\n  last();", 1), two=("second", "first();"))
    assert changed(SOURCE, copied) == SOURCE.replace(
        "  last();", "  second();\n  first();\n  last();"
    )
    moved = change(Edit("{{two}}", "", 1), two=("second", "first();"))
    assert changed(SOURCE, moved) == SOURCE.replace("second();\n  first();", "")


@pytest.mark.parametrize("ends", [("first", "last"), ("absent", "last"), ("last", "second")])
def test_a_part_without_its_ends_is_refused(ends: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="times, not 1"):
        changed(SOURCE, change(Edit("last", "{{part}}", 1), part=ends))


def test_each_change_has_a_program_and_edits() -> None:
    programs = Path(__file__).parent / "advised_programs" / "libraries"
    for name, one in read_changes().items():
        assert one.edits, name
        assert (programs / f"{one.library.program}.java").is_file(), name
        assert one.library.sources.classifier == "sources"


@pytest.mark.slow
@pytest.mark.parametrize("program", sorted({it.library.program for it in read_changes().values()}))
def test_advise_gives_the_advice_that_was_followed(program: str, tmp_path: Path) -> None:
    changes = [it for it in read_changes().values() if it.library.program == program]
    given = " ".join(advice(changes[0].library, default_jdk().java, tmp_path).split())
    for one in changes:
        if one.advice is not None:
            assert one.advice in given, one.name
    # The outcome of n < 0 can't be computed without a branch, because one outcome ends the loop.
    assert "branch-free n < 0 (line 596)" not in given
