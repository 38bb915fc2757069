"""Says from which run on a program was started in another way.

A figure can move because a program got other arguments, JVM options, jars or another Java. Readers
would otherwise take that for the work of an edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kpath_jvm.reports import ran_with
from kpath_jvm.reports.output import counted
from kpath_jvm.store.store import SHOWN_DIGITS, StoredRun

CLASS_PATH = "class path"
_MOST_NAMED = 3
#: At most this many changes of each kind have a note, because arguments such as a date change in
#: each run.
_MOST_CHANGES = 5


@dataclass(frozen=True)
class BetweenRuns:
    """How runs were started in another way than the run before them.

    ``of_run`` has what differs, by the run's id, if anything does. ``notes`` say from which run on
    the program was started in another way, and of how many runs it isn't known how they started.
    """

    of_run: Mapping[str, Sequence[str]]
    notes: Sequence[str]


def between_runs(runs: Sequence[StoredRun]) -> BetweenRuns:
    """Compares each run with the run before it.

    ``runs`` are in the order of a trend's rows, and have an origin (Store.with_origin). Runs of
    different services aren't compared. If it isn't known how the run before was started, an earlier
    run is compared instead.
    """
    of_run: dict[str, list[str]] = {}
    changes: dict[tuple[str, str], list[StoredRun]] = {}
    service = None
    # The last run with a known command, and the last one with a known Java; [] if there is none.
    commanded, versioned = list[StoredRun](), list[StoredRun]()
    for run in runs:
        if run.service != service:
            service, commanded, versioned = run.service, [], []
        for what, text in (*_of_commands(commanded, [run]), *_of_javas(versioned, [run])):
            of_run.setdefault(run.run, []).append(what)
            changes.setdefault((what, text), []).append(run)
        commanded = [run] if run.command else commanded
        versioned = [run] if run.java_versions else versioned
    return BetweenRuns(of_run, [*_told(changes), *_unknown(runs)])


#: What runs had, by "arguments", "JVM options" and "Java".
Way = Mapping[str, frozenset[object]]


def way_of(runs: Sequence[StoredRun]) -> dict[str, frozenset[object]]:
    """Returns how some runs were started: with which arguments and JVM options, and on which Java.

    What isn't known of one of the runs is left out. Class paths aren't compared, because they have
    the code whose work a trend is about.
    """
    given = {one.what: frozenset(one.sides[0]) for one in ran_with.given_on(runs, runs)}
    javas = ran_with.java_versions(runs)
    return given | ({ran_with.JAVA: frozenset(javas)} if javas else {})


def unlike(one: Way, other: Way) -> list[str]:
    """Returns what is known to differ between the ways in which runs were started."""
    return [what for what in one if what in other and one[what] != other[what]]


def started_differently(runs: Sequence[StoredRun]) -> str | None:
    """Says what isn't the same in all runs of a service; None if nothing is known to differ.

    The runs have an origin (Store.with_origin).
    """
    had: dict[tuple[str, str], set[object]] = {}
    for run in runs:
        jars = {CLASS_PATH: frozenset(ran_with.jars_of(run.command))} if run.command else {}
        for what, value in (way_of([run]) | jars).items():
            had.setdefault((run.service, what), set()).add(value)
    differ = {what for (_, what), values in had.items() if len(values) > 1}
    if not differ:
        return None
    kinds = (ran_with.ARGUMENTS, ran_with.OPTIONS, CLASS_PATH, ran_with.JAVA)
    named = [what if what == ran_with.JAVA else f"the {what}" for what in kinds if what in differ]
    return (
        f"{' and '.join(named)} of these profiles differ, so some may have done more than others; "
        "`fleet trend` says from which run on"
    )


def _told(changes: Mapping[tuple[str, str], Sequence[StoredRun]]) -> Iterator[str]:
    """Says from which runs on something is different: of each kind only the newest changes."""
    kinds: dict[str, list[str]] = {}
    for (what, text), since in changes.items():
        kinds.setdefault(what, []).append(f"from {_named(since)} on, {text}")
    for what, told in kinds.items():
        if left := len(told[:-_MOST_CHANGES]):
            yield (
                f"{counted(left, 'earlier change')} of the {what} "
                f"{'is' if left == 1 else 'are'}n't listed here; each is marked in its row"
            )
        yield from told[-_MOST_CHANGES:]


_BECAUSE = "so changes may come from that and not from the code"


def _of_commands(
    before: Sequence[StoredRun], after: Sequence[StoredRun]
) -> Iterator[tuple[str, str]]:
    for given in ran_with.given_on(after, before):
        if given.differs:
            now, then = given.texts
            yield given.what, f"the program ran with {now} instead of {then}, {_BECAUSE}"
    jars = ran_with.class_paths(before, after)
    if jars is not None:
        yield CLASS_PATH, f"the class path differs: {ran_with.jars_told(jars, '')}"


def _of_javas(before: Sequence[StoredRun], after: Sequence[StoredRun]) -> Iterator[tuple[str, str]]:
    found = ran_with.javas_on(before, after)
    if found is not None:
        then, now = found
        yield ran_with.JAVA, f"the program ran on Java {now} instead of {then}, {_BECAUSE}"


def _named(runs: Sequence[StoredRun]) -> str:
    """Returns the names of runs from which on something is different, and then again."""
    first, *again = (
        f"run {run.run[:SHOWN_DIGITS]} of {run.service} {run.version} ({run.day})" for run in runs
    )
    if not again:
        return first
    more = len(again) - _MOST_NAMED
    named = [*again[:_MOST_NAMED], *([f"{more:,} more"] if more > 0 else [])]
    return f"{first} on, and again from {' and '.join(named)}"


def _unknown(runs: Sequence[StoredRun]) -> Iterator[str]:
    """Says of how many profiles it isn't known how the program was started."""
    count = sum(not run.command for run in runs)
    if count:
        yield (
            f"the command isn't known for {count:,} of {len(runs):,} profiles, so their arguments, "
            "JVM options and class paths can't be compared with those of other runs"
        )
