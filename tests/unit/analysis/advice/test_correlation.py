"""Tests how well earlier iterations predict a branch, mostly by brute force on random walks."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

import kpath_jvm
from builders.advisable import EVEN, FIRST_EVEN, FIRST_ODD, ODD, ODD_OUT
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.walks import Program, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.advice import correlation
from kpath_jvm.analysis.advice.correlation import Context, History, Prediction, predictions, why_not
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.output import percent
from kpath_jvm.reports.reading import ReadOptions

from .conftest import K, WalkedLoop


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
    """The numbers of executions, histories and wrong guesses are those of the walks."""
    for loop in walked:
        found = {one.block: one for one in predictions(loop.found, loop.own, lambda _: True)}
        assert sorted(found) == sorted(loop.branches())
        for block, one in found.items():
            for history in one.histories:
                contexts: dict[object, Counter[int | None]] = {}
                for chain in loop.chains:
                    for at, piece in enumerate(chain):
                        if piece.outcome(block) is not None:
                            known = min(at, history.iterations)
                            # A guess depends on the pieces of the history, and on whether the chain
                            # begins within the history. At the chain's first piece, a guess also
                            # depends on whether this piece is only the rest of an iteration.
                            before = (
                                at < history.iterations,
                                at == 0 and not chain[0].is_first,
                                *(it.key for it in chain[at - known : at]),
                            )
                            contexts.setdefault(before, Counter())[piece.outcome(block)] += 1
                missed = sum(it.total() - max(it.values()) for it in contexts.values())
                assert (history.missed, history.contexts) == (missed, len(contexts))
            counts = Counter(loop.outcomes(block))
            del counts[None]
            pieces = [piece for chain in loop.chains for piece in chain]
            ended = [it for it in pieces if block in it.blocks and it.outcome(block) is None]
            assert one.unknown == len(ended)
            assert one.cut_off == sum(
                piece.outcome(block) is not None and not chain[0].is_first
                for chain in loop.chains
                for piece in chain[: len(one.histories)]
            )
            assert dict(zip(one.targets, one.executions, strict=True)) == counts
            assert [it.iterations for it in one.histories] == list(range(len(one.histories)))
            assert len(one.histories) <= K
            by_first: tuple[Counter[int | None], ...] = (Counter(), Counter())
            for chain in loop.chains:
                for at, piece in enumerate(chain):
                    by_first[not (chain[0].is_first and at == 0)][piece.outcome(block)] += 1
            if one.cut_off:
                assert one.by_first is None
            else:
                assert one.by_first == tuple(
                    tuple(it[target] for target in one.targets) for it in by_first
                )
            misses = [it.missed for it in one.histories]
            assert misses == sorted(misses, reverse=True), "a longer history misses more"


def test_wrong_guesses_are_counted_where_the_last_outcome_is_known(
    walked: list[WalkedLoop],
) -> None:
    """Counts the wrong guesses for executions before which the branch's last outcome is known.

    Executions that are known to be the branch's first in the entry are included.
    """
    for loop in walked:
        for one in predictions(loop.found, loop.own, lambda _: True):
            longest = len(one.histories) - 1
            contexts: dict[object, Counter[int | None]] = {}
            for chain in loop.chains:
                for at, piece in enumerate(chain):
                    if piece.outcome(one.block) is None:
                        continue
                    before = chain[max(at - longest, 0) : at]
                    is_after_own = any(it.outcome(one.block) is not None for it in before)
                    is_first = (
                        chain[0].is_first
                        and at < min(loop.known_from_start(chain), longest + 1)
                        and not is_after_own
                    )
                    if is_after_own or is_first:
                        key = is_first, at < longest, *(it.key for it in before)
                        contexts.setdefault(key, Counter())[piece.outcome(one.block)] += 1
            assert one.missed_at_least == sum(
                it.total() - max(it.values()) for it in contexts.values()
            )
            assert one.missed_at_least <= one.histories[-1].missed


def test_executions_are_counted_if_histories_do_not_show_the_outcome_before(
    walked: list[WalkedLoop],
) -> None:
    for loop in walked:
        for one in predictions(loop.found, loop.own, lambda _: True):
            hidden = too_far = 0
            for chain in loop.chains:
                for at, piece in enumerate(chain):
                    before = chain[max(at - K + 1, 0) : at]
                    if piece.outcome(one.block) is None or any(
                        it.outcome(one.block) is not None for it in before
                    ):
                        continue
                    if at >= loop.known_from_start(chain):
                        too_far += 1
                    elif not chain[0].is_first:
                        hidden += 1
            assert (one.hidden, one.too_far) == (hidden, too_far)
            assert not too_far or len(one.histories) == K


def test_a_branch_may_go_by_the_iterations_number(walked: list[WalkedLoop]) -> None:
    for loop in walked:
        for one in predictions(loop.found, loop.own, lambda _: True):
            by_number: dict[int, set[int | None]] = {}
            later: set[int | None] = set()
            is_known = True
            numbered = 0
            counts = [[0] * len(one.targets) for _ in range(K + 1)]
            for chain in loop.chains:
                if chain[0].is_first:
                    numbered = max(numbered, min(loop.known_from_start(chain), len(chain)))
                for at, piece in enumerate(chain):
                    if piece.outcome(one.block) is None:
                        continue
                    if chain[0].is_first and at < loop.known_from_start(chain):
                        by_number.setdefault(at, set()).add(piece.outcome(one.block))
                        counts[at][one.targets.index(piece.outcome(one.block))] += 1
                    else:
                        later.add(piece.outcome(one.block))
                        counts[K][one.targets.index(piece.outcome(one.block))] += 1
                        is_known &= chain[0].is_first or at >= len(one.histories)
            if one.cut_off:
                assert (one.numbered, one.beyond, one.missed_by_number) == (None, (), None)
            else:
                assert one.numbered == tuple(map(tuple, counts[:numbered]))
                assert one.beyond == tuple(counts[K])
                assert one.missed_by_number == sum(sum(it) - max(it) for it in counts)
            if not is_known or any(len(it) > 1 for it in [later, *by_number.values()]):
                assert (one.by_number, one.later) == (None, None)
            else:
                assert one.by_number is not None
                assert {None if one.later is None else one.targets[one.later]} == (later or {None})
                assert len(one.by_number) == (numbered if later else max(by_number) + 1)
                assert {
                    at: {one.targets[place]}
                    for at, place in enumerate(one.by_number)
                    if place is not None
                } == by_number


def test_no_history_is_advised_for_a_branch_that_tests_a_counter(tmp_path: Path) -> None:
    """The branch at the loop's end tests a counter. Another branch ends some entries early."""
    counter, leave = 4, 5
    program = Program(Random(0), [[1], [2, 3], [counter], [counter, leave], [1, leave], []])
    coin = Random(3)
    walks = []
    for number in range(900):
        laps = [[1, coin.choice([2, 3]), counter] for _ in range(6 if number % 3 else 2)]
        ends = [] if number % 3 else [1, 3]
        walks.append([0, *(block for lap in laps for block in lap), *ends, leave])
    profile = walked_profile(tmp_path, program, "back-edge", 6, walks)
    (row,) = loop_rows(profile, 0)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == counter)
    assert found.goes_by_number
    assert not found.is_worth_it
    assert found.is_known
    # If the branch didn't go by the iteration's number, a history of five iterations would be
    # advised.
    assert replace(found, numbered=None).is_worth_it
    stay = found.targets.index(1)
    assert found.by_number == (*[stay] * 5, 1 - stay)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    assert not {"history", "follows"} & {
        one["kind"] for one in loop["advice"] if one["block"] == counter
    }
    (why,) = (one["why"] for one in loop["not_advised"] if one["block"] == counter)
    assert "goes by the iteration's number: " in why
    assert why.endswith(" in iteration 6")


@pytest.mark.parametrize("remembers", [False, True])
def test_a_history_must_show_more_than_the_iterations_number(
    tmp_path: Path, *, remembers: bool
) -> None:
    """Entries have 2, 3 or 4 iterations.

    If ``remembers`` is true, the branch also leaves the loop in the iteration after one through
    block 2. Block 2 has an edge out of the loop that is never taken, so the branch is no loop test.
    """
    compare, leave = 4, 6
    program = Program(Random(0), [[1], [2, 3], [compare, 7], [compare], [leave, 5], [1], [], []])
    coin, walks = Random(2), []
    for _ in range(6_000):
        length = coin.choices([2, 3, 4], [14, 31, 55])[0]
        walk, ways = [0], []
        for number in range(1, length + 1):
            ways.append(2 if coin.random() < 0.3 else 3)
            walk += [1, ways[-1], compare]
            if remembers and number > 1 and ways[-2] == 2:
                break
            if number < length:
                walk.append(5)
        walks.append([*walk, leave])
    profile = walked_profile(tmp_path, program, "back-edge", 8, walks)
    (row,) = loop_rows(profile, 0)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == compare)
    # The branch is executed once in each iteration, and leaves the loop in the last one.
    made = Counter(walk.count(1) for walk in walks)
    missed = sum(
        min(made[number], sum(made.values()) - sum(made[it] for it in range(number + 1)))
        for number in range(1, 5)
    )
    assert (found.missed_by_number, found.by_number) == (missed, None)
    assert not found.goes_by_first
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    kinds = {one["kind"] for one in loop["advice"] if one["block"] == compare}
    assert found.goes_by_number != remembers
    if remembers:
        assert kinds == {"history"}
        return
    assert found.deciding is None
    assert kinds == set()
    assert replace(found, numbered=None).deciding is not None
    (why,) = (one["why"] for one in loop["not_advised"] if one["block"] == compare)
    executions = sum(walk.count(1) for walk in walks)
    assert found.histories[0].missed == 6_000
    assert (
        "the iteration's number tells as much as the iterations before it: the best guess misses "
        f"{percent(missed / executions)} if only the number is known, and "
        f"{percent(6_000 / executions)} otherwise; "
    ) in why
    assert "in the 1st iteration: never (6,000); in the 2nd: " in why


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_the_number_may_decide_a_branch_behind_an_inner_loop(tmp_path: Path, cut: str) -> None:
    """An inner loop runs in a few of the iterations. Entries make two to four iterations."""
    inner, compare, leave = 2, 3, 5
    program = Program(
        Random(0), [[1], [inner, compare, 6], [inner, compare], [leave, 4], [1], [], []]
    )
    coin, walks = Random(2), []
    for _ in range(6_000):
        length, walk = coin.choices([2, 3, 4], [14, 31, 55])[0], [0]
        for number in range(1, length + 1):
            walk += [1, *([inner] * 3 if coin.random() < 0.02 else []), compare]
            walk += [4] if number < length else [leave]
        walks.append(walk)
    profile = walked_profile(tmp_path, program, cut, 16, walks)
    (row,) = (one for one in loop_rows(profile, 0) if one.header == 1)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == compare)
    assert found.cut_off
    made = Counter(walk.count(1) for walk in walks)
    # By target: block 4, where the loop goes on, and the block at which it is left.
    numbered = tuple(
        (sum(made[it] for it in made if it > number), made[number]) for number in range(1, 5)
    )
    assert (found.targets, found.numbered, found.beyond) == ((4, leave), numbered, (0, 0))
    assert found.missed_by_number == sum(map(min, numbered))
    assert found.goes_by_number
    # A history seems to decide the branch, but shows no more than the number.
    assert replace(found, numbered=None).deciding is not None
    assert (found.deciding, found.contexts, found.all_contexts) == (None, (), 0)


@pytest.mark.parametrize("remembers", [False, True])
def test_a_history_must_show_more_than_which_iterations_are_first(
    tmp_path: Path, *, remembers: bool
) -> None:
    """The branch leaves the loop, rarely in first iterations and mostly in later ones.

    If ``remembers`` is true, the branch's outcome in a later iteration is that of a coin in the
    previous iteration. Block 2 also has an edge out of the loop, which is never taken. Because of
    this edge, the branch is no loop test.
    """
    compare, leave = 4, 6
    program = Program(Random(0), [[1], [2, 3], [compare, 7], [compare], [leave, 5], [1], [], []])
    coin = Random(2)
    walks, outcomes = [], ([], [])
    for _ in range(5_000):
        walk, at, last = [0], 0, 2
        while True:
            last, before = coin.choice([2, 3]), last
            is_left = coin.random() < (0.85 if at else 0.15)
            if remembers and at:
                is_left = before == 3
            outcomes[at > 0].append(is_left)
            walk += [1, last, compare]
            if is_left or at > 30:
                break
            walk.append(5)
            at += 1
        walks.append([*walk, leave])
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    (row,) = loop_rows(profile, 0)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == compare)
    missed = sum(min(sum(it), len(it) - sum(it)) for it in outcomes)
    assert found.missed_by_first == missed
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    kinds = {one["kind"] for one in loop["advice"] if one["block"] == compare}
    if remembers:
        assert not found.goes_by_first
        assert kinds == {"history"}
        return
    assert found.goes_by_first
    assert (found.deciding, found.is_worth_it, found.is_known) == (None, False, True)
    # If it weren't known which iterations are first, a history would be advised.
    assert replace(found, numbered=None).deciding is not None
    assert kinds == {"peel"}
    (text,) = (one["text"] for one in loop["advice"] if one["kind"] == "peel")
    total = sum(map(len, outcomes))
    assert f"the best guess misses {percent(missed / total)} if these are told apart" in text
    (why,) = (one["why"] for one in loop["not_advised"] if one["block"] == compare)
    assert "earlier iterations predict no more than whether an iteration is the entry's" in why


@pytest.mark.parametrize("k", [2, 4, 6, 8, 12])
def test_a_constant_branch_that_is_executed_too_rarely_is_not_called_random(
    tmp_path: Path, k: int
) -> None:
    """Every seventh iteration executes a branch whose outcome is the same throughout an entry.

    No sequence of up to seven iterations has two executions of this branch.
    """
    asks, yes, no = 2, 3, 4
    program = Program(Random(0), [[1], [asks, 5, 7], [yes, no], [6], [6], [6], [1], []])
    coin = Random(5)
    walks = []
    for _ in range(400):
        way = yes if coin.random() < 0.5 else no
        laps = [
            [1, asks, way, 6] if at % 7 == 6 else [1, 5, 6] for at in range(coin.randint(50, 99))
        ]
        walks.append([0, *(block for lap in laps for block in lap), 1, 7])
    profile = walked_profile(tmp_path, program, "back-edge", k, walks)
    (row,) = loop_rows(profile, 0)
    advice = loop_advice(profile, row)
    steady = next(one for one in advice.unswitching if one.block == asks)
    told = next(one for one in advice.correlation if one.block == asks)
    assert not told.is_worth_it or k > 7
    document = summarise_advice(profile, ReadOptions())["loops"][0]
    kinds = {one["kind"] for one in document["advice"] if one["block"] == asks}
    unknown = {
        one["kind"]: one
        for one in document["not_advised"]
        if one["block"] == asks and not one["known"]
    }
    frame = kpath_jvm.advise(profile)
    table = frame[frame["kind"] == "not known"]["advice"].str.cat()
    if k <= 7:
        assert (steady.is_known, told.is_known) == (False, False)
        assert kinds == set()
        assert set(unknown) == {"unswitch", "history"}
        (reason,) = unknown["unswitch"]["reasons"]
        assert "none can be compared with the one before in the same entry" in reason["extent"]
        assert table.count(reason["reason"]) == table.count(reason["extent"]) == 1
        assert unknown["unswitch"]["why"] == unknown["history"]["why"]
        assert not any("keeps one outcome" in one["why"] for one in document["not_advised"]), (
            "the advice claims that unswitching doesn't pay, though this isn't known"
        )
    else:
        assert kinds == {"unswitch"}
        assert unknown == {}
        assert "same entry" not in table


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
    """The most frequent histories, and those that make an outcome sure, are those of the walks."""
    # There are too few executions for advice with the usual limits.
    for name, value in {"LEAST_COUNT": 1, "LEAST_PER_HISTORY": 1, "DECIDES": 0.9}.items():
        monkeypatch.setattr(correlation, name, value)
    for loop in walked:
        for one in predictions(loop.found, loop.own, lambda _: True):
            if one.deciding is None:
                assert (one.contexts, one.all_contexts) == ((), 0)
            else:
                met = met_contexts(loop, one.block, one.deciding.iterations)
                told = by_context(one, one.contexts)
                assert all(met[key] == counts for key, counts in told.items())
                most = sorted((it.total() for it in met.values()), reverse=True)
                sizes = [counts.total() for counts in told.values()]
                assert sizes == most[: correlation.MOST_CONTEXTS]
                assert one.all_contexts == len(met)
            if not one.is_hard or loop.found.all.max_depth < 2:
                assert one.sure == ()
                continue
            # If a chain doesn't begin with an entry of the loop, nothing is known about the
            # iterations before its first piece. So the branch's execution in this piece may have
            # any history.
            anywhere = Counter(
                chain[0].outcome(one.block) for chain in loop.chains if not chain[0].is_first
            )
            del anywhere[None]
            assert by_context(one, one.sure) == {
                key: counts
                for key, counts in met_contexts(loop, one.block, 1).items()
                if counts.total() >= 0.1 * one.total
                and max(counts.values()) >= 0.99 * (counts.total() + others(counts, anywhere))
                and not (key[1] and one.cut_off)
                and not only_goes_on(loop, one, key[0], counts)
            }


def only_goes_on(
    loop: WalkedLoop, one: Prediction, before: tuple[int, ...], counts: Counter[int | None]
) -> bool:
    """Returns whether a history says only that no entry makes fewer than one or two iterations.

    ``counts`` are the outcomes after the history ``before``.
    """
    ((most, _),) = counts.most_common(1)
    if most not in loop.loop.blocks or set(one.targets) <= set(loop.loop.blocks):
        return False
    numbers, place = loop.traces(), len(before)
    entered = [chain for chain in loop.chains if chain[0].is_first and len(chain) > place]
    first_ones = sum(
        chain[place].outcome(one.block) is not None
        for chain in entered
        if tuple(numbers[it.key] for it in chain[:place]) == before
    )
    return first_ones == counts.total()


def others(counts: Counter[int | None], anywhere: Counter[int | None]) -> int:
    """Counts executions in ``anywhere`` whose outcome isn't the most frequent one of ``counts``."""
    ((most, _),) = counts.most_common(1)
    return anywhere.total() - anywhere[most]


def by_context(
    one: Prediction, contexts: tuple[Context, ...]
) -> dict[tuple[tuple[int, ...], bool], Counter[int | None]]:
    return {
        (it.traces, it.is_all): +Counter(dict(zip(one.targets, it.counts, strict=True)))
        for it in contexts
    }


def test_no_sure_answer_says_only_that_no_entry_ends_early(tmp_path: Path) -> None:
    """A loop ``while (c) { if (a) { … } if (b) return; }`` makes three iterations or more.

    In first iterations, a is always false; later, a coin decides it. The branch of b leaves the
    loop. In first iterations, and after them, it never does.
    """
    head, asks, leaves, out = 1, 2, 5, 7
    successors = [[head], [asks, 8], [3, 4], [leaves], [leaves], [6, out], [head], [], []]
    program = Program(Random(0), successors)
    coin = Random(7)
    walks = []
    for _ in range(1_500):
        walk = [0, head, asks, 4, leaves]
        for _ in range(2 + coin.randrange(3)):
            walk += [6, head, asks, 3 if coin.random() < 0.5 else 4, leaves]
        walks.append([*walk, out])
    profile = walked_profile(tmp_path, program, "back-edge", 6, walks)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    told = {one["block"]: one for one in loop["histories"]}
    # The answer of ``a`` in first iterations is sure, and calls for an edit of the first iteration.
    assert ("first", asks) in {(one["kind"], one["block"]) for one in loop["advice"]}
    assert [one["is_all"] for one in told[asks]["sure"]] == [True]
    assert not any(one["block"] == leaves for one in loop["advice"])
    assert told[leaves]["sure"] == []


def branch(*histories: tuple[int, int]) -> Prediction:
    return Prediction(
        2, (3, 4), (6_000, 4_000),
        tuple(History(j, missed, contexts) for j, (missed, contexts) in enumerate(histories)),
        missed_at_least=histories[-1][0],
    )  # fmt: skip


def test_the_number_decides_only_if_longer_histories_tell_no_more() -> None:
    """Guesses that know the number, or only which iterations are first, miss 2,000 times."""
    number = {"numbered": ((5_000, 1_000),), "beyond": (1_000, 3_000)}
    short = replace(branch((4_000, 1), (2_000, 4)), **number)
    assert (short.missed_by_number, short.missed_by_first) == (2_000, 2_000)
    assert short.goes_by_number
    assert short.goes_by_first
    assert short.deciding is None
    for missed, tells_more in ((1_900, True), (1_901, False)):
        longer = replace(branch((4_000, 1), (2_000, 4), (missed, 16)), **number)
        assert (longer.goes_by_number, longer.goes_by_first) == (not tells_more,) * 2
        assert (longer.deciding is not None) == tells_more
    # A longer history that helps only by chance doesn't count.
    chance = replace(longer, histories=(*short.histories, History(2, 0, 16, tells=False)))
    assert chance.goes_by_number
    # A number that tells less than the history isn't enough.
    assert not replace(branch((4_000, 1), (1_999, 4)), **number).goes_by_number


def test_the_shortest_history_that_decides_is_found() -> None:
    found = branch((4_000, 1), (2_001, 3), (2_000, 9), (0, 20)).deciding
    assert found == History(2, 2_000, 9)
    assert branch((4_000, 1), (2_001, 3)).deciding is None
    by_chance = replace(branch((4_000, 1), (2_000, 9)).histories[1], tells=False)
    assert replace(branch((4_000, 1)), histories=(History(0, 4_000, 1), by_chance)).deciding is None
    # With 313 contexts for 10,000 executions, a context has fewer than LEAST_PER_HISTORY executions
    # on average.
    assert branch((4_000, 1), (2_001, 3), (0, 313)).deciding is None


def parity(directory: Path, is_odd: Callable[[list[bool]], bool]) -> Prediction:
    """Returns the prediction for a branch whose outcomes ``is_odd`` decides.

    ``is_odd`` is passed the outcomes since the loop was entered, and returns the next outcome.
    """
    builder = RecordingBuilder(k=8)
    spec = builder.add(figure_3())
    for _ in range(50):
        odd: list[bool] = []
        for _ in range(201):
            odd.append(is_odd(odd))
        first, *later = odd
        paths = (ODD if one else EVEN for one in later)
        builder.stream(spec, (FIRST_ODD if first else FIRST_EVEN, *paths, ODD_OUT))
    builder.auxiliary(spec, entries=50)
    directory.mkdir()
    write_profile(directory / "it.kpath", builder.build(directory), demo_run())
    profile = Profile.open(directory / "it.kpath")
    (row,) = loop_rows(profile, 0)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == 1)
    return found


def test_a_coin_has_no_history(tmp_path: Path) -> None:
    for seed in range(12):
        random = Random(seed)
        found = parity(tmp_path / str(seed), lambda _, of=random: of.random() < 0.5)  # type: ignore[misc]
        first, *others = found.histories
        assert first.tells
        assert others[-1].missed < 0.95 * first.missed, "long histories seem to tell nothing"
        assert not any(one.tells for one in others)
        assert found.deciding is None


@pytest.mark.parametrize("k", [2, 8, 16])
def test_a_coin_of_an_inner_loop_has_no_history(tmp_path: Path, k: int) -> None:
    """In each iteration, an inner loop tosses a coin once or twice, then a branch tests for a hit.

    The inner loop's number of iterations tells something about the branch in the same iteration of
    the outer loop. Earlier iterations of the outer loop tell nothing.
    """
    random = Random(7)
    hit_test, hit, miss = 6, 7, 8
    successors = [[1], [2, 9], [3], [4, 6], [6, 5], [3], [hit, miss], [10], [10], [], [1]]
    walk, hits = [0], []
    for _ in range(20_000):
        tosses = [random.random() < 0.3 for _ in range(2)]
        inner = [3, 4] if tosses[0] else [3, 4, 5, 3, 4] if tosses[1] else [3, 4, 5, 3, 4, 5, 3]
        walk += [1, 2, *inner, hit_test, hit if any(tosses) else miss, 10]
        hits.append(any(tosses))
    program = Program(random, successors)
    assert sorted(program.back_edges) == [(5, 3), (10, 1)]
    profile = walked_profile(tmp_path, program, "back-edge", k, [[*walk, 1, 9]])
    (row,) = (one for one in loop_rows(profile, 0) if one.header == 1)
    told = loop_advice(profile, row).correlation
    found = next(one for one in told if one.block == hit_test)
    assert dict(zip(found.targets, found.executions, strict=True)) == {
        hit: sum(hits), miss: hits.count(False),
    }  # fmt: skip
    # Even a guess without history knows whether the inner loop went round in the same iteration.
    # Earlier iterations improve no guess.
    assert {one.missed for one in found.histories} == {found.histories[0].missed}
    assert not any(one.tells for one in found.histories[1:])
    assert found.deciding is None
    assert found.sure == ()
    assert not found.is_worth_it
    advised = kpath_jvm.advise(profile)
    assert not {"history", "branch-free"} & set(advised[advised["line"] == 2]["kind"])


def test_a_history_that_tells_more_than_chance_is_reported(tmp_path: Path) -> None:
    """One outcome in three is random. Each other outcome is that of two iterations before."""
    random = Random(1)

    def is_odd(before: list[bool]) -> bool:
        is_coin = len(before) < 2 or random.random() < 1 / 3
        return random.random() < 0.5 if is_coin else before[-2]

    found = parity(tmp_path / "told", is_odd)
    assert [one.iterations for one in found.histories if one.tells] == [0, 2]


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
    """A branch is called random only if all known history leaves many wrong guesses."""
    assert branch((4_000, 1), (3_000, 3), (2_000, 9)).is_random
    assert not branch((4_000, 1), (3_000, 3), (1_999, 9)).is_random
    # The outcome is certain after one kind of iteration, though it's random after all other kinds.
    sure = (Context((0,), False, (2_000, 0)),)
    assert not replace(branch((4_000, 1), (3_000, 3)), sure=sure).is_random
    assert replace(branch((4_000, 1), (3_000, 3)), sure=sure).is_worth_it
    # A branch that decides whether something is called can't be made branch-free.
    assert not replace(branch((4_000, 1), (3_000, 3)), calls=True).is_worth_it
    # A branch that leaves the loop can't be made branch-free, either.
    assert not replace(branch((4_000, 1), (3_000, 3)), leaves=True).is_worth_it
    # A branch that decides which branches come next can't be made branch-free, either.
    assert not replace(branch((4_000, 1), (3_000, 3)), meet=False).is_worth_it
    # For some executions, the branch's last outcome isn't known. The branch is random only if
    # enough wrong guesses would be left even if the last outcome decided all of these executions.
    assert replace(branch((5_000, 1), (4_999, 3)), missed_at_least=2_500).is_random
    for unclear in (
        replace(branch((5_000, 1), (4_999, 3)), missed_at_least=2_499),
        replace(branch((3_500, 1), (3_000, 3)), missed_at_least=1_999),
        replace(branch((5_000, 1), (4_999, 3)), may_be_steady=True),
    ):
        assert not unclear.is_worth_it
        assert not unclear.is_known
    # If the history of too many executions is cut off, the branch isn't called random.
    assert replace(branch((4_000, 1)), cut_off=1_000).is_random
    assert not replace(branch((4_000, 1)), cut_off=1_001).is_random


def test_a_branch_lacks_history_if_too_many_histories_are_cut_off() -> None:
    known, unknown = (replace(branch((4_000, 1)), leaves=True, cut_off=it) for it in (1_000, 1_001))
    assert (known.lacks_history, unknown.lacks_history) == (False, True)
    assert "is decided by earlier iterations, and no random one" in why_not([known])
    # The branch may be decided by what happened further back than the sequences reach.
    length = len(known.histories)
    seen = "the iteration" if length == 2 else f"the {length - 1} iterations"
    limited = f"is decided by {seen} before it, and k = {length} shows no earlier ones, and no"
    assert limited in why_not([known], length)
    # If no entry has sequences of k iterations, k isn't the limit.
    assert "is decided by earlier iterations" in why_not([known], length + 1)
    # A larger k may show more.
    assert not replace(unknown, is_cut_short=True).lacks_history
    # A branch that is explained anyway needs no more history.
    assert not replace(unknown, numbered=((1, 0), (0, 1)), beyond=(0, 0)).lacks_history
    assert not replace(branch((4_000, 1), (10, 3)), cut_off=5_000).lacks_history
    # One outcome is a good guess without any history.
    assert not replace(branch((100, 1)), cut_off=5_000).lacks_history


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


def test_an_iterations_number_may_decide_though_k_shows_only_low_numbers(tmp_path: Path) -> None:
    """In each entry, the first iteration goes one way, and all later iterations go another way.

    Every third entry makes nine iterations, more than k = 4 shows.
    """
    first, other, test = 2, 3, 4
    program = Program(Random(0), [[1], [first, other], [test], [test], [1, 5], []])
    walks = [
        [0, 1, first, test, *[1, other, test] * (8 if number % 3 == 0 else 2), 5]
        for number in range(1_500)
    ]
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    (row,) = loop_rows(profile, 0)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == 1)
    assert found.goes_by_number
    assert found.by_number is not None
    assert [found.targets[at] for at in found.by_number if at is not None] == [first, *[other] * 3]
    assert found.later is not None
    assert found.targets[found.later] == other
    assert not found.is_worth_it
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    assert not {"history", "follows"} & {one["kind"] for one in loop["advice"] if one["block"] == 1}
    (why,) = (one["why"] for one in loop["not_advised"] if one["block"] == 1)
    assert "iteration 1, " in why
    assert why.endswith("iteration 2 and all later ones")


def test_by_number_has_no_outcome_for_iterations_without_the_branch(tmp_path: Path) -> None:
    """The branch isn't executed in iterations 3 and 4 of 7. k = 4 shows the first four."""
    test, asked, low, high = 1, 2, 3, 4
    program = Program(Random(0), [[1], [asked, 5], [low, high], [5], [5], [1, 6], []])
    body = [[test, asked, low, 5]] * 2 + [[test, 5]] * 2 + [[test, asked, high, 5]] * 3
    walks = [[0, *(block for lap in body for block in lap), 6]] * 900
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    (row,) = loop_rows(profile, 0)
    (found,) = (one for one in loop_advice(profile, row).correlation if one.block == asked)
    assert found.goes_by_number
    assert found.by_number == (*[found.targets.index(low)] * 2, None, None)
    assert found.later == found.targets.index(high)
    (loop,) = summarise_advice(profile, ReadOptions())["loops"]
    (why,) = (one["why"] for one in loop["not_advised"] if one["block"] == asked)
    assert " in iterations 1 to 2, " in why
    assert why.endswith(" in all iterations after 4")
