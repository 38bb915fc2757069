"""Compares the arguments, JVM options, jars and versions of Java with which programs ran.

``diff`` compares its two sides in this way, and ``fleet trend`` each run with the run before it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from operator import eq
from pathlib import PurePath
from typing import Any, NamedTuple, Protocol

from kpath_jvm.records.java_command import NAMING, OF_PATHS, WITH_VALUE, java_at, program_at
from kpath_jvm.records.jvm_options import without_order
from kpath_jvm.reports.lines import ARROW

ARGUMENTS, OPTIONS, JAVA = "arguments", "JVM options", "Java"
_MOST_CHARACTERS = 80
_MOST_JARS = 4
#: The name of a jar, as Maven and Gradle form it: the library's name, and perhaps its version.
_JAR = re.compile(r"(?P<library>.+?)(?:-[0-9].*)?\.jar", re.IGNORECASE)
#: How much of a long text is shown before the place where it differs from the others.
_BEFORE = 20


class Ran(Protocol):
    """What is known about how a program ran, as in RunRecord and StoredRun."""

    @property
    def command(self) -> Sequence[str] | None:
        """The command; None or empty if it isn't known."""

    @property
    def java_versions(self) -> Sequence[str] | None:
        """The versions of Java that the program ran on; None or empty if one isn't known."""


class Given(NamedTuple):
    """What each side was given: ``what`` is ARGUMENTS or OPTIONS.

    ``sides`` has a dict for each side, which maps the compared values to their text.
    """

    what: str
    sides: tuple[dict[tuple[str, ...], str], dict[tuple[str, ...], str]]

    @property
    def differs(self) -> bool:
        """Whether the sides were given different things."""
        return self.sides[0].keys() != self.sides[1].keys()

    @property
    def texts(self) -> list[str]:
        """What each side was given, in words."""
        return [*_with(self.what, [[*side.values()] for side in self.sides])]


def given_on(base: Sequence[Ran], new: Sequence[Ran]) -> list[Given]:
    """Returns the arguments and the JVM options of both sides.

    If the command of a run isn't known, neither arguments nor options are returned. Class paths and
    the names of main classes and jars aren't compared, because they differ between versions. The
    order of JVM options is compared only where it matters.
    """
    sides = commands_of(base), commands_of(new)
    if not all(sides):
        return []
    given = [[_given(command) for command in side] for side in sides]
    one, other = (
        [{it[at].compared: it[at].text for it in side} for at in range(2)] for side in given
    )
    return [Given(ARGUMENTS, (one[0], other[0])), Given(OPTIONS, (one[1], other[1]))]


def commands_of(side: Sequence[Ran]) -> list[Sequence[str]]:
    """Returns the commands of a side's runs; the list is empty if one of them isn't known."""
    known = [run.command for run in side if run.command]
    return known if len(known) == len(side) else []


def _with(what: str, sides: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yields in words what each side was given; ``what`` comes before the first given text only."""
    every = {text for side in sides for text in side}
    is_said = False
    for side in sides:
        told = []
        for text in side:
            told.append(_short(text, every - {text}) or f"no {what}")
            if text and not is_said:
                told[-1], is_said = f"the {what} {told[-1]}", True
        yield " or ".join(told)


def java_versions(side: Sequence[Ran]) -> list[str]:
    """Returns the versions of Java that a side ran on; the list is empty if one isn't known."""
    known = [run.java_versions for run in side if run.java_versions]
    return sorted({one for of_run in known for one in of_run}) if len(known) == len(side) else []


def javas_on(base: Sequence[Ran], new: Sequence[Ran]) -> tuple[str, str] | None:
    """Returns the versions of Java of each side in words.

    Returns None if the sides ran on the same versions, or if the version of a run isn't known.
    """
    before, after = java_versions(base), java_versions(new)
    if not before or not after or before == after:
        return None
    return " and ".join(before), " and ".join(after)


def class_paths(base: Sequence[Ran], new: Sequence[Ran]) -> dict[str, Any] | None:
    """Returns which jars on the class paths differ, by their names.

    Returns None if none do, or if the command of a run isn't known. The order of jars isn't
    compared. Nor are directories, because commands don't show what is in them.
    """
    sides = commands_of(base), commands_of(new)
    if not all(sides):
        return None
    jars = [{jar for command in side for jar in jars_of(command)} for side in sides]
    gone, come = (_by_library(one - other) for one, other in (jars, jars[::-1]))
    both = [
        name for name in sorted(gone.keys() & come.keys())
        if len(gone[name]) == len(come[name]) == 1
    ]  # fmt: skip
    changed = [{"base": gone.pop(name)[0], "new": come.pop(name)[0]} for name in both]
    left = {
        "new": sorted(jar for names in come.values() for jar in names),
        "gone": sorted(jar for names in gone.values() for jar in names),
    }
    return {"changed": changed, **left} if changed or any(left.values()) else None


def jars_told(differ: dict[str, Any], rest: str) -> str:
    """Says which jars differ; ``rest`` says of jars that are left out where they are named."""
    changed = [f"{one['base']} {ARROW} {one['new']}" for one in differ["changed"]]
    told = [_most(changed, rest)] if changed else []
    told += [f"{name}: {_most(differ[name], rest)}" for name in ("new", "gone") if differ[name]]
    return "; ".join(told)


def _most(names: Sequence[str], rest: str) -> str:
    left = len(names) - _MOST_JARS
    more = f" and {left:,} more{rest}" if left > 0 else ""
    return f"{', '.join(names[:_MOST_JARS])}{more}"


def jars_of(command: Sequence[str]) -> Iterator[str]:
    """Yields the names of the jars that a java command gets its classes from."""
    java = java_at(command)
    if java is None:
        return
    words = command[java:]
    first = program_at(words)
    paths = [words[first + 1]] if words[first : first + 1] == ("-jar",) else []
    for at, word in enumerate(words[:first]):
        name, equals, value = word.partition("=")
        if name in OF_PATHS:
            paths.append(value if equals else words[at + 1] if at + 1 < len(words) else "")
    for path in paths:
        for one in path.split(":"):
            if _JAR.fullmatch(name := PurePath(one).name):
                yield name


def _by_library(jars: Collection[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for jar in jars:
        match = _JAR.fullmatch(jar)
        assert match is not None, "not the name of a jar"
        found.setdefault(match["library"], []).append(jar)
    return found


class _Part(NamedTuple):
    """A part of a command: its ``text``, and values that are equal if two parts mean the same."""

    text: str
    compared: tuple[str, ...]


def _given(command: Sequence[str]) -> tuple[_Part, _Part]:
    """Returns the arguments of a command, and its JVM options."""
    java = java_at(command)
    arguments, options = command[1:], list[str]()
    if java is not None:
        words = command[java:]
        first = program_at(words)
        last = first + (2 if first < len(words) and words[first] in NAMING else 1)
        arguments, options = words[last:], [*_options(words[1:first])]
    text = " ".join(arguments)
    return _Part(text, (text,)), _Part(" ".join(options), without_order(options))


def _options(words: Sequence[str]) -> Iterator[str]:
    """Yields JVM options with their values, but leaves out options that say where classes are."""
    left = iter(words)
    for word in left:
        name, equals, value = word.partition("=")
        if word in WITH_VALUE:
            equals, value = "=", next(left, "")
        if name not in OF_PATHS and not name.startswith("-Xbootclasspath"):
            yield f"{name}{equals}{value}"


def _short(text: str, others: Collection[str]) -> str:
    """Shortens a long text to its beginning, or to where it begins to differ from all others."""
    if len(text) <= _MOST_CHARACTERS:
        return text
    common = max((sum(takewhile(bool, map(eq, text, other))) for other in others), default=0)
    start = 0 if common + _BEFORE <= _MOST_CHARACTERS else common - _BEFORE
    end = start + _MOST_CHARACTERS
    return f"{'…' if start else ''}{text[start:end]}{'…' if end < len(text) else ''}"
