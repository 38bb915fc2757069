"""Tests the intervals of a sampled profile's shares against figures from each burst's profile."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from builders.sampled import SEED, sampled
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.sampled.bootstrap import LEAST_UNITS, Resampling, ShareInterval
from kpath_jvm.analysis.sampled.shares import SampledShares

_KEY = ("class", "name", "descriptor", "digest")


def bursts_of(profile: Profile) -> list[Profile]:
    assert profile.run.sampling is not None
    places = [burst.place for burst in profile.run.sampling.bursts]
    return [Profile.open(profile.path / place).merged() for place in places if place is not None]


def number_of(profile: Profile, name: tuple[object, ...]) -> int | None:
    """Returns the number of the method with these values of _KEY, or None if there is none."""
    rows = profile.method_rows
    names = rows.tuples(_KEY)
    return rows.numbers[names.index(name)].item() if name in names else None


def rows(profile: Profile) -> list[tuple[tuple[object, ...], LoopRow]]:
    found = profile.method_rows
    names = found.tuples(_KEY)
    return [
        (name, row)
        for name, method in zip(names, found.numbers.tolist(), strict=True)
        for row in loop_rows(profile, method)
    ]


def slowly(
    profile: Profile, numerators: list[float], denominators: list[float]
) -> ShareInterval | None:
    return Resampling(len(bursts_of(profile)), SEED).of_ratio(
        np.array(numerators), np.array(denominators)
    )


def test_intervals_of_loops_follow_from_each_burst_s_counts(tmp_path: Path) -> None:
    profile = Profile.open(sampled(tmp_path, 8)).merged()
    shares = SampledShares(profile)
    assert shares.units == 8
    totals = [float(Costs(one).total) for one in bursts_of(profile)]
    told = [{(name, row.loop): row.cost for name, row in rows(one)} for one in bursts_of(profile)]
    found = rows(profile)
    assert found
    for name, row in found:
        costs = [float(one.get((name, row.loop), 0)) for one in told]
        assert sum(costs) == row.cost
        interval = shares.of_loop(row.method, row.loop)
        assert interval is not None
        assert interval == slowly(profile, costs, totals)
        assert interval.low <= row.cost / Costs(profile).total <= interval.high


def test_intervals_of_sequences_follow_from_each_burst_s_counts(tmp_path: Path) -> None:
    profile = Profile.open(sampled(tmp_path, 8)).merged()
    shares, looked_at = SampledShares(profile), 0
    for name, row in rows(profile):
        if row.sequence is None:
            continue
        covered, completions = [], []
        for one in bursts_of(profile):
            method = number_of(one, name)
            ngrams = {} if method is None else one.ngrams(method).set_index("sequence")["count"]
            own = dict(ngrams)
            covered.append(float(own.get(row.sequence.paths, 0) * row.sequence.period))
            of_loop = (
                []
                if method is None
                else [it for it in loop_rows(one, method) if it.loop == row.loop]
            )
            completions.append(float(sum(it.completions for it in of_loop)))
        found = shares.of_sequence(row.method, row.loop, row.sequence.paths, row.sequence.period)
        assert found == slowly(profile, covered, completions)
        assert sum(completions) == row.completions
        looked_at += found is not None
    assert looked_at > 0


@pytest.mark.parametrize("why", ["few", "copied without bursts"])
def test_without_enough_bursts_there_are_no_intervals(tmp_path: Path, why: str) -> None:
    path = sampled(tmp_path, LEAST_UNITS - 1 if why == "few" else 8)
    if why != "few":
        shutil.rmtree(path / "runs")
    profile = Profile.open(path)
    shares = SampledShares(profile)
    _, row = rows(profile)[0]
    assert shares.of_loop(row.method, row.loop) is None
