"""Strange numbers, and functions that find and replace numbers in a JSON document."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

STRANGE_NUMBERS = (
    -1, 0, 2**31 - 1, 2**31, -(2**31) - 1, 2**63 - 1, 2**63, -(2**63) - 1, 10**400, 1e308,
    float("inf"), float("nan"),
)  # fmt: skip


def numbers_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yields the way to each number in ``value``.

    A way is a tuple of keys and indices. ``way`` is the way to ``value`` itself.
    """
    if isinstance(value, dict):
        for key, item in value.items():
            yield from numbers_in(item, (*way, key))
    elif isinstance(value, (list, tuple)):
        for index, item in enumerate(value):
            yield from numbers_in(item, (*way, index))
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield way


def replaced(document: Any, way: tuple[Any, ...], value: object) -> Any:
    """Returns a copy of a JSON document with ``value`` in the place to which ``way`` leads."""
    changed = deepcopy(document)
    holder = changed
    for key in way[:-1]:
        holder = holder[key]
    holder[way[-1]] = value
    return changed
