"""Tests the texts in blocks of control-flow graphs, and on the edges out of the blocks."""

from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.reports.pictures.block_texts import BlockTexts
from kpath_jvm.source.annotation import SourceTexts


def texts(demo: Path, name: str, sources: SourceTexts | None = None) -> BlockTexts:
    profile = Profile.open(demo)
    method = profile.find_method(name)
    return BlockTexts(profile.code(method), profile.method_rows.row(method), range(6), sources)


def shown(found: BlockTexts, block: int) -> list[str]:
    return ["".join(span.text for span in row) for row in found.rows(block)]


def test_without_sources_blocks_show_the_comparisons_of_the_bytecode(demo: Path) -> None:
    found = texts(demo, "Figure3.run")
    assert [found.where(block) for block in range(6)] == [
        "lines 8-9", "line 9", "lines 10-11", "line 13", "lines 9, 15", "line 17",
    ]  # fmt: skip
    assert [shown(found, block) for block in (0, 1, 4)] == [[], ["i % 2 == 0 ?"], ["i >= n ?"]]
    assert (found.answer(1, 2), found.answer(1, 3), found.answer(4, 1)) == ("yes", "no", "no")
    assert found.answer(2, 4) == ""


def test_edges_out_of_a_switch_have_keys_or_default(demo: Path) -> None:
    found = texts(demo, "retry")
    assert found.answer(0, 1) == "3, 7"
    assert found.answer(0, 4) == "default"


def test_blocks_show_the_text_of_sources(demo: Path, tmp_path: Path) -> None:
    file = tmp_path / "s" / "demo" / "Figure3.java"
    file.parent.mkdir(parents=True)
    lines = [f"\t\tint line{number};" for number in range(1, 20)]
    lines[8] = "        for (;;) { // " + "long " * 20
    file.write_text("\n".join(lines))
    found = texts(demo, "Figure3.run", SourceTexts([tmp_path / "s"]))
    assert shown(found, 2) == ["int line10;", "int line11;"]
    # The text of line 9 is in block 0, in which the line begins.
    assert shown(found, 1) == ["i % 2 == 0 ?"]
    first, second = shown(found, 0)
    assert first == "int line8;"
    assert len(second) == 56
    assert second.endswith("…")


def test_only_the_first_lines_are_shown(demo: Path, tmp_path: Path) -> None:
    file = tmp_path / "s" / "demo" / "Figure3.java"
    file.parent.mkdir(parents=True)
    file.write_text("\n".join(f"int line{number};" for number in range(1, 20)))
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run")
    code, row = profile.code(method), profile.method_rows.row(method)
    object.__setattr__(code.lines, "_executed", [tuple(range(1, 10))] * 6)
    found = BlockTexts(code, row, range(6), SourceTexts([tmp_path / "s"]))
    assert shown(found, 2)[-2:] == ["int line6;", "and 3 more lines"]
