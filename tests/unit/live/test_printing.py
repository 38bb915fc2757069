"""Tests how a recording is printed for scripts and pipes."""

import io
import json
import os
import re
from pathlib import Path

import pytest

from builders.underway import Underway, write_grown
from json_documents import complaints
from kpath_jvm.live.pace import Pace
from kpath_jvm.live.printing import document, looks, page, write_line
from kpath_jvm.live.ranking import Wanted
from kpath_jvm.live.watch import Watch
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.output import write


def test_a_page_has_both_lists_and_the_first_loop_in_full() -> None:
    recording = Underway([(500, 3, 0), (501, 40, 0)])
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        *_, view = looks(watch, 2)
    stream = io.StringIO()
    write(stream, 100, *page(view, 100))
    text = stream.getvalue()
    assert f"demo.Main  pid {os.getpid()}" in text
    assert "iterations/s  loop" in text
    assert (
        "times/s     times  sequence (first those that cover the most path completions now)" in text
    )
    assert "next iteration: always the same way" in text
    assert "left after 50.0 % of 80 back edges" in text
    rate = r"^in this loop, [\d,]+ bytecodes a second since the previous look$"
    assert re.search(rate, text, re.MULTILINE)
    assert max(map(len, text.splitlines())) <= 100
    # Characters that the stream can't encode are replaced.
    raw = io.BytesIO()
    encoded = io.TextIOWrapper(raw, "ascii")
    write(encoded, 100, *page(view, 100))
    assert b"\\u" not in raw.getvalue()


def test_a_look_of_two_moments_has_only_lower_bounds() -> None:
    recording = Underway([(500, 3, 0), (501, 40, 0)], backlogs=[0, 80 << 20])
    recording.changes |= {"backlog_bytes": 80 << 20, "behind_seconds": 11.0}
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        *_, view = looks(watch, 2)
    shown = document(view)
    assert complaints(shown, "live") == []
    assert (shown["loops"], shown["sequences"], shown["seconds"]) == ([], [], None)
    assert (shown["bytecodes"], shown["completions"]) == (None, None)
    assert shown["completeness"]["verdict"] == "lower bounds"
    assert [row["method"] for row in shown["at_least"]["loops"]] == ["run", "spin"]
    assert shown["at_least"]["sequences"]
    stream = io.StringIO()
    write(stream, 100, *page(view, 100))
    text = stream.getvalue()
    assert "no shares and no rates: the engine is behind" in text
    assert f"`kpath-jvm ctl {os.getpid()} dump` waits until everything is counted" in " ".join(
        text.split()
    )
    assert "≥" in text
    for wrong in (
        "%  ",
        "per entry",
        "of all",
        "iterations/s",
        "times/s",
        "path completions in all",
    ):
        assert wrong not in text.replace("2.1 %  ", ""), wrong


class Ending(Underway):
    """A recording that is over as soon as it no longer answers."""

    def what_became(self) -> str:
        return "the recording is over"


def test_each_look_until_the_end_gives_a_line(tmp_path: Path) -> None:
    recording = Ending([(1, 1, 0), (2, 5, 0)], profile=str(tmp_path / "p.kpath"))
    stream = io.StringIO()
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        for number, view in enumerate(looks(watch)):
            write_line(stream, view)
            if number == 2:
                write_grown(tmp_path / "p.kpath", 70, 90)
                recording.gone = "no answer"
    documents = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [one["over"] for one in documents] == [None] * 3 + ["the recording is over"]
    assert [one["seconds"] is None for one in documents] == [True, False, False, True]
    assert [one["order"] for one in documents] == ["all", "now", "now", "all"]
    for one in documents:
        assert complaints(one, "live") == []
    assert documents[1]["loops"][0]["iterations_per_second"] > 0
    # Each line has the status at the time of its look. The last line has the profile's figures.
    assert documents[0]["status"]["events"] < documents[1]["status"]["events"]
    final, run = documents[-1], Profile.open(tmp_path / "p.kpath").run
    status = final["status"]
    assert (status["state"], status["seconds"]) == ("over", run.wall_seconds)
    assert (status["events"], status["events_per_second"]) == (run.events, None)
    assert (final["events_per_second"], final["age"], final["problem"]) == (None, None, None)
    assert {row["class"]: row["entries"] for row in final["loops"]}["demo/Figure3"] == 70
    assert {row["share_of_now"] for row in final["loops"]} == {None}
    assert final["bytecodes"] > documents[2]["bytecodes"]


def test_the_last_line_may_report_a_missing_profile() -> None:
    recording = Ending([(1, 1, 0), (2, 5, 0)])
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        views = []
        for view in looks(watch):
            views.append(document(view))
            recording.gone = "no answer"
    assert len(views) == 2
    last = views[-1]
    assert complaints(last, "live") == []
    assert (last["over"], last["status"], last["loops"], last["completions"]) == (
        "the recording is over", None, [], None
    )  # fmt: skip
    assert "no profile" in last["problem"]


def test_only_repeated_failures_give_a_line_without_figures() -> None:
    recording = Underway([(1, 1, 0), (2, 5, 0)])
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        asked = []
        for view in looks(watch, 2):
            asked.append((len(recording.asked), view.problem, document(view)["loops"] == []))
            recording.refusal = "another dump is under way"
    assert asked == [(1, None, False), (4, "another dump is under way", True)]


@pytest.mark.parametrize("looks_taken", [1, 3])
def test_the_number_of_looks_can_be_limited(looks_taken: int) -> None:
    recording = Underway()
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        assert len(list(looks(watch, looks_taken))) == looks_taken
    assert len(recording.asked) == looks_taken


def test_the_document_reports_a_refusal(tmp_path: Path) -> None:
    recording = Underway(refusal=f"no room in {tmp_path}")
    stream = io.StringIO()
    with Watch(recording, Wanted(), pace=Pace(0.01)) as watch:
        for view in looks(watch, 1):
            write_line(stream, view)
    document = json.loads(stream.getvalue())
    assert complaints(document, "live") == []
    assert document["problem"] == f"no room in {tmp_path}"
    assert document["loops"] == []
