"""Checks ``LoopColumns``, which has all methods' loops, against each method's code and nest."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from builders.looping import profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.loop_columns import NONE, LoopColumns
from kpath_jvm.analysis.loop_nest import LoopNest


@pytest.mark.parametrize("seed", range(30))
def test_the_smallest_loop_around_two_loops_is_found(seed: int) -> None:
    with profile_of(random_program(seed), 2) as profile:
        rows = LoopColumns(profile)
        (method,) = profile.method_rows.numbers.tolist()
        code = profile.code(method)
        nest = LoopNest(code, profile.method_rows.row(method))
        every = range(NONE, len(code.loops))
        assert rows.numbers.tolist() == list(range(len(code.loops)))
        pairs = np.array(list(product(every, every)), dtype=np.intp)
        expected = [int(nest.around[one, other]) for one, other in pairs.tolist()]
        assert rows.around(pairs[:, 0], pairs[:, 1]).tolist() == expected
        assert [rows.depth(loop) for loop in range(len(code.loops))] == [
            nest.depth(loop) for loop in range(len(code.loops))
        ]
        lines = [code.header_line(loop.header) for loop in code.loops]
        assert rows.header_lines(np.arange(len(code.loops))) == lines


@pytest.mark.parametrize("seed", range(10))
def test_loops_are_found_by_their_headers(seed: int) -> None:
    with profile_of(random_program(seed), 2) as profile:
        (method,) = profile.method_rows.numbers.tolist()
        code = profile.code(method)
        blocks = np.arange(len(code.offsets))
        headers = [loop.header for loop in code.loops]
        expected = [headers.index(block) if block in headers else NONE for block in blocks.tolist()]
        rows = LoopColumns(profile)
        assert rows.with_header(np.full(len(blocks), method), blocks).tolist() == expected
        others = np.full(len(blocks), method + 1)
        assert rows.with_header(others, blocks).tolist() == [NONE] * len(blocks)


def test_loops_of_several_methods_are_found_by_their_headers(demo: Path) -> None:
    profile = Profile.open(demo)
    rows = LoopColumns(profile)
    for loop, (method, number) in enumerate(
        zip(rows.methods.tolist(), rows.numbers.tolist(), strict=True)
    ):
        header = profile.code(method).loops[number].header
        found = rows.with_header(np.array([method]), np.array([header]))
        assert found.tolist() == [loop]
        assert rows.header_line(loop) == profile.code(method).header_line(header)
    assert len(rows.methods) > 3
    assert rows.header_lines(np.array([NONE])) == [None]
