"""Tests what doctor prints about its findings."""

import json

import pytest

from json_documents import complaints
from kpath_jvm.cli import doctor
from kpath_jvm.cli.main import run_verb
from kpath_jvm.sessions.doctor import Check


@pytest.mark.parametrize("is_needed", [True, False])
def test_what_is_needed_decides(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, is_needed: bool
) -> None:
    found = [Check("a", "1"), Check("b", "none", "get it", is_needed)]
    monkeypatch.setattr(doctor, "checks", lambda: iter(found))
    monkeypatch.setattr(doctor, "_hardware_counters", lambda: Check("c", "2"))
    assert run_verb(["doctor", "--json"]) == is_needed
    document = json.loads(capsys.readouterr().out)
    assert complaints(document, "doctor") == []
    assert document["ok"] is not is_needed
    assert document["checks"][1] == {
        "what": "b", "found": "none", "remedy": "get it", "is_needed": is_needed
    }  # fmt: skip
    assert run_verb(["doctor"]) == is_needed
    assert ("b: get it" in capsys.readouterr().out) is is_needed


def test_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["doctor", "--json"]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    assert document["checks"][0]["what"] == "Python"
    assert complaints(document, "doctor") == []
