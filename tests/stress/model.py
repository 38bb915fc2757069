"""Computes the events that must be recorded for Worker.java.template, by doing what its code does.

An *event* is a path or a count that the recorder stores in one indivisible step. At every moment,
a thread has recorded a prefix of its events, and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from .harness import Counts, Key, Label

_MASK = (1 << 64) - 1
TABLE = 1024
ENDLESS_PERIOD = 997
ROUND_PERIOD = 256
Event = tuple[tuple[Key, int], ...]


def random_numbers(seed: int, count: int) -> list[int]:
    """Returns the numbers of Randomness.java."""
    numbers = []
    state = seed & _MASK
    for _ in range(count):
        state = state + 0x9E3779B97F4A7C15 & _MASK
        z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        numbers.append((z ^ z >> 31) & 255)
    return numbers


class WorkerError(Exception):
    """The exception that workers throw."""


@dataclass(frozen=True)
class Rules:
    """How the recording was made: k and where paths are cut.

    ``derived`` has the methods whose entries aren't counted but derived from other counts.
    ``undecided`` has the methods whose escapes aren't counted. Their paths that didn't complete may
    be abandoned or unfinished.
    """

    k: int
    cut: str
    derived: frozenset[str]
    undecided: frozenset[str]

    @classmethod
    def of(cls, k: int, cut: str, methods: pd.DataFrame) -> Rules:
        """Returns the rules for a profile's methods."""
        counted = methods["entries_counted"]
        both = counted & (methods["mode"] == "counted")
        names = [frozenset(methods[some]["name"].astype(str)) for some in (~counted, both)]
        return cls(k, cut, *names)


class Activation:
    """One activation. It forms paths by their definition, and appends its events to a list."""

    def __init__(self, events: list[Event], rules: Rules, method: str) -> None:
        self._events = events
        self._rules = rules
        self._method = method
        self._names: set[str] = set()
        self._start = "entry"
        self._window: tuple[Label, ...] = ()
        if method not in rules.derived:
            live = ((("undecided", method), 1),) if self._is_undecided else ()
            events.append(((("entries", method), 1), *live))

    def at(self, *names: str) -> None:
        """Passes the lines with these names."""
        self._names.update(names)

    def header(self) -> None:
        """Enters a loop at its header."""
        if self._rules.cut == "loop-header":
            self._complete("loop")

    def back(self) -> None:
        """Takes a back edge."""
        self._complete("loop")

    def leave(self) -> None:
        """Returns from the method."""
        self._complete("exit", *self._entry(), *self._end())

    def throw(self) -> None:
        """Leaves the method by an athrow: a path is completed, then the exception escapes."""
        if self._is_undecided:
            self.leave()
            return
        self._complete("exit", (("abandoned", self._method), -1))
        self.escape()

    def escape(self) -> None:
        """Leaves the method by an exception."""
        if not self._is_undecided:
            self._events.append(((("abandoned", self._method), 1), *self._entry()))

    def handler(self) -> None:
        """Reaches one of the method's exception handlers."""
        self._events.append(((("handlers", self._method), 1), (("abandoned", self._method), 1)))
        self._names, self._start, self._window = set(), "handler", ()

    @property
    def _is_undecided(self) -> bool:
        return self._method in self._rules.undecided

    def _end(self) -> Event:
        return ((("undecided", self._method), -1),) if self._is_undecided else ()

    def _entry(self) -> Event:
        derived = self._method in self._rules.derived
        return ((("entries", self._method), 1),) if derived else ()

    def _complete(self, end: str, *also: tuple[Key, int]) -> None:
        label = (self._start, end, frozenset(self._names))
        window = (*self._window, label)[-self._rules.k :]
        grams = [window[at:] for at in range(len(window))]
        self._events.append((*((("gram", self._method, gram), 1) for gram in grams), *also))
        self._window = window
        self._names, self._start = set(), "loop"


class Worker:
    """The methods of Worker.java.template."""

    def __init__(self, rules: Rules, random: list[int]) -> None:
        self._rules = rules
        self._random = random
        self.events: list[Event] = []

    def _enter(self, method: str) -> Activation:
        return Activation(self.events, self._rules, method)

    def round(self, start: int) -> None:
        """Adds the events of one call of the method ``round``."""
        activation = self._enter("round")
        activation.at("enter")
        activation.header()
        for i in range(6):
            number = self._random[start + i & TABLE - 1]
            activation.at("head", "choose")
            try:
                self._choice(activation, number, i)
            except WorkerError:
                activation.handler()
                activation.at("caught")
            activation.at("next")
            activation.back()
        activation.at("head", "leave")
        activation.leave()

    def _choice(self, activation: Activation, number: int, i: int) -> None:
        choice = number & 7
        if choice == 0:
            activation.at("leaf")
            self.leaf(i)
        elif choice == 1:
            activation.at("recurse")
            self.recurse(2, number)
        elif choice == 2:
            activation.at("fail")
            self.fail(i & 1)
        elif choice == 3:
            activation.at("run")
            self.run(1 + (i & 3))
        elif choice == 4:
            activation.at("escape")
            self.escape(i)
        else:
            activation.at("plain")

    def leaf(self, i: int) -> None:
        activation = self._enter("leaf")
        activation.at("enter", "odd" if i & 1 else "even", "leave")
        activation.leave()

    def recurse(self, depth: int, bits: int) -> None:
        activation = self._enter("recurse")
        activation.at("enter")
        activation.header()
        for i in range(3):
            activation.at("head")
            if depth == 0:
                activation.at("bottom")
            elif bits >> i + depth & 1:
                activation.at("down")
                self.recurse(depth - 1, bits)
            else:
                activation.at("flat")
            activation.at("next")
            activation.back()
        activation.at("head", "leave")
        activation.leave()

    def fail(self, i: int) -> None:
        activation = self._enter("fail")
        activation.at("enter")
        if i == 0:
            activation.at("throw")
            activation.throw()
            raise WorkerError
        activation.at("leave")
        activation.leave()

    def run(self, n: int) -> None:
        activation = self._enter("run")
        activation.at("enter")
        activation.header()
        for _ in range(n):
            activation.at("head", "add", "next")
            activation.back()
        activation.at("head", "leave")
        activation.leave()

    def escape(self, n: int) -> None:
        activation = self._enter("escape")
        activation.at("enter")
        activation.header()
        for i in range(3):
            activation.at("head", "step")
            if i == 2:
                activation.at("end")
                try:
                    self.fail(n & 1)
                except WorkerError:
                    activation.escape()
                    raise
            activation.at("next")
            activation.back()
        activation.at("head", "leave")
        activation.leave()

    def endless(self) -> Iterator[None]:
        """Runs the method ``endless``. Yields where the program marks the next iteration."""
        activation = self._enter("endless")
        activation.at("enter")
        activation.header()
        i = 0
        while True:
            activation.at("head", "mark")
            yield
            choice = self._random[i % ENDLESS_PERIOD] & 3
            activation.at("choose", ("zero", "one", "more", "more")[choice])
            if choice == 1:
                self.leaf(i & 1)
            activation.at("next")
            activation.back()
            i += 1


class Account:
    """One thread's events, round by round. From some round on, the rounds repeat in a cycle."""

    def __init__(self, rules: Rules, random: list[int], *, endless: bool) -> None:
        worker = Worker(rules, random)
        self._rounds: list[list[Event]] = []
        if endless:
            iteration = worker.endless()
            # Iteration i takes the random number at i % 997, and leaf's argument is i & 1. So the
            # iterations repeat with a period of 2 * 997.
            self._period, self._transient = 2 * ENDLESS_PERIOD, ENDLESS_PERIOD
            next(iteration)
            self._prelude = self._take(worker)
            for _ in range(self._transient + self._period):
                next(iteration)
                self._rounds.append(self._take(worker))
        else:
            self._period, self._transient = ROUND_PERIOD, 0
            self._prelude = []
            for number in range(ROUND_PERIOD):
                worker.round(4 * number)
                self._rounds.append(self._take(worker))

    @staticmethod
    def _take(worker: Worker) -> list[Event]:
        events, worker.events[:] = list(worker.events), []
        return events

    def before(self, rounds: int) -> Counts:
        """Returns the counts after this many complete rounds."""
        counts: Counts = Counter()
        add(counts, self._prelude if rounds else [])
        if rounds <= self._transient + self._period:
            for events in self._rounds[:rounds]:
                add(counts, events)
            return counts
        for events in self._rounds[: self._transient]:
            add(counts, events)
        cycles, rest = divmod(rounds - self._transient, self._period)
        for at, events in enumerate(self._rounds[self._transient :]):
            add(counts, events, cycles + (at < rest))
        return counts

    def during(self, number: int) -> list[Event]:
        """Returns a round's events. Rounds are numbered from 0; round 0 includes the prelude."""
        at = number
        if number >= self._transient:
            at = self._transient + (number - self._transient) % self._period
        return self._rounds[at] if number else self._prelude + self._rounds[at]


def add(counts: Counts, events: list[Event], times: int = 1) -> None:
    """Adds events to counts."""
    if times:
        for event in events:
            for key, count in event:
                counts[key] += count * times


def prefix_length(account: Account, number: int, found: Counts) -> int | None:
    """Returns how many of a round's events ``found`` has, besides all events of earlier rounds.

    Returns None if no prefix of the round's events gives the counts in ``found``.
    """
    counts = account.before(number)
    events = account.during(number)
    for length in range(len(events) + 1):
        if length:
            add(counts, events[length - 1 : length])
        if {key: count for key, count in counts.items() if count} == found:
            return length
    return None
