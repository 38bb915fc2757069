"""Checks the overlap of two profiles' sequences against sums over the recorded streams."""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.accuracy.compared import compared
from kpath_jvm.analysis.accuracy.sequences import (
    SequenceOverlap,
    lacking,
    sequence_overlaps,
    why_untold,
)
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.folding import Folding

#: The edges of figure_3() with other Vals, so that the method's paths have other numbers.
OTHER_VALS = [(0, 1, 0), (1, 3, 2), (1, 2, 0), (2, 4, 0), (3, 4, 0), (4, 5, 1)]
FOLDED = Folding(
    memory_bytes=1, times=1, nodes=1, restarts=0, least_count=2, parts=1, errors=(1, 1)
)
#: A version of a method: its digest, its edges (None for those of figure_3()), and the paths of
#: each activation.
Version = tuple[str, Any, Sequence[Sequence[int]]]
#: The versions of each method, by the method's name.
Streams = dict[str, list[Version]]


def written(directory: Path, streams: Streams, *, k: int = 4, **run: Any) -> Profile:
    directory.mkdir(exist_ok=True)
    builder = RecordingBuilder(k=k)
    for name, versions in streams.items():
        for digest, edges, sequences in versions:
            changes = {} if edges is None else {"edges": edges}
            method = builder.add(figure_3(name=name, digest=digest * 16, **changes))
            for sequence in sequences:
                builder.stream(method, sequence)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run(**run))
    return Profile.open(directory / "p.kpath")


def windows(profile: Profile, streams: Streams, n: int) -> dict[str, Counter[Any]]:
    """Returns, for each method, how often each sequence of n paths occurred.

    A path is given as its start, its blocks and its end.
    """
    found: dict[str, Counter[Any]] = {}
    place = 0
    for name, versions in streams.items():
        for _, _, sequences in versions:
            for sequence in sequences:
                paths = [profile.decode(place, path) for path in sequence]
                told = [(path.start, tuple(path.blocks), path.end) for path in paths]
                found.setdefault(name, Counter()).update(
                    tuple(told[at : at + n]) for at in range(len(told) - n + 1)
                )
            place += 1
    return {name: counts for name, counts in found.items() if counts}


def by_hand(profiles: Sequence[Profile], streams: Sequence[Streams], n: int) -> SequenceOverlap:
    each = [windows(*pair, n) for pair in zip(profiles, streams, strict=True)]
    pools = [
        Counter({(name, it): count for name, own in side.items() for it, count in own.items()})
        for side in each
    ]
    both = pools[0].keys() & pools[1].keys()
    own = [lesser(each[0].get(name, Counter()), counts) for name, counts in each[1].items()]
    return SequenceOverlap(
        n,
        lesser(*pools) if all(pools) else None,
        sum(own) / len(own) if own else None,
        len(pools[0]),
        len(pools[1]),
        len(both),
        *(sum(pool[it] for it in both) / max(pool.total(), 1) for pool in pools),
    )


def lesser(one: Counter[Any], other: Counter[Any]) -> float:
    return sum(
        min(one[it] / max(one.total(), 1), other[it] / max(other.total(), 1))
        for it in one.keys() | other.keys()
    )


def of(profiles: Sequence[Profile], k: int | None = None) -> list[SequenceOverlap]:
    methods = {one.method for one in compared(*profiles).methods}
    return sequence_overlaps(profiles[0], profiles[1], methods, k)


def random_streams(randoms: random.Random, names: Sequence[str]) -> Streams:
    return {
        name: [
            (
                digest,
                edges,
                [
                    randoms.choices(range(4), k=randoms.randrange(7))
                    for _ in range(randoms.randrange(1, 9))
                ],
            )
            for digest, edges in (("ab", None), ("cd", OTHER_VALS))[: randoms.randrange(1, 3)]
        ]
        for name in names
    }


@pytest.mark.parametrize("seed", range(6))
def test_overlaps_of_random_streams_are_those_of_brute_force(tmp_path: Path, seed: int) -> None:
    """Methods have one or two versions, in which the same path has different numbers."""
    randoms = random.Random(seed)
    streams = [random_streams(randoms, names) for names in ("abcdef", "defghi")]
    for side in streams:
        side["run"] = [("ab", None, [[6, 2, 2, 3]])]
    profiles = [
        written(tmp_path / str(at), side, k=randoms.choice((2, 3, 5)))
        for at, side in enumerate(streams)
    ]
    found = of(profiles)
    assert [one.length for one in found] == list(range(2, min(it.k for it in profiles) + 1))
    for one in found:
        expected = by_hand(profiles, streams, one.length)
        for name, value in vars(expected).items():
            wanted = value if value is None else pytest.approx(value, abs=1e-12)
            assert getattr(one, name) == wanted, f"{name} of {one.length} paths"


def test_a_profile_agrees_with_itself(tmp_path: Path) -> None:
    profile = written(tmp_path / "a", {"run": [("ab", None, [[6, 2, 3], [6, 3]])]})
    two, three, four = of([profile, profile])
    assert (two.overlap, two.mean, two.both) == (1, 1, 3)
    assert (three.overlap, three.both) == (1, 1)
    # No activation has four paths.
    assert (four.overlap, four.mean, four.both, four.online_shared) == (None, None, 0, 0)
    assert [one.length for one in of([profile, profile], 2)] == [2]


def test_equal_paths_in_another_order_have_few_sequences_in_common(tmp_path: Path) -> None:
    taking_turns = {"run": [("ab", None, [[6, *[0, 2] * 50, 3]])]}
    in_halves = {"run": [("ab", None, [[6, *[2] * 50, *[0] * 50, 3]])]}
    profiles = [
        written(tmp_path / name, streams, k=3)
        for name, streams in (("a", taking_turns), ("b", in_halves))
    ]
    assert compared(*profiles).overlap == pytest.approx(1)
    two, three = of(profiles)
    # Each profile has 101 pairs. Only one pair, path 2 and then path 0, occurs in both.
    assert two.overlap == pytest.approx(1 / 101)
    assert (two.both, three.both, three.overlap) == (1, 0, 0)


def test_methods_that_are_not_compared_count_for_nothing(tmp_path: Path) -> None:
    streams = {"run": [("ab", None, [[6, 2, 3]])], "again": [("ab", None, [[6, 3]] * 9)]}
    profile = written(tmp_path / "a", streams)
    methods = {("demo/Figure3", "run", "(I)V")}
    found = sequence_overlaps(profile, profile, methods, 2)
    assert [(one.online, one.complete) for one in found] == [(2, 2)]


def changed(method: MethodSpec) -> MethodSpec:
    return replace(method, blocks=[*method.blocks[:-1], (28, 30, [(28, 17)])])


def test_versions_of_other_code_have_sequences_of_their_own(tmp_path: Path) -> None:
    """If the graphs of two versions differ, blocks with the same number are different blocks."""
    profiles = []
    for name, times in (("a", (1, 3)), ("b", (3, 1))):
        (tmp_path / name).mkdir()
        builder = RecordingBuilder(k=2)
        for spec, count in zip(
            (figure_3(), changed(figure_3(digest="cd" * 16))), times, strict=True
        ):
            builder.stream(builder.add(spec), [6, 3], times=count)
        write_profile(tmp_path / f"{name}.kpath", builder.build(tmp_path / name), demo_run())
        profiles.append(Profile.open(tmp_path / f"{name}.kpath"))
    (two,) = of(profiles)
    assert (two.overlap, two.both) == (pytest.approx(0.5), 2)


@pytest.mark.parametrize(
    ("k", "run", "why"),
    [
        (1, {}, r"has single paths only \(k = 1\); record with"),
        (3, {"options": {"profiler": "blpp"}}, "of the profiler blpp, which doesn't count all"),
        (3, {"options": {"profiler": "bpp"}}, "of the profiler bpp, which doesn't count all"),
        (3, {"folding": FOLDED}, "has folded sequences, so the counts .* lower bounds"),
    ],
)
def test_profiles_without_exact_sequences_are_named(
    tmp_path: Path, k: int, run: dict[str, Any], why: str
) -> None:
    streams: Streams = {"run": [("ab", None, [[6, 2, 3]])]}
    one, other = written(tmp_path / "a", streams, k=k, **run), written(tmp_path / "b", streams)
    for pair in ((one, other), (other, one)):
        told = why_untold(*pair)
        assert told is not None
        assert told.startswith(str(one.path))
        assert re.search(why, told)
    assert why_untold(other, other) is None


def test_equal_profiles_agree_without_a_rounding_error(tmp_path: Path) -> None:
    streams: Streams = {"run": [("ab", None, [[6, *[2, 2, 0] * 7, 3], [6, 2, 3], [7, 1]])]}
    one, other = written(tmp_path / "a", streams, k=4), written(tmp_path / "b", streams, k=4)
    found = of((one, other))
    assert found
    assert {(it.overlap, it.mean) for it in found} == {(1.0, 1.0)}


def test_methods_that_a_profiler_counts_in_part_are_named(tmp_path: Path) -> None:
    """In ``run``, the last path ends at a back edge. kiter may not have counted the next path."""
    streams: Streams = {
        "run": [("ab", None, [[6, 2]])], "again": [("ab", None, [[6, 2, 2, 3]])],
    }  # fmt: skip
    kiter = written(tmp_path / "a", streams, k=4, options={"profiler": "kiter"})
    exact = written(tmp_path / "b", streams, k=4)
    assert why_untold(kiter, exact) is None
    assert {name for _, name, _ in lacking(kiter, exact)} == {"run"}
    assert {name for _, name, _ in lacking(exact, kiter)} == {"run"}
    assert lacking(exact, exact) == frozenset()
