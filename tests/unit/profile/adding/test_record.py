"""Tests the run.json of a sum: figures are added up, and facts are kept if all runs share them."""

from itertools import permutations
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from builders.edges import edges_profile
from builders.recordings import demo_profile
from kpath_jvm.profile.adding.record import RunSum
from kpath_jvm.profile.reader import read_run
from kpath_jvm.records.completeness import Cause, Completeness, Fact, Verdict, decided
from kpath_jvm.records.environment import Java
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.held_back import HeldBack
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import ProfileRecord, RunRecord

FOLDED = Folding(
    memory_bytes=100, times=1, nodes=2, restarts=3, least_count=4, parts=2, errors=(9, 9, 9)
)


def summed(*runs: ProfileRecord, most: int = 1) -> RunRecord:
    whole = RunSum()
    for number, run in enumerate(runs):
        whole.add(run, run.completeness, f"{number}.kpath", completed=10, most=most, place=None)
    return whole.concluded()


def demo(tmp_path: Path, **changes: Any) -> ProfileRecord:
    path = tmp_path / "demo.kpath"
    return replace(read_run(path if path.exists() else demo_profile(tmp_path)), **changes)


def test_figures_add_up_and_differing_facts_are_left_out(tmp_path: Path) -> None:
    one = demo(tmp_path, started="2026-05-01T00:00:00+00:00")
    other = demo(
        tmp_path, started="2026-04-01T00:00:00+00:00", command=("java", "B"), workload=None,
        options={"cut": "back-edge", "max-paths": 7}, exit_status=3,
        environment=replace(one.environment, os="Linux 7", java=Java(version="17", vendor="D")),
        held_back=HeldBack(activations=1, paths=2), spilled_bytes=None,
    )  # fmt: skip
    found = summed(one, other)
    assert (found.events, found.threads, found.wall_seconds) == (104, 4, 7.0)
    assert found.options == {"cut": "back-edge"}
    assert (found.command, found.exit_status, found.spilled_bytes) == (None, None, None)
    assert (found.environment.os, found.environment.java) == ("several", None)
    assert found.held_back == HeldBack(activations=1, paths=2)
    assert found.started == "2026-04-01T00:00:00+00:00"
    assert found.title == (
        "2 runs of 2 commands, for example dacapo eclipse (stand-in), size default"
    )
    assert found.merged is not None
    assert [run.title for run in found.merged] == [other.title, one.title]
    assert [run.exit_status for run in found.merged] == [3, one.exit_status]
    again = summed(demo(tmp_path, **fields_of(found, RunRecord)), one)
    assert again.merged is not None
    assert [run.exit_status for run in again.merged].count(3) == 1


def test_the_lowest_verdict_is_kept_and_equal_reasons_are_counted(tmp_path: Path) -> None:
    killed = decided([Fact(cause=Cause.KILLED, text="killed by SIGKILL")])
    lost = killed.with_facts([Fact(cause=Cause.LOST_EVENTS, text="3 events lost", figure=3)])
    runs = [demo(tmp_path, completeness=one) for one in (Completeness(), killed, lost, killed)]
    found = summed(*runs).completeness
    assert found.verdict == Verdict.LOWER_BOUNDS
    assert found.reasons == ("3 of 4 runs: killed by SIGKILL", "1 of 4 runs: 3 events lost")


def test_all_reasons_after_the_eighth_are_only_counted(tmp_path: Path) -> None:
    runs = [demo(tmp_path, completeness=Completeness().noted(f"reason {n}")) for n in range(11)]
    reasons = summed(*runs).completeness.reasons
    assert len(reasons) == 9
    assert reasons[-1] == "3 more reasons, which run.json lists by run"


def test_parts_of_folded_runs_add_up_and_exact_runs_are_one_part(tmp_path: Path) -> None:
    exact, folded = demo(tmp_path), demo(tmp_path, folding=FOLDED)
    found = summed(exact, folded, exact, folded).folding
    assert found is not None
    assert (found.parts, found.times, found.restarts, found.least_count) == (5, 2, 6, 4)
    only = summed(folded, most=3).folding
    assert only is not None
    assert only.parts == 6


def test_any_grouping_gives_the_same_record(tmp_path: Path) -> None:
    changes: list[dict[str, Any]] = [{}, {"folding": FOLDED}, {"command": ("java", "C")}]
    runs = [
        demo(tmp_path, started=f"2026-05-0{n + 1}T00:00:00+00:00", **one)
        for n, one in enumerate(changes)
    ]
    orders = dict(enumerate(runs))

    def given(whole: RunSum, number: int) -> None:
        run = orders[number]
        whole.add(run, run.completeness, f"{number}.kpath", completed=10, most=1, place=None)

    wanted: RunRecord | None = None
    for first, second, third in permutations(orders):
        flat, inner, outer = RunSum(), RunSum(), RunSum()
        for number in (first, second, third):
            given(flat, number)
        for number in (first, second):
            given(inner, number)
        part = replace(orders[0], **{
            name: getattr(inner.concluded(), name) for name in RunRecord.__struct_fields__
        })  # fmt: skip
        outer.add(part, part.completeness, "part.kpath", completed=20, most=1, place=None)
        given(outer, third)
        wanted = wanted or flat.concluded()
        assert flat.concluded() == outer.concluded() == wanted


def test_figures_of_inline_profilers_add_up(tmp_path: Path) -> None:
    run = edges_profile(tmp_path).run
    other = replace(run, inline=replace(run.inline, ended="halt", quiet=False, tables=None))  # type: ignore[type-var]
    found = summed(run, other).inline
    assert found is not None
    assert run.inline is not None
    assert (found.bytes, found.ended, found.quiet) == (2 * run.inline.bytes, "several", False)


def test_parts_of_a_run_count_as_one_run_in_any_sum(tmp_path: Path) -> None:
    """Adds up the JVMs of each of two builds, and then both sums and a third run.

    In the whole sum, each build counts as one run.
    """
    builds = []
    for build in range(2):
        whole = RunSum(one_run=True)
        for jvm in range(2 + build):
            run = demo(tmp_path, started=f"2026-05-01T00:0{build}:0{jvm}+00:00")
            whole.add(
                run, run.completeness, f"{build}-{jvm}.kpath", completed=1, most=1, place=None
            )
        fields = fields_of(whole.concluded(), RunRecord)
        builds.append(ProfileRecord(**fields, k=4, skipped=(), tables=run.tables))
    assert [build.runs for build in builds] == [1, 1]
    assert builds[1].title.startswith("1 run in 3 profiles of ")
    alone = demo(tmp_path, started="2026-05-01T00:00:59+00:00")
    for order in permutations([*builds, alone]):
        found = RunSum()
        for number, run in enumerate(order):
            found.add(run, run.completeness, f"{number}", completed=1, most=1, place=None)
        whole_record = found.concluded()
        assert whole_record.runs == 3
        assert whole_record.merged is not None
        assert [part.one_run for part in whole_record.merged] == [0, 0, None, 1, 1, 1]


def test_equal_commands_in_several_directories_are_distinguished(tmp_path: Path) -> None:
    whole = RunSum(one_run=True)
    for place in ("/build/shop/core", "/build/bank/core", "/build/bank/core"):
        run = demo(tmp_path, directory=place)
        whole.add(run, run.completeness, f"{place}.kpath", completed=1, most=1, place=None)
    found = whole.concluded()
    assert found.directory is None
    assert found.merged is not None
    assert sorted({part.directory or "" for part in found.merged}) == [
        "/build/bank/core", "/build/shop/core",
    ]  # fmt: skip
    assert found.title.endswith(", in bank/core and shop/core")


def test_reasons_of_a_run_s_parts_are_counted_by_profile(tmp_path: Path) -> None:
    whole = RunSum(one_run=True)
    for noted in (Completeness().noted("lost"), Completeness()):
        run = demo(tmp_path, completeness=noted)
        whole.add(run, noted, "x.kpath", completed=1, most=1, place=None)
    assert whole.concluded().completeness.reasons == ("1 of 2 profiles: lost",)
