"""Defines patterns: the branches that a compiler may make of conditions, in order, with choices.

What a compiler makes depends on types, which the source alone doesn't show, and on the compiler's
version. For instance, ``a == b`` is one branch or two, and a lambda's body lies in the method if
the function that gets the lambda is inlined.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.source.condition import Condition, Jump


@dataclass(frozen=True)
class JumpPlace:
    """The place in a pattern where a jump's possible targets begin or, if ``is_end``, end.

    The jump leads to the next condition. If there is no condition between the jump's two places,
    its target isn't known.
    """

    jump: Jump
    is_end: bool = False


@dataclass(frozen=True)
class Choice:
    """Several sequences, of which compilers make exactly one; a sequence may be empty."""

    sequences: tuple["Pattern", ...]


Item: TypeAlias = Condition | JumpPlace | Choice
Pattern: TypeAlias = tuple[Item, ...]


def conditions_of(pattern: Pattern) -> Iterator[Condition]:
    """Yields all conditions of a pattern, including those within choices."""
    for item in pattern:
        if isinstance(item, Condition):
            yield item
        elif isinstance(item, Choice):
            for sequence in item.sequences:
                yield from conditions_of(sequence)


def only(pattern: Pattern, lines: range) -> Pattern:
    """Returns a pattern with only those of its conditions that begin on the given lines."""
    found: list[Item] = []
    for item in pattern:
        if isinstance(item, Choice):
            sequences = tuple(dict.fromkeys(only(one, lines) for one in item.sequences))
            if any(any(conditions_of(one)) for one in sequences):
                found.append(Choice(sequences))
        elif isinstance(item, JumpPlace) or item.first_line in lines:
            found.append(item)
    return tuple(found)


def groups(pattern: Pattern) -> list[tuple[range, Pattern]]:
    """Returns disjoint ranges of lines, each with the part of the pattern on these lines."""
    return [(lines, only(pattern, lines)) for lines in _ranges(conditions_of(pattern))]


def _ranges(conditions: Iterable[Condition]) -> list[range]:
    found: list[range] = []
    for first, last in sorted({(one.first_line, one.last_line) for one in conditions}):
        if found and first < found[-1].stop:
            found[-1] = range(found[-1].start, max(found[-1].stop, last + 1))
        else:
            found.append(range(first, last + 1))
    return found
