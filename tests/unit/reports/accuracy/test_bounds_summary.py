"""Tests the document and the text of ``bounds``.

The profiles of the fixture give the figures of Table 5 in the paper on overlapping paths by Tallam,
Zhang and Gupta.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from builders.methods import figure_3
from builders.nested import overlapping_nested_profiles
from builders.recordings import FIGURE_3_STREAM, RecordingBuilder, demo_profile, demo_run
from builders.resampled import with_record
from builders.table_4 import builder, overlapping_profiles
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports.accuracy.bounds_summary import _check


@pytest.fixture
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes ol.kpath, with overlapping paths of degree 1, and exact.kpath."""
    monkeypatch.chdir(tmp_path)
    overlapping_profiles(tmp_path, 1)


def document(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    assert run_verb(["bounds", "ol.kpath", *arguments, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert complaints(found, "bounds") == []
    return found


@pytest.mark.usefixtures("profiles")
def test_the_figures_of_table_5_are_computed(capsys: pytest.CaptureFixture[str]) -> None:
    found = document(capsys)
    assert (found["definite"], found["potential"], found["real"]) == (500, 1500, None)
    assert (found["loops_in_all"], found["loops_with_pairs"]) == (1, 1)
    assert found["back_edges"] == found["loops"][0]["back_edges"] == 1000
    found = document(capsys, "--against", "exact.kpath")
    assert (found["real"]["flow"], found["outside"], found["loops_unmatched"]) == (1000, 0, 0)
    (loop,) = found["loops"]
    assert (loop["pairs"], loop["precise"], loop["real"]) == (5, 1, 1000)
    for pair in loop["most"]:
        assert pair["lower"] <= pair["real"] <= pair["upper"]
    assert sum(pair["real"] for pair in loop["most"]) == 1000
    assert [[1, 1], [2, 2], [6, 6]] in [pair["first"] for pair in loop["most"]]


@pytest.mark.usefixtures("profiles")
def test_text_and_markdown_have_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["bounds", "ol.kpath", "--against", "exact.kpath"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "definite flow 500, potential 1,500, of 5 pairs in 1 loop; 1 with equal bounds" in text
    assert "this loop's back edges were taken 1,000 times (definite is 50.0 % of that)" in text
    assert (
        "real flow 1,000 (exact.kpath), all 1,000 times that an iteration followed another in "
        "these loops: definite is 50.0 % of the real flow, potential 150.0 %; none is out of its "
        "bounds"
    ) in text
    assert run_verb(["bounds", "ol.kpath", "--format", "md"]) == 0
    assert "| 1 | 500 | 1,500 | 5 | 1 | `demo.Table4.run()`" in capsys.readouterr().out


def test_the_real_flow_is_given_as_a_share_of_successions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    overlapping_nested_profiles(tmp_path)
    found = document(capsys, "--against", "exact.kpath")
    assert (found["real"]["flow"], found["real"]["successions"]) == (2, 3)
    assert {(one["number"], one["real"], one["successions"]) for one in found["loops"]} == {
        (0, 0, 1), (1, 2, 2),
    }  # fmt: skip
    assert run_verb(["bounds", "ol.kpath", "--against", "exact.kpath"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert (
        "real flow 2 (exact.kpath), 66.7 % of the 3 times that an iteration followed another in "
        "these loops: definite is 100.0 % of the real flow, potential 100.0 %"
    ) in text
    assert "line 11 demo real is 0.0 % of the" in text
    assert run_verb(["bounds", "ol.kpath", "--against", "exact.kpath", "--format", "md"]) == 0
    assert (
        "line 11<br>real is 0.0 % of the 1 time that an iteration followed another |"
    ) in capsys.readouterr().out
    assert "of 1 pair in 1 of 2 loops; 1 with equal bounds" in text
    assert "the back edges of these 2 loops were taken 7 times (definite is 28.6 % of that)" in text
    # Without the exact profile, neither the real flow nor the number of successions is known.
    found = document(capsys)
    assert (found["real"], found["loops"][0]["successions"]) == (None, None)


@pytest.mark.usefixtures("profiles")
def test_what_is_not_exact_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lost = Fact(cause=Cause.LOST_EVENTS, text="7 calls were lost", figure=7)
    with_record(tmp_path / "ol.kpath", completeness=decided([lost]))
    found = document(capsys)["completeness"]
    assert (found["verdict"], found["exact"]) == ("lower bounds", False)
    for options in ([], ["--format", "md"]):
        assert run_verb(["bounds", "ol.kpath", *options]) == 0
        assert "lower bounds: 7 calls were lost" in capsys.readouterr().out


@pytest.mark.usefixtures("profiles")
def test_real_flows_out_of_bounds_are_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exact profile comes from a run that did other work."""
    other = RecordingBuilder(k=2)
    spec = other.add(builder().methods[0])
    other.stream(spec, [0, 1 + 6], times=3000)
    other.auxiliary(spec, entries=3000)
    (tmp_path / "other").mkdir()
    write_profile(Path("other.kpath"), other.build(tmp_path / "other"), demo_run())
    found = document(capsys, "--against", "other.kpath", status=1)
    assert found["outside"] > 0
    assert run_verb(["bounds", "ol.kpath", "--against", "other.kpath"]) == 1
    printed = capsys.readouterr()
    assert "out of bounds" in printed.out
    assert printed.err.splitlines() == [
        f"kpath-jvm: {found['outside']} pairs' real flows are out of bounds: ol.kpath and "
        "other.kpath aren't from runs that did the same work, or one is damaged"
    ]


@pytest.mark.usefixtures("profiles")
@pytest.mark.parametrize(
    ("options", "error"),
    [
        (
            {"profiler": "kiter"},
            "doesn't record all pairs that occurred; pass a profile",
        ),
        ({"profiler": "stream", "cut": "loop-header"}, "paths cut at loops' headers; record with"),
        (
            {"profiler": "stream"},
            "isn't exact, so the real flow isn't known: lower bounds: 7 path completions",
        ),
    ],
)
def test_profiles_without_the_exact_flow_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: dict[str, str], error: str
) -> None:
    (tmp_path / "other").mkdir()
    lost = Fact(cause=Cause.LOST_EVENTS, text="7 path completions were lost", figure=7)
    run = demo_run(options=options, completeness=decided([lost]))
    write_profile(Path("other.kpath"), builder().build(tmp_path / "other"), run)
    assert run_verb(["bounds", "ol.kpath", "--against", "other.kpath"]) == 2
    assert error in capsys.readouterr().err


@pytest.mark.usefixtures("profiles")
def test_other_programs_or_profilers_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_verb(["bounds", "exact.kpath"]) == 2
    assert "has no overlapping paths; record with `run --profiler ol`" in capsys.readouterr().err
    other = RecordingBuilder(k=2)
    spec = other.add(figure_3())
    other.stream(spec, FIGURE_3_STREAM)
    other.auxiliary(spec, entries=1)
    (tmp_path / "other").mkdir()
    write_profile(Path("other.kpath"), other.build(tmp_path / "other"), demo_run())
    assert run_verb(["bounds", "ol.kpath", "--against", "other.kpath"]) == 2
    assert "have no method with the same code in common" in capsys.readouterr().err
    assert run_verb(["bounds", "ol.kpath", "--method", "Table4.none"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_an_inexact_profile_across_calls_is_refused(tmp_path: Path) -> None:
    """If exceptions cut off the callers' paths, there is no exact profile of paths across calls.

    That is why the message advises the user to leave --against out.
    """
    lost = Fact(cause=Cause.LOST_EVENTS, text="3 calls are in no row", figure=3)
    profile = demo_profile(tmp_path, options={"profiler": "ol"}, completeness=decided([lost]))
    with pytest.raises(KpathError, match="leave --against out: the bounds hold without it"):
        _check(Profile.open(profile), of_loops=False)
