"""Tests that reports, the page and the data frame of ``times`` agree about unrecorded code."""

import json
from pathlib import Path

import pytest

import kpath_jvm
from builders.timed import DEMO, add_samples, sampled
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.cli.main import run_verb
from kpath_jvm.reports.page.times import PageTimes

#: The places in recorded methods from which calls led to DEMO's samples in the JDK.
BELOW = (
    sampled("demo/Figure3", "run", "(I)V", 5, 80),
    sampled("demo/Figure3", "plain", "(I)I", 0, 10),
)


def test_unrecorded_code_agrees_in_all_outputs(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_samples(demo, *DEMO, below=BELOW)
    frame = kpath_jvm.times(Profile.open(demo).merged())
    methods = frame[frame["loop"].isna()].set_index("title")
    run = methods.loc["demo.Figure3.run(int)"]
    assert (run["samples"], run["samples_below"]) == (190, 80)
    assert run["time_share_with_below"] == pytest.approx(270 / 1000)
    assert methods["samples_below"].sum() == 90
    assert run_verb(["report", "--json", str(demo)]) == 0
    time = json.loads(capsys.readouterr().out)["time"]
    assert (time["samples_below"], time["samples_elsewhere"]) == (90, 110)
    shown = {one["title"]: one for one in time["methods"]}
    for title, row in methods.iterrows():
        assert shown[title]["samples_below"] == row["samples_below"]
        assert shown[title]["share_with_below"] == row["time_share_with_below"]
    assert [one["samples"] for one in time["most_below"]] == [80, 10]
    for words in ([], ["--format", "md"]):
        assert run_verb(["report", str(demo), *words]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert (
            "11.0 % of the sampled time (110 samples) was in code that isn't recorded, such as the "
            "JDK's: 8.0 % in what Figure3.run called"
        ) in text.replace("`", "")
        led = "recorded methods led to 90 samples of them, most often "
        assert f"{led}demo.Figure3.run(int) (80 samples), " in text.replace("`", "")
        assert "27.0 %" in text
    profile = Profile.open(demo).merged()
    page = PageTimes.of(select(profile, ALL))
    assert page is not None
    (number,) = profile.method_rows.by_name["demo/Figure3", "run", "(I)V"]
    of_method = page.of_method(number)
    assert of_method is not None
    assert of_method["with_below"] == pytest.approx(0.27)


def test_samples_without_stacks_show_no_callers_of_unrecorded_code(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add_samples(demo, *DEMO)
    frame = kpath_jvm.times(Profile.open(demo).merged())
    assert frame["samples_below"].isna().all()
    assert frame["time_share_with_below"].isna().all()
    assert run_verb(["report", str(demo)]) == 0
    text = capsys.readouterr().out
    assert "in what" not in text
    assert "unrecorded" not in text
