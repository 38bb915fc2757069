"""Tests that the sum of a method's rows from several runs is the same in any order."""

from itertools import permutations
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.adding.method_sum import MethodSum
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_profile, write_run

RUNS: list[dict[str, Any]] = [
    {"since_millis": 40, "version": 2, "instrumented_bytes": 180, "loader": "web@1f"},
    {"since_millis": 0, "version": 1, "loader": "web@2", "rung": "chords", "reason": "large: 9",
     "rejected": [("full", 70_000, "large")]},
    {"since_millis": 7, "loader": "web@a0", "rung": "chords", "reason": "large: 8"},
]  # fmt: skip


@pytest.fixture
def runs(tmp_path: Path) -> list[Profile]:
    found = []
    for number, changes in enumerate(RUNS):
        builder = RecordingBuilder(k=2)
        method = builder.add(figure_3(**changes))
        builder.stream(method, (6, 3))
        builder.auxiliary(method, entries=number + 1)
        path = tmp_path / str(number)
        write_profile(path, builder.build(tmp_path), demo_run())
        found.append(Profile.open(path))
    return found


def row(profiles: list[Profile]) -> dict[str, Any]:
    whole = MethodSum()
    for profile in profiles:
        whole.add(profile.tables)
    table = whole.table(whole.methods())
    assert table.schema == SCHEMAS["methods"]
    (found,) = table.to_pylist()
    return found


def test_a_method_s_rows_have_the_same_sum_in_any_order(runs: list[Profile]) -> None:
    wanted = row(runs)
    assert wanted["entries"] == 6
    assert wanted["since_millis"] == 40
    assert (wanted["version"], wanted["instrumented_bytes"]) == (0, 180)
    assert (wanted["rung"], wanted["rung_reason"]) == ("chords", "large: 9")
    assert (wanted["rejected_rungs"], wanted["rejected_bytes"]) == (["full"], [70_000])
    assert wanted["loader"] == "web"
    for order in permutations(runs):
        assert row(list(order)) == wanted


def test_a_figure_unknown_in_one_run_is_unknown_in_the_sum(
    tmp_path: Path, runs: list[Profile]
) -> None:
    builder = RecordingBuilder(k=2)
    builder.add(figure_3(since_millis=-1, loader="web@9"))
    write_profile(tmp_path / "unknown", builder.build(tmp_path), demo_run())
    assert row([*runs, Profile.open(tmp_path / "unknown")])["since_millis"] == -1


def test_held_back_paths_add_up_unless_unknown_in_one_run(tmp_path: Path) -> None:
    for name in ("one", "two"):
        builder = RecordingBuilder(k=2)
        builder.auxiliary(builder.add(figure_3(held_paths=21)), entries=2)
        record = write_profile(tmp_path / name, builder.build(tmp_path), demo_run())
    found = [Profile.open(tmp_path / name) for name in ("one", "two")]
    assert row(found)["held_back"] == 84
    path = tmp_path / "two" / "methods.parquet"
    earlier = pq.read_table(path).drop_columns(["held_back", "code_digest", "unnamed_variables"])
    pq.write_table(earlier, path)
    write_run(tmp_path / "two", record)
    assert row([found[0], Profile.open(tmp_path / "two")])["held_back"] == -1


def test_an_instruction_digest_comes_from_any_profile_that_has_it(tmp_path: Path) -> None:
    for name, digest in (("earlier", ""), ("now", "c0de")):
        builder = RecordingBuilder(k=2)
        builder.add(figure_3(code_digest=digest))
        write_profile(tmp_path / name, builder.build(tmp_path), demo_run())
    found = [Profile.open(tmp_path / name) for name in ("earlier", "now")]
    assert row(found)["code_digest"] == "c0de"
    assert row(found[::-1])["code_digest"] == "c0de"
    assert row(found[:1])["code_digest"] == ""


def test_variables_unnamed_in_one_profile_are_unnamed_in_the_sum(tmp_path: Path) -> None:
    for name, is_unnamed in (("named", False), ("unnamed", True)):
        builder = RecordingBuilder(k=2)
        builder.add(figure_3(unnamed_variables=is_unnamed))
        write_profile(tmp_path / name, builder.build(tmp_path), demo_run())
    found = [Profile.open(tmp_path / name) for name in ("named", "unnamed")]
    assert [row([one])["unnamed_variables"] for one in found] == [False, True]
    assert row(found)["unnamed_variables"]
    assert row(found[::-1])["unnamed_variables"]


def test_new_methods_are_returned_once(runs: list[Profile]) -> None:
    whole = MethodSum()
    numbers, new = whole.add(runs[0].tables)
    assert (numbers.tolist(), new) == ([0], [0])
    numbers, new = whole.add(runs[1].tables)
    assert (numbers.tolist(), new) == ([0], [])


def test_an_empty_sum_has_a_table() -> None:
    whole = MethodSum()
    assert whole.table(whole.methods()).num_rows == 0
