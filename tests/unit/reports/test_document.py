"""Tests that verbs' JSON documents are as declared, and are described in docs/formats/json.md."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

import format_pages
from builders.checked import write_sealed
from builders.recordings import demo_profile, session_document
from json_documents import KINDS, complaints
from kpath_command import REPOSITORY
from kpath_jvm.cli.main import run_verb
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.run import GuideUse
from kpath_jvm.reports.document import DocumentKind, write_document
from kpath_jvm.reports.documents.keys import Keys, keys_of
from kpath_jvm.reports.export import tables
from kpath_jvm.sessions import recover as recovering

_KIND = re.compile(r'DocumentKind\(\s*"(\w+)", (\d+), (\w+)\s*\)')


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Returns the document that a verb prints."""
    assert run_verb([*arguments, "--json"]) in (0, 1)
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_the_version_is_the_first_key() -> None:
    kind = DocumentKind("demo", 3, Keys)
    stream = io.StringIO()
    write_document(stream, kind.of({"name": "ä", "n": None}))
    assert stream.getvalue() == '{\n  "kpath_jvm_demo": 3,\n  "name": "\\u00e4",\n  "n": null\n}\n'


def test_the_page_has_every_document() -> None:
    package = REPOSITORY / "orchestrator" / "kpath_jvm"
    made = [found for path in package.rglob("*.py") for found in _KIND.findall(path.read_text())]
    assert sorted(made) == sorted((it.verb, str(it.version), it.keys.__name__) for it in KINDS)
    blocks = [name for page in format_pages.PAGES for name in format_pages.names(page.read_text())]
    assert {"documents", "document export", "document export_extended"} <= set(blocks)
    sections = [line[3:] for line in format_pages.documents() if line.startswith("## ")]
    assert sorted([*sections, "export", "export_extended"]) == sorted(it.verb for it in KINDS)
    assert "tables" in blocks
    titles = [line.split("**")[1] for line in format_pages.exported() if line.startswith("| **")]
    assert titles == list(tables.TABLES)


@pytest.mark.parametrize("page", format_pages.PAGES, ids=lambda it: it.name)
def test_the_page_is_what_is_declared(page: Path) -> None:
    text = page.read_text("utf-8")
    assert format_pages.written(text) == text, "run tests/format_pages.py"


def test_a_page_is_stale_when_a_row_differs() -> None:
    text = format_pages.PAGES[0].read_text("utf-8")
    changed = text.replace("| `ok`: boolean |", "| `ok`: string |")
    assert changed != text
    assert format_pages.written(changed) == text


def test_each_share_says_of_what() -> None:
    objects = [it for it in _all_keys(Keys) if it.__module__.startswith("kpath_jvm.")]
    shares = [(it, key) for it in objects for key in keys_of(it, inherited=False)
              if "share" in key.name and key.type in (float, float | None)]  # fmt: skip
    assert len(shares) > 20
    unsaid = [f"{it.__name__}.{key.name}" for it, key in shares
              if not re.search(r"\b(of|share)\b", key.meaning, re.IGNORECASE)]  # fmt: skip
    assert unsaid == []


def _all_keys(declared: type[Keys]) -> set[type[Keys]]:
    """Returns a declared object, and all objects that inherit its keys."""
    return {declared}.union(*(_all_keys(one) for one in declared.__subclasses__()))


def test_the_page_has_each_key_of_each_object() -> None:
    text = "\n".join([*format_pages.documents(), *format_pages.shared_objects()])
    for kind in KINDS:
        if kind.verb in ("export", "export_extended"):
            continue
        for one in format_pages.objects_of(kind.keys):
            keys = [it.name for it in keys_of(one)]
            assert [it for it in keys if not re.search(rf"[`.]{it}`", text)] == [], one


def test_the_page_marks_each_optional_key() -> None:
    text = "\n".join([*format_pages.documents(), *format_pages.shared_objects()])
    objects = {one: None for kind in KINDS for one in format_pages.objects_of(kind.keys)}
    optional = [key for one in objects for key in keys_of(one, inherited=False) if key.is_optional]
    marks = text.count("*Optional.*") + text.count(", optional)")
    assert marks == len(optional) > 0


@pytest.mark.parametrize(
    "options", [[], ["--method", "Figure3.run"], ["-k", "1"], ["--sources", "src"]]
)
def test_documents_of_reports_are_as_declared(
    demo: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, options: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("src/demo").mkdir(parents=True)
    Path("src/demo/Figure3.java").write_text("package demo;\nclass Figure3 {\n" + "]\n" * 25 + "}")
    assert complaints(printed(capsys, "report", str(demo), *options), "report") == []


def test_a_report_with_folding_and_a_guide_is_as_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folding = Folding(
        memory_bytes=1, times=1, nodes=1, restarts=0, least_count=2, parts=1, errors=(1, 1, 1)
    )
    profile = demo_profile(
        tmp_path, folding=folding, options={"scope": "hot"},
        guide=GuideUse(profile="g", methods=3, matched=2, renumbered=1), agent_log=("a line",),
    )  # fmt: skip
    document = printed(capsys, "report", str(profile))
    assert document["folding"] is not None
    assert document["hot"] is not None
    assert complaints(document, "report") == []


def test_documents_of_recover_are_as_declared(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = SessionDirectory(tmp_path / "one"), SessionDirectory(tmp_path / "two")
    write_sealed(one.session_file, session_document())
    jvms = (Leftover(two, 8, True),)
    found = [Leftover(one, 7, True), Leftover(two, 0, False), Leftover(two, 8, True, jvms)]
    monkeypatch.setattr(recovering, "find", lambda _: found)
    document = printed(capsys, "recover")
    assert [it["state"] for it in document["recordings"]] == ["running", "empty", "running"]
    assert [it["jvms"] for it in document["recordings"]] == [None, None, 1]
    assert document["recordings"][0]["command"] == ["java", "Main"]
    assert complaints(document, "recover") == []


def test_documents_that_are_not_as_declared_are_found() -> None:
    check = {"what": "x", "found": 1, "remedy": None, "is_needed": 1, "more": 2}
    document = {"kpath_jvm_doctor": 2, "ok": True, "checks": [check, {}], "x": 0}
    assert complaints(document, "doctor") == [
        "$.kpath_jvm_doctor is not 1",
        "$.x is not declared (DoctorKeys)",
        "$.checks[0].more is not declared (DoctorCheckKeys)",
        "$.checks[0].found is not a string: 1",
        "$.checks[0].is_needed is not a boolean: 1",
        *(
            f"$.checks[1].{key} is missing (DoctorCheckKeys)"
            for key in ("what", "found", "remedy", "is_needed")
        ),
    ]
    assert complaints({"ok": True}, "doctor") == ["the first key is not kpath_jvm_doctor"]
