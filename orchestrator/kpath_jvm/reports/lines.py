"""Writes sequences of paths compactly."""

from collections.abc import Sequence

ARROW = "→"
TIMES = "×"  # noqa: RUF001


def rounds(items: Sequence[str], period: int) -> str:
    """Returns the names of a sequence's paths in order, as one text.

    ``period`` is the number of paths after which the sequence begins again. If it begins again but
    isn't complete a second time, the text separates the two parts.
    """
    if period < len(items) < 2 * period:
        return f"{folded(items[:period])} and again {folded(items[period:])}"
    return folded(items)


def folded(items: Sequence[str]) -> str:
    """Returns the names of paths in order, as one text.

    A part that repeats is written once, with the number of times that it occurs.
    """
    parts: list[str] = []
    at = 0
    while at < len(items):
        length, times = _repetition(items, at)
        text = " ".join(items[at : at + length])
        if times > 1:
            text = f"{f'({text})' if length > 1 else text}{TIMES}{times}"
        parts.append(text)
        at += length * times
    return " ".join(parts)


def _repetition(items: Sequence[str], first: int) -> tuple[int, int]:
    """Returns the length of the part that repeats at ``first``, and how many times it occurs there.

    Returns (1, 1) if no part repeats. If several parts repeat, the part whose repetitions cover the
    most items is chosen. If several parts cover equally many items, the shortest one is chosen.
    """
    best = (1, 1)
    for length in range(1, (len(items) - first) // 2 + 1):
        unit = items[first : first + length]
        times = 1
        while items[first + length * times : first + length * (times + 1)] == unit:
            times += 1
        if times > 1 and length * times > best[0] * best[1]:
            best = (length, times)
    return best
