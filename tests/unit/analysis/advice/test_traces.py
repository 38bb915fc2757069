"""Tests which way each path takes through the loop of the k-BLPP paper's Fig. 3."""

from pathlib import Path

import numpy as np
import pytest

from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.traces import LoopTraces, Trace, loop_traces
from kpath_jvm.analysis.loop_nest import LoopNest


@pytest.fixture
def traces(tmp_path: Path) -> LoopTraces:
    profile = Profile.open(demo_profile(tmp_path))
    forest = profile.method_forest(profile.find_method("Figure3.run"))
    roots = np.flatnonzero(forest.depths == 1)
    code = profile.code(profile.find_method("Figure3.run"))
    nest = LoopNest(code, profile.method_rows.row(profile.find_method("Figure3.run")))
    return loop_traces(code, nest, code.loops[0], forest.paths[roots], forest.counts[roots])


def test_an_entering_path_goes_the_same_way_as_a_later_one(traces: LoopTraces) -> None:
    # There are 14 completions. Path 6 completed once; it comes from the entry and goes on like path
    # 2. Paths 2 and 0 completed six times each, and path 3 once.
    assert traces.numbers.tolist() == [0, 2, 3, 6]
    assert traces.traces.tolist() == [1, 0, 2, 0]
    assert traces.all == (
        Trace((1, 2, 4), "back", {1: 2, 4: 1}, 2, 7),
        Trace((1, 3, 4), "back", {1: 3, 4: 1}, 0, 6),
        Trace((1, 2, 4), "out", {1: 2, 4: 5}, 3, 1),
    )


def test_traces_show_which_paths_enter_and_go_round_the_loop(traces: LoopTraces) -> None:
    assert traces.is_next.tolist() == [True, True, True, False]
    assert traces.is_back.tolist() == [True, True, False, True]
    assert traces.is_entering.tolist() == [False, False, False, True]
    assert traces.places(np.array([6, 0], dtype=np.int32)).tolist() == [3, 0]


def test_each_way_has_the_outcomes_of_its_branches(traces: LoopTraces) -> None:
    targets, found = traces.outcomes(1)
    assert (targets, found.tolist()) == ((2, 3), [0, 1, 0])
    assert traces.outcomes(2)[0] == ()
    assert traces.has(2).tolist() == [True, False, True]
