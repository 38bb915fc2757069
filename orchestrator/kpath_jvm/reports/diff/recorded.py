"""Says what two sides didn't count, and with which arguments, Java and jars their programs ran."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from operator import eq
from pathlib import PurePath
from typing import Any, NamedTuple

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.filters import parts_told, recorded_with
from kpath_jvm.records.java_command import NAMING, OF_PATHS, WITH_VALUE, is_java, program_at
from kpath_jvm.records.jvm_options import without_order
from kpath_jvm.reports.shares import not_recorded

_MOST_CHARACTERS = 80
_ARGUMENTS, _OPTIONS = "arguments", "JVM options"
#: The name of a jar, as Maven and Gradle form it: the library's name, and perhaps its version.
_JAR = re.compile(r"(?P<library>.+?)(?:-[0-9].*)?\.jar", re.IGNORECASE)
#: How much of a long text is shown before the place where it differs from the others.
_BEFORE = 20


def not_counted(runs: Sequence[Profile]) -> str:
    """Says which code the profiles don't count; profiles recorded alike share one text."""
    told = [_not_counted(profile) for profile in runs]
    return " or ".join(dict.fromkeys(told))


def _not_counted(profile: Profile) -> str:
    run = profile.run
    values = {name: run.options.get(name) or () for name in ("include", "exclude")}
    skipped = {"differing": parts_told(recorded_with(run)), **values}
    return not_recorded({"not_profiled": skipped, "scope": run.option("scope", str)})


def commands_differ(base: Sequence[Profile], new: Sequence[Profile]) -> str | None:
    """Says that the two sides ran with different arguments or JVM options.

    Returns None if they didn't, or if the command of a run isn't known. Class paths and the names
    of main classes and jars aren't compared, because they differ between versions. The order of JVM
    options is compared only where it matters.
    """
    for what, (before, after) in _given_on(base, new).items():
        if before.keys() != after.keys():
            texts = [*_with(what, [[*before.values()], [*after.values()]])]
            return (
                f"the base ran with {texts[0]}, and the new side with {texts[1]}, so differences "
                "may come from that and not from the code"
            )
    return None


def _given_on(
    base: Sequence[Profile], new: Sequence[Profile]
) -> dict[str, tuple[dict[tuple[str, ...], str], dict[tuple[str, ...], str]]]:
    """Returns the arguments and the JVM options of both sides, or {} if a command isn't known.

    Each side's dict maps values that can be compared to their text.
    """
    sides = _commands(base), _commands(new)
    if not all(sides):
        return {}
    given = [[_given(command) for command in side] for side in sides]
    one, other = (
        [{it[at].compared: it[at].text for it in side} for at in range(2)] for side in given
    )
    return {_ARGUMENTS: (one[0], other[0]), _OPTIONS: (one[1], other[1])}


def _commands(side: Sequence[Profile]) -> list[Sequence[str]]:
    """Returns the commands of a side's runs; the list is empty if one of them isn't known."""
    commands = [profile.run.command for profile in side]
    known: list[Sequence[str]] = [command for command in commands if command is not None]
    return known if len(known) == len(commands) else []


def same_on_both(base: Sequence[Profile], new: Sequence[Profile]) -> list[str]:
    """Returns which of arguments, JVM options, Java and jars are known to be equal on both sides.

    ``commands_differ``, ``javas_differ`` and ``class_paths`` don't show this, because they return
    None both if nothing differs and if it isn't known whether anything does. A command that doesn't
    start ``java`` itself doesn't show the options and the class paths of the JVMs that it starts.
    """
    given = _given_on(base, new)
    every = [*_commands(base), *_commands(new)]
    are_of_java = all(any(map(is_java, command)) for command in every)
    found = [
        what
        for what, (before, after) in given.items()
        if before.keys() == after.keys() and (are_of_java or what == _ARGUMENTS)
    ]
    versions = java_versions(base)
    if versions and versions == java_versions(new):
        found.append("Java")
    has_jars = given and any(True for command in every for _ in _jars(command))
    if has_jars and class_paths(base, new) is None:
        found.append("jars")
    return found


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


def javas_differ(base: Sequence[Profile], new: Sequence[Profile]) -> str | None:
    """Says that the two sides ran on different versions of Java.

    Returns None if they didn't, or if the version of a run isn't known.
    """
    before, after = java_versions(base), java_versions(new)
    if not before or not after or before == after:
        return None
    return (
        f"the base ran on Java {' and '.join(before)}, and the new side on Java "
        f"{' and '.join(after)}, so differences may come from that and not from the code"
    )


def java_versions(side: Sequence[Profile]) -> list[str]:
    """Returns the versions of Java that a side ran on; the list is empty if one isn't known."""
    versions = [profile.run.java_versions for profile in side]
    return sorted({one for of_run in versions for one in of_run}) if all(versions) else []


def class_paths(base: Sequence[Profile], new: Sequence[Profile]) -> dict[str, Any] | None:
    """Returns the names of the jars that differ between the class paths of the two sides.

    Returns None if no jars differ, or if the command of a run isn't known. The order of jars isn't
    compared. Nor are directories, because commands don't show what is in them.
    """
    sides = _commands(base), _commands(new)
    if not all(sides):
        return None
    jars = [{jar for command in side for jar in _jars(command)} for side in sides]
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


def _jars(command: Sequence[str]) -> Iterator[str]:
    """Yields the names of the jars that a java command gets its classes from."""
    java = next((at for at, word in enumerate(command) if is_java(word)), None)
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


class _Given(NamedTuple):
    """A part of a command; two parts that mean the same have equal ``compared``."""

    text: str
    compared: tuple[str, ...]


def _given(command: Sequence[str]) -> tuple[_Given, _Given]:
    """Returns the arguments of a command, and its JVM options."""
    java = next((at for at, word in enumerate(command) if is_java(word)), None)
    arguments, options = command[1:], list[str]()
    if java is not None:
        words = command[java:]
        first = program_at(words)
        last = first + (2 if first < len(words) and words[first] in NAMING else 1)
        arguments, options = words[last:], [*_options(words[1:first])]
    text = " ".join(arguments)
    return _Given(text, (text,)), _Given(" ".join(options), without_order(options))


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
