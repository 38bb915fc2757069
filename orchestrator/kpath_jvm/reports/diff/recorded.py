"""Says what two sides didn't count, and whether their programs were given different arguments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from operator import eq
from typing import NamedTuple

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.filters import parts_told, recorded_with
from kpath_jvm.records.java_command import NAMING, OF_PATHS, WITH_VALUE, is_java, program_at
from kpath_jvm.records.jvm_options import without_order
from kpath_jvm.reports.shares import not_recorded

_MOST_CHARACTERS = 80
#: How much of a long text is shown before the place where it differs from the others.
_BEFORE = 20


def not_counted(runs: Sequence[Profile]) -> str:
    """Says which code the profiles don't count; each way to record is named once."""
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
    of main classes and jars aren't compared, because they differ between versions. Nor is the order
    of JVM options compared where it means nothing.
    """
    given: list[list[tuple[_Given, _Given]]] = []
    for side in (base, new):
        commands = [profile.run.command for profile in side]
        if any(command is None for command in commands):
            return None
        given.append([_given(command) for command in commands if command is not None])
    for at, what in enumerate(("arguments", "JVM options")):
        before, after = ({one[at].compared: one[at].text for one in side} for side in given)
        if before.keys() != after.keys():
            every = {*before.values(), *after.values()}
            texts = [
                " or ".join(_short(text, every - {text}) or f"no {what}" for text in one.values())
                for one in (before, after)
            ]
            return (
                f"the base ran with the {what} {texts[0]}, and the new side with {texts[1]}, so "
                "differences may come from that and not from the code"
            )
    return None


class _Given(NamedTuple):
    """A part of a command: its ``text``, and values that are equal in parts of the same meaning."""

    text: str
    compared: tuple[str, ...]


def _given(command: Sequence[str]) -> tuple[_Given, _Given]:
    """Returns the arguments of a command, and its options of the JVM."""
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
    """Yields options of the JVM with their values, without those that say where classes are."""
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
