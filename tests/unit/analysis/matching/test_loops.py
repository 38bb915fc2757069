"""Tests which loops two versions of a method have in common."""

from pathlib import Path
from random import Random

import pytest

from builders.versions import Version, versions_profile
from kpath_jvm.analysis.matching.blocks import match_blocks
from kpath_jvm.analysis.matching.cases import blocks_in_order
from kpath_jvm.analysis.matching.loops import same_loops
from kpath_jvm.profile.code import MethodCode


def code_of(directory: Path, version: Version) -> MethodCode:
    return versions_profile(directory, f"of{len(list(directory.iterdir()))}", version).code(0)


def common(base: MethodCode, new: MethodCode) -> dict[int, int]:
    return same_loops(base, new, blocks_in_order(base), blocks_in_order(new))


def in_a_row(*loops: str) -> Version:
    """Returns a method in which loops with these conditions come one after the other.

    The longer the condition of a loop, the larger the body.
    """
    successors: list[tuple[int, ...]] = [(1,)]
    operands, instructions = {}, {}
    for condition in loops:
        header = len(successors)
        successors += [(header + 1, header + 2), (header,)]
        operands[header] = condition
        instructions[header + 1] = 2 + len(condition)
    return Version((*successors, ()), operands=operands, instructions=instructions)


@pytest.mark.parametrize("seed", range(20))
def test_common_loops_are_found_among_added_and_removed_loops(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    names = ["x" * (2 * at + 1) + ".length()" for at in range(6)]
    kept = [[name for name in names if random.random() < 0.7] for _ in range(2)]
    found = common(*(code_of(tmp_path, in_a_row(*own)) for own in kept))
    placed = [{name: 1 + 2 * at for at, name in enumerate(own)} for own in kept]
    both = [name for name in names if name in placed[0] and name in placed[1]]
    expected = {placed[0][name]: placed[1][name] for name in both}
    assert {base: found.get(base) for base in expected} == expected


def test_the_body_tells_loops_with_the_same_condition_apart(tmp_path: Path) -> None:
    """In the new version, a small loop with the outer loop's condition precedes the nest."""
    #: Block 1 is the outer header, 2 leads into the inner loop of 3 and 4, and 5 goes back.
    nest = ((1,), (2, 6), (3,), (4, 5), (3,), (1,), ())
    base = code_of(tmp_path, Version(nest, operands={1: "i", 3: "j"}, instructions={4: 9}))
    #: These are the same blocks, with a loop of blocks 1 and 2 before them.
    grown = ((1,), (2, 3), (1,), (4, 8), (5,), (6, 7), (5,), (3,), ())
    operands = {1: "i", 3: "i", 5: "j"}
    new = code_of(tmp_path, Version(grown, operands=operands, instructions={4: 7, 6: 11, 2: 3}))
    assert common(base, new) == {1: 3, 3: 5}
    assert common(new, base) == {3: 1, 5: 3}
    to_new = match_blocks(base, new).to_new.tolist()
    assert (to_new[1], to_new[3]) == (3, 5)


def test_loops_match_despite_renamed_variables(tmp_path: Path) -> None:
    base = code_of(tmp_path, in_a_row("i", "jjjjjj"))
    new = code_of(tmp_path, in_a_row("k", "llllll"))
    assert common(base, new) == {1: 1, 3: 3}


def test_loops_that_have_nothing_in_common_are_different_loops(tmp_path: Path) -> None:
    base = code_of(tmp_path, in_a_row("i"))
    switch = ((1,), (2, 3, 4), (1,), (1,), ())
    new = Version(switch, operands={1: "k"}, instructions={1: 30, 2: 20, 3: 20})
    assert common(base, code_of(tmp_path, new)) == {}
