"""Tests advice as Markdown, beyond what the golden file covers."""

from pathlib import Path

from builders.advisable import advisable_profile
from kpath_jvm import Profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.markdown.advice import advice_markdown
from kpath_jvm.reports.reading import ReadOptions
from markdown_reading import HOSTILE, READER, cells, text_of


def test_hostile_texts_are_shown_as_plain_text(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    document = summarise_advice(profile, ReadOptions(top=1))
    (loop,) = document["loops"]
    text = HOSTILE.strip().replace("\n", "").replace("\x1b", "").replace("\u202e", "")
    loop["title"], loop["loop"]["statement"], loop["loop"]["header_place"] = text, text, "a|b.kt:7"
    loop["advice"][0]["text"] = text
    for path in loop["paths"]:
        path["apart"] = [text]
    lines = list(advice_markdown(document))
    rows = cells(lines)
    assert text_of(rows[1]) == text
    whole = READER.parse("\n".join(lines))
    children = [it for token in whole for it in token.children or []]
    assert not {it.type for it in children} & {"image", "link_open", "em_open", "html_inline"}
    assert sum(it.type == "code_inline" and it.content == text for it in children) == 2 + 3


def test_cautions_about_counts_come_first(tmp_path: Path) -> None:
    lower = decided([Fact(cause=Cause.FOLDED, text="folded")])
    profile = Profile.open(advisable_profile(tmp_path, completeness=lower))
    document = summarise_advice(profile, ReadOptions(top=1)) | {"thread": "T", "selection": "a|b"}
    lines = list(advice_markdown(document))
    assert lines[2].endswith("`, thread `T`, only a\\|b")
    assert lines[4] == "> lower bounds: folded"
    (caution,) = (
        line for line in lines if line.startswith("> Executions may be missing, so what ")
    )
    assert lines.index(caution) < min(at for at, line in enumerate(lines) if "### 1." in line)


def test_advice_states_that_there_are_no_loops(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    document = summarise_advice(profile, ReadOptions(top=1))
    document |= {"loops": [], "settled": [], "findings": {**document["findings"], "found": []}}
    assert list(advice_markdown(document))[-1].startswith("None: no loop")
