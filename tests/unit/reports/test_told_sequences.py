"""Tests that text, Markdown, page and JSON describe the paths of a loop's sequence alike."""

import io
from pathlib import Path
from typing import Any

import pytest

from builders.looping import profile_of, random_program
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import as_sentence, write
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.report import renderables
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.told_sequences import RULE, not_alone, sequence_lines, shared_text


def path(name: str, **changes: Any) -> dict[str, Any]:
    plain = {"name": name, "begins": "", "lines_text": "3-5", "briefly": [], "alike": 0}
    return plain | changes


def test_shared_decisions_come_first() -> None:
    named = [path("A", briefly=["x: no"]), path("B", begins="from the entry", briefly=["x: yes"])]
    assert sequence_lines({"named": named, "shared": ["every: no", "rarely: no"]}) == [
        "both paths: every: no, rarely: no",
        "A  lines 3-5: x: no",
        "B  from the entry, lines 3-5: x: yes",
    ]
    assert shared_text({"named": named, "shared": []}) == ""


def test_each_path_of_a_sequence_is_described() -> None:
    """After four paths, lines are left out if decisions describe a path."""
    four = [path(name) for name in "ABCD"]
    others = [
        path("E", briefly=["x: no", "y: yes"], begins="from the entry"),
        path("F", begins="from a cut edge at line 2", alike=1),
    ]
    sequence = {"named": [*four, *others], "shared": ["z: no"]}
    assert sequence_lines(sequence) == [
        "all its paths: z: no",
        *(f"{name}  lines 3-5" for name in "ABCD"),
        "E  from the entry, x: no, y: yes",
        "F  from a cut edge at line 2, lines 3-5 (1 more executed path reads like this)",
    ]


def test_paths_that_read_alike_are_counted() -> None:
    assert not_alone(path("A")) == ""
    assert not_alone(path("A", alike=1)) == " (1 more executed path reads like this)"
    assert sequence_lines({"named": [path("A", alike=2)], "shared": []}) == [
        "A  lines 3-5 (2 more executed paths read like this)"
    ]


def test_the_commonest_path_is_described_if_the_sequence_lacks_it(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=5)
    method = builder.add(figure_3())
    for entry in (4, 6):
        for end in (1, 3):
            builder.stream(method, [entry, 2, 0, 0, 2, end], times=10)
    builder.stream(method, [5], times=1_000)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    summary = summarise(profile, ReportOptions())
    (row,) = summary["loops"]
    commoner, named = row["sequence"]["commoner"], row["sequence"]["named"]
    assert commoner["path"] == commoner["told"]["path"] == 5
    assert commoner["name"] not in [one["name"] for one in named]
    *_, line = lines = sequence_lines(row["sequence"])
    assert line.startswith(f"{commoner['name']}  ")
    stream = io.StringIO()
    write(stream, 4000, *renderables(summary))
    assert line in stream.getvalue()
    (of_page,) = page_document(profile, PageOptions()).whole["loops"]
    assert of_page["sequence"]["paths"] == lines
    own = commoner["told"]["briefly"]
    assert own
    assert all(decision in "\n".join(report_markdown(summary)) for decision in own)


@pytest.mark.parametrize("seed", range(0, 40, 4))
def test_all_outputs_describe_sequences_alike(seed: int) -> None:
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
            for one in sequence["named"]:
                assert one["begins"] in markdown
                assert all(decision in markdown for decision in one["briefly"])
        has_sequence = any(row["sequence"] for row in summary["loops"])
        assert (as_sentence(RULE) in markdown) == has_sequence
        assert (as_sentence(RULE)[:-1] in text) == has_sequence
        assert page["sequence_rule"] == as_sentence(RULE)
