"""Checks, against brute force, which branches are settled if they follow random rules."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from builders.branching import Trips
from builders.settled import MORE, X, Y, found, profiled
from kpath_jvm.analysis import steadiness
from kpath_jvm.analysis.settled import basis, foretold
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.one_way import OneWay


@pytest.mark.parametrize("seed", range(40))
def test_settled_branches_are_those_of_brute_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Branches that are settled only by chance must be found, too."""
    few = 5
    monkeypatch.setattr(basis, "LEAST_COUNT", few)
    monkeypatch.setattr(foretold, "LEAST_COUNT", few)
    monkeypatch.setattr(foretold, "CHANCE", 1e9)
    monkeypatch.setattr(steadiness, "LEAST_COUNT", 1)
    rng = random.Random(seed)
    activations = ruled(rng)
    profile = profiled(tmp_path, activations, k=2 + seed % 7)
    walks = [
        [{X: x, Y: y, MORE: at < len(trips) - 1} for at, (x, y) in enumerate(trips)]
        for trips in activations
    ]
    settled = found(profile)
    assert {one.branch.block for one in settled if isinstance(one, OneWay)} == {
        block
        for block in (X, Y, MORE)
        if len({it[block] for walk in walks for it in walk}) == 1 and sum(map(len, walks)) >= few
    }
    steady = {block for block in (X, Y, MORE) if is_constant(walks, block)}
    assert {one.branch.block for one in settled if isinstance(one, Constant)} == steady
    told = {one.branch.block: one.count for one in settled if isinstance(one, Foretold)}
    most = {block: most_decided(walks, block, few) for block in (X, Y, MORE)}
    expected = {block: count for block, count in most.items() if count and block not in steady}
    assert {block: n for block, n in told.items() if block not in steady} == expected


def ruled(rng: random.Random) -> list[Trips]:
    """Returns activations in which x and y each follow a random rule."""
    rules: dict[str, Callable[[bool, bool, bool], bool]] = {
        "coin": lambda _first, _last, _other: rng.random() < 0.5,
        "first": lambda first, _last, _other: first,
        "last": lambda _first, last, _other: last,
        "other": lambda _first, _last, other: other,
        "either": lambda _first, _last, other: other or rng.random() < 0.5,
        "seldom": lambda _first, _last, _other: rng.random() < 0.02,
    }
    names = [rng.choice(list(rules)) for _ in range(2)]
    found = []
    for _ in range(rng.randint(3, 40)):
        trips: Trips = []
        first = rng.random() < 0.5, rng.random() < 0.5
        for _ in range(rng.randint(1, 9)):
            last = trips[-1] if trips else first
            x = rules[names[0]](first[0], last[0], last[1])
            trips.append((x, rules[names[1]](first[1], last[1], x)))
        found.append(trips)
    return found


def is_constant(walks: list[list[dict[int, bool]]], block: int) -> bool:
    several = [walk for walk in walks if len(walk) > 1]
    ways = [{it[block] for it in walk} for walk in several]
    return all(len(it) == 1 for it in ways) and len({frozenset(it) for it in ways}) == 2 and (
        sum(len(walk) - 1 for walk in several) >= 5
    )  # fmt: skip


def most_decided(walks: list[list[dict[int, bool]]], block: int, few: int) -> int:
    most = 0
    for given in (X, Y, MORE):
        if any(len({it[one] for walk in walks for it in walk}) == 1 for one in (given, block)):
            continue
        for back in (0, 1):
            if back == 0 and given >= block:
                continue
            pairs = [
                (walk[at - back][given], walk[at][block])
                for walk in walks
                for at in range(back, len(walk))
            ]
            rows = {a: [b for it, b in pairs if it == a] for a in (True, False)}
            count = sum(
                len(row)
                for a, row in rows.items()
                if len(set(row)) == 1 and len(row) >= few and (not row[0]) in rows[not a]
            )
            most = max(most, count)
    return most
