"""Source lines and sequences of paths, written compactly."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

ARROW = "→"
TIMES = "×"  # noqa: RUF001


def compact(lines: Sequence[int], code_lines: Iterable[int]) -> str:
    """Writes lines in order of execution, joining to a-b where no line with code is skipped.

    ``code_lines`` are all lines of the method that have code: between 10 and 13 may lie comments.
    """
    following: dict[int, int] = {}
    ordered = sorted(set(code_lines))
    for line, after in pairwise(ordered):
        following[line] = after
    spans: list[list[int]] = []
    for line in lines:
        if spans and following.get(spans[-1][1]) == line:
            spans[-1][1] = line
        else:
            spans.append([line, line])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def folded(items: Sequence[str]) -> str:
    """Writes items in order, repetitions once: a, three times (b, c), d."""
    parts: list[str] = []
    at = 0
    while at < len(items):
        length, times = _repetition(items, at)
        text = f" {ARROW} ".join(items[at : at + length])
        if times > 1:
            group = f"({text})" if length > 1 or " " in text else text
            text = f"{group} {TIMES}{times}"
        parts.append(text)
        at += length * times
    return f" {ARROW} ".join(parts)


def _repetition(items: Sequence[str], first: int) -> tuple[int, int]:
    """Returns the unit (length, times) at ``first`` that covers most; the shortest of those."""
    best = (1, 1)
    for length in range(1, (len(items) - first) // 2 + 1):
        unit = items[first : first + length]
        times = 1
        while items[first + length * times : first + length * (times + 1)] == unit:
            times += 1
        if times > 1 and length * times > best[0] * best[1]:
            best = (length, times)
    return best
