"""Tests that the table of conditions has what ``diff --fail-if`` prints for the same conditions."""

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest

import kpath_jvm
from builders.resampled import with_record
from builders.versions import compared_profiles
from kpath_jvm import KpathError
from verb_runs import said

CONDITIONS = [
    "total > +10%", "bytecodes > +10%", "any", "new-loop > 99%", "outcome(demo.Nothing.run) > 5%",
]  # fmt: skip


def as_told(arguments: list[str]) -> list[tuple[str, bool, bool, str]]:
    document = json.loads(said(["diff", *arguments, "--json"])[1])
    return [
        (one["name"], one["passed"], one["error"] is not None, one["text"])
        for one in document["gates"]
    ]


def as_rows(table: pd.DataFrame) -> list[tuple[str, bool, bool, str]]:
    return [
        (row["condition"], row["verdict"] == "passed", row["verdict"] == "untold", row["text"])
        for _, row in table.iterrows()
    ]


def test_the_table_has_what_the_verb_says(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    fail_if = [text for one in CONDITIONS for text in ("--fail-if", one)]
    table = kpath_jvm.gates(base, str(new), CONDITIONS)
    assert as_rows(table) == as_told([str(base), str(new), *fail_if])
    assert {*table["verdict"]} == {"passed", "failed", "untold"}
    failed = table[table["verdict"] == "failed"]
    # The total isn't about a method or a part of one.
    assert failed["found"].map(len).gt(0).tolist() == [False, True, True]
    assert table["value"].dtype == "float64"


def test_several_runs_and_options(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    again = shutil.copytree(base, tmp_path / "again.kpath")
    with_record(again, identities=("5" * 32,))
    fail_if = ["--fail-if", "bytecodes > +10%", "--min-share", "30%", "-k", "2"]
    table = kpath_jvm.gates([base, again], [new], ["bytecodes > +10%"], min_share=0.3, k=2)
    told = as_told([str(base), str(again), "--new", str(new), *fail_if])
    assert as_rows(table) == told


def test_errors_are_one_line(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    for arguments, options, text in (
        ((base, new, []), {}, "there is no condition to judge"),
        ((base, new, ["totals > 1%"]), {}, "totals"),
        ((base, base, ["any"]), {}, "is given on both sides"),
        ((base, new, ["any"]), {"accept": ["good"]}, "accept: 'good' is none of"),
        ((base, new, ["any"]), {"min_share": 2}, "min_share is 2"),
        ((base, new, "any"), {}, "give a list of texts"),
    ):
        with pytest.raises(KpathError, match=text) as raised:
            kpath_jvm.gates(*arguments, **options)  # type: ignore[arg-type]
        assert "\n" not in str(raised.value)
