"""Tests the text beside the nodes of a tree."""

import io
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm import Profile
from kpath_jvm.reports import tree
from kpath_jvm.reports.output import write
from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree


@pytest.mark.parametrize(
    ("apart", "beside"),
    [
        (["a: yes", "b: no"], "  a: yes, b: no"),
        (["a: yes", "b" * 100, "c: no"], "  …, c: no"),
        (["c: no", "b" * 100], f"  …, {'b' * 100}"),
        ([], "  lines 1-2"),
    ],
)
def test_long_texts_are_in_the_legend(demo: Path, apart: list[str], beside: str) -> None:
    summary = summarise_tree(Profile.open(demo), "Figure3.run", TreeOptions(k=1, top=1))
    summary["paths"][0] |= {"apart": apart, "briefly": apart, "lines_text": "1-2"}
    text = _text(summary)
    assert f" of the method's path completions{beside}\n" in text
    assert all(one in text for one in apart)


def test_paths_without_lines_show_bytecode_offsets(demo: Path) -> None:
    summary = summarise_tree(Profile.open(demo), "Figure3.run", TreeOptions(root="A", k=1))
    summary["paths"][0] |= {"apart": [], "briefly": [], "lines": [], "lines_text": ""}
    text = _text(summary)
    assert " of the method's path completions\n" in text
    assert "\n   bytecode 4-8 15-20 21-27\n" in text
    assert "more root" not in text


def test_paths_with_equal_decisions_show_their_ends(demo: Path) -> None:
    summary = summarise_tree(Profile.open(demo), "Figure3.run", TreeOptions(k=1, top=4))
    texts = ("i < n: yes", "i < n: yes", "i < n: yes", "i < n: no")
    ends = (("loop", "loop"), ("entry", "loop"), ("entry", "loop"), ("loop", "exit"))
    for path, text, (start, end) in zip(summary["paths"], texts, ends, strict=True):
        path |= {"briefly": [text], "start": start, "end": end, "lines_text": f"{path['path']}"}
    roots = [line for line in _text(summary).splitlines() if "of the method's path" in line]
    told = {line.partition("  ")[0]: line.rpartition("completions  ")[2] for line in roots}
    one, two, three, four = (path["name"] for path in summary["paths"])
    numbers = [path["path"] for path in summary["paths"]]
    assert told == {
        one: "loop to loop, i < n: yes",
        two: f"line {numbers[1]}, entry to loop, i < n: yes",
        three: f"line {numbers[2]}, entry to loop, i < n: yes",
        four: "i < n: no",
    }


def _text(summary: dict[str, Any]) -> str:
    stream = io.StringIO()
    write(stream, 200, *tree.renderables(summary))
    return stream.getvalue()
