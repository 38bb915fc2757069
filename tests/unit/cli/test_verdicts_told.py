"""Tests that all outputs have the same verdict and reasons, for several combinations of facts."""

import json
import re
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from builders.recordings import demo_recording, demo_run
from builders.resampled import with_record
from damaged_profiles import sealed_again
from kpath_command import REPOSITORY
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import (
    UNVERIFIED,
    Cause,
    Completeness,
    Fact,
    Verdict,
    decided,
)
from page_reading import data_of
from reading_verbs import without_command

RULES = '[[rule]]\nshare = "Figure3.run"\nat-most = "99.9%"\n'
KILLED = Fact(cause=Cause.KILLED, text="the target was killed by SIGKILL")
LOST = Fact(cause=Cause.LOST_EVENTS, text="7 path completions could not be recorded", figure=7)
ESTIMATED = Fact(cause=Cause.ESTIMATED, text="edges are scaled from 3 windows", figure=3)
NOTE = Fact(cause=Cause.NOTE, text="something to know")
DISAGREEMENT = "counters and paths disagree in 1 method: demo.Figure3.plain(I)I"

#: A case's name, the facts of its run, whether counters and paths disagree, and the verdict.
TABLE: list[tuple[str, tuple[Fact, ...], bool, str]] = [
    ("no facts", (), False, "exact"),
    ("a note", (NOTE,), False, "exact"),
    ("killed", (KILLED,), False, "truncated"),
    ("lost", (LOST,), False, "lower bounds"),
    ("killed and lost", (KILLED, LOST), False, "lower bounds"),
    ("estimated", (ESTIMATED,), False, "estimates"),
    ("lost and estimated", (LOST, ESTIMATED), False, "estimates"),
    ("disagreement", (), True, "not exact"),
    ("a note and disagreement", (NOTE,), True, "not exact"),
    ("killed, lost, a note and disagreement", (KILLED, LOST, NOTE), True, "not exact"),
]


def contradicted(path: Path) -> None:
    """Sets the number of unfinished activations of the method ``plain`` to -1.

    Older versions of kpath-jvm wrote such a number if more activations had ended than had begun.
    """
    table = pq.read_table(path / "methods.parquet")
    names = table.column("name").to_pylist()
    values = np.array(table.column("unfinished").to_numpy())
    values[names.index("plain")] = -1
    at = table.schema.get_field_index("unfinished")
    kind = table.schema.field(at).type
    changed = table.set_column(at, table.schema.field(at), pa.array(values, kind))
    pq.write_table(changed, path / "methods.parquet", write_page_checksum=True)
    sealed_again(path)


@pytest.fixture(params=TABLE, ids=lambda row: row[0])
def made(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Path, str, list[str]]:
    """Returns a profile, its expected verdict and the reasons for it."""
    _, facts, is_contradicted, verdict = request.param
    path = tmp_path / "demo.kpath"
    run = demo_run(completeness=decided(facts))
    write_profile(path, demo_recording(4).build(tmp_path), run)
    if is_contradicted:
        contradicted(path)
    (tmp_path / "rules.toml").write_text(RULES)
    monkeypatch.chdir(tmp_path)
    reasons = [fact.text for fact in facts]
    return path, verdict, [DISAGREEMENT, *reasons] if is_contradicted else reasons


def squeezed(text: str) -> str:
    """Returns ``text`` without white space, backticks and backslashes, with plain apostrophes."""
    plain = text.replace("\\", "").replace("&#x27;", "'").replace("`", "")
    return re.sub(r"\s+", "", plain)


#: Commands whose output has the verdict, even if it is "exact".
ALWAYS = [
    ["report", "demo.kpath"],
    ["report", "demo.kpath", "--method", "Figure3.run"],
    ["report", "demo.kpath", "--format", "md"],
    ["report", "demo.kpath", "--json"],
    ["check", "demo.kpath", "--rules", "rules.toml", "--json"],
    ["diff", "demo.kpath", "demo.kpath", "--json"],
    ["advise", "demo.kpath", "--json"],
    ["tree", "demo.kpath", "Figure3.run", "--json"],
    ["branches", "demo.kpath", "--json"],
    ["predict", "demo.kpath", "--json"],
    ["overlap", "demo.kpath", "demo.kpath", "--json"],
]
#: Commands whose output has the verdict unless it is "exact".
UNLESS_EXACT = [
    ["check", "demo.kpath", "--rules", "rules.toml"],
    ["check", "demo.kpath", "--rules", "rules.toml", "--format", "md"],
    ["check", "demo.kpath", "--rules", "rules.toml", "--junit", "junit.xml"],
    ["diff", "demo.kpath", "demo.kpath"],
    ["diff", "demo.kpath", "demo.kpath", "--format", "md"],
    ["diff", "demo.kpath", "demo.kpath", "--format", "html", "-o", "out"],
    ["advise", "demo.kpath"],
    ["advise", "demo.kpath", "--format", "md"],
    ["tree", "demo.kpath", "Figure3.run"],
    ["tree", "demo.kpath", "Figure3.run", "--format", "md"],
    ["branches", "demo.kpath"],
    ["branches", "demo.kpath", "--format", "md"],
    ["predict", "demo.kpath"],
    ["overlap", "demo.kpath", "demo.kpath"],
    ["overlap", "demo.kpath", "demo.kpath", "--format", "md"],
    ["draw", "cfg", "demo.kpath", "Figure3.run"],
    ["draw", "tree", "demo.kpath", "Figure3.run"],
    ["export", "demo.kpath", "--format", "jsonl"],
    ["export", "demo.kpath", "--format", "collapsed"],
    ["merge", "demo.kpath", "-o", "merged.kpath"],
    ["store", "add", "kept", "demo.kpath", "--service", "s", "--version", "1"],
]
#: Verbs that aren't among these commands, each with the test that checks what the verb prints.
ELSEWHERE = {
    "html": "unit/cli/test_verdicts_told.py::test_the_page_has_the_verdict",
    "fleet": "unit/cli/test_verdicts_told.py::test_a_fleet_s_answer_has_the_verdict",
    "bounds": "unit/reports/accuracy/test_bounds_summary.py::test_what_is_not_exact_is_told",
    "structure": "integration/test_record.py::test_events_that_are_missing_are_reported",
}


def test_each_verb_that_reads_profiles_is_here() -> None:
    assert without_command([*ALWAYS, *UNLESS_EXACT], ELSEWHERE) == set()
    for place in ELSEWHERE.values():
        file, name = place.split("::")
        assert f"\ndef {name}(" in (REPOSITORY / "tests" / file).read_text("utf-8"), place


@pytest.mark.parametrize("arguments", ALWAYS, ids=" ".join)
def test_some_outputs_always_have_the_verdict(
    made: tuple[Path, str, list[str]], capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    _, verdict, reasons = made
    run_verb(arguments)
    text = capsys.readouterr().out
    assert squeezed(verdict) in squeezed(text)
    for reason in reasons:
        assert squeezed(reason) in squeezed(text)
    for other in {"lower bounds", "estimates", "not exact", "truncated"} - {verdict}:
        assert f"{other}:" not in text
        assert f"{other}, exact but" not in text
    if "--json" in arguments:
        assert_told(json.loads(text), verdict, reasons)


def test_the_page_has_the_verdict(made: tuple[Path, str, list[str]]) -> None:
    path, verdict, reasons = made
    assert run_verb(["html", "demo.kpath", "-o", "page.html"]) == 0
    document = data_of(path.with_name("page.html").read_text("utf-8"))["document"]
    assert (document["verdict"], document["exact"]) == (verdict, verdict == "exact")
    (row,) = [one for one in document["header"] if one[0] == "completeness"]
    words = told(verdict, reasons)
    assert row == ["completeness", words, words != "exact"]


def told(verdict: str, reasons: list[str]) -> str:
    """Returns the line that all outputs print: the verdict, what is exact, and the reasons."""
    if not reasons:
        return verdict
    exact = ", exact but for the end" if verdict == "truncated" else ""
    return f"{verdict}{exact}: {'; '.join(reasons)}"


def assert_told(document: object, verdict: str, reasons: list[str]) -> None:
    """Checks all verdicts in a document, at any depth."""
    found: list[dict[str, object]] = []

    def look(value: object) -> None:
        if isinstance(value, dict):
            if "exact" in value and "verdict" in value:
                found.append(value)
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(document)
    assert found
    for one in found:
        assert one["verdict"] == verdict
        assert one["exact"] == (verdict == "exact")
        assert one["reasons"] == reasons
        assert one["text"] == told(verdict, reasons)


@pytest.mark.parametrize("arguments", UNLESS_EXACT, ids=" ".join)
def test_other_outputs_have_the_verdict_unless_it_is_exact(
    made: tuple[Path, str, list[str]], capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    path, verdict, reasons = made
    run_verb(arguments)
    captured = capsys.readouterr()
    text = captured.out + captured.err
    for name in ("out", "junit.xml"):
        if name in arguments:
            text = path.with_name(name).read_text("utf-8")
    for word in {"truncated", "lower bounds", "estimates", "not exact"}:
        begun = told(word, [""]).strip()
        assert (squeezed(begun) in squeezed(text)) == (word == verdict), word
    for reason in reasons if verdict != "exact" else []:
        assert squeezed(reason) in squeezed(text)


def test_a_fleet_s_answer_has_the_verdict(
    made: tuple[Path, str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    _, verdict, reasons = made
    assert run_verb(["store", "add", "kept", "demo.kpath", "--service", "s", "--version", "1"]) == 0
    capsys.readouterr()
    assert run_verb(["fleet", "top", "kept"]) == 0
    said = capsys.readouterr().err
    assert (verdict in said) == (verdict != "exact")
    for reason in reasons if verdict != "exact" else []:
        assert squeezed(reason) in squeezed(said)
    assert run_verb(["fleet", "top", "kept", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["completeness"]
    assert (found["verdict"], found["exact"]) == (verdict, verdict == "exact")
    assert run_verb(["fleet", "trend", "kept"]) == 0
    told_of_runs = capsys.readouterr()
    assert told_of_runs.out.splitlines()[0].endswith(f"; counts: {verdict}")
    for reason in reasons if verdict != "exact" else []:
        assert squeezed(reason) in squeezed(told_of_runs.err)


def test_python_and_sums_have_the_same_verdict(
    made: tuple[Path, str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    path, verdict, reasons = made
    profile = Profile.open(path)
    ways: list[Callable[[], Completeness]] = [
        lambda: profile.completeness,
        lambda: profile.merged().completeness,
        lambda: profile.merged(across_loaders=False).merged().completeness,
    ]
    for way in ways:
        assert way().text == told(verdict, reasons)
    assert verdict in repr(profile)
    assert f">{verdict}" in profile._repr_html_()
    assert run_verb(["merge", "demo.kpath", "-o", "merged.kpath"]) == 0
    merged = Profile.open(path.with_name("merged.kpath")).completeness
    assert str(merged.verdict) == verdict
    # A sum of runs lists a disagreement first, and equally frequent reasons alphabetically.
    expected = sorted(reasons, key=lambda reason: (reason != DISAGREEMENT, reason))
    assert merged.reasons == tuple(f"1 of 1 runs: {reason}" for reason in expected)
    assert run_verb(["store", "add", "kept", "demo.kpath", "--service", "s", "--version", "1"]) == 0
    capsys.readouterr()
    assert run_verb(["store", "list", "kept"]) == 0
    assert f"  {verdict}  " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("accepted", "passing"),
    [
        ([], {"exact"}),
        (["truncated"], {"exact", "truncated"}),
        (["lower-bounds"], {"exact", "lower bounds"}),
        (["truncated", "lower-bounds"], {"exact", "truncated", "lower bounds"}),
        (["estimates"], {"exact", "estimates"}),
    ],
    ids=lambda value: "+".join(sorted(value)) or "none",
)
def test_gates_fail_for_what_is_not_exact_unless_it_is_accepted(
    made: tuple[Path, str, list[str]],
    capsys: pytest.CaptureFixture[str],
    accepted: list[str],
    passing: set[str],
) -> None:
    path, verdict, _ = made
    other = shutil.copytree(path, path.with_name("other.kpath"))
    with_record(other, identities=(uuid.uuid4().hex,))
    options = [word for one in accepted for word in ("--accept", one)]
    expected = 0 if verdict in passing else 1
    check = ["check", "demo.kpath", "--rules", "rules.toml", "--json", *options]
    assert run_verb(check) == expected
    document = json.loads(capsys.readouterr().out)
    gates = [gate for gate in document["gates"] if gate["name"].startswith("counts of ")]
    assert [gate["passed"] for gate in gates] == (
        [] if verdict == "exact" else [verdict in passing]
    )
    assert all(told(verdict, [""]) in gate["text"] for gate in gates)
    difference = ["diff", "demo.kpath", "other.kpath", "--fail-if", "any", "--json", *options]
    assert run_verb(difference) == expected
    document = json.loads(capsys.readouterr().out)
    assert len(document["gates"]) == (1 if verdict == "exact" else 3)


def test_contradictory_counts_are_noticed_on_writing(tmp_path: Path) -> None:
    builder = demo_recording(4)
    method = next(one for one in builder.methods if one.name == "plain")
    builder.count(method, 0, 1_000)
    record = write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    assert record.completeness.verdict == Verdict.NOT_EXACT.value
    assert record.completeness.reasons == (DISAGREEMENT,)
    assert record.completeness.figures == {"disagreement": 1}
    assert Profile.open(tmp_path / "p.kpath").completeness == record.completeness


def test_a_profile_without_digests_is_unverified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Older versions wrote such profiles. In a profile without digests, changes go unnoticed."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "demo.kpath"
    write_profile(path, demo_recording(4).build(tmp_path), demo_run())
    outputs = (["report", "demo.kpath"], ["report", "demo.kpath", "--format", "md"],
               ["report", "demo.kpath", "--json"])  # fmt: skip
    for arguments in outputs:
        assert run_verb(arguments) == 0
        assert "unverified" not in capsys.readouterr().out
    run = json.loads((path / "run.json").read_text("utf-8"))
    del run["files"], run["seal"]
    (path / "run.json").write_text(json.dumps(run), "utf-8")
    for arguments in outputs:
        assert run_verb(arguments) == 0
        text = squeezed(capsys.readouterr().out)
        assert squeezed(UNVERIFIED) in text
        assert "exact" in text
    assert Profile.open(path).merged().completeness.reasons == (UNVERIFIED,)
    assert run_verb(["html", "demo.kpath", "-o", "page.html"]) == 0
    document = data_of((tmp_path / "page.html").read_text("utf-8"))["document"]
    (row,) = [one for one in document["header"] if one[0] == "completeness"]
    assert row[1] == f"exact: {UNVERIFIED}"
