"""Tests that text, Markdown, page and JSON describe the paths of a loop's sequence alike."""

import io
from typing import Any

import pytest

from builders.looping import profile_of, random_program
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import as_sentence, write
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.told_sequences import RULE, not_alone, sequence_lines, shared_text


def path(name: str, **changes: Any) -> dict[str, Any]:
    plain = {"name": name, "begins": "", "lines_text": "3-5", "briefly": [], "alike": 0}
    return plain | changes


def test_what_paths_share_comes_first() -> None:
    named = [path("A", briefly=["x: no"]), path("B", begins="from the entry", briefly=["x: yes"])]
    assert sequence_lines({"named": named, "shared": ["every: no", "rarely: no"]}) == [
        "both paths: every: no, rarely: no",
        "A  lines 3-5: x: no",
        "B  from the entry, lines 3-5: x: yes",
    ]
    assert shared_text({"named": named, "shared": []}) == ""
    five = [path(name) for name in "ABCDE"]
    lines = sequence_lines({"named": five, "shared": ["x: no"]})
    assert (lines[0], lines[-1], len(lines)) == ("all its paths: x: no", "and 1 more path", 6)


def test_it_is_said_if_nothing_tells_a_path_apart() -> None:
    assert not_alone(path("A")) == ""
    assert not_alone(path("A", alike=1)) == " (1 more executed path reads like this)"
    assert sequence_lines({"named": [path("A", alike=2)], "shared": []}) == [
        "A  lines 3-5 (2 more executed paths read like this)"
    ]


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_all_outputs_say_the_same(seed: int) -> None:
    with profile_of(random_program(seed), 3) as profile:
        summary = summarise(profile, ReportOptions(top=1000))
        page = page_document(profile, PageOptions(top=1000)).whole
        stream = io.StringIO()
        write(stream, 4000, *renderables(summary))
        text, markdown = stream.getvalue(), "\n".join(report_markdown(summary))
        told = {one["loop"]: one["sequence"] for one in page["loops"]}
        for row in summary["loops"]:
            if (sequence := row["sequence"]) is None:
                continue
            lines = sequence_lines(sequence)
            assert told[row["number"]]["paths"] == lines
            assert all(line in text for line in lines)
            assert all(one in markdown for one in sequence["shared"])
            for one in sequence["named"][:3]:
                assert one["begins"] in markdown
                assert all(decision in markdown for decision in one["briefly"])
        has_sequence = any(row["sequence"] for row in summary["loops"])
        assert (as_sentence(RULE) in markdown) == has_sequence
        assert (as_sentence(RULE)[:-1] in text) == has_sequence
        assert page["sequence_rule"] == as_sentence(RULE)
