"""Tests which blocks a loop and its loop test contain, and where the ways of a branch meet."""

from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.looping import profile_of, random_program
from kpath_jvm.analysis.loop_nest import NONE, LoopNest
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import LineTable, PathDecoder
from kpath_jvm.profile.metadata import Decision, Loop
from kpath_jvm.profile.places import Places


def nest_of(
    edges: list[tuple[int, int]],
    *loops: Loop,
    jumps: Collection[int] = (),
    sizes: Mapping[int, int] | None = None,
) -> LoopNest:
    """Returns the nest of a method with the given edges.

    The blocks ``jumps`` have one instruction, and the others have two. ``sizes`` maps a block to
    the number of instructions in its branch's test. The sizes of all other tests aren't known.
    """
    size = 1 + max(map(max, edges))
    back = {(latch, loop.header) for loop in loops for latch in loop.latches}
    targets = {a: sorted(b for one, b in edges if one == a) for a in range(size)}
    decoder = PathDecoder(
        [("entry", 0, 0)],
        [(a, b, at) for at, (a, b) in enumerate(edges) if (a, b) not in back],
        [],
        size,
    )
    known = sizes or {}
    decisions = tuple(
        Decision(a, "switch", "I", ("x",), keys, tuple(found), known.get(a, -1))
        for a, found in targets.items()
        if len(found) > 1 and (keys := tuple(range(len(found) - 1)))
    )
    offsets = tuple((at, at) for at in range(size))
    instructions = tuple(1 if at in jumps else 2 for at in range(size))
    code = MethodCode(
        offsets, instructions, LineTable(offsets, [[]] * size), loops, decoder, decisions,
        Places((), {}),
    )  # fmt: skip
    return LoopNest(code, {"cuts": [], "cut": "back-edge", "irreducible": False, "athrows": []})


@pytest.mark.parametrize(
    ("edges", "loop", "test"),
    [
        # while (a) b;
        ([(0, 1), (0, 3), (1, 2), (2, 0)], Loop(0, (2,), (0, 1, 2)), {0}),
        # while (a && b) c;
        ([(0, 1), (0, 3), (1, 2), (1, 3), (2, 0)], Loop(0, (2,), (0, 1, 2)), {0, 1}),
        # while (a || b) c;
        ([(0, 1), (0, 2), (1, 2), (1, 3), (2, 0)], Loop(0, (2,), (0, 1, 2)), {0, 1}),
        # while (a) if (b) return; else c;
        ([(0, 1), (0, 3), (1, 2), (1, 4), (2, 0)], Loop(0, (2,), (0, 1, 2)), {0}),
        # do a; while (b);
        ([(0, 0), (0, 1)], Loop(0, (0,), (0,)), set()),
        # do { if (a) continue; b; } while (c): continue leads to c, which is the only latch.
        ([(0, 1), (0, 2), (1, 2), (2, 0), (2, 3)], Loop(0, (2,), (0, 1, 2)), set()),
    ],
)
def test_the_blocks_of_a_loop_test_are_found(
    edges: list[tuple[int, int]], loop: Loop, test: set[int]
) -> None:
    assert nest_of(edges, loop).test(0) == test


@pytest.mark.parametrize(
    ("edges", "jumps", "loop", "test"),
    [
        # while (true) { if (a || b) break; c; }, as javac compiles it: b goes on or jumps out.
        (
            [(0, 1), (0, 4), (1, 2), (1, 3), (2, 4), (3, 0)],
            {2},
            Loop(0, (3,), (0, 1, 3)),
            {0, 1},
        ),
        # The block before the exit does more than jump: b ends the iteration that is under way.
        (
            [(0, 1), (0, 4), (1, 2), (1, 3), (2, 4), (3, 0)],
            set(),
            Loop(0, (3,), (0, 1, 3)),
            {0},
        ),
        # A single instruction that goes on to the next block isn't a jump.
        (
            [(0, 1), (0, 3), (1, 2), (1, 4), (2, 3), (4, 0)],
            {2},
            Loop(0, (4,), (0, 1, 4)),
            {0},
        ),
        # Both ways out lead to block 6, one of them through two jumps.
        (
            [(0, 1), (0, 2), (1, 3), (1, 6), (2, 4), (4, 6), (6, 5), (3, 0)],
            {2, 4},
            Loop(0, (3,), (0, 1, 3)),
            {0, 1},
        ),
        # Jumps between the parts of the test belong to it.
        (
            [(0, 1), (0, 4), (1, 3), (3, 2), (3, 4), (2, 0)],
            {1},
            Loop(0, (2,), (0, 1, 2, 3)),
            {0, 1, 3},
        ),
        # A jump to the header is a back edge. javac compiles an empty while (a) in this way.
        ([(0, 1), (0, 2), (1, 0)], {1}, Loop(0, (1,), (0, 1)), {0}),
        # Two ways out lead into an endless cycle of jumps, which counts as one target.
        (
            [(0, 1), (0, 5), (1, 3), (1, 2), (2, 0), (3, 5), (5, 3)],
            {3, 5},
            Loop(0, (2,), (0, 1, 2)),
            {0, 1},
        ),
    ],
)
def test_jumps_count_as_their_targets(
    edges: list[tuple[int, int]], jumps: set[int], loop: Loop, test: set[int]
) -> None:
    assert nest_of(edges, loop, jumps=jumps).test(0) == test


@pytest.mark.parametrize(
    ("edges", "sizes", "loop", "test"),
    [
        # while (true) { if (a || b) break; c; }, where the test of b has two instructions.
        ([(0, 1), (0, 3), (1, 2), (1, 3), (2, 0)], {0: 1, 1: 2}, Loop(0, (2,), (0, 1, 2)), {0, 1}),
        # The header may do more than test.
        ([(0, 1), (0, 3), (1, 2), (1, 3), (2, 0)], {0: 1}, Loop(0, (2,), (0, 1, 2)), {0, 1}),
        # while (a) { b; if (c) break; d; }: b and c are one block, and c is one instruction of it.
        ([(0, 1), (0, 3), (1, 2), (1, 3), (2, 0)], {1: 1}, Loop(0, (2,), (0, 1, 2)), {0}),
        # while (true) { if (a) { b; if (c) break; } d; }
        ([(0, 1), (0, 2), (1, 2), (1, 3), (2, 0)], {1: 1}, Loop(0, (2,), (0, 1, 2)), set()),
        # for (;;) { if (a) b; else c; if (d) break; e; }
        (
            [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 0)],
            {0: 2, 3: 2},
            Loop(0, (4,), (0, 1, 2, 3, 4)),
            set(),
        ),
        # for (;;) { if ((a ? b : c) == d) break; e; }
        (
            [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 0)],
            {0: 2},
            Loop(0, (4,), (0, 1, 2, 3, 4)),
            {0, 1, 2, 3},
        ),
        # while (a && (b ? c : d) != 0) e;
        (
            [(0, 1), (0, 6), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (4, 6), (5, 0)],
            {1: 2},
            Loop(0, (5,), (0, 1, 2, 3, 4, 5)),
            {0, 1, 2, 3, 4},
        ),
        # while (a) { int x = b ? c : d; if (x != 0) break; e; }
        (
            [(0, 1), (0, 6), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (4, 6), (5, 0)],
            {1: 2, 4: 1},
            Loop(0, (5,), (0, 1, 2, 3, 4, 5)),
            {0},
        ),
        # do { c; } while (a && b);
        ([(0, 1), (0, 2), (1, 0), (1, 2)], {0: 1, 1: 2}, Loop(0, (1,), (0, 1)), set()),
        # do { c; } while ((a || b) && d);
        (
            [(0, 1), (0, 2), (1, 2), (1, 3), (2, 0), (2, 3)],
            {0: 1, 1: 2, 2: 2},
            Loop(0, (2,), (0, 1, 2)),
            set(),
        ),
        # do { c; if (a) return; } while (b);
        ([(0, 1), (0, 2), (1, 0), (1, 3)], {0: 1, 1: 2}, Loop(0, (1,), (0, 1)), set()),
        # do { c; if (a) break; e; } while (b);
        ([(0, 1), (0, 2), (1, 0), (1, 2)], {0: 1, 1: 1}, Loop(0, (1,), (0, 1)), {0}),
        # while (a) if (b) break;
        ([(0, 1), (0, 2), (1, 0), (1, 2)], {0: 2, 1: 2}, Loop(0, (1,), (0, 1)), {0}),
    ],
)
def test_blocks_after_the_header_belong_to_a_test_only_if_they_only_test(
    edges: list[tuple[int, int]], sizes: dict[int, int], loop: Loop, test: set[int]
) -> None:
    assert nest_of(edges, loop, sizes=sizes).test(0) == test


@pytest.mark.parametrize(
    ("edges", "loop", "targets", "do_meet"),
    [
        # for (;;) { if (a) b; c; if (d) break; }
        (
            [(0, 1), (0, 2), (1, 2), (2, 0), (2, 3)],
            Loop(0, (2,), (0, 1, 2)),
            (1, 2),
            True,
        ),
        # while (a) { if (b) { c; continue; } d; }: the ways meet at the header.
        (
            [(0, 1), (0, 4), (1, 2), (1, 3), (2, 0), (3, 0)],
            Loop(0, (2, 3), (0, 1, 2, 3)),
            (2, 3),
            True,
        ),
        # while (a) { if (b) { if (c) d; } e; }
        (
            [(0, 1), (0, 5), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4), (4, 0)],
            Loop(0, (4,), (0, 1, 2, 3, 4)),
            (2, 4),
            False,
        ),
        # while (a) { if (b) c; else while (d) e; }
        (
            [(0, 1), (0, 5), (1, 2), (1, 3), (2, 0), (3, 4), (3, 0), (4, 3)],
            Loop(0, (2, 3), (0, 1, 2, 3, 4)),
            (2, 3),
            False,
        ),
        # A switch with three cases, one of which leaves the loop.
        (
            [(0, 1), (0, 2), (0, 3), (0, 5), (1, 4), (2, 4), (4, 0), (3, 5)],
            Loop(0, (4,), (0, 1, 2, 4)),
            (1, 2, 3),
            False,
        ),
    ],
)
def test_ways_meet_before_one_of_them_branches_or_at_the_header(
    edges: list[tuple[int, int]], loop: Loop, targets: tuple[int, ...], do_meet: bool
) -> None:
    assert nest_of(edges, loop).meet(0, targets) == do_meet


def test_arms_end_where_the_ways_meet() -> None:
    """Tests ``for (;;) { if (a) b; c; if (d) break; }`` and ``if (b) { c; continue; } d;``."""
    edges = [(0, 1), (0, 2), (1, 2), (2, 0), (2, 3)]
    assert nest_of(edges, Loop(0, (2,), (0, 1, 2))).arms(0, (1, 2)) == {1}
    edges = [(0, 1), (0, 4), (1, 2), (1, 3), (2, 0), (3, 0)]
    assert nest_of(edges, Loop(0, (2, 3), (0, 1, 2, 3))).arms(0, (2, 3)) == {2, 3}


@given(st.integers(0, 2**32), st.sampled_from([0.0, 0.3]))
def test_nests_of_random_methods_follow_the_definitions(seed: int, jumps: float) -> None:
    program = random_program(seed, jumps=jumps)
    bodies = program.bodies()
    with profile_of(program, 1) as profile:
        nest = LoopNest(profile.code(0), profile.method_rows.row(0))
    for loop, one in enumerate(nest.loops):
        assert nest.test(loop) == program.test(one.header)
        assert set(nest.holds[loop].nonzero()[0].tolist()) == bodies[one.header]
        assert set(nest.is_latch[loop].nonzero()[0].tolist()) == set(one.latches)
    for one in range(len(nest.loops)):
        assert nest.around[one, NONE] == nest.around[NONE, one] == NONE
        for other in range(len(nest.loops) if not program.irreducible else 0):
            both = bodies[nest.loops[one].header] | bodies[nest.loops[other].header]
            shared = [loop for loop in nest.loops if bodies[loop.header] >= both]
            smallest = min(shared, key=lambda loop: len(loop.blocks), default=None)
            found = nest.around[one, other]
            assert (None if found == NONE else nest.loops[found]) == smallest


def test_added_jumps_change_no_loop_test() -> None:
    """Jumps that a compiler puts on edges, except on back edges, leave a loop's test as it was."""
    compared = 0
    for seed in range(600):
        plain, jumping = random_program(seed), random_program(seed, jumps=0.3)
        if plain.irreducible:
            continue
        added = set(jumping.ordinary) - set(plain.ordinary)
        for one in (plain, jumping):
            # The blocks of all branches do nothing but test.
            one.method.test_sizes = dict(one.method.instructions)
        plain.jumps = {}
        jumping.jumps = {block: min(jumping.ordinary[block]) for block in added}
        for header in plain.bodies():
            if {edge for edge in plain.back_edges if edge[1] == header} <= jumping.back_edges:
                assert jumping.test(header) - added == plain.test(header)
                compared += bool(plain.test(header))
    assert compared > 20


def test_random_methods_have_loop_tests() -> None:
    """If random methods had no loop tests, the tests above would compare nothing."""
    sizes = []
    for seed in range(200):
        program = random_program(seed)
        sizes += [len(program.test(header)) for header in program.bodies()]
    assert {0, 1, 2} <= set(sizes)
    looked_through = 0
    for seed in range(1200):
        program = random_program(seed, jumps=0.3)
        tests = {header: program.test(header) for header in program.bodies()}
        program.jumps = {}
        looked_through += any(program.test(header) != test for header, test in tests.items())
    assert looked_through > 5
