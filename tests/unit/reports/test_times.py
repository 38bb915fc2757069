"""All outputs say the same about time, from one computation; without samples they say nothing."""

import json
from pathlib import Path

import pytest

import kpath_jvm
from builders.timed import DEMO, add_samples, sampled
from json_documents import complaints
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.times import time_rows
from kpath_jvm.reports.output import percent
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.times import about_samples, difference_words, other_rows, times_of


@pytest.fixture
def timed(demo: Path) -> Profile:
    add_samples(demo, *DEMO, unknown=2)
    return Profile.open(demo)


def test_the_document_has_the_declared_keys(timed: Profile) -> None:
    document = summarise(timed, ReportOptions())
    assert complaints(document, "report") == []
    time = document["time"]
    assert (time["samples"], time["samples_counted"], time["samples_elsewhere"]) == (1002, 890, 112)
    assert time["methods"][0]["title"] == "demo.Figure3.plain(int)"
    assert (time["methods"][0]["difference"], time["few"]) == ("more", False)


def test_without_samples_nothing_is_said(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile = Profile.open(demo)
    assert "time" not in summarise(profile, ReportOptions())
    assert page_document(profile, PageOptions()).whole["time"] is None
    for words in ([], ["--format", "md"], ["--json"]):
        assert run_verb(["report", str(demo), *words]) == 0
        assert "Time beside" not in capsys.readouterr().out
    with pytest.raises(KpathError, match="has no samples of time; record it with run --time"):
        kpath_jvm.times(profile)


def test_every_output_has_the_same_shares(
    timed: Profile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shares = TimeShares.of(timed.merged())
    assert shares is not None
    rows = time_rows(timed.merged(), shares.methods)
    assert len(rows) >= 3
    document = summarise(timed, ReportOptions(top=len(rows)))["time"]
    page = page_document(timed, PageOptions()).whole
    of_page = dict(zip(page["methods"]["title"], page["methods"]["time"], strict=True))
    different = dict(page["time"]["different"])
    frame = kpath_jvm.times(timed.merged())
    frame = frame[frame["loop"].isna()].reset_index()
    assert run_verb(["report", str(timed.path), "--top", "20"]) == 0
    text = capsys.readouterr().out.partition("Time beside bytecodes")[2]
    assert run_verb(["report", str(timed.path), "--top", "20", "--format", "md"]) == 0
    markdown = capsys.readouterr().out.partition("Time beside bytecodes")[2]
    for at, row in enumerate(rows):
        method, told = document["methods"][at], of_page[row["title"]]
        assert (method["samples"], method["share_of_time"]) == (row["samples"], row["time_share"])
        assert method["share_of_bytecodes"] == row["share"]
        assert method["interval"] == {"low": row["time_low"], "high": row["time_high"]}
        assert method["words"] == difference_words(row)
        assert (told["samples"], told["share"]) == (row["samples"], row["time_share"])
        assert told["between"] == f"{percent(row['time_low'])} to {percent(row['time_high'])}"
        one = frame.loc[at]
        assert (one["method"], one["samples"]) == (row["method"], row["samples"])
        assert (one["time_share"], one["share"]) == (row["time_share"], row["share"])
        assert f"| {percent(row['time_share'])} | {percent(row['share'])} |" in markdown
        assert percent(row["time_share"]) in text
        if row["difference"]:
            assert method["words"] in text.replace("\n", " ")
            assert f"**{method['words']}**" in markdown
            assert told["words"] in different[row["title"]]
            assert told["words"].casefold() == f"{method['words']}.".casefold()
        else:
            assert told["words"] is None


def test_the_words_have_both_shares(timed: Profile) -> None:
    rows = {one["title"]: one for one in summarise(timed, ReportOptions())["time"]["methods"]}
    more, less = rows["demo.Figure3.plain(int)"], rows["demo.Figure3.run(int)"]
    shares = (
        f"{percent(more['share_of_time'])} of the time but {percent(more['share_of_bytecodes'])}"
    )
    assert more["words"] == (
        f"takes {shares} of the bytecodes: waiting for memory, division, calls into native code or "
        "the JVM, or locks; a cache miss isn't a bytecode"
    )
    assert (less["difference"], less["words"] is None) == (None, True)


def test_the_rest_is_told_apart(timed: Profile) -> None:
    time = summarise(timed, ReportOptions())["time"]
    ((share, where),) = other_rows(time)
    assert share == f"{percent(112 / 1002)} of all 1,002 samples are"
    assert "the JDK" in where
    assert where.endswith(
        "; most in java.util.HashMap.getNode 90, demo.Main$$Lambda+0x00007f.run 20"
    )
    both = other_rows(time | {"samples_in_several_versions": 5})
    assert "several class files" in both[1][1]


def test_few_samples_and_a_failed_run_are_said(demo: Path) -> None:
    place = sampled("demo/Figure3", "plain", "(I)I", 0, 12)
    add_samples(demo, place, exit_status=3)
    time = summarise(Profile.open(demo), ReportOptions())["time"]
    assert "Only 12 samples: too few to rank by" in about_samples(time)
    assert "The sampled run ended with status 3" in about_samples(time)
    add_samples(demo, sampled("demo/Figure3", "plain", "(I)I", 0, 100))
    time = summarise(Profile.open(demo), ReportOptions())["time"]
    assert "nly" not in about_samples(time)
    assert "status" not in about_samples(time)


@pytest.mark.parametrize("words", [[], ["--format", "md"], ["--json"]])
def test_no_samples_at_all(
    demo: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    add_samples(demo)
    assert run_verb(["report", str(demo), *words]) == 0
    out = capsys.readouterr().out
    if words == ["--json"]:
        time = json.loads(out)["time"]
        assert {(one["share_of_time"], one["interval"]) for one in time["methods"]} == {
            (None, None)
        }
    else:
        assert "0 samples: too few to rank by" in " ".join(out.split())
    assert page_document(Profile.open(demo), PageOptions()).whole["time"] is not None


def test_filters_leave_the_shares_as_they_are(timed: Profile) -> None:
    whole = summarise(timed, ReportOptions())["time"]
    choice = Selection(method=("Figure3.run",))
    part = times_of(select(timed.merged(), choice), 10)["time"]
    assert [one["title"] for one in part["methods"]] == ["demo.Figure3.run(int)"]
    assert part["methods"][0] in whole["methods"]
    assert part["samples_counted"] == whole["samples_counted"]
