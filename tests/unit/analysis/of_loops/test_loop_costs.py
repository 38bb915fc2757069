"""Checks the costs of all loops, computed together, against costs computed loop by loop."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from builders.looping import profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_loops.loop_costs import loop_costs


@given(st.integers(0, 2**32))
def test_a_method_s_loops_have_the_costs_of_their_rows(seed: int) -> None:
    program = random_program(seed, exceptions=0.02)
    with profile_of(program, 2) as profile:
        found = loop_costs(profile)
        rows = {row.loop: row for row in loop_rows(profile, 0)}
    assert found.numbers.tolist() == list(range(len(program.bodies())))
    assert {loop for loop, is_so in enumerate(found.is_executed.tolist()) if is_so} == set(rows)
    for loop, row in rows.items():
        assert found.costs[loop] == row.cost
        blocks = [block for s in program.sequences for path in s for block in path.blocks]
        assert found.visits[loop] == blocks.count(row.header)


def test_loops_of_several_methods_have_the_costs_of_their_rows(demo: Path) -> None:
    for profile in (Profile.open(demo), Profile.open(demo).merged()):
        found = loop_costs(profile)
        keys = list(zip(found.methods.tolist(), found.numbers.tolist(), strict=True))
        rows = [row for method in sorted(set(found.methods)) for row in loop_rows(profile, method)]
        assert [key for key, is_so in zip(keys, found.is_executed, strict=True) if is_so] == [
            (row.method, row.loop) for row in rows
        ]
        assert found.costs[found.is_executed].tolist() == [row.cost for row in rows]
        assert 0 < found.costs.sum() <= Costs(profile).total
