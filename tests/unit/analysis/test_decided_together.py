"""Compares the joint outcomes of a loop's branches with pairs of executions found one by one."""

from collections import Counter
from pathlib import Path
from typing import TypeAlias

import pytest

import kpath_jvm.analysis.decided_together as module
from builders.wild_walks import Walked, WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.decided_together import loop_tables

#: Counts of pairs of executions of branches. The keys have the number of iterations between the two
#: executions, the given branch's block and target, and the later branch's block and target.
Pairs: TypeAlias = Counter[tuple[int, int, int, int, int]]


def innermost(method: WalkedMethod, block: int) -> int | None:
    """Returns the header of the smallest loop around a block."""
    around = [header for header, blocks in method.loops.items() if block in blocks]
    return min(around, key=lambda it: (len(method.loops[it]), it), default=None)


def slowly(method: WalkedMethod, k: int) -> Pairs:
    """Counts, one by one, the pairs of executions in one loop that n-grams show."""
    found: Pairs = Counter()
    for sequence in method.sequences:
        steps = [
            (place, block, to)
            for place, one in enumerate(sequence)
            for block, to in zip(one.blocks, (*one.blocks[1:], one.went_to), strict=True)
        ]
        for at, (place, block, to) in enumerate(steps):
            if to is None or len(set(method.successors[block])) < 2:
                continue
            header = innermost(method, block)
            own = method.loops[header] if header is not None else set(range(99))
            iterations = 0
            before = place
            for later, other, way in steps[at + 1 :]:
                one = sequence[later]
                iterations += later > before and (one.start, other) == ("loop", header)
                before = later
                if other not in own or later - place >= k:
                    break
                if way is None or len(set(method.successors[other])) < 2:
                    continue
                if innermost(method, other) == header and told(
                    method, sequence, later, other, k - (later - place)
                ):
                    found[iterations, block, to, other, way] += 1
    return found


def slowly_numbered(method: WalkedMethod, k: int) -> Counter[tuple[int, int, int]]:
    """Counts executions by block, target and the iterations since their loop was entered."""
    found: Counter[tuple[int, int, int]] = Counter()
    for sequence in method.sequences:
        steps = [
            (place, block, to)
            for place, one in enumerate(sequence)
            for block, to in zip(one.blocks, (*one.blocks[1:], one.went_to), strict=True)
        ]
        for header, own in method.loops.items():
            since: tuple[int, int] | None = None
            before = -1
            for at, (place, block, to) in enumerate(steps):
                if block not in own:
                    since, before = None, place
                    continue
                if at and steps[at - 1][1] not in own:
                    # If the edge into the loop ends a path, the n-gram must include that path.
                    ends = place > steps[at - 1][0] and sequence[place].start == "loop"
                    since = (place - ends, 0)
                elif at == 0:
                    since = (place, 0) if sequence[0].start == "entry" else None
                elif (
                    since and place > before and (sequence[place].start, block) == ("loop", header)
                ):
                    since = (since[0], since[1] + 1)
                before = place
                is_asking = to is not None and len(set(method.successors[block])) > 1
                if since and is_asking and innermost(method, block) == header:
                    room = k - (place - since[0])
                    if room > 0 and told(method, sequence, place, block, room):
                        found[since[1], block, to or 0] += 1
    return found


def told(method: WalkedMethod, sequence: list[Walked], place: int, block: int, room: int) -> bool:
    """Returns whether n-grams show which block followed ``block`` on the path at ``place``.

    The path itself shows it, unless ``block`` is the path's last one and may lead to several
    blocks. Then only the next path shows it, if n-grams have ``room`` for both paths.
    """
    one = sequence[place]
    if block != one.blocks[-1] or len(method.ways(block, one.end)) == 1:
        return True
    return place + 1 < len(sequence) and room > 1


def fast(profile: Profile) -> Pairs:
    found: Pairs = Counter()
    for tables in loop_tables(DecidedPaths(profile, 0)):
        slots = [
            (one.block, target) for one in tables.decisions for target in dict.fromkeys(one.targets)
        ]
        for j, table in tables.tables.items():
            for row, given in enumerate(slots):
                for column, last in enumerate(slots):
                    if table[row, column]:
                        found[(j, *given, *last)] += int(table[row, column])
    return found


def fast_numbered(profile: Profile) -> Counter[tuple[int, int, int]]:
    found: Counter[tuple[int, int, int]] = Counter()
    for tables in loop_tables(DecidedPaths(profile, 0)):
        slots = [(one.block, to) for one in tables.decisions for to in dict.fromkeys(one.targets)]
        for j, counts in tables.numbered.items():
            found.update({(j, *slot): int(n) for slot, n in zip(slots, counts, strict=True)})
    return +found


@pytest.mark.parametrize(
    ("cut", "seeds"), [("back-edge", (1000, 1120)), ("loop-header", (2000, 2070))]
)
def test_joint_outcomes_are_those_of_random_walks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: str, seeds: tuple[int, int]
) -> None:
    met: Counter[int] = Counter()
    apart_by_more = later = 0
    for seed in range(*seeds):
        method = walked_method(seed, cut=cut)
        if method is None:
            continue
        k = 1 + seed % 6
        monkeypatch.setattr(module, "_EXPANDED", 1 << seed % 8)
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = Profile.open(walked_profile(directory, method, k))
        expected = slowly(method, k)
        assert fast(profile) == expected, seed
        numbered = slowly_numbered(method, k)
        assert fast_numbered(profile) == numbered, seed
        later += any(j > 2 for j, _, _ in numbered)
        met.update(j for j, *_ in expected)
        apart_by_more += sum(loop != 0 for loop in method.loops) > 1
    assert met[0] > 10
    assert met[1] > 10
    assert met[3] > 0
    assert apart_by_more > 3
    assert later > 3


def test_shorter_n_grams_give_the_counts_of_a_smaller_k(tmp_path: Path) -> None:
    method = next(one for one in map(walked_method, range(50, 99)) if one and len(one.loops) > 1)
    profile = Profile.open(walked_profile(tmp_path, method, 6))
    for k in range(1, 6):
        found: Pairs = Counter()
        for tables in loop_tables(DecidedPaths(profile, 0, k)):
            found.update({j: int(table.sum()) for j, table in tables.tables.items()})
        expected: Counter[int] = Counter()
        for (j, *_), count in slowly(method, k).items():
            expected[j] += count
        assert +found == +expected
