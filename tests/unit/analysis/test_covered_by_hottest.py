"""Checks which completions the hottest sequences of several methods cover.

A slow count marks these completions one by one in the streams from which the profile was made.
"""

import random
from collections import Counter
from itertools import groupby
from pathlib import Path

import pytest

from builders.forests import expected, forest_of
from builders.methods import figure_3
from builders.nested import PATHS as BLOCKS
from builders.nested import STREAMS, nested_profile
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile, Selection, select
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.covered_by_hottest import (
    CoveredByLength,
    completed_alone,
    covered_by_length,
    lengths_up_to,
    why_unclear,
)
from kpath_jvm.profile.writer import write_profile

K = 7
TOPS = (1, 2, 5, 50)
#: Paths of the k-BLPP paper's Fig. 3: those that begin at the method's entry, those from one back
#: edge to the next, and those that leave the method.
ENTERING, ITERATING, LEAVING = (4, 6), (0, 2), (1, 3)
Runs = dict[int, list[list[int]]]


def period(paths: tuple[int, ...]) -> int:
    return next(p for p in range(1, len(paths) + 1) if paths[p:] == paths[: len(paths) - p])


def chosen(runs: Runs, length: int) -> list[tuple[int, tuple[int, ...]]]:
    """Applies the three rules of hot_sequences.py to the n-grams of 2 to ``length`` paths.

    If the length is 1, the rules are applied to single paths.
    """
    counts: Counter[tuple[int, tuple[int, ...]]] = expected(runs, length)
    found: list[tuple[int, tuple[int, ...], int]] = []
    for (method, gram), count in counts.items():
        longer = [
            n
            for (other, extended), n in counts.items()
            if other == method and gram in (extended[:-1], extended[1:])
        ]
        if len(gram) >= min(length, 2) and not any(5 * n >= 3 * count for n in longer):
            found.append((method, gram, count))
    found.sort(key=lambda it: (-it[2] * period(it[1]), -len(it[1]), it[0], it[1]))
    kept: list[tuple[int, tuple[int, ...], int]] = []
    for method, gram, count in found:
        width = len(gram) // 2 + 1
        pieces = {gram[at : at + width] for at in range(len(gram) - width + 1)}
        if not any(
            other == method
            and n >= count
            and width <= len(paths)
            and any((paths * 2)[at : at + width] in pieces for at in range(2 * len(paths)))
            for other, paths, n in kept
        ):
            kept.append((method, gram, count))
    return [(method, gram) for method, gram, _ in kept]


def covered(
    runs: Runs, sequences: list[tuple[int, tuple[int, ...]]], costs: Costs
) -> tuple[int, int]:
    """Returns the number and the bytecodes of the completions that the sequences cover."""
    completions = bytecodes = 0
    for method, own in runs.items():
        for run in own:
            marked = {
                place
                for number, one in sequences
                for first in range(len(run) - len(one) + 1)
                if number == method and tuple(run[first : first + len(one)]) == one
                for place in range(first, first + len(one))
            }
            completions += len(marked)
            bytecodes += sum(costs.of_path(method, run[place]) for place in marked)
    return completions, bytecodes


def recorded(directory: Path, runs: Runs, k: int) -> Profile:
    builder = RecordingBuilder(k=k)
    for number in sorted(runs):
        builder.stream(builder.add(figure_3(class_name=f"demo/C{number}")), *runs[number])
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def drawn(chance: random.Random) -> list[int]:
    """Returns an activation that repeats some sequences."""
    run = [chance.choice(ENTERING)]
    for _ in range(chance.randint(0, 4)):
        piece = [chance.choice(ITERATING) for _ in range(chance.randint(1, 4))]
        run += piece * chance.randint(1, 6)
    return [*run, chance.choice(LEAVING)]


@pytest.mark.parametrize("seed", range(30))
def test_covered_completions_agree_with_the_streams(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    runs = {
        number: [drawn(chance) for _ in range(chance.randint(1, 6))]
        for number in range(chance.randint(1, 3))
    }
    profile = recorded(tmp_path, runs, K)
    costs = Costs(profile)
    rows = covered_by_length(profile, TOPS, K, costs)
    assert [(row.length, row.top) for row in rows] == [
        (length, top) for length in (1, 2, 4, 7) for top in TOPS
    ]
    for row in rows:
        hottest = chosen(runs, row.length)[: row.top]
        assert row.sequences == len(hottest)
        found = row.together
        assert found is not None
        completions, bytecodes = covered(runs, hottest, costs)
        assert found.least <= completions <= found.most
        assert found.least_cost <= bytecodes <= found.most_cost
        if 2 * max((len(paths) for _, paths in hottest), default=0) - 1 <= K:
            assert (found.least, found.least_cost) == (completions, bytecodes)
            assert (found.most, found.most_cost) == (completions, bytecodes)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("k", [1, 2, 3, 7])
def test_completions_without_a_neighbour_are_counted(seed: int, k: int) -> None:
    chance = random.Random(seed)
    runs = {0: [[0] * chance.choice((1, 1, 2, 3, 9)) for _ in range(chance.randint(1, 8))]}
    runs[1] = [[0]] * chance.randint(1, 3)
    alone = completed_alone(forest_of(runs, k))
    if k < 3 and (k == 1 or any(len(run) > 1 for run in runs[0])):
        # Without sequences of three paths, it isn't known which completions have two neighbours.
        assert alone == (sum(map(len, [*runs[0], *runs[1]])) if k == 1 else None)
    else:
        assert alone == sum(len(run) == 1 for run in [*runs[0], *runs[1]])


def test_lengths_are_powers_of_two_and_k() -> None:
    assert [lengths_up_to(k) for k in (1, 2, 3, 8, 11)] == [
        [1], [1, 2], [1, 2, 3], [1, 2, 4, 8], [1, 2, 4, 8, 11],
    ]  # fmt: skip


def test_a_part_of_a_method_lacks_sequences(tmp_path: Path) -> None:
    """A selection by loop keeps all paths through the loop, but not all sequences of them."""
    part = select(nested_profile(tmp_path), Selection(loop=("31",))).profile
    costs = Costs(part)
    single, *others = covered_by_length(part, (1,), part.k, costs)
    counts = part.table("paths").column("count").to_pylist()
    assert single.together is not None
    assert single.together.least == single.together.most == max(counts)
    assert others
    for row in others:
        assert row.together is None
        assert row.unclear is not None
        assert "only some of its paths are selected" in str(why_unclear(part, row.unclear))


@pytest.mark.parametrize("loop", [0, 1])
def test_a_whole_method_has_the_sequences_of_a_part(tmp_path: Path, loop: int) -> None:
    """The sequences are those of the paths through the loop, with no other path between them."""
    whole = nested_profile(tmp_path)
    line = "11" if loop == 0 else "31"
    part = select(whole, Selection(method=("Nested.run",), loop=(line,))).profile
    costs = Costs(part)
    inside = {1, 2, 3, 4} if loop == 0 else {2, 3}
    runs: Runs = {0: []}
    for stream in STREAMS:
        for is_selected, run in groupby(stream, key=lambda path: bool(inside & {*BLOCKS[path]})):
            if is_selected:
                runs[0].append([*run])
    for row in covered_by_length(part, (1, 2, 9), part.k, costs, whole):
        hottest = chosen(runs, row.length)[: row.top]
        assert row.sequences == len(hottest)
        found = row.together
        assert found is not None
        completions, bytecodes = covered(runs, hottest, costs)
        assert found.least <= completions <= found.most
        assert found.least_cost <= bytecodes <= found.most_cost
        if row.length <= 2:
            assert (found.least, found.least_cost) == (completions, bytecodes)


def test_what_fewer_sequences_cover_may_be_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the hottest sequence covers is known, although a later one isn't counted exactly."""
    profile = recorded(tmp_path, {0: [[4, *[2, 0] * 30, 1]], 1: [[4, *[2] * 9, 1]]}, 4)
    monkeypatch.setattr(Profile, "counts_sequences_exactly", lambda _, method: method == 0)
    rows: dict[tuple[int, int], CoveredByLength] = {
        (row.length, row.top): row for row in covered_by_length(profile, (1, 9), 4, Costs(profile))
    }
    assert rows[1, 9].together is not None
    assert rows[4, 1].together is not None
    assert rows[4, 9].together is None
    assert rows[4, 9].unclear == 1
    assert "the engine's memory was full" in str(why_unclear(profile, 1))
