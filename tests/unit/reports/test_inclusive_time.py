"""Tests that all outputs agree about inclusive time, and leave it out where it isn't known."""

import json
from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.timed import DEMO, DEMO_STACKS, add_samples, sampled, stacked
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.analysis.time_shares import InclusiveShare, TimeShares
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.times import time_rows
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.hot_tables import between
from kpath_jvm.reports.inclusive_time import (
    about_inclusive,
    inclusive_figures,
    inclusive_samples_text,
    inclusive_share_text,
    others_text,
)
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.times import time_document

SPIN = "demo.Tangle.spin(int, int)"
ORDER = ["demo.Figure3.run(int)", "demo.Figure3.plain(int)", SPIN]


def _profile(demo: Path, *, partial: int = 0, **changes: Any) -> Profile:
    add_samples(demo, *DEMO, partial=partial, on_stack=DEMO_STACKS, **changes)
    return Profile.open(demo)


def _time(profile: Profile, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = summarise(profile, ReportOptions(**options))["time"]
    return found


def _of(samples: int, most: int, total: int) -> dict[str, Any]:
    share = InclusiveShare.of(samples, most, total)
    interval = share.interval
    found = inclusive_figures(
        {
            "samples_inclusive": share.samples,
            "samples_inclusive_most": share.most,
            "inclusive_share": share.share,
            "inclusive_share_most": share.share_of_most,
            "inclusive_low": None if interval is None else interval.low,
            "inclusive_high": None if interval is None else interval.high,
        }
    )
    assert found is not None
    return found


@pytest.mark.parametrize("partial", [0, 20])
def test_every_output_has_the_same_inclusive_shares(
    demo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, partial: int
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    profile = _profile(demo, partial=partial)
    document = summarise(profile, ReportOptions(top=20))
    assert complaints(document, "report") == []
    time = document["time"]
    assert (time["samples_partial"], time["few_inclusive"]) == (partial, False)
    assert [one["title"] for one in time["most_inclusive"]] == ORDER
    frame = kpath_jvm.times(profile.merged())
    assert frame.attrs["samples_partial"] == partial
    methods = frame[frame["loop"].isna()].set_index("title")
    page = page_document(profile, PageOptions()).whole
    of_page = dict(zip(page["methods"]["title"], page["methods"]["time"], strict=True))
    texts = {}
    for words in ([], ["--format", "md"]):
        assert run_verb(["report", str(demo), "--top", "20", *words]) == 0
        out = capsys.readouterr().out
        head, found, section = out.partition("Inclusive time\n")
        assert found
        assert "Time beside bytecodes" in head
        texts[bool(words)] = section
    of_methods = {one["title"]: one for one in time["methods"]}
    for one in time["most_inclusive"]:
        title, inclusive = one["title"], one["inclusive"]
        assert of_methods[title]["inclusive"] == inclusive
        assert one["share_of_all_time"] == of_methods[title]["share_of_all_time"]
        assert inclusive["samples_most"] == inclusive["samples"] + partial
        row = methods.loc[title]
        assert row["samples_inclusive"] == inclusive["samples"]
        assert row["samples_inclusive_most"] == inclusive["samples_most"]
        assert row["inclusive_share"] == inclusive["share_of_samples"]
        assert row["inclusive_share_most"] == inclusive["share_of_samples_most"]
        interval = {"low": row["inclusive_low"], "high": row["inclusive_high"]}
        assert inclusive["interval"] == interval
        told = of_page[title]["inclusive"]
        assert told == {
            "share": inclusive["share_of_samples"],
            "text": inclusive_share_text(inclusive),
            "between": between(interval),
            "samples": inclusive_samples_text(inclusive),
        }
        assert told["text"].startswith("≥ ") == (partial > 0)
        for text in texts.values():
            assert told["text"] in text
            assert inclusive_samples_text(inclusive) in text
    assert page["time"]["inclusive"] is not None
    told = "a method's inclusive share is that of the samples in which the method is anywhere on"
    assert told in " ".join(texts[False].split())
    of_loops = frame[~frame["loop"].isna()]
    assert of_loops["samples_inclusive"].isna().all()


def test_a_method_that_only_calls_others_is_found(demo: Path) -> None:
    """The method's own code has no samples, and yet the method is on the stack in most samples."""
    rows = {one["title"]: one for one in _time(_profile(demo))["most_inclusive"]}
    spin = rows[SPIN]
    assert (spin["samples"], spin["share_of_all_time"]) == (0, 0)
    assert spin["inclusive"]["share_of_samples"] == 0.7
    assert inclusive_share_text(spin["inclusive"]) == "70.0 %"


def test_methods_without_samples_of_their_own_share_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    builder = RecordingBuilder(k=2)
    names = [f"m{n}" for n in range(8)]
    for name in names:
        builder.stream(builder.add(figure_3(name=name)), (6, 3))
    path = tmp_path / "made.kpath"
    write_profile(path, builder.build(tmp_path), demo_run())
    # The first five methods are on 90 stacks each, but m4 also has samples of its own, and m3 is on
    # other stacks.
    counts = dict(zip(names, (90, 90, 90, 90, 90, 70, 70, 50), strict=True))
    same = dict(zip(names, (1, 1, 1, 4, 1, 2, 2, 3), strict=True))
    add_samples(
        path, sampled("demo/Figure3", "m4", "(I)V", 0, 60), sampled("java/A", "m", "()V", 0, 40),
        below=(), partial=0,
        on_stack=tuple(
            stacked("demo/Figure3", name, "(I)V", n, same=same[name]) for name, n in counts.items()
        ),
    )  # fmt: skip
    rows = _time(Profile.open(path), top=4)["most_inclusive"]
    found = [(row["method"], [one["method"] for one in row["others"]]) for row in rows]
    assert found == [("m4", []), ("m0", ["m1", "m2"]), ("m3", []), ("m5", ["m6"])]
    assert [row["inclusive"]["samples"] for row in rows] == [90, 90, 90, 70]
    assert others_text(rows[0]) == ""
    assert others_text(rows[3]) == "on the same stacks: Figure3.m6(int)"
    more = {**rows[1], "others": rows[1]["others"] * 2}
    assert others_text(more) == (
        "on the same stacks: Figure3.m1(int), Figure3.m2(int), Figure3.m1(int) and 1 more"
    )
    for words in ([], ["--format", "md"]):
        assert run_verb(["report", str(path), *words]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "on the same stacks: Figure3.m1(int), Figure3.m2(int)" in text
        assert "share a row if they are on the stacks of the same samples" in text
    page = page_document(Profile.open(path), PageOptions()).whole["time"]
    assert "share a row" in page["inclusive"]
    assert page["rows"][1] == [
        "demo.Figure3.m0(int)", "90.0 %", between(rows[1]["inclusive"]["interval"]), "0.0 %",
        "on the same stacks: Figure3.m1(int), Figure3.m2(int)",
    ]  # fmt: skip


def test_profiles_that_lack_the_stacks_have_a_row_for_each_method(demo: Path) -> None:
    stacks = (
        stacked("demo/Tangle", "spin", "(II)I", 700),
        stacked("demo/Shared", "run", "(I)V", 700),
    )
    add_samples(demo, *DEMO, below=(), partial=0, on_stack=stacks)
    rows = _time(Profile.open(demo))["most_inclusive"]
    assert [(row["inclusive"]["samples"], row["others"]) for row in rows] == [(700, [])] * 2


@pytest.mark.parametrize("words", [[], ["--format", "md"], ["--json"]])
def test_samples_of_earlier_versions_have_no_inclusive_share(
    demo: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    add_samples(demo, *DEMO, below=())
    assert run_verb(["report", str(demo), *words]) == 0
    out = capsys.readouterr().out
    if words == ["--json"]:
        time = json.loads(out)["time"]
        assert complaints(json.loads(out), "report") == []
        keys = ("samples_partial", "few_inclusive", "most_inclusive")
        assert [time[key] for key in keys] == [None, None, None]
        assert {one["inclusive"] for one in time["methods"]} == {None}
    else:
        assert "nclusive" not in out
    page = page_document(Profile.open(demo), PageOptions()).whole
    assert page["time"]["inclusive"] is None
    assert {one["inclusive"] for one in page["methods"]["time"] if one is not None} == {None}
    frame = kpath_jvm.times(Profile.open(demo))
    assert frame["inclusive_share"].isna().all()
    assert frame.attrs["samples_partial"] is None


@pytest.mark.parametrize(
    ("samples", "most", "total", "share", "told"),
    [
        (70, 70, 100, "70.0 %", "on the stack in 70 samples ("),
        (1, 1, 100, "1.0 %", "on the stack in 1 sample ("),
        # Three samples of 100,000 are too few to change the rounded share.
        (70_000, 70_003, 100_000, "70.0 %", "on the stack in at least 70,000 samples ("),
        (69_980, 70_080, 100_000, "≥ 69.9 %", "on the stack in at least 69,980 samples ("),
        (70, 71, 100, "≥ 70.0 %", "on the stack in at least 70 samples ("),
        (0, 7, 100, "≤ 7.0 %", "on the stack in at most 7 samples ("),
        (0, 0, 100, "0.0 %", "on the stack in 0 samples ("),
        (0, 0, 0, "", "on the stack in 0 samples"),
    ],
)
def test_a_share_that_partial_stacks_could_change_is_a_bound(
    samples: int, most: int, total: int, share: str, told: str
) -> None:
    found = _of(samples, most, total)
    assert inclusive_share_text(found) == share
    assert inclusive_samples_text(found).startswith(told)
    if total:
        assert found["interval"]["low"] <= samples / total <= most / total
        assert most / total <= found["interval"]["high"]


def test_the_number_of_partial_stacks_is_mentioned(demo: Path) -> None:
    text = about_inclusive(_time(_profile(demo)))
    assert "among all 1,000 samples. A sample counts once" in text
    assert "only known in part" not in text
    text = about_inclusive(_time(_profile(demo, partial=1)))
    assert "1 sample has a stack that is known only in part: " in text
    assert "a share with ≥ is a lower bound" in text
    assert "too few" not in text


def test_few_samples_are_mentioned(demo: Path) -> None:
    for count, is_few in ((99, True), (100, False)):
        place = sampled("java/util/A", "m", "()V", 0, count)
        on_stack = (stacked("demo/Figure3", "run", "(I)V", count),)
        add_samples(demo, place, below=(), partial=0, on_stack=on_stack)
        time = _time(Profile.open(demo))
        assert (time["few"], time["few_inclusive"]) == (True, is_few)
        assert (
            "Only 99 samples, which are too few to rank by: 100 are needed" in about_inclusive(time)
        ) == is_few


def test_a_selection_s_list_has_only_the_selected_methods(demo: Path) -> None:
    profile = _profile(demo)
    selected = select(profile.merged(), Selection(method=("Figure3.run",)))
    times = TimeShares.of(selected.whole)
    assert times is not None
    part = time_document(selected, times, 10)["most_inclusive"]
    assert part == _time(profile)["most_inclusive"][:1]
    assert [one["title"] for one in _time(profile, top=2)["most_inclusive"]] == ORDER[:2]


def test_inclusive_shares_do_not_change_the_order_of_the_methods(demo: Path) -> None:
    """In the order of inclusive shares, methods at the bottom of all stacks would come first."""
    with_stacks = _time(_profile(demo))["methods"]
    add_samples(demo, *DEMO)
    without = _time(Profile.open(demo))["methods"]
    assert [one["title"] for one in with_stacks] == [one["title"] for one in without]


def test_nothing_is_listed_without_samples(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    add_samples(demo, below=(), partial=0, on_stack=())
    for words in ([], ["--format", "md"]):
        assert run_verb(["report", str(demo), *words]) == 0
        assert "Inclusive" not in capsys.readouterr().out
    assert _time(Profile.open(demo))["most_inclusive"] == []


def test_advice_has_the_declared_keys(demo: Path) -> None:
    document = summarise_advice(_profile(demo), ReadOptions())
    assert complaints(document, "advise") == []
    assert [one["title"] for one in document["time"]["most_inclusive"]] == ORDER


def test_figures_are_none_if_the_share_is_not_known(demo: Path) -> None:
    add_samples(demo, *DEMO)
    profile = Profile.open(demo).merged()
    times = TimeShares.of(profile)
    assert times is not None
    assert {inclusive_figures(row) for row in time_rows(profile, times.methods)} == {None}
