"""Computes how well the outcome of a loop's branch can be predicted from earlier iterations."""

from collections.abc import Callable, Collection, Sequence
from math import log

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from kpath_jvm.analysis.advice.asked import OUTSIDE_TEST
from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.information import CHANCE, in_bits, may_be_chance
from kpath_jvm.analysis.look_back import larger_k_shows_more, may_tell_more
from kpath_jvm.analysis.uncertainty import Histories
from kpath_jvm.profile.forest import Forest, IndexArray, Int32Array, Int64Array

#: The number of executions below which nothing is advised.
LEAST_COUNT = 1000
#: A branch is hard to predict if at least this share of its executions doesn't have the most
#: frequent outcome.
HARD = 0.05
#: A history consists of the iterations before a branch's execution. It decides the branch if the
#: number of wrong guesses with it is at most this share of the number without it.
DECIDES = 0.5
#: A longer history tells noticeably more than a shorter one, or than the iteration's number, if its
#: wrong guesses are at most this share of the other's.
WORTH_TELLING = 0.95
#: The least average number of executions per history. A history that occurs only once would always
#: seem to decide the branch.
LEAST_PER_HISTORY = 32
#: If inner loops, cut edges or handlers cut off the history of more than this share of a branch's
#: executions, the branch isn't called random, because unknown iterations may decide it.
MOST_CUT_OFF = 0.1
#: An earlier iteration makes an outcome sure if at least the share SURE of the executions after it
#: has that outcome. The branch must be hard to predict, and the iteration must come before at
#: least the share LEAST_BEFORE of the branch's executions.
SURE = 0.99
LEAST_BEFORE = 0.1
#: The largest number of histories that are shown.
MOST_CONTEXTS = 4
#: A branch is random if at least this share of its executions is predicted wrongly even with all
#: known history.
RANDOM = 0.2


class History(Struct, frozen=True):
    """How well a branch can be predicted from the last iterations before it, its *history*.

    ``iterations`` is the length of the histories, ``contexts`` is the number of distinct histories,
    and ``missed`` is the number of wrong guesses. ``tells`` says that histories of this length
    predict the branch better than shorter histories, by more than chance explains. Chance matters
    because each long history occurs rarely, and so would seem to predict even a coin. The
    comparison is with the longest shorter histories for which ``tells`` is true.

    Executions soon after the start of a chain (chains.py) have a shorter history, all of which is
    used. ``whole`` is the number of executions with a history of the full length, and
    ``missed_whole`` is the number of wrong guesses for these executions.
    """

    iterations: int
    missed: int
    contexts: int
    tells: bool = True
    whole: int = 0
    missed_whole: int = 0


class Context(Struct, frozen=True):
    """A history of a branch, and how often each outcome came after it.

    ``traces`` are the numbers of the traces (traces.py) that the history's iterations took, the
    oldest iteration first. ``is_all`` says that the history is shorter than was asked for, because
    the chain (chains.py) began with it.
    """

    traces: tuple[int, ...]
    is_all: bool
    counts: tuple[int, ...]


class Prediction(Struct, frozen=True):
    """How well a branch is predicted from the iterations before it in the same loop entry.

    ``histories`` has an item for each length of 0, 1, 2 ... iterations that the profile's k allows.
    The guess is always the outcome that came most often after the same history. A history doesn't
    include what happened before the branch in its own iteration. An execution that *continues* its
    iteration after an inner loop, a cut edge or a handler has no history. All guesses, even those
    without history, know whether an execution continues its iteration; otherwise this knowledge
    would seem to come from the histories.

    ``targets`` are the blocks to which the branch led, and ``executions`` has the number of
    executions for each of them, in the same order. ``unknown`` is the number of further executions,
    whose outcome isn't known because a path ended at the branch, on one of several edges. No other
    field counts these. ``cut_off`` is the number of executions whose history is cut short by an
    inner loop, a cut edge or a handler. If histories of some length decide the branch,
    ``all_contexts`` is their number, and ``contexts`` are the most frequent of them. ``sure`` are
    the histories of at most one iteration that make an outcome sure (SURE). A history without an
    iteration is among them only if it is that of first iterations alone (``cut_off`` is 0). If the
    sure outcome stays in the loop, though another one leaves it, the history isn't among them if
    only first iterations, or only second ones, have it: it then tells no more than that no entry
    makes fewer iterations. ``leaves`` says that an
    outcome leads out of the loop. ``meet`` says that all outcomes lead to one block, without
    another branch on the way. ``calls`` says that the code before that block is known to call or
    allocate something. ``is_cut_short`` says that a history longer than the profile's k allows
    would probably predict better (look_back.py).

    ``hidden`` and ``too_far`` are numbers of executions for which no history shows whether the
    branch was executed before in the same entry. Before the ``hidden`` executions, there was an
    inner loop, a cut edge or a handler, beyond which histories never reach. Before the ``too_far``
    executions, there were k - 1 paths without the branch, and k shows no earlier paths. If
    ``too_far`` isn't 0, ``histories`` has k items.

    ``missed_at_least`` is the number of wrong guesses with the longest history, for two kinds of
    executions: those for which the branch's last outcome in the same entry is known, and those that
    certainly were the first in the entry. All other executions might be guessed right if the last
    outcome before them were known. ``may_be_steady`` says that the outcome may never have changed
    within an entry (Steadiness.is_known). In that case, a history may decide the branch only
    because it contains the last outcome of this branch, or of another branch that didn't change.

    ``numbered`` has the numbers of executions by outcome in the first iterations of entries, in the
    second ones and so on, as far as k shows an iteration's number. ``beyond`` has those in all
    later iterations. ``numbered`` is None if it isn't known, because an inner loop, a cut edge or a
    handler hides the number of an execution's iteration. But if a history seems to decide the
    branch, ``loop_advice`` looks for the number across inner loops and cut edges.
    """

    block: int
    targets: tuple[int, ...]
    executions: tuple[int, ...]
    histories: tuple[History, ...]
    cut_off: int = 0
    contexts: tuple[Context, ...] = ()
    all_contexts: int = 0
    sure: tuple[Context, ...] = ()
    leaves: bool = False
    meet: bool = True
    calls: bool = False
    is_cut_short: bool = False
    hidden: int = 0
    too_far: int = 0
    missed_at_least: int = 0
    may_be_steady: bool = False
    numbered: tuple[tuple[int, ...], ...] | None = None
    beyond: tuple[int, ...] = ()
    unknown: int = 0

    @property
    def total(self) -> int:
        """The number of executions with a known outcome."""
        return sum(self.executions)

    @property
    def is_hard(self) -> bool:
        """Whether the branch is executed often, and its most frequent outcome is a poor guess."""
        return self.total >= LEAST_COUNT and self.histories[0].missed >= HARD * self.total

    @property
    def deciding(self) -> History | None:
        """The shortest history that decides the branch, or None if no history does.

        It is also None if the history shows nothing that helps except the iteration's number, or
        whether the iteration is the first of its entry.
        """
        return None if self.goes_by_number else self._deciding

    @property
    def _deciding(self) -> History | None:
        return self.shortest(DECIDES * self.histories[0].missed)

    @property
    def by_number(self) -> tuple[int | None, ...] | None:
        """The outcome in the first iteration, in the second and so on, if the number decides all.

        An item is the index of the outcome in ``targets``, or None if the branch wasn't executed in
        this iteration. If the branch was never executed ``later``, the last item isn't None.
        Returns None if the number of the iteration alone doesn't decide all executions.
        """
        if self.numbered is None or self.missed_by_number:
            return None
        found = [_only(row) for row in self.numbered]
        while found and found[-1] is None and not any(self.beyond):
            found.pop()
        return tuple(found)

    @property
    def later(self) -> int | None:
        """With ``by_number``, the index of the only outcome in all later iterations, or None."""
        return None if self.by_number is None else _only(self.beyond)

    @property
    def missed_by_number(self) -> int | None:
        """The number of wrong guesses if only the iteration's number is known.

        It is None if ``numbered`` is None.
        """
        if self.numbered is None:
            return None
        return sum(sum(row) - max(row) for row in (*self.numbered, self.beyond) if row)

    @property
    def by_first(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The executions by outcome in first and in later iterations; None without ``numbered``."""
        if not self.numbered:
            return None
        first, *others = self.numbered
        return first, tuple(map(sum, zip(*others, self.beyond, strict=True)))

    @property
    def missed_by_first(self) -> int | None:
        """The number of wrong guesses if only first and later iterations are distinguished.

        It is None if ``by_first`` is None.
        """
        if self.by_first is None:
            return None
        return sum(sum(counts) - max(counts) for counts in self.by_first)

    @property
    def goes_by_first(self) -> bool:
        """Whether a history decides the branch, but only because it shows first iterations.

        A first iteration of an entry has no history, so histories show which iterations are first.
        """
        return self._tells_all(self.missed_by_first)

    def _tells_all(self, missed: int | None) -> bool:
        """Returns whether a history decides the branch, but only because it shows something simple.

        ``missed`` is the number of wrong guesses that know only the simple thing, or None. No
        history may tell noticeably more than that.
        """
        found = self._deciding
        if found is None or missed is None or missed > found.missed:
            return False
        return all(one.missed > WORTH_TELLING * missed for one in self.histories if one.tells)

    def shortest(self, most: float) -> History | None:
        """Returns the shortest history with at most ``most`` wrong guesses, or None.

        Also returns None if the branch isn't hard to predict, if the branch's last outcome may
        predict it as well as a history, or if the iteration's number decides all executions.
        """
        if not self.is_hard or self.may_be_steady or self.by_number is not None:
            return None
        for one in self.histories[1:]:
            if one.contexts * LEAST_PER_HISTORY > self.total:
                break
            if one.tells and one.missed <= most:
                return one
        return None

    @property
    def is_random(self) -> bool:
        """Whether the branch is unpredictable, and might be replaced by a computation.

        A computation can't replace a branch that leaves the loop, or that decides which branches
        come next or whether something is called or allocated. A branch isn't called random if
        iterations that k doesn't show may decide it. Nor is it called random if its own last
        outcome may decide it, but is too rarely known.
        """
        is_unclear = self.is_cut_short or self.may_follow_itself or self.goes_by_number
        return self._seems_random and not is_unclear

    @property
    def is_known(self) -> bool:
        """Whether the known history is long enough to judge the branch."""
        is_unclear = self.may_follow_itself or (self.is_hard and self.is_cut_short)
        return self.is_worth_it or self.goes_by_number or not is_unclear

    @property
    def lacks_history(self) -> bool:
        """Whether earlier iterations may decide the branch, but too few histories are known.

        Inner loops, cut edges or handlers, across which histories don't reach, come before many of
        the branch's executions. A larger k wouldn't change that. The result is False if something
        is advised anyway, or if the profile's k may also make histories too short.
        """
        if not self.is_hard or self.is_worth_it or not self.is_known or self.goes_by_number:
            return False
        return self.cut_off > MOST_CUT_OFF * self.total

    @property
    def goes_by_number(self) -> bool:
        """Whether the iteration's number tells all that histories tell about a branch.

        Such a branch tests the loop's own counter, a value that changes with the counter, or
        whether the work of an entry is done. A history that seems to decide the branch shows only
        the number, so there is nothing to advise.
        """
        decides = self.by_number is not None
        return self.is_hard and (decides or self._tells_all(self.missed_by_number))

    @property
    def may_follow_itself(self) -> bool:
        """Whether the branch's last outcome in the entry may decide it, but is too rarely known.

        If a branch can leave the loop, its last outcome was always to stay, which decides nothing.
        """
        if not self.is_hard or self.goes_by_number:
            return False
        if self.may_be_steady:
            return True
        if self.leaves or self._is_told:
            return False
        least = DECIDES * self.histories[0].missed
        if self._seems_random:
            least = max(least, RANDOM * self.total)
        return self.missed_at_least < least <= self.histories[-1].missed

    @property
    def _seems_random(self) -> bool:
        return (
            self.total >= LEAST_COUNT
            and not self.leaves
            and self.meet
            and not self.calls
            and not self.sure
            and self.cut_off <= MOST_CUT_OFF * self.total
            and self.histories[-1].missed >= RANDOM * self.total
        )

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise."""
        return self._is_told or self.is_random

    @property
    def _is_told(self) -> bool:
        """Whether earlier iterations decide the branch, or make its outcome sure."""
        if self.may_be_steady or self.goes_by_number:
            return False
        return self.deciding is not None or bool(self.sure)


def _only(counts: Sequence[int]) -> int | None:
    """Returns the place of the only count that isn't 0, or None."""
    places = [at for at, count in enumerate(counts) if count]
    return places[0] if len(places) == 1 else None


def why_not(branches: Collection[Prediction], k: int | None = None) -> str:
    """Returns why there is nothing to advise; ``lacks_history`` must be False for all branches.

    ``k`` is the length of the longest sequences, or None if it limited no history.
    """
    if not all(one.is_known for one in branches):
        return why_unknown(branches).why
    if not branches:
        return f"no {OUTSIDE_TEST} has two outcomes"
    if all(one.total < LEAST_COUNT for one in branches):
        return f"fewer than {LEAST_COUNT:,} executions of each {OUTSIDE_TEST}"
    if all(one.histories[0].missed < HARD * one.total for one in branches):
        return (
            f"each {OUTSIDE_TEST} has one outcome in more than {100 * (1 - HARD):.0f} % of its "
            "executions"
        )
    return (
        f"no {OUTSIDE_TEST} is decided by {_reach(branches, k)}, and no random one could be "
        "replaced by a computation"
    )


def why_unknown(branches: Collection[Prediction]) -> NotKnown:
    """Returns why the histories are too short for the branches whose ``is_known`` is False."""
    seen = max(one.histories[-1].iterations for one in branches if not one.is_known)
    iterations = "1 iteration" if seen == 1 else f"{seen} iterations"
    return NotKnown(
        f"k = {seen + 1} shows only {iterations} before a branch, and earlier ones may decide it; "
        f"{larger_k_shows_more(seen + 1)}"
    )


def _reach(branches: Collection[Prediction], k: int | None) -> str:
    """Returns words for the iterations of which the histories of ``branches`` consist.

    Iterations further back than k shows may decide a branch. So a message that nothing decides a
    branch states this limit.
    """
    seen = max(one.histories[-1].iterations for one in branches)
    if k is None or seen + 1 < k:
        # No sequence in the loop is as long as k allows, so k hides no earlier iteration.
        return "earlier iterations"
    before = "iteration" if seen == 1 else f"{seen} iterations"
    return f"the {before} before it, and k = {k} shows no earlier ones"


def predictions(
    chains: Chains,
    own: Collection[int],
    meet: Callable[[Collection[int]], bool],
    calls: Callable[[int, Collection[int]], bool] = lambda *_: False,
    k: int | None = None,
    steady: Collection[int] = (),
) -> tuple[Prediction, ...]:
    """Returns a prediction for each branch with several outcomes at the end of a block in ``own``.

    The branch with the most wrong guesses comes first. ``meet`` returns whether all paths from a
    branch's targets meet before they come to another branch. ``calls`` returns, for a branch's
    block and targets, whether something is known to be called or allocated before these paths meet.
    ``k`` is the length of the longest sequences; if it is None, ``is_cut_short`` stays False.
    ``steady`` are the blocks of branches whose outcomes may never have changed within an entry.
    """
    found = [
        replace(one, meet=meet(one.targets), calls=calls(one.block, one.targets))
        for block in own
        if (one := _of_branch(chains, block, k, is_steady=block in steady)) is not None
    ]
    return tuple(sorted(found, key=lambda one: (-one.histories[0].missed, one.block)))


def _of_branch(chains: Chains, block: int, k: int | None, *, is_steady: bool) -> Prediction | None:
    targets, outcomes = chains.traces.outcomes(block)
    if len(targets) < 2:
        return None
    histories, bits = [], []
    # Sums over the executions whose whole history is shorter than ``iterations``.
    missed = contexts = cut_off = 0
    uncertain = 0.0
    # The wrong guesses for executions with a known last outcome, for executions that certainly are
    # the first in their entry, and for both kinds together.
    missed_after_own = missed_at_first = missed_at_least = 0
    # The executions for which it isn't known whether the branch was executed before in the entry
    # (``hidden`` and ``too_far`` of Prediction).
    hidden = too_far = 0
    # The executions that continue an iteration after an inner loop, a cut edge or a handler, by
    # outcome.
    continued = np.zeros(len(targets), dtype=np.int64)
    for iterations in range(chains.all.max_depth):
        all_behind, begun, entered = (
            _behind(forest, iterations, outcomes, len(targets))
            for forest in (chains.all, chains.begun, chains.entered)
        )
        if iterations == 0:
            continued = begun.counts.sum(axis=0) - entered.counts.sum(axis=0)
            all_behind, begun = all_behind.apart(continued), begun.apart(continued)
        histories.append(
            History(
                iterations,
                missed + all_behind.missed,
                contexts + len(all_behind.counts),
                whole=all_behind.executions,
                missed_whole=all_behind.missed,
            )
        )
        first = entered.without_own(chains.entered, iterations, outcomes)
        missed_at_first += first.missed
        all_others = all_behind.without_own(chains.all, iterations, outcomes)
        begun_others = begun.without_own(chains.begun, iterations, outcomes)
        own = all_behind.missed - all_others.missed
        missed_at_least = missed_after_own + missed_at_first + own
        bits.append(uncertain + all_behind.bits)
        missed_after_own += begun.missed - begun_others.missed
        hidden += begun_others.executions - first.executions
        # Only the value for the longest histories is kept.
        too_far = all_others.executions - begun_others.executions
        missed, contexts = missed + begun.missed, contexts + len(begun.counts)
        uncertain += begun.bits
        cut_off += int(begun.counts.sum()) - int(entered.counts.sum())
    executions: list[int] = _behind(chains.all, 0, outcomes, len(targets)).counts[0].tolist()
    # After an inner loop, a cut edge or a handler, an iteration's number isn't known.
    numbered, beyond = (None, ()) if cut_off else _numbered(chains.entered, outcomes, executions)
    inside = chains.traces.loop.blocks
    executed = zip(chains.traces.all, chains.traces.has(block), outcomes, strict=True)
    unknown = sum(one.count for one, has_block, outcome in executed if has_block and outcome < 0)
    found = Prediction(
        block, targets, tuple(executions), _told(histories, bits, sum(executions), len(targets)),
        cut_off,
        leaves=any(target not in inside for target in targets),
        hidden=hidden,
        too_far=too_far,
        missed_at_least=missed_at_least,
        may_be_steady=is_steady,
        numbered=numbered,
        beyond=beyond,
        unknown=unknown,
    )  # fmt: skip
    if not found.is_hard or chains.all.max_depth < 2:
        return found
    if k is not None:
        found = replace(found, is_cut_short=_is_cut_short(chains.all, outcomes, k))
    deciding = found.deciding
    told = (
        [] if deciding is None else _contexts(chains, deciding.iterations, outcomes, len(targets))
    )
    early = _early(chains, outcomes, len(targets)) if found.leaves else {}
    sure = (
        one
        for one in _contexts(chains, 1, outcomes, len(targets))
        if sum(one.counts) >= max(LEAST_BEFORE * found.total, LEAST_COUNT)
        and max(one.counts) >= SURE * (sum(one.counts) + _others(continued, one.counts))
        and not (one.is_all and cut_off)
        and not (
            targets[one.counts.index(max(one.counts))] in inside
            and early.get(one.traces) == sum(one.counts)
        )
    )
    return replace(
        found,
        contexts=tuple(told[:MOST_CONTEXTS]),
        all_contexts=len(told),
        sure=tuple(sure),
    )


def _told(
    histories: list[History], bits: list[float], total: int, outcomes: int
) -> tuple[History, ...]:
    """Returns the histories with the right values of ``tells``.

    ``bits`` has, for each length of histories, the uncertainty that is left in all ``total``
    executions together.
    """
    x = log(len(histories) / CHANCE)
    found: list[History] = []
    told = bits[0]
    for one, left in zip(histories, bits, strict=True):
        tells = not one.iterations or (
            one.contexts * LEAST_PER_HISTORY <= total
            and not may_be_chance(told - left, one.contexts * (outcomes - 1), x)
        )
        found.append(replace(one, tells=tells))
        told = left if tells else told
    return tuple(found)


def _is_cut_short(forest: Forest, outcomes: Int64Array, k: int) -> bool:
    """Returns whether a history of more than k - 1 iterations would probably predict better."""
    if forest.max_depth < k:
        return False
    met = outcomes[forest.paths]
    with_all = (forest.depths == k) & (met >= 0)
    if int(forest.counts[with_all].sum()) < LEAST_COUNT:
        return False
    bits = Histories(forest, forest.levels).uncertainty(met, met >= 0).bits
    return may_tell_more(bits, k)


class _Behind(Struct, frozen=True):
    """The outcomes after histories of one length.

    ``nodes`` are the nodes of a forest at which the histories end; -1 stands for no history.
    ``counts`` has a row for each node and a column for each outcome.
    """

    nodes: IndexArray | Int32Array
    counts: Int64Array

    def apart(self, some: Int64Array) -> "_Behind":
        """Splits the only row into ``some`` of its executions and the rest; omits empty rows."""
        rows = [row for row in (some, self.counts.sum(axis=0) - some) if row.any()]
        shape = (len(rows), len(some))
        return _Behind(self.nodes, np.array(rows, dtype=np.int64).reshape(shape))

    def without_own(self, forest: Forest, iterations: int, outcomes: Int64Array) -> "_Behind":
        """Returns the part whose histories don't contain an execution of the branch itself.

        All histories must be sequences of ``iterations`` traces in ``forest``. ``outcomes`` has the
        branch's outcome in each trace, or -1.
        """
        if not iterations:
            return self
        is_other = (outcomes[forest.sequences(self.nodes)] < 0).all(axis=1)
        return _Behind(self.nodes[is_other], self.counts[is_other])

    @property
    def executions(self) -> int:
        return int(self.counts.sum())

    @property
    def missed(self) -> int:
        return int((self.counts.sum(axis=1) - self.counts.max(axis=1, initial=0)).sum())

    @property
    def bits(self) -> float:
        """The uncertainty that the histories leave in all executions together."""
        return float(in_bits(self.counts.sum(axis=1)).sum() - in_bits(self.counts).sum())


def _behind(forest: Forest, iterations: int, outcomes: Int64Array, size: int) -> _Behind:
    if iterations >= forest.max_depth:
        return _Behind(np.zeros(0, dtype=np.intp), np.zeros((0, size), dtype=np.int64))
    nodes = forest.levels[iterations]
    met = outcomes[forest.paths[nodes]]
    nodes, met = nodes[met >= 0], met[met >= 0]
    # numpy's unique would import modules that take long to load.
    parents = forest.parents[nodes]
    order = np.argsort(parents, kind="stable")
    parents, nodes, met = parents[order], nodes[order], met[order]
    is_new = np.ones(len(parents), dtype=bool)
    is_new[1:] = parents[1:] != parents[:-1]
    histories, places = parents[is_new], np.cumsum(is_new) - 1
    counts = np.zeros((len(histories), size), dtype=np.int64)
    np.add.at(counts, (places, met), forest.counts[nodes])
    return _Behind(histories, counts)


def _numbered(
    entered: Forest, outcomes: Int64Array, executions: Sequence[int]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Returns Prediction's ``numbered`` and ``beyond``.

    ``executions`` has the number of executions for each outcome. Prediction's ``cut_off`` must be
    0: no execution comes after an inner loop, a cut edge or a handler. So the executions that
    ``entered`` lacks are in iterations whose number k doesn't show.
    """
    found = []
    for nodes in entered.levels:
        counts = np.zeros(len(executions), dtype=np.int64)
        met = outcomes[entered.paths[nodes]]
        np.add.at(counts, met[met >= 0], entered.counts[nodes[met >= 0]])
        found.append(counts)
    beyond = np.array(executions, dtype=np.int64) - sum(found)
    return tuple(tuple(counts.tolist()) for counts in found), tuple(beyond.tolist())


def _others(continued: Int64Array, counts: Sequence[int]) -> int:
    """Returns how many ``continued`` executions didn't have the most frequent outcome of a history.

    ``counts`` has the numbers of outcomes after the history. Any continued execution may have come
    after this history, too.
    """
    return int(continued.sum() - continued[int(np.argmax(counts))])


def _early(chains: Chains, outcomes: Int64Array, size: int) -> dict[tuple[int, ...], int]:
    """Returns how many executions in first and in second iterations have which history."""
    found: dict[tuple[int, ...], int] = {}
    for length in range(2):
        behind = _behind(chains.entered, length, outcomes, size)
        rows = chains.entered.sequences(behind.nodes) if length else [()] * len(behind.nodes)
        each = zip(rows, behind.counts.sum(axis=1).tolist(), strict=True)
        found |= {tuple(map(int, traces)): count for traces, count in each}
    return found


def _contexts(chains: Chains, iterations: int, outcomes: Int64Array, size: int) -> list[Context]:
    """Returns histories with the outcomes after them, the most frequent history first.

    A history has ``iterations`` iterations, or fewer if it begins where a chain begins.
    """
    found = []
    for length in range(iterations + 1):
        is_all = length < iterations
        forest = chains.begun if is_all else chains.all
        behind = _behind(forest, length, outcomes, size)
        rows = forest.sequences(behind.nodes) if length else [()] * len(behind.nodes)
        found += [
            Context(tuple(map(int, traces)), is_all, tuple(counts))
            for traces, counts in zip(rows, behind.counts.tolist(), strict=True)
        ]
    found.sort(key=lambda one: -sum(one.counts))
    return found
