"""Reads the calls that an inline profiler counts together with the callers' paths."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kpath_jvm.errors import KpathError

#: In a row of overlaps.bin, the field ``number`` has a tag in the bits from this position on. If
#: the tag is 0, the lower bits are the number of a path's extension.
TAG_SHIFT = 24
_ACTIVATION, _CALL, _LIST, _USE, _COUNT = range(1, 6)

#: Stands for a first path that is missing: the activation never completed the path it began with.
NEVER = -1


@dataclass(frozen=True)
class Call:
    """A call that returned: its site's number, and the ids of the callee's first and last path."""

    site: int
    first: int
    last: int


@dataclass(frozen=True)
class Use:
    """The id of a path, the calls in the path, and how often it was completed with these calls."""

    path: int
    calls: tuple[Call, ...]
    count: int


def read_uses(rows: npt.NDArray[Any], path: Path) -> list[Use]:
    """Returns the paths that have calls, from the rows of overlaps.bin that have a tag.

    Raises KpathError, which names the file ``path``, for damaged rows.
    """
    tables: dict[int, dict[int, tuple[int, int]]] = {tag: {} for tag in range(_ACTIVATION, _COUNT)}
    counts: dict[int, int] = {}
    tags, pairs = rows["number"] >> TAG_SHIFT, rows["count"]
    whole = zip(tags.tolist(), rows["id"].tolist(), pairs.tolist(), strict=True)
    for tag, number, pair in whole:
        if tag == _COUNT:
            counts[number] = pair
        else:
            halves = pair >> 32, ((pair & 0xFFFF_FFFF) ^ 1 << 31) - (1 << 31)
            tables.setdefault(tag, {})[number] = halves
    try:
        return list(_Lists(tables).uses(counts))
    except (KeyError, ValueError) as error:
        raise KpathError(
            f"{path} is damaged: it holds something that isn't a call; record again"
        ) from error


class _Lists:
    """The calls in each list of calls, by the list's number.

    Raises KeyError or ValueError for impossible rows.
    """

    def __init__(self, tables: dict[int, dict[int, tuple[int, int]]]) -> None:
        self._activations, self._calls = tables[_ACTIVATION], tables[_CALL]
        self._lists, self._uses = tables[_LIST], tables[_USE]
        if len(tables) > len((_ACTIVATION, _CALL, _LIST, _USE)):
            raise ValueError("an unknown tag")
        if any(
            last < 1 or (first < 1 and first != NEVER) for first, last in self._activations.values()
        ):
            raise ValueError("an activation without paths")
        self._found: dict[int, tuple[Call, ...]] = {0: ()}
        # Each list extends another list, whose number is lower, by one call.
        for number in sorted(self._lists):
            before, call = self._lists[number]
            self._found[number] = (*self._found[before], self._call(call))

    def uses(self, counts: dict[int, int]) -> list[Use]:
        """Returns the uses of all paths that have calls."""
        found = []
        if counts.keys() != self._uses.keys():
            raise ValueError("counts of other uses")
        for number, (of_list, path) in self._uses.items():
            if path < 1 or of_list < 1 or counts[number] < 1:
                raise ValueError("no path or no count")
            found.append(Use(path, self._found[of_list], counts[number]))
        return found

    def _call(self, number: int) -> Call:
        site, activation = self._calls[number]
        alone = activation, activation
        first, last = alone if activation > 0 else self._activations[-activation]
        if site < 0 or last < 1:
            raise ValueError("no site or no path")
        return Call(site, first, last)


def tagged(rows: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Returns, for each row, whether the row has a tag and an id; such rows are about calls."""
    return np.asarray(rows["number"] >> TAG_SHIFT > 0) & np.asarray(rows["id"] > 0)
