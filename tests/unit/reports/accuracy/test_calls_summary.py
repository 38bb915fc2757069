"""Tests what ``bounds`` says about calls, with the example of section 3.2.3 of Tallam et al."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builders.figure_2 import figure_2
from builders.table_4 import overlapping_profiles
from json_documents import complaints
from kpath_jvm.cli.main import run_verb
from kpath_jvm.reports.accuracy.calls_summary import _ordinals


@pytest.fixture
def across(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes across/ol.kpath, with overlapping paths of degree 0, and exact/ol.kpath."""
    monkeypatch.chdir(tmp_path)
    figure_2(Path("across"), 0)
    figure_2(Path("exact"), 254)


def of_calls(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    assert run_verb(["bounds", "across/ol.kpath", *arguments, "--json"]) == status
    found = json.loads(capsys.readouterr().out)
    assert complaints(found, "bounds") == []
    return found


@pytest.mark.usefixtures("across")
def test_calls_and_returns_have_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    found = of_calls(capsys)
    assert found["loops_in_all"] == 0
    assert found["across"] == {
        "calls": 2, "pairs": 7, "precise": 0, "definite": 0, "potential": 700, "real": None,
        "outside": 0,
    }  # fmt: skip
    into, back = found["calls"]
    assert (into["kind"], into["method"], into["called"]["method"]) == ("call", "f", "g")
    assert (back["kind"], back["method"], back["called"]["method"]) == ("return", "f", "g")
    assert into["offset"] == back["offset"] == 9
    assert into["most"][0]["first"] == [[0, 0], [1, 1]]
    assert back["most"][0]["first"][0] == into["most"][0]["second"][0] == [0, 0]
    found = of_calls(capsys, "--against", "exact/ol.kpath")
    assert found["across"]["real"] == {
        "pairs": 7, "precise": 0, "definite": 0, "potential": 700, "flow": 200,
        "successions": None,
    }  # fmt: skip
    assert (found["real"], found["outside"], found["calls"][0]["real"]) == (None, 0, 100)
    assert found["calls"][1]["most"][0]["real"] in {70, 30}
    assert len(of_calls(capsys, "--top", "1")["calls"]) == 1
    assert len(of_calls(capsys, "--method", "Figure2.f")["calls"]) == 2
    assert of_calls(capsys, "--method", "Figure2.g")["calls"] == []


@pytest.mark.usefixtures("across")
def test_calls_are_in_text_and_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bounds", "across/ol.kpath", "--against", "exact/ol.kpath"]
    assert run_verb(words) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "across calls: definite flow 0, potential 700, of 7 pairs at 2 calls and returns" in text
    real = "real flow 200 (exact/ol.kpath): definite is 0.0 % of the real flow, potential 350.0 %"
    assert real in text
    assert "Figure2.f(), line 4, into Figure2.g()" in text
    assert run_verb([*words, "--format", "md"]) == 0
    assert "`demo.Figure2.f()`, line 4, back from Figure2.g() |" in capsys.readouterr().out


@pytest.mark.usefixtures("across")
def test_exact_profiles_that_do_not_fit_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    overlapping_profiles(tmp_path, 1)
    figure_2(Path("more"), 254, times=9)
    found = of_calls(capsys, "--against", "more/ol.kpath", status=1)
    assert found["outside"] == found["across"]["outside"] > 0
    assert run_verb(["bounds", "ol.kpath", "--against", "exact/ol.kpath"]) == 2
    assert "has no paths across calls" in capsys.readouterr().err
    assert run_verb(["bounds", "across/ol.kpath", "--against", "across/ol.kpath"]) == 2
    assert "was recorded with a degree other than 254" in capsys.readouterr().err


def test_calls_on_one_line_have_ordinals() -> None:
    """Ordinals follow the order of the code; a call that is alone on its line has the ordinal 0.

    A call and its return have the same ordinal.
    """
    lines = SimpleNamespace(of_offset=lambda offset: 5 if offset < 30 else 6)
    profile: Any = SimpleNamespace(code=lambda _: SimpleNamespace(lines=lines))
    flows: Any = [
        SimpleNamespace(kind=kind, first=1, second=1, offset=offset)
        for kind in ("call", "return")
        for offset in (21, 9, 40)
    ]
    assert _ordinals(profile, flows) == {
        (kind, 1, offset): ordinal
        for kind in ("call", "return")
        for offset, ordinal in ((9, 1), (21, 2), (40, 0))
    }
