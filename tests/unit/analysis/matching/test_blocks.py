"""Tests how the blocks of two versions of a method are aligned."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from builders.versions import ARMS, Version, versions_profile
from builders.walks import Program
from kpath_jvm.analysis.matching import blocks
from kpath_jvm.analysis.matching.alignment import aligned
from kpath_jvm.analysis.matching.blocks import equal_blocks, match_blocks, similarity
from kpath_jvm.profile.code import MethodCode


def code_of(directory: Path, version: Version) -> MethodCode:
    return versions_profile(directory, f"of{len(list(directory.iterdir()))}", version).code(0)


@pytest.mark.parametrize("seed", range(6))
def test_equal_code_is_matched_block_by_block(tmp_path: Path, seed: int) -> None:
    program = Program.random(seed, depth=2)
    code = code_of(tmp_path, Version(program.successors))
    match = match_blocks(code, code)
    assert match.to_new.tolist() == equal_blocks(len(code.offsets)).to_new.tolist()
    assert match.share == 1


def test_a_new_loop_before_the_end_moves_the_blocks_after_it(tmp_path: Path) -> None:
    # Blocks 6 and 7 are the new loop; block 8 was block 6.
    grown = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())
    base, new = code_of(tmp_path, Version()), code_of(tmp_path, Version(grown))
    match = match_blocks(base, new)
    assert match.to_new.tolist() == [0, 1, 2, 3, 4, 5, 8]
    assert match.to_base.tolist() == [0, 1, 2, 3, 4, 5, -1, -1, 6]
    assert match.share == 14 / 16
    assert match_blocks(new, base).to_new.tolist() == match.to_base.tolist()


def test_a_branch_with_another_operand_is_the_same_branch(tmp_path: Path) -> None:
    base = code_of(tmp_path, Version(operands={2: "a"}))
    match = match_blocks(base, code_of(tmp_path, Version(operands={2: "b"})))
    assert match.to_new.tolist() == list(range(7))


@pytest.mark.parametrize("seed", range(30))
def test_no_other_alignment_is_better(seed: int) -> None:
    random = Random(seed)
    kinds = [feature(random) for _ in range(4)]
    one = [random.choice(kinds) for _ in range(random.randint(0, 6))]
    other = [random.choice(kinds) for _ in range(random.randint(0, 6))]
    found = aligned(one, other, blocks._similarities, blocks._MOST_PAIRS)
    assert found == sorted(found)
    assert len({a for a, _ in found}) == len({b for _, b in found}) == len(found)
    score = sum(similarity(one[a], other[b]) for a, b in found)

    @cache
    def best(a: int, b: int) -> float:
        if a == len(one) or b == len(other):
            return 0.0
        beside = similarity(one[a], other[b])
        return max(best(a + 1, b), best(a, b + 1), beside + best(a + 1, b + 1) if beside else 0)

    assert score == pytest.approx(best(0, 0), abs=1e-5)


def feature(random: Random) -> blocks._Features:
    asks = random.choice([("", "", 0), ("branch", "I", 2)])
    shape = (random.randint(0, 1), 2 if asks[0] else 1, random.random() < 0.1)
    loop, digest = random.randint(-3, 2), random.randint(0, 2)
    return blocks._Features(random.randint(1, 9), asks, (), (), shape, loop, digest)


def test_blocks_with_and_without_a_branch_are_not_similar() -> None:
    plain = blocks._Features(3, ("", "", 0), (), (), (0, 1, False), -1, 0)
    asks = blocks._Features(3, ("branch", "I", 2), (), (), (0, 2, False), -1, 0)
    assert similarity(plain, asks) == 0
    assert similarity(plain, plain) == 1
    assert similarity(plain, plain._replace(instructions=4)) > blocks.LEAST_SIMILARITY
