"""Methods whose branches depend on one another, and profiles for tests of branches."""

import random
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

from builders.methods import MethodSpec, figure_3, plain, shaky
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile

#: The outcomes of x and y in each iteration of one activation of ``diamonds``.
Trips: TypeAlias = list[tuple[bool, bool]]

#: The source file of the method ``diamonds``.
SOURCE = """package demo;

class Two {
    void diamonds() {
        boolean more = true;
        int i = 0;
        boolean x;
        //
        do {
            x = before(i) > 0;
            if (x)
                less(i);
            else more(i);
            if (i % 3 == 0)
                third(i);
            else other(i);
        } while (more);
    }
}
"""


def diamonds() -> MethodSpec:
    """Returns a loop of two diamonds: 0 -> 1 (x) -> 2|3 -> 4 (y) -> 5|6 -> 7 (more) -> 1 or 8.

    In block 2, x is true; in block 5, y is true (i % 3 == 0). Each iteration is a path. Its number
    is 8 + 4 * no(x) + 2 * no(y), where no(c) is 1 if c is false, and 0 otherwise. The number is 8
    less if the path starts at the method's entry, and 1 more if the loop ends.
    """
    return MethodSpec(
        class_name="demo/Two", name="diamonds", descriptor="()V",
        blocks=[(4 * block, 4 * block + 3, [(4 * block, block + 10)]) for block in range(9)],
        edges=[(0, 1, 0), (1, 2, 0), (1, 3, 4), (2, 4, 0), (3, 4, 0), (4, 5, 0), (4, 6, 2),
               (5, 7, 0), (6, 7, 0), (7, 8, 1)],
        starts=[("entry", 0, 0), ("loop", 1, 8)],
        ends=[("loop", 7, 0), ("exit", 8, 0)],
        paths=16,
        loops=[{"header": 1, "latches": [7], "blocks": list(range(1, 8)), "parent": -1}],
        decisions=[(1, "true", "Z", ["x"], [1, 0], [2, 3]),
                   (4, "==", "I", ["i % 3", "0"], [1, 0], [5, 6]),
                   (7, "true", "Z", ["more"], [1, 0], [1, 8])],
    )  # fmt: skip


def numbers(trips: Trips) -> list[int]:
    """Returns the path numbers of an activation of ``diamonds`` with the outcomes ``trips``."""
    paths = [8 + 4 * (not x) + 2 * (not y) for x, y in trips]
    paths[0] -= 8
    paths[-1] += 1
    return paths


def flips() -> MethodSpec:
    """Returns a loop in which the branch old is reached only if the branch flip is true.

    The blocks are 0 -> 1 (flip) -> 2 (old) -> 3|4 -> 5 (new) -> 6|7 -> 8 (more) -> 1 or 9. If flip
    is false, block 1 leads to block 5, so block 2 isn't executed. Each iteration is a path with the
    number 12 + 8 * no(flip) + 4 * no(old) + 2 * no(new). Here, no(c) is 1 if c was tested and was
    false, and 0 otherwise. The number is 12 less if the path starts at the method's entry, and 1
    more if the loop ends.
    """
    return MethodSpec(
        class_name="demo/Flips", name="run", descriptor="()V",
        blocks=[(4 * block, 4 * block + 3, [(4 * block, block + 10)]) for block in range(10)],
        edges=[(0, 1, 0), (1, 2, 0), (1, 5, 8), (2, 3, 0), (2, 4, 4), (3, 5, 0), (4, 5, 0),
               (5, 6, 0), (5, 7, 2), (6, 8, 0), (7, 8, 0), (8, 9, 1)],
        starts=[("entry", 0, 0), ("loop", 1, 12)],
        ends=[("loop", 8, 0), ("exit", 9, 0)],
        paths=24,
        loops=[{"header": 1, "latches": [8], "blocks": list(range(1, 9)), "parent": -1}],
        decisions=[(1, "true", "Z", ["flip"], [1, 0], [2, 5]),
                   (2, "true", "Z", ["old"], [1, 0], [3, 4]),
                   (5, "true", "Z", ["new"], [1, 0], [6, 7]),
                   (8, "true", "Z", ["more"], [1, 0], [1, 9])],
    )  # fmt: skip


def flipped(seed: int, count: int) -> list[bool]:
    """Returns ``count`` + 1 states. Each differs from its predecessor with probability 1/4."""
    rng = random.Random(seed)
    states = [False]
    for _ in range(count):
        states.append(states[-1] != (rng.random() < 0.25))
    return states


def flips_profile(directory: Path, states: list[bool], k: int = 4) -> Path:
    """Writes the profile of an activation of ``flips``, and returns the profile's path.

    The activation has one iteration for each pair of neighbouring states, old and new. In this
    iteration, flip is true if old and new differ.
    """
    paths = [
        12 + (2 * (not new)) + (4 * (not old) if old != new else 8)
        for old, new in pairwise(states)
    ]  # fmt: skip
    paths[0] -= 12
    paths[-1] += 1
    builder = RecordingBuilder(k=k)
    spec = builder.add(flips())
    builder.stream(spec, paths)
    builder.auxiliary(spec, entries=1)
    target = directory / "flips.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return target


def branching_profile(directory: Path, k: int = 4) -> Path:
    """Writes a profile with a branch that alternates, one that depends on another, and a switch.

    Returns the profile's path.
    """
    rng = random.Random(7)
    builder = RecordingBuilder(k=k)
    two = builder.add(diamonds())
    trips = [(rng.random() < 0.25, at % 3 == 0) for at in range(600)]
    for at in range(2, 600):
        trips[at] = (trips[at - 2][1] if rng.random() < 0.9 else trips[at][0], trips[at][1])
    builder.stream(two, numbers(trips))
    builder.auxiliary(two, entries=1)
    turns = builder.add(figure_3())
    builder.stream(turns, [6, *[0, 2] * 40, 1])
    builder.stream(turns, [6, 0, 3], times=60)
    builder.auxiliary(turns, entries=61)
    once = builder.add(plain())
    builder.count(once, 0, 7)
    builder.auxiliary(once, entries=7)
    retry = builder.add(shaky())
    builder.stream(retry, (0,), (4, 2), (5,))
    builder.count(retry, 1, 1)
    builder.auxiliary(retry, entries=2, handlers=2, escapes=1)
    target = directory / "branching.kpath"
    write_profile(target, builder.build(directory), demo_run())
    return target
