"""Tests branches as Markdown, beyond what the golden file covers."""

from pathlib import Path

from builders.branching import branching_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.markdown.branches import branches_markdown
from kpath_jvm.reports.reading import ReadOptions
from markdown_reading import HOSTILE, READER, cells, text_of


def test_hostile_texts_are_shown_as_plain_text(tmp_path: Path) -> None:
    profile = Profile.open(branching_profile(tmp_path))
    selection = Selection(method=("Two.diamonds",))
    summary = summarise_branches(profile, ReadOptions(selection=selection))
    (method,) = summary["methods"]
    text = f"{HOSTILE.strip()}"
    method["title"] = summary["title"] = text
    for branch in method["branches"]:
        branch["label"], branch["place"] = text, "a|b.kt:7"
    asked = method["branches"][0]
    asked["place"], asked["line"], asked["matched"] = "line *a*|b.kt:7", 7, False
    method["unmatched_lines"], method["unmatched_why"] = [7], ["why"]
    lines = list(branches_markdown(summary))
    for tokens in cells(lines):
        assert not {it.type for it in tokens} & {"image", "link_open", "em_open"}
    whole = READER.parse("\n".join(lines))
    assert not {it.type for it in whole} & {"html_block", "hr", "code_block"}
    children = [it for token in whole for it in token.children or []]
    assert not {it.type for it in children} & {"image", "link_open", "em_open"}
    assert sum(it.type == "table_open" for it in whole) == 1
    read = " ".join(text_of(it.children or []) for it in whole)
    assert "line *a*|b.kt:7: shown as in the bytecode" in read
    assert all(line.isprintable() for line in lines)


def test_the_thread_and_the_selection_are_named(tmp_path: Path) -> None:
    profile = Profile.open(branching_profile(tmp_path))
    summary = summarise_branches(profile, ReadOptions()) | {"thread": "a|b", "selection": "x"}
    assert list(branches_markdown(summary))[2] == "thread `a|b` only; only: `x`"
