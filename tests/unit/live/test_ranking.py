"""Tests which loops and sequences are shown first, and their current rates."""

from itertools import pairwise
from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.underway import grown
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.errors import KpathError
from kpath_jvm.live.filtering import Filter
from kpath_jvm.live.look import Look
from kpath_jvm.live.ranking import Wanted, ranked
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.summary import ReportOptions, summarise


@pytest.fixture
def looks(tmp_path: Path) -> tuple[Look, Look]:
    """Returns two looks.

    In total, Figure3.run costs the most. From the first look to the second, Tangle.spin does.
    """
    return Look(grown(tmp_path, 500, 3), 10.0), Look(grown(tmp_path, 501, 40), 12.0)


def test_the_first_look_has_no_rates(looks: tuple[Look, Look]) -> None:
    first, _ = looks
    ranking = ranked(first, None, None, Wanted())
    report = summarise(first.profile, ReportOptions())
    assert len(ranking.loops) == len(report["loops"]) == 2
    for row, expected in zip(ranking.loops, report["loops"], strict=True):
        assert expected.items() <= row.items()
        assert (row["share_of_now"], row["iterations_per_second"], row["trend"]) == (None,) * 3
    assert ranking.seconds is None
    assert ranking.bytecodes == report["work"]["bytecodes"]


def test_current_work_ranks_above_earlier_work(looks: tuple[Look, Look]) -> None:
    first, now = looks
    ranking = ranked(now, first, None, Wanted())
    assert [row["method"] for row in ranking.loops] == ["spin", "run"]
    in_all = ranked(now, first, None, Wanted(order="all"))
    assert [row["method"] for row in in_all.loops] == ["run", "spin"]
    # A loop's row is the same in both rankings.
    assert ranking.loops[0] == in_all.loops[1]
    assert ranking.sequences[0]["method"] == "spin"
    assert in_all.sequences[0]["method"] == "run"


def test_rates_are_differences_of_exact_counts(looks: tuple[Look, Look]) -> None:
    first, now = looks
    ranking = ranked(now, first, None, Wanted())
    assert ranking.seconds == 2.0
    for row in ranking.loops:
        then, after = (
            next(
                one
                for number in look.profile.method_rows.numbers.tolist()
                for one in loop_rows(look.profile, number)
                if look.profile.method_rows.row(number)["name"] == row["method"]
            )
            for look in (first, now)
        )
        assert row["iterations_per_second"] == (after.iterations - then.iterations) / 2.0
        assert row["bytecodes_per_second"] == (after.cost - then.cost) / 2.0
        share = (after.cost - then.cost) / (now.bytecodes - first.bytecodes)
        assert row["share_of_now"] == pytest.approx(share)
    spin = next(row for row in ranking.sequences if row["method"] == "spin")
    # There were 37 more activations, and each has the whole sequence once.
    assert (spin["count"], spin["count_per_second"]) == (40, 37 / 2.0)


def test_trends_compare_successive_looks(tmp_path: Path) -> None:
    looks = [
        Look(grown(tmp_path, *counts), float(at))
        for at, counts in enumerate([(10, 10), (20, 20), (21, 90), (40, 91), (60, 92, 50)])
    ]
    shares = None
    seen = []
    for before, now in pairwise(looks):
        ranking = ranked(now, before, shares, Wanted())
        seen.append({row["class"]: row["trend"] for row in ranking.loops})
        shares = ranking.shares
    figure, tangle = "demo/Figure3", "demo/Tangle"
    assert seen[0] == {figure: None, tangle: None}
    assert seen[1] == {figure: "falling", tangle: "rising"}
    assert seen[2] == {figure: "rising", tangle: "falling"}
    assert seen[3]["demo/Late"] == "new"


def test_filters_do_not_change_shares(looks: tuple[Look, Look]) -> None:
    first, now = looks
    whole = ranked(now, first, None, Wanted())
    part = ranked(now, first, None, Wanted(filter=Filter.parse("figure3")))
    assert [row["method"] for row in part.loops] == ["run"]
    (row,) = part.loops
    (same,) = (one for one in whole.loops if one["method"] == "run")
    for key in ("share_of_now", "share_of_all", "iterations_per_second", "trend"):
        assert row[key] == same[key]
    assert {one["method"] for one in part.sequences} == {"run"}
    assert part.shares == whole.shares
    with pytest.raises(KpathError, match="no method"):
        ranked(now, first, None, Wanted(filter=Filter.parse("nosuch")))


def test_rows_and_lengths_of_sequences_are_limited(looks: tuple[Look, Look]) -> None:
    first, now = looks
    whole = ranked(now, first, None, Wanted())
    assert (len(whole.loops), len(whole.sequences)) == (2, 2)
    assert max(len(row["paths"]) for row in whole.sequences) == 4
    ranking = ranked(now, first, None, Wanted(top=1, k=2))
    assert (len(ranking.loops), len(ranking.sequences)) == (1, 1)
    assert all(len(row["paths"]) == 2 for row in ranking.sequences)
    # If k is larger than the recording's k, the recording's k is used.
    longer = ranked(now, first, None, Wanted(k=64))
    assert (longer.loops, longer.sequences) == (whole.loops, whole.sequences)


def test_a_version_that_is_loaded_later_has_counts_of_its_own(tmp_path: Path) -> None:
    """The later version has the same name and loader, but another class file."""
    places = []
    for at, (early, late) in enumerate(((30, 0), (31, 8))):
        builder = RecordingBuilder(k=4)
        for spec, stream, times in (
            (figure_3(), (6, 2, 2, 3), early), (figure_3(digest="later"), (6, 2, 2, 3), late),
        ):  # fmt: skip
            method = builder.add(spec)
            if times:
                builder.stream(method, stream, times=times)
            builder.auxiliary(method, entries=times)
        (tmp_path / str(at)).mkdir()
        write_profile(tmp_path / f"{at}.kpath", builder.build(tmp_path / str(at)), demo_run())
        places.append(tmp_path / f"{at}.kpath")
    before, now = (Look(Profile.open(path), 10.0 + at) for at, path in enumerate(places))
    ranking = ranked(now, before, None, Wanted(top=20))
    rates = {(row["count"], row["count_per_second"]) for row in ranking.sequences}
    # Each sequence occurs once in an activation, so its count is the number of activations.
    assert {rate for count, rate in rates if count == 31} == {1.0}
    assert {rate for count, rate in rates if count == 8} == {8.0}


def test_a_look_without_entries_has_a_problem(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    builder.add(figure_3())
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    ranking = ranked(Look(Profile.open(tmp_path / "p.kpath"), 10.0), None, None, Wanted())
    assert ranking.problem is not None
    assert ranking.problem.startswith("no method was entered while it was recorded")
