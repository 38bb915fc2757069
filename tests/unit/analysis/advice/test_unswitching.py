"""Checks against random walks how often a branch keeps or changes its outcome in a loop."""

from collections import Counter

from builders.steady import branch
from kpath_jvm.analysis.advice.unswitching import steadiness, why_not

from .conftest import K, WalkedLoop


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
    """The pairs of a branch's consecutive outcomes are those of the walks."""
    for loop in walked:
        found = {one.block: one for one in steadiness(loop.found, loop.own)}
        assert sorted(found) == sorted(loop.branches())
        for block, one in found.items():
            pairs: Counter[tuple[int | None, int | None]] = Counter()
            firsts = executions = 0
            unknowns: Counter[int | None] = Counter()
            for chain in loop.chains:
                last = None
                for at, piece in enumerate(chain):
                    outcome = piece.outcome(block)
                    if outcome is None:
                        continue
                    executions += 1
                    is_known = at < loop.known_from_start(chain)
                    if last is None and is_known and chain[0].is_first:
                        firsts += 1
                    elif last is None or at - last >= K:
                        unknowns[outcome] += 1
                    else:
                        pairs[chain[last].outcome(block), outcome] += 1
                    last = at
            assert (one.executions, one.firsts) == (executions, firsts)
            assert +Counter(dict(zip(one.targets, one.unknowns, strict=True))) == unknowns
            assert one.unknown == unknowns.total()
            assert set(one.exits) == set(one.targets) - set(loop.loop.blocks)
            assert {
                (a, b): one.pairs[i][j]
                for i, a in enumerate(one.targets)
                for j, b in enumerate(one.targets)
                if one.pairs[i][j]
            } == pairs
            assert one.kept == sum(n for (a, b), n in pairs.items() if a == b)
            assert one.changed == sum(n for (a, b), n in pairs.items() if a != b)


def test_why_not() -> None:
    """The reason states a minimum only if a branch may have kept two outcomes too rarely."""
    assert why_not(()) == "no branch of the loop's own blocks has two outcomes"
    changing, rare = branch(((1_000, 1), (0, 5_000))), branch(((999, 0), (0, 5_000)))
    why = (
        "no branch of the loop's own blocks keeps one outcome in some entries and another one in "
        "others"
    )
    assert why_not([changing]) == why
    assert why_not([branch(((0, 0), (0, 5_000)), (9, 0))]) == f"{why}, at least 1,000 times each"
    assert why_not([branch(((0, 0), (0, 5_000)))]) == why
    assert why_not([changing, rare]) == f"{why}, at least 1,000 times each"
