"""Storms of short-lived threads, pools and virtual threads, whose counts are known beforehand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm import Profile

from .harness import (
    Counts,
    Finished,
    Running,
    Setting,
    StressError,
    Use,
    counts_of,
    differences,
    nonzero,
    programs,
    virtual_programs,
)
from .model import Activation, Event, Rules, add


@dataclass(frozen=True)
class Storm:
    """One program, and how it is recorded.

    ``live`` limits how many of the tasks' threads, platform or virtual, are alive at once. 0 means
    that there is no limit.
    """

    setting: Setting
    what: str
    tasks: int
    live: int = 0

    @property
    def virtual(self) -> bool:
        """Whether the program uses virtual threads."""
        return self.what in ("rolling", "parked")

    def __str__(self) -> str:
        return f"{self.what} {self.tasks} {self.live}, {self.setting}"


def start(storm: Storm, directory: Path) -> Running:
    """Starts a storm's run."""
    return Running(storm.setting, directory, classes(storm), *words(storm))


def classes(storm: Storm) -> Path:
    """Returns the directory of the storm's classes."""
    return virtual_programs() if storm.virtual else programs()


def words(storm: Storm) -> list[str]:
    """Returns the main class and its arguments."""
    main = "DriveVirtual" if storm.virtual else "DriveStorm"
    return [main, storm.what, str(storm.tasks), *([str(storm.live)] if storm.live else [])]


def run(storm: Storm, directory: Path) -> Profile:
    """Runs a storm to its end and checks it."""
    return judge(storm, start(storm, directory).finish())


def judge(storm: Storm, finished: Finished) -> Profile:
    """Returns the profile. Raises a StressError unless it has exactly the tasks' counts."""
    try:
        profile = finished.expect(0, "exact")
        source = "VirtualTasks" if storm.virtual else "Tasks"
        found = counts_of(profile, {source: source})[source]
        rules = Rules.of(storm.setting.k, storm.setting.cut, profile.methods)
        expected = expectation(storm, rules)
        if found != expected:
            raise StressError(differences(found, expected))
        _check_leases(storm, profile)
    except StressError as failure:
        raise StressError(f"{storm}\n{failure}") from None
    return profile


def _check_leases(storm: Storm, profile: Profile) -> None:
    """Checks that there are leases for the platform threads alive at once, not for all threads."""
    leases = Use.of(profile.run).leases
    if storm.virtual:
        # There is one carrier for each CPU, and there are some more while carriers are pinned.
        if leases > 300:
            raise StressError(f"{leases} leases for carriers")
    elif storm.live and leases > 3 * storm.live + 4:
        raise StressError(f"{leases} leases for {storm.live} threads at once")


def expectation(storm: Storm, rules: Rules) -> Counts:
    """Returns the sum of all tasks' counts, by brute force. Equal tasks are computed once."""
    task, period = _TASKS[storm.what if storm.virtual else "plain"]
    total: Counts = Counter()
    cycles, rest = divmod(storm.tasks, period)
    for number in range(min(period, storm.tasks)):
        events: list[Event] = []
        task(events, rules, number)
        add(total, events, cycles + (number < rest))
    return nonzero(total)


def _plain(events: list[Event], rules: Rules, number: int) -> None:
    activation = Activation(events, rules, "loop")
    activation.at("enter")
    activation.header()
    for i in range(3 + number % 11):
        choice = (31 * number + 7 * i + i * i) % 5
        activation.at("head", "choose", ("call", "few", "few", "many", "many")[choice])
        if choice == 0:
            count = Activation(events, rules, "count")
            count.at("enter")
            count.leave()
        activation.at("next")
        activation.back()
    activation.at("head", "leave")
    activation.leave()
    _nested(events, rules, number % 3, lambda: "flat")


def _nested(events: list[Event], rules: Rules, depth: int, deepest: Callable[[], str]) -> None:
    activation = Activation(events, rules, "nested")
    activation.at("enter")
    activation.header()
    for _ in range(2):
        if depth > 0:
            activation.at("head", "down")
            _nested(events, rules, depth - 1, deepest)
        else:
            activation.at("head", deepest())
        activation.at("next")
        activation.back()
    activation.at("head", "leave")
    activation.leave()


def _rolling(events: list[Event], rules: Rules, number: int) -> None:
    activation = Activation(events, rules, "rolling")
    activation.at("enter")
    activation.header()
    for i in range(3 + number % 7):
        way = (number + i) % 5 if i % 3 == 1 else 5
        ways = ("sleep", "park", "put", "yield", "pinned", "nested")
        activation.at("head", "way", ways[way])
        if way == 2:
            activation.at("take")
        elif way == 4:
            _pinned(events, rules)
        elif way == 5:
            _virtual_nested(events, rules, number, i % 3)
        activation.at("next")
        activation.back()
    activation.at("head", "leave")
    activation.leave()


def _virtual_nested(events: list[Event], rules: Rules, number: int, depth: int) -> None:
    activation = Activation(events, rules, "nested")
    activation.at("enter")
    activation.header()
    for _ in range(2):
        activation.at("head")
        if depth > 0:
            activation.at("down")
            _virtual_nested(events, rules, number, depth - 1)
        elif number & 15 == 0:
            activation.at("yield")
        else:
            activation.at("flat")
            number += 1
        activation.at("next")
        activation.back()
    activation.at("head", "leave")
    activation.leave()


def _pinned(events: list[Event], rules: Rules) -> None:
    activation = Activation(events, rules, "pinned")
    activation.at("enter")
    activation.header()
    for _ in range(2):
        activation.at("head", "park", "next")
        activation.back()
    activation.at("head", "leave")
    activation.leave()


def _parked(events: list[Event], rules: Rules, number: int) -> None:
    activation = Activation(events, rules, "parked")
    activation.at("enter")
    activation.header()
    for i in range(6):
        activation.at("head")
        if i == 1 + number % 4:
            activation.at("arrive", "wait")
        else:
            activation.at("one" if (number + i) % 3 == 0 else "other")
        activation.at("next")
        activation.back()
    activation.at("head", "leave")
    activation.leave()


_TASKS: dict[str, tuple[Callable[[list[Event], Rules, int], None], int]] = {
    "plain": (_plain, 11 * 5 * 3),
    "rolling": (_rolling, 7 * 5 * 16),
    "parked": (_parked, 12),
}
