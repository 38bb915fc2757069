"""Tests the flow across calls and its bounds for two degrees, with an example of Tallam et al.

The example is in section 3.2.3 of their paper on overlapping paths.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.figure_2 import WHOLE, figure_2
from kpath_jvm.analysis.overlapping.call_flow import CallFlow, call_flows
from kpath_jvm.errors import KpathError


def flows(directory: Path, degree: int) -> list[CallFlow]:
    return call_flows(figure_2(directory / "ol", degree), figure_2(directory / "exact", 254))


@pytest.mark.parametrize(
    ("degree", "into", "back"), [(0, (0, 500), (0, 200)), (1, (100, 100), (100, 100))]
)
def test_only_degree_1_gives_exact_flow(
    tmp_path: Path, degree: int, into: tuple[int, int], back: tuple[int, int]
) -> None:
    first, second = flows(tmp_path, degree)
    assert (first.kind, second.kind) == ("call", "return")
    assert (first.bounds.definite, first.bounds.potential) == into
    assert (second.bounds.definite, second.bounds.potential) == back
    assert first.real == {("entry", (0, 1), WHOLE): 100}
    assert second.real == {("entry", WHOLE, (1, 2)): 70, ("entry", WHOLE, (1, 3)): 30}
    assert first.outside == second.outside == []


def test_flows_outside_their_bounds_are_reported(tmp_path: Path) -> None:
    first, _ = flows(tmp_path, 1)
    pair = "entry", (0, 1), WHOLE
    assert replace(first, real={pair: 101}).outside == [pair]
    assert replace(first, real={}).outside == [pair]
    assert replace(first, real=None).outside == []


def test_the_real_flow_needs_an_exact_profile(tmp_path: Path) -> None:
    found = call_flows(figure_2(tmp_path / "ol", 1))
    assert [one.real_flow for one in found] == [None, None]


def test_the_real_flow_of_a_method_that_the_exact_profile_lacks_is_not_known(
    tmp_path: Path,
) -> None:
    online = figure_2(tmp_path / "ol", 1)
    exact = figure_2(tmp_path / "exact", 254, called="another")
    found = call_flows(online, exact)
    assert [(one.real, one.outside) for one in found] == [(None, []), (None, [])]


def test_unsuitable_profiles_are_refused(tmp_path: Path) -> None:
    low = figure_2(tmp_path / "low", 1)
    with pytest.raises(KpathError, match="was recorded with a degree other than 254"):
        call_flows(low, low)
    with pytest.raises(KpathError, match="has no paths across calls"):
        call_flows(figure_2(tmp_path / "loops", 1, calls=False))
