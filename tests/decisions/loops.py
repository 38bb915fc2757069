"""Interprets loops around random conditions, and yields the notes of each path.

Each loop counts ``n`` down from three, and counts ``a`` up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from decisions.notes import Notes, State

#: Evaluates a condition, and notes the questions that it asks.
Holds = Callable[[State, Notes], bool]


def while_loop(holds: Holds, state: State, last: str = "n-- == 0") -> Iterator[Notes]:
    """Runs ``while (CONDITION) { if (n-- == 0) break; a++ }``.

    ``last`` is the text that is noted for ``n-- == 0``.
    """
    left = 3
    while True:
        notes: Notes = []
        if not holds(state, notes):
            yield notes
            return
        notes.append((last, left == 0))
        yield notes
        if left == 0:
            return
        left, state["a"] = left - 1, state["a"] + 1


def do_loop(holds: Holds, state: State, first: str = "n-- != 0") -> Iterator[Notes]:
    """Runs ``do { a++ } while (n-- != 0 && (CONDITION))``.

    ``first`` is the text that is noted for ``n-- != 0``.
    """
    left = 3
    while True:
        state["a"] += 1
        notes, goes_on = _goes_on(holds, state, left, first)
        left -= 1
        yield notes
        if not goes_on:
            return


def for_loop(holds: Holds, state: State) -> Iterator[Notes]:
    """Runs ``for (; n-- != 0 && (CONDITION); a++) b--``."""
    left = 3
    while True:
        notes, goes_on = _goes_on(holds, state, left, "n-- != 0")
        left -= 1
        yield notes
        if not goes_on:
            return
        state["a"], state["b"] = state["a"] + 1, state["b"] - 1


def _goes_on(holds: Holds, state: State, left: int, first: str) -> tuple[Notes, bool]:
    """Returns the notes of ``n-- != 0 && (CONDITION)``, and whether this condition holds."""
    notes: Notes = [(first, left != 0)]
    return notes, left != 0 and holds(state, notes)
