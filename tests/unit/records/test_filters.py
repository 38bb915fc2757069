"""Tests the messages about profiles that were recorded with different filters."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from builders.recordings import demo_profile
from kpath_jvm.profile.adding.record import RunSum
from kpath_jvm.profile.reader import read_run
from kpath_jvm.records.filters import (
    all_differences,
    differences,
    note_on,
    parts_told,
    recorded_with,
)
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import ProfileRecord, RunRecord

OPTIONS = {"profiler": "stream", "scope": "all", "exclude": ()}


def demo(tmp_path: Path, **options: Any) -> ProfileRecord:
    path = tmp_path / "demo.kpath"
    run = read_run(path if path.exists() else demo_profile(tmp_path))
    return replace(run, options={**OPTIONS, **options})


def summed(*runs: ProfileRecord) -> ProfileRecord:
    whole = RunSum()
    for number, run in enumerate(runs):
        whole.add(run, run.completeness, f"{number}.kpath", completed=10, most=1, place=None)
    fields = fields_of(whole.concluded(), RunRecord)
    return ProfileRecord(**fields, k=4, skipped=(), tables=runs[0].tables)


def test_the_order_of_patterns_makes_no_difference(tmp_path: Path) -> None:
    one, other = demo(tmp_path, include=("a", "b")), demo(tmp_path, include=("b", "a"))
    assert list(differences([("x", recorded_with(one)), ("y", recorded_with(other))])) == []
    whole = summed(one, other)
    assert whole.differing == {}
    assert "include" in whole.options
    assert note_on(recorded_with(whole)) is None


def test_a_sum_keeps_the_filters_of_its_parts(tmp_path: Path) -> None:
    one, other = demo(tmp_path, include=("acme",)), demo(tmp_path, include=(), scope="loops")
    whole = summed(one, other)
    assert whole.differing == {"include": ((), ("acme",)), "scope": (("all",), ("loops",))}
    assert parts_told(recorded_with(whole)) == (
        "no --include and with --include acme, --scope all and with --scope loops"
    )
    again = summed(demo(tmp_path, include=("b",)), whole)
    assert again.differing is not None
    assert again.differing["include"] == ((), ("acme",), ("b",))
    told = all_differences([("one", recorded_with(one)), ("whole", recorded_with(whole))])
    assert [line.partition(" ")[0] for line in told] == ["whole"]


def test_sums_of_earlier_releases_lack_the_values_of_differing_filters(tmp_path: Path) -> None:
    whole = replace(summed(demo(tmp_path), demo(tmp_path)), differing=None)
    assert parts_told(recorded_with(whole)) == "different --include"
    again = summed(whole)
    assert again.differing == {"include": ()}
    assert parts_told(recorded_with(again)) == "different --include"


def test_each_kind_of_difference_is_named_once(tmp_path: Path) -> None:
    runs = [demo(tmp_path, include=(text,)) for text in "aab"] + [demo(tmp_path, include=("c",))]
    named = [(str(number), recorded_with(run)) for number, run in enumerate(runs)]
    assert list(differences(named)) == [
        "0 was recorded with --include a and 2 with --include b",
    ]
