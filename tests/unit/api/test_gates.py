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


def test_the_table_agrees_with_the_verb(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    fail_if = [text for one in CONDITIONS for text in ("--fail-if", one)]
    table = kpath_jvm.gates(base, str(new), CONDITIONS)
    assert as_rows(table) == as_told([str(base), str(new), *fail_if])
    assert {*table["verdict"]} == {"passed", "failed", "untold"}
    failed = table[table["verdict"] == "failed"]
    # The condition on the total finds no method and no part of a method.
    assert failed["found"].map(len).gt(0).tolist() == [False, True, True]
    assert table["value"].dtype == "float64"


def test_the_table_agrees_for_several_runs_and_with_options(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    again = shutil.copytree(base, tmp_path / "again.kpath")
    with_record(again, identities=("5" * 32,))
    fail_if = ["--fail-if", "bytecodes > +10%", "--min-share", "30%", "-k", "2"]
    table = kpath_jvm.gates([base, again], [new], ["bytecodes > +10%"], min_share=0.3, k=2)
    told = as_told([str(base), str(again), "--new", str(new), *fail_if])
    assert as_rows(table) == told


def test_errors_have_one_line(tmp_path: Path) -> None:
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


def bound(kind: str, sign: str, value: float) -> str:
    compared = "<" if sign == "-" else ">"
    return f"{kind} {compared} {sign}{100 * value:.9f}%"


@pytest.mark.parametrize(
    ("kind", "sign"),
    [
        (kind, sign)
        for kind, signs in (
            ("total", ("", "+", "-")), ("total(stays)", ("+",)),
            ("bytecodes", ("", "+", "-")), ("bytecodes(stays)", ("", "+", "-")),
            ("bytecodes(grows)", ("", "+", "-")), ("entries", ("", "+", "-")),
            ("share", ("", "+", "-")), ("share(newName)", ("", "+", "-")),
            ("iterations", ("", "+", "-")), ("iterations(run)", ("", "+", "-")),
            ("iterations(stays)", ("+",)), ("cut-off", ("", "+")), ("outcome", ("",)),
            ("outcome(stays)", ("",)), ("any", ("",)), ("any(stays)", ("",)),
            ("new-loop", ("",)), ("gone-loop", ("",)), ("new-method", ("",)),
            ("new-sequence(run)", ("",)),
        )
        for sign in signs
    ],
)  # fmt: skip
def test_the_verdict_changes_at_the_value(tmp_path: Path, kind: str, sign: str) -> None:
    """A condition fails if its bound is just below the value, and passes if just above."""
    base, new = compared_profiles(tmp_path)

    def judged(value: float) -> tuple[str, float]:
        (row,) = kpath_jvm.gates(base, new, [bound(kind, sign, value)]).to_dict("records")
        return row["verdict"], row["value"]

    least, value = 1e-7, judged(0.99)[1]
    if pd.isna(value):
        # The figure has grown from 0.
        assert judged(0.99)[0] == "failed"
        return
    if value > 2 * least:
        assert judged(value - least) == ("failed", pytest.approx(value))
    if value < 1 or sign == "+":
        # Growth and a few other figures can exceed 100 %. For a figure that can't, a bound of 100 %
        # or more is refused.
        assert judged(max(value, 0.0) + least) == ("passed", pytest.approx(value))


def test_passed_conditions_have_a_value(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    conditions = [
        "bytecodes(grows) > +400%", "bytecodes(grows) < -10%", "total > +90%", "bytecodes < -10%",
        "iterations(run) > +90%", "iterations(stays) > +10%", "new-loop(run) > 1%", "any(stays)",
    ]  # fmt: skip
    table = kpath_jvm.gates(base, new, conditions)
    assert {*table["verdict"]} == {"passed"}
    # The method ``grows`` went from 550 to 1,500 bytecodes, the total from 2,410 to 4,120, and the
    # loop in ``run`` from 4 to 5 iterations per entry. Some methods have as many bytecodes as
    # before, so the largest fall is 0.
    values = [950 / 550, -950 / 550, 1710 / 2410, 0.0, 0.25, 0.0, 0.0, 0.0]
    assert table["value"].tolist() == pytest.approx(values)
    told = ["diff", str(base), str(new), "--json"]
    told += [text for one in conditions for text in ("--fail-if", one)]
    gates = json.loads(said(told)[1])["gates"]
    assert [one["value"] for one in gates] == pytest.approx(values)


def test_conditions_without_a_figure_have_no_value(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    table = kpath_jvm.gates(base, new, ["outcome(demo.Nothing.run) > 5%", "iterations(came) < -1%"])
    assert table["verdict"].tolist() == ["untold", "failed"]
    assert table["value"].isna().all()
