"""Tests that reports of sampled profiles mention the sampling and give ranges of shares."""

import json
from pathlib import Path

import pytest

from builders.sampled import sampled
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.sampled.shares import SampledShares
from kpath_jvm.cli.main import run_verb


def test_the_document_has_bursts_and_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = sampled(tmp_path, 8)
    assert run_verb(["report", str(place), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert complaints(document, "report") == []
    assert len(document["sampling"]["bursts"]) == 8
    assert document["sampling"]["observed_share"] == pytest.approx(0.008)
    shares = SampledShares(Profile.open(place).merged())
    profile = Profile.open(place).merged()
    for row in document["loops"]:
        names = profile.method_rows.tuples(("class", "name", "descriptor"))
        key = (row["class"], row["method"], row["descriptor"])
        assert names.count(key) >= 1
        interval = row["interval"]
        assert interval["low"] <= row["share_of_all"] <= interval["high"]
        if names.count(key) == 1:
            method = profile.method_rows.numbers[names.index(key)].item()
            own = shares.of_loop(method, row["number"])
            assert own is not None
            assert interval == {"low": own.low, "high": own.high}
        if row["sequence"] is not None:
            own_interval = row["sequence"]["interval"]
            assert own_interval["low"] <= row["sequence"]["share_of_loop"] <= own_interval["high"]


@pytest.mark.parametrize("bursts", [8, 3])
def test_the_text_mentions_bursts_and_ranges(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bursts: int
) -> None:
    assert run_verb(["report", str(sampled(tmp_path, bursts))]) == 0
    told = capsys.readouterr().out
    assert f"sampled: {bursts} bursts observed" in told
    assert "of            sampled: " in told
    assert ("of the recorded bytecodes: " in told) == (bursts == 8)
    about = "in this range, if the 8 bursts" if bursts == 8 else "takes 5 or more bursts in which"
    assert about in " ".join(told.split())


def test_an_unsampled_profile_has_no_bursts(capsys: pytest.CaptureFixture[str], demo: Path) -> None:
    assert run_verb(["report", str(demo), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert "sampling" not in document
    assert all("interval" not in row for row in document["loops"])
