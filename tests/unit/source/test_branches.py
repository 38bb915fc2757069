"""Tests how a method's branches are prepared for matching with source text."""

from pathlib import Path

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.source.branches import branches_of


def test_branches_have_lines_and_their_next_decisions(demo: Path) -> None:
    profile = Profile.open(demo)
    first, second = branches_of(profile.code(profile.find_method("Figure3.run(I)V")))
    assert (first.decision.block, first.line, first.target_lines) == (1, 9, (10, 13))
    # Both ways through the body reach the decision at the loop's end. If that decision leaves the
    # loop, no further decision follows.
    assert first.successors == (4, 4)
    assert (second.decision.block, second.line, second.target_lines) == (4, 9, (17, 9))
    assert second.successors[0] is None


def test_a_comparison_of_constants_is_no_decision(tmp_path: Path) -> None:
    """Block 1 asks whether 1 != 0, so it always leads to block 2, and then to the loop's end."""
    builder = RecordingBuilder()
    method = figure_3()
    at = next(i for i, one in enumerate(method.decisions) if one[0] == 1)
    block, _, _, _, keys, targets = method.decisions[at]
    method.decisions[at] = (block, "!=", "I", ["1", "0"], keys, targets)
    builder.add(method)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    first, second = branches_of(Profile.open(tmp_path / "p.kpath").code(0))
    assert (first.is_settled, second.is_settled) == (True, False)
    # If the loop goes on, the next decision is block 4's again, because block 1 is settled.
    assert second.successors[1] == 4


def test_inlined_branches_are_on_no_line_of_the_file(tmp_path: Path) -> None:
    """Block 1 decides on line 10 of another file. Block 4 still decides on line 9 of this file."""
    builder = RecordingBuilder()
    changed = figure_3(mapped=[(7, "Util.kt", "a/b", 10, 9), (13, "", "", 10, 9)])
    changed.blocks[1] = (4, 8, [(4, 9), (6, 7)])
    builder.add(changed)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    first, second = branches_of(Profile.open(tmp_path / "p.kpath").code(0))
    assert (first.line, first.target_lines, first.is_elsewhere) == (-1, (10, -1), True)
    assert (second.line, second.target_lines, second.is_elsewhere) == (9, (17, 9), False)


def test_inlined_branches_have_the_lines_of_their_own_file(tmp_path: Path) -> None:
    """Line 7 stands for a line of another file, and line 13 for a line of this file.

    Both were inlined into line 9.
    """
    builder = RecordingBuilder()
    changed = figure_3(mapped=[(7, "Util.kt", "a/b", 10, 9), (13, "", "", 10, 9)])
    changed.blocks[1] = (4, 8, [(4, 9), (6, 7)])
    builder.add(changed)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    code = Profile.open(tmp_path / "p.kpath").code(0)
    first, second = branches_of(code, code.places.of(7))
    assert (first.line, first.target_lines, first.is_elsewhere) == (10, (-1, -1), False)
    assert (second.line, second.is_elsewhere) == (-1, True)
    first, second = branches_of(code, code.places.of(13))
    assert (first.line, first.target_lines, first.is_elsewhere) == (-1, (-1, 10), True)
    assert (second.line, second.is_elsewhere) == (-1, True)
