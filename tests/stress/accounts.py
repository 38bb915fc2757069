"""Checks profiles of killed programs against accounts of what their threads did.

Thread t has a counter m(t), its mark, in a mapped file. The file survives a kill, as the segment
does. Before the events of round r, the thread stores r as its mark, between two full fences. So at
the moment of death, all events of the rounds before m(t) have been stored, and no event of a round
after m(t) has. The probes store the events of round m(t) one after another, so any prefix of these
may have been stored.

Round r has e(r) events. Let E(r, j) be the counts of all events of the rounds before r, and of the
first j events of round r. Let P(t) be the counts of thread t in the profile, for all n-grams,
entries, handlers and abandoned paths. Then

    there is a j in 0..e(m(t)) with P(t) = E(m(t), j)

It follows for every n-gram g of every thread:

    E(m(t), 0)[g]  <=  P(t)[g]  <=  E(m(t), e(m(t)))[g]

These bounds hold without packing. With packing, a live activation holds back its last paths, at
most W of them. An activation that began in a round ends in this round, so nothing of the rounds
before m(t) is missing. But some threads have one endless activation. It lacks at most W of its
paths, and so at most W of its n-grams of each length n.

A target that outlives the engine goes on unrecorded. Let b(t) be the mark as it was read before the
engine was killed. Then E(b(t), 0)[g] <= P(t)[g] <= E(m(t), e(m(t)))[g]. The completions in the
profile and the events that the profile reports as lost are together at least as many as the
completions in E(m(t), 0), summed over all threads.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm import Profile

from .harness import Counts, Key, Setting, StressError, counts_of, differences
from .model import TABLE, Account, Rules, add, prefix_length, random_numbers

_STRIDE_BYTES = 64


@dataclass(frozen=True)
class Outcome:
    """What was compared in a case.

    ``threads`` is the number of threads that began a second round. ``rounds`` is the number of
    complete rounds. ``ngrams`` is the number of counts of any kind.
    """

    stage: str
    threads: int = 0
    rounds: int = 0
    completions: int = 0
    ngrams: int = 0
    lost: int = 0


def read_marks(path: Path, threads: int) -> list[int]:
    """Returns, for each thread, the number of the round that it began last.

    Rounds are numbered from 0. The number is also 0 if the thread began no round.
    """
    content = path.read_bytes() if path.exists() else b""
    content = content.ljust(threads * _STRIDE_BYTES, b"\0")
    return [struct.unpack_from("=q", content, at * _STRIDE_BYTES)[0] for at in range(threads)]


def compare(seed: int, setting: Setting, profile: Profile, rounds: Sequence[int]) -> Outcome:
    """Raises a StressError if a thread's counts contradict its account."""
    found = _found(profile, len(rounds))
    for thread, (counts, begun) in enumerate(zip(found, rounds, strict=True)):
        account = _account(seed, setting, profile, thread)
        if profile.run.options["packing"]:
            _require_within(thread, counts, _limits(account, begun, begun), _held(profile, thread))
        elif prefix_length(account, begun, counts) is None:
            least, most = _limits(account, begun, begun)
            raise StressError(
                f"thread {thread} had begun round {begun}; compared with the counts before it:\n"
                f"{differences(counts, least)}\nand with the counts after it:\n"
                f"{differences(counts, most)}"
            )
    return _outcome(profile, found, rounds)


def compare_bounds(
    seed: int,
    setting: Setting,
    profile: Profile,
    emitted: Sequence[int],
    rounds: Sequence[int],
) -> Outcome:
    """Compares the profile of a target that outlived its engine.

    ``emitted`` has each thread's round as it was read before the engine was killed, and ``rounds``
    its round at the target's death.
    """
    found = _found(profile, len(rounds))
    told, least_of_all = int(profile.run.lost_events), 0
    for thread, counts in enumerate(found):
        account = _account(seed, setting, profile, thread)
        limits = _limits(account, emitted[thread], rounds[thread])
        held = _held(profile, thread)
        _require_within(thread, counts, limits, held)
        told += _completions(counts) + held
        least_of_all += _completions(account.before(rounds[thread]))
    if told < least_of_all:
        raise StressError(f"{told} completions are recorded or lost, {least_of_all} were emitted")
    return _outcome(profile, found, rounds)


def _require_within(thread: int, counts: Counts, limits: tuple[Counts, Counts], held: int) -> None:
    """Raises a StressError if a count is out of bounds.

    The method ``endless`` may lack up to ``held`` of its paths.
    """
    least, most = limits
    missing: Counter[int] = Counter()
    wrong = []
    for key in counts.keys() | least.keys():
        low, count, high = least[key], counts[key], most[key]
        if held and key[:2] == ("gram", "endless"):
            missing[len(_sequence(key))] += max(0, low - count)
            low = 0
        # Counts of paths that didn't complete are differences of other counts, some of which may be
        # lost. So the differences have no bounds.
        if key[0] not in ("abandoned", "undecided") and not low <= count <= high:
            wrong.append(f"{key}: {low} <= {count} <= {high}")
    wrong += [f"{n}-grams: {some} are missing" for n, some in missing.items() if some > held]
    if wrong:
        raise StressError(f"thread {thread}, {len(wrong)} counts:\n" + "\n".join(wrong[:6]))


def _held(profile: Profile, thread: int) -> int:
    """Returns how many paths of earlier rounds the endless activation may lack at most."""
    methods = profile.methods
    endless = methods[(methods["class"] == f"Worker{thread}") & (methods["name"] == "endless")]
    if not profile.run.options["packing"] or not _is_endless(thread) or endless.empty:
        return 0
    return 63 // max(1, int(endless["possible_paths"].iloc[0] - 1).bit_length())


def _is_endless(thread: int) -> bool:
    return thread % 4 == 1


def _completions(counts: Counts) -> int:
    return sum(
        count for key, count in counts.items() if key[0] == "gram" and len(_sequence(key)) == 1
    )


def _sequence(key: Key) -> Sequence[object]:
    assert len(key) == 3
    return key[2]


def _found(profile: Profile, threads: int) -> list[Counts]:
    """Returns the profile's counts by thread. Initialisers are left out, because main runs them."""
    names = [f"Worker{thread}" for thread in range(threads)]
    found = counts_of(profile, dict.fromkeys(names, "Worker"))
    for counts in found.values():
        for key in [key for key in counts if key[1] in ("<init>", "<clinit>")]:
            if counts.pop(key) > 1:
                raise StressError(f"{key} more than once")
    return [found[name] for name in names]


def _account(seed: int, setting: Setting, profile: Profile, thread: int) -> Account:
    methods = profile.methods[profile.methods["class"] == f"Worker{thread}"]
    rules = Rules.of(setting.k, setting.cut, methods)
    numbers = random_numbers(seed + thread, TABLE)
    return Account(rules, numbers, endless=_is_endless(thread))


def _limits(account: Account, first: int, last: int) -> tuple[Counts, Counts]:
    most = Counter(account.before(last))
    add(most, account.during(last))
    return account.before(first), most


def _outcome(profile: Profile, found: list[Counts], rounds: Sequence[int]) -> Outcome:
    return Outcome(
        "running" if any(rounds) else "starting",
        sum(map(bool, rounds)),
        sum(rounds),
        int(profile.methods["completed"].sum()),
        sum(map(len, found)),
        int(profile.run.lost_events),
    )
