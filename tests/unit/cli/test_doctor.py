"""Tests what doctor prints about its findings."""

import json
import re
from pathlib import Path

import pytest

from json_documents import complaints
from kpath_jvm.cli import doctor
from kpath_jvm.cli.main import run_verb
from kpath_jvm.sessions.doctor import Check, packages
from kpath_jvm.toml_tables import read_document

REPOSITORY = Path(__file__).parents[3]


@pytest.mark.parametrize("is_needed", [True, False])
def test_only_needed_checks_decide_the_status(
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


def test_every_required_package_is_checked() -> None:
    settings = read_document(REPOSITORY / "pyproject.toml", "the project")
    required = [re.split("[<>=]", one)[0] for one in settings["project"]["dependencies"]]
    assert {"pygraphviz", "tree-sitter-kotlin"} < set(packages())
    assert {*packages(), "tomli"} == set(required)


def test_doctor_s_document_is_valid_on_this_machine(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["doctor", "--json"]) in (0, 1)
    document = json.loads(capsys.readouterr().out)
    assert document["checks"][0]["what"] == "Python"
    assert complaints(document, "doctor") == []
