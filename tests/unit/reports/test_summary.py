"""Tests the summary from which a report is made."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.analysis.uncompleted import UNCOMPLETED
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports.header import header_rows
from kpath_jvm.reports.summary import ReportOptions, summarise


def test_a_k_above_the_profiles_k_is_refused(demo: Path) -> None:
    with pytest.raises(KpathError, match=r"-k 5 is more than the profile's k = 4"):
        summarise(Profile.open(demo), ReportOptions(k=5))


def test_pieces_between_cut_edges_are_no_iterations(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    spec = plain(
        mode="streamed",
        starts=[("entry", 0, 0), ("cut", 2, 2)],
        ends=[("cut", 1, 0), ("exit", 2, 0)],
        paths=3,
        cuts=[(1, 2)],
    )
    builder.stream(builder.add(spec), (0, 2), times=5)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    one = ReportOptions(selection=Selection(method=("plain",)))
    summary = summarise(Profile.open(tmp_path / "p.kpath"), one)
    (sequence,) = summary["sequences"]
    assert (sequence["iterations"], sequence["loop"]) == (1, None)
    assert summary["profiled"]["methods_with_cuts"] == 1


def test_the_summary_says_since_when_hot_methods_are_recorded(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    for name, millis in (("a", 900), ("b", 300), ("c", -1)):
        builder.add(plain(name=name, since_millis=millis))
    run = demo_run()
    hot = replace(run, options={**run.options, "scope": "hot"})
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), hot)
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.methods["since_millis"].tolist() == [900, 300, -1]
    found = summarise(profile, ReportOptions())["hot"]
    assert found == {"methods": 3, "first_millis": 300, "last_millis": 900}


def test_sequences_are_listed_only_for_a_single_method(demo: Path) -> None:
    """For several methods, each loop's row has its hottest sequence."""
    assert summarise(Profile.open(demo), ReportOptions())["sequences"] == []
    one = ReportOptions(selection=Selection(method=("Figure3.run",)))
    assert summarise(Profile.open(demo), one)["sequences"]


def test_work_is_added_up_for_the_profile_and_for_the_selection(demo: Path) -> None:
    profile = Profile.open(demo)
    costs = Costs(profile)
    work = summarise(profile, ReportOptions())["work"]
    assert work["bytecodes"] == work["bytecodes_shown"] == costs.total
    assert work["loops"] == 4
    one = summarise(profile, ReportOptions(selection=Selection(method=("Figure3.run",))))
    of_run = costs.of_method(profile.find_method("Figure3.run"))
    assert one["work"]["bytecodes_shown"] == one["selection"]["bytecodes"] == of_run
    assert one["work"]["bytecodes_in_loops"] == one["loops"][0]["bytecodes"] < of_run
    assert one["selection"]["share_of_all"] == of_run / costs.total


def test_methods_with_the_most_abandoned_paths_are_named_after_merging(tmp_path: Path) -> None:
    """Methods keep their numbers when versions are added up, so the numbers get gaps."""
    builder = RecordingBuilder()
    for loader in ("web@1", "web@2", "web@3"):
        builder.add(plain(name="shared", loader=loader))
    for name, count in (("often", 5), ("most", 9), ("rarely", 1), ("seldom", 2)):
        spec = plain(name=name, counters=("entries", "escapes"))
        builder.auxiliary(builder.add(spec), entries=count, escapes=count)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    rows = {row["name"]: row["method"] for row in profile.method_rows}
    expected = [
        {
            "class": profile.method_rows.row(rows[name])["class"],
            "title": profile.method_rows.title(rows[name]),
            "paths": count,
        }
        for name, count in (("most", 9), ("often", 5), ("seldom", 2))
    ]
    for merge in (True, False):
        found = summarise(profile, ReportOptions(merge=merge))["profiled"]
        assert found["most_abandoned"] == expected
        assert found["abandoned"] == 17


#: What may have happened to a recording, and whether cut-off paths can be counted nevertheless.
HAPPENED = {
    "nothing": (None, True),
    "killed": (Cause.KILLED, True),
    "folded": (Cause.FOLDED, True),
    "lost": (Cause.LOST_EVENTS, False),
    "failed": (Cause.ENGINE_FAILED, False),
    "ended early": (Cause.ENDED_EARLY, False),
}


@pytest.mark.parametrize("happened", HAPPENED)
def test_cut_off_paths_are_counted_unless_counts_were_lost(tmp_path: Path, happened: str) -> None:
    cause, is_known = HAPPENED[happened]
    builder = RecordingBuilder(k=2)
    looping = builder.add(figure_3())
    builder.stream(looping, (6, 2, 2, 3), times=2)
    # Two of three activations ended.
    builder.auxiliary(looping, entries=3)
    facts = () if cause is None else (Fact(cause=cause, text="something happened"),)
    run = replace(demo_run(), completeness=decided(facts))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    profile = Profile.open(tmp_path / "p.kpath")
    summary = summarise(profile, ReportOptions())
    assert summary["profiled"]["unfinished"] == (1 if is_known else None)
    assert summary["methods"][0]["unfinished"] == (1 if is_known else None)
    assert (summary["cut_off"] is None) is not is_known
    text = dict(row[:2] for row in header_rows(summary))["profiled"]
    assert ("1 unfinished at the end" in text) is is_known
    assert ("the number of paths that exceptions ended is not known" in text) is not is_known
    (loop,) = summary["loops"]
    # If counts were lost, it isn't known how many entries and iterations are missing.
    assert loop["at_least"] is not is_known
    assert (loop["missing"] is None) is not is_known


def test_no_negative_number_of_paths_is_shown(tmp_path: Path) -> None:
    """The counters of one method are lost, so more activations seem to have ended than begun."""
    builder = RecordingBuilder(k=2)
    builder.stream(builder.add(figure_3()), (6, 2, 2, 3), times=7)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.method_rows.row(0)["unfinished"] == -7
    summary = summarise(profile, ReportOptions())
    assert profile.completeness.verdict == "not exact"
    figures = [summary["profiled"][name] for name in UNCOMPLETED]
    figures += [summary["methods"][0][name] for name in UNCOMPLETED]
    assert figures == [None] * 6
    assert "-7" not in str(header_rows(summary))
    assert summary["loops"][0]["missing"] is None
