"""The graphs that decode the numbers of overlapping paths' extensions (docs/formats/methods.md)."""

from functools import cached_property
from typing import Annotated

import msgspec

from kpath_jvm.errors import KpathError

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class OverlapGraph(msgspec.Struct, frozen=True, dict=True):
    """The extensions of the paths that end at a loop's back edges, as the agent writes them.

    An extension of a path is the beginning of the next path, after the back edge. The numbers of
    extensions begin with ``first``. An extension begins with the block ``root``. It ends with the
    (``degree`` + 1)-th of ``predicates`` or, if it passes fewer predicates, at one of ``ends``. An
    extension's number is the sum of ``first`` and the values of its ``edges`` (source, target,
    value); the end adds nothing. A larger degree gives longer extensions, but only up to the degree
    ``longest``. ``extensions`` is the number of extensions.
    """

    first: _Count
    root: _Count
    degree: _Count
    longest: _Count
    extensions: Annotated[int, msgspec.Meta(ge=1)]
    predicates: tuple[_Count, ...]
    ends: tuple[_Count, ...]
    edges: tuple[tuple[_Count, _Count, _Count], ...]

    def used_blocks(self) -> list[int]:
        """Returns the indices of the blocks that the graph mentions, some of them repeatedly."""
        used = [self.root, *self.predicates, *self.ends]
        for source, target, _ in self.edges:
            used += (source, target)
        return used

    @cached_property
    def _choices(self) -> dict[int, list[tuple[int, int]]]:
        """For each block, the edges that leave it, as (value, target), the largest value first."""
        choices: dict[int, list[tuple[int, int]]] = {}
        for source, target, value in self.edges:
            choices.setdefault(source, []).append((value, target))
        return {source: sorted(ways, reverse=True) for source, ways in choices.items()}

    def extension(self, number: int) -> tuple[tuple[int, ...], bool]:
        """Returns an extension's blocks, and whether it ends with its (degree + 1)-th predicate.

        Raises KpathError when no extension has this number.
        """
        rest, block, passed = number - self.first, self.root, 0
        blocks: list[int] = []
        while rest >= 0 and block not in blocks:
            blocks.append(block)
            passed += block in self.predicates
            if passed > self.degree or (rest == 0 and block in self.ends):
                if rest == 0:
                    return tuple(blocks), passed > self.degree
                break
            way = next((one for one in self._choices.get(block, ()) if one[0] <= rest), None)
            if way is None:
                break
            rest, block = rest - way[0], way[1]
        raise KpathError(f"no extension {number} of the loop at block {self.root}")
