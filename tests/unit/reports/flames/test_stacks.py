"""Tests the frames and weights of stacks, partly against a slow count over random walks."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.flows import random_walks
from builders.nested import nested_profile
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.selection import ALL, Selected, Selection, select
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.flames import stacks as module
from kpath_jvm.reports.flames.stacks import Stack, stacks


def selected(demo: Path, selection: Selection = ALL) -> Selected:
    return select(Profile.open(demo).merged(), selection)


def under(found: list[Stack], *texts: str) -> tuple[int, int]:
    """Adds up the completions and bytecodes of the stacks that match all of the texts.

    A stack matches a text if one of the stack's frames begins with the text.
    """
    own = [
        stack
        for stack in found
        if all(any(one.text.startswith(text) for one in stack.frames) for text in texts)
    ]
    return sum(one.completions for one in own), sum(one.bytecodes for one in own)


def test_every_unit_of_weight_lies_on_one_stack(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    for k in (1, 2, 4):
        found = list(stacks(selected(demo), k))
        assert sum(one.bytecodes for one in found) == Costs(profile).total > 0
        assert sum(one.completions for one in found) == profile.method_rows.completed.sum()
        assert len(found) == len({one.frames for one in found})


def test_frames_of_figure_3_follow_its_stream(demo: Path) -> None:
    found = list(stacks(selected(demo, Selection(method=("Figure3.run",))), 3))
    frames = max((one.frames for one in found), key=len)
    assert [one.text for one in frames[:3]] == ["demo.Figure3", "run(int)", "loop at line 9"]
    assert [one.name for one in frames[1:3]] == [
        "demo.Figure3.run(int)", "Figure3.run loop at line 9",
    ]  # fmt: skip
    assert {one.file for one in frames} == {"Figure3.java"}
    assert [one.line for one in frames[:3]] == [0, 8, 9]
    assert len(frames) == 6
    # The stream is 6 2 0 0 2 2 0 0 2 2 0 0 2 3. A (path 0) is followed by another A three times out
    # of six. Two As are always followed by B (path 2).
    names = {tuple(one.text.split(":")[0] for one in stack.frames[3:]) for stack in found}
    assert ("A", "A×2", "A×2 B") in names  # noqa: RUF001
    assert not any(name[:2] == ("A", "A B") and name[2:] == ("A B A",) for name in names)
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run")
    cost = Costs(profile).of_path(method, 0)
    assert under(found, "run(int)", "A:")[1] == 6 * cost
    assert under(found, "run(int)", "A×2:")[1] == 3 * cost  # noqa: RUF001


def test_a_loops_frame_is_as_wide_as_the_loops_cost(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run")
    (row,) = loop_rows(profile, method)
    found = list(stacks(selected(demo, Selection(method=("Figure3.run",)))))
    assert under(found, "loop at line 9")[1] == row.whole_cost
    # All completions are in the loop, except the last one, which leaves the method.
    assert under(found, "loop at line 9")[0] == 13


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_weights_agree_with_a_slow_count(seed: int, k: int) -> None:
    walks = random_walks(seed)
    builder = RecordingBuilder(k=4)
    builder.stream(builder.add(walks.method), *walks.sequences)
    with TemporaryDirectory() as directory:
        path = Path(directory)
        write_profile(path / "it.kpath", builder.build(path), demo_run())
        found = list(stacks(selected(path / "it.kpath"), k))
        profile = Profile.open(path / "it.kpath")
        costs = Costs(profile)
        own = {row.header_line: 0 for row in loop_rows(profile, 0)}
        wanted_costs = {row.header_line: row.cost for row in loop_rows(profile, 0)}
    # For each completion, the slow count has the sequence of up to k completions that begins there.
    # A sequence's bytecodes are only those of its first path.
    expected: Counter[tuple[int, ...]] = Counter()
    weights: Counter[tuple[int, ...]] = Counter()
    for sequence in walks.sequences:
        for at in range(len(sequence)):
            window = tuple(sequence[at : at + k])
            expected[window] += 1
            weights[window] += costs.of_path(0, window[0])
    depths: Counter[int] = Counter()
    for stack in found:
        loops = sum(one.text.startswith("loop at") for one in stack.frames)
        depths[len(stack.frames) - 2 - loops] += stack.completions
        if loops:
            # A stack's bytecodes belong to the innermost of the stack's loops.
            own[stack.frames[1 + loops].line] += stack.bytecodes
    assert depths == Counter(
        {
            depth: sum(count for window, count in expected.items() if len(window) == depth)
            for depth in {len(window) for window in expected}
        }
    )
    assert sum(one.bytecodes for one in found) == weights.total()
    assert own == wanted_costs
    assert all(one.bytecodes > 0 for one in found)


def test_rare_stacks_are_merged(demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(stacks(selected(demo)))
    monkeypatch.setattr(module, "LEAST_SHARE", 0.05)
    coarse = list(stacks(selected(demo)))
    assert len(coarse) < len(found)
    assert sum(one.bytecodes for one in coarse) == sum(one.bytecodes for one in found)
    assert sum(one.completions for one in coarse) == sum(one.completions for one in found)
    assert under(coarse, "rarer paths") > (0, 0)
    assert under(coarse, "run(int)") == under(found, "run(int)")


def test_contradictory_counts_are_refused_in_one_line(
    demo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_own_counts", lambda *_: np.array([-1]))
    with pytest.raises(KpathError) as caught:
        list(stacks(selected(demo), top=1))
    assert str(caught.value) == (
        "the profile is corrupt: the counts of the sequences of Shared.run contradict one "
        "another; record it again"
    )


def test_the_costliest_methods_come_first(demo: Path) -> None:
    names = list(dict.fromkeys(one.frames[1].name for one in stacks(selected(demo))))
    assert len(names) == 5
    (first,) = dict.fromkeys(one.frames[1].name for one in stacks(selected(demo), top=1))
    assert first == names[0]


def test_a_frame_names_the_start_of_the_path_after_the_decisions(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    texts = {
        frame.text for stack in stacks(select(profile, ALL)) for frame in stack.frames
        if "from the loop" in frame.text
    }  # fmt: skip
    assert texts
    for text in texts:
        said = text.partition(": ")[2]
        assert "," not in said.partition("from the loop")[2], text
        assert said.startswith(("line ", "from ")), text
        assert said.startswith("from ") == ("," not in said), text
