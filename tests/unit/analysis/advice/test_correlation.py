"""Checks by brute force over walks how well earlier iterations predict a branch."""

from collections import Counter
from dataclasses import replace

import pytest

from kpath_jvm.analysis.advice import correlation
from kpath_jvm.analysis.advice.correlation import Context, History, Prediction, predictions, why_not

from .conftest import K, WalkedLoop


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
    for loop in walked:
        found = {one.block: one for one in predictions(loop.found, loop.own, lambda _: True)}
        assert sorted(found) == sorted(loop.branches())
        for block, one in found.items():
            # A history is a number of iterations before a branch that may decide its outcome.
            for history in one.histories:
                contexts: dict[object, Counter[int | None]] = {}
                for chain in loop.chains:
                    for at, piece in enumerate(chain):
                        if piece.outcome(block) is not None:
                            known = min(at, history.iterations)
                            before = (
                                at < history.iterations,
                                *(it.key for it in chain[at - known : at]),
                            )
                            contexts.setdefault(before, Counter())[piece.outcome(block)] += 1
                missed = sum(it.total() - max(it.values()) for it in contexts.values())
                assert (history.missed, history.contexts) == (missed, len(contexts))
            counts = Counter(loop.outcomes(block))
            del counts[None]
            assert one.cut_off == sum(
                piece.outcome(block) is not None and not chain[0].is_first
                for chain in loop.chains
                for piece in chain[: len(one.histories)]
            )
            assert dict(zip(one.targets, one.executions, strict=True)) == counts
            assert [it.iterations for it in one.histories] == list(range(len(one.histories)))
            assert len(one.histories) <= K
            misses = [it.missed for it in one.histories]
            assert misses == sorted(misses, reverse=True), "more history misses no more"


def met_contexts(
    loop: WalkedLoop, block: int, asked: int
) -> dict[tuple[tuple[int, ...], bool], Counter[int | None]]:
    numbers = loop.traces()
    met: dict[tuple[tuple[int, ...], bool], Counter[int | None]] = {}
    for chain in loop.chains:
        for at, piece in enumerate(chain):
            if piece.outcome(block) is not None:
                before = tuple(numbers[it.key] for it in chain[max(at - asked, 0) : at])
                met.setdefault((before, at < asked), Counter())[piece.outcome(block)] += 1
    return met


def test_contexts_by_brute_force(walked: list[WalkedLoop], monkeypatch: pytest.MonkeyPatch) -> None:
    # With the usual limits, so few executions would give no advice.
    for name, value in {"LEAST_COUNT": 1, "LEAST_PER_HISTORY": 1, "DECIDES": 0.9}.items():
        monkeypatch.setattr(correlation, name, value)
    for loop in walked:
        for one in predictions(loop.found, loop.own, lambda _: True):
            if one.deciding is None:
                assert one.contexts == ()
            else:
                met = met_contexts(loop, one.block, one.deciding.iterations)
                told = by_context(one, one.contexts)
                assert all(met[key] == counts for key, counts in told.items())
                most = sorted((it.total() for it in met.values()), reverse=True)
                sizes = [counts.total() for counts in told.values()]
                assert sizes == most[: correlation.MOST_CONTEXTS]
            if not one.is_hard or loop.found.all.max_depth < 2:
                assert one.sure == ()
                continue
            assert by_context(one, one.sure) == {
                key: counts
                for key, counts in met_contexts(loop, one.block, 1).items()
                if counts.total() >= 0.1 * one.total
                and max(counts.values()) >= 0.99 * counts.total()
            }


def by_context(
    one: Prediction, contexts: tuple[Context, ...]
) -> dict[tuple[tuple[int, ...], bool], Counter[int | None]]:
    return {
        (it.traces, it.is_all): +Counter(dict(zip(one.targets, it.counts, strict=True)))
        for it in contexts
    }


def branch(*histories: tuple[int, int]) -> Prediction:
    return Prediction(
        2, (3, 4), (6_000, 4_000),
        tuple(History(j, missed, contexts) for j, (missed, contexts) in enumerate(histories)),
    )  # fmt: skip


def test_the_shortest_history_that_decides() -> None:
    found = branch((4_000, 1), (2_001, 3), (2_000, 9), (0, 20)).deciding
    assert found == History(2, 2_000, 9)
    assert branch((4_000, 1), (2_001, 3)).deciding is None
    # There are nearly as many contexts as executions, so any outcome would seem decided.
    assert branch((4_000, 1), (2_001, 3), (0, 313)).deciding is None


def test_easy_and_rare_branches_need_no_history() -> None:
    assert branch((499, 1), (0, 3)).deciding is None
    rare = Prediction(2, (3, 4), (500, 499), (History(0, 499, 1), History(1, 0, 2)))
    assert rare.deciding is None
    assert not rare.is_worth_it
    assert why_not([rare]) == (
        "fewer than 1,000 executions of each branch of the loop's own blocks outside its loop test"
    )
    assert (
        why_not([branch((499, 1))])
        == "each branch of the loop's own blocks outside its loop test has one outcome in more "
        "than 95 % of its executions"
    )


def test_random_branches() -> None:
    assert branch((4_000, 1), (3_000, 3), (2_000, 9)).is_random
    assert not branch((4_000, 1), (3_000, 3), (1_999, 9)).is_random
    # After one kind of iteration the outcome is certain, though it's random after others.
    sure = (Context((0,), False, (2_000, 0)),)
    assert not replace(branch((4_000, 1), (3_000, 3)), sure=sure).is_random
    assert replace(branch((4_000, 1), (3_000, 3)), sure=sure).is_worth_it
    # A branch that decides whether something is called can't be made branch-free.
    assert not replace(branch((4_000, 1), (3_000, 3)), calls=True).is_worth_it
    # A branch that leaves the loop can't be made branch-free, either.
    assert not replace(branch((4_000, 1), (3_000, 3)), leaves=True).is_worth_it
    # Nor can a branch that decides which branches come next.
    assert not replace(branch((4_000, 1), (3_000, 3)), meet=False).is_worth_it
    # If what came before is unknown for too many executions, the branch isn't called random.
    assert replace(branch((4_000, 1)), cut_off=1_000).is_random
    assert not replace(branch((4_000, 1)), cut_off=1_001).is_random


def test_why_not_where_earlier_iterations_are_not_known() -> None:
    known, unknown = (replace(branch((4_000, 1)), leaves=True, cut_off=it) for it in (1_000, 1_001))
    assert "decide no branch" in why_not([known, unknown])
    assert (
        why_not([unknown])
        == "inner loops, cuts or handlers lie between the executions of the branches"
    )


def test_a_branch_is_not_called_random_before_enough_iterations_are_seen() -> None:
    one = branch((4_000, 1), (4_000, 3))
    assert one.is_random
    cut = replace(one, is_cut_short=True)
    assert not cut.is_random
    assert not cut.is_known
    assert why_not([cut]) == (
        "k = 2 shows only 1 iteration before a branch, and earlier ones may decide it; "
        "a larger -k shows more"
    )
