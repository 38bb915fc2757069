"""The meaning of the numbers of overlapping paths' extensions (docs/formats/methods.md)."""

from functools import cached_property
from typing import Annotated

import msgspec

from kpath_jvm.errors import KpathError

_Count = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]


class OverlapGraph(msgspec.Struct, frozen=True, dict=True):
    """How the paths that end at a loop's back edges are extended, as the agent writes it.

    Extensions have numbers from ``first`` on. An extension begins with the block ``root``. It ends
    with the (``degree`` + 1)-th of ``predicates`` or, if it has passed fewer, at one of ``ends``.
    Its number is the sum of ``first`` and the values of its ``edges`` (source, target, value); its
    end adds nothing. ``longest`` is the degree above which no extension gets longer, and
    ``extensions`` is how many there are.
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
        """Returns the indices of the blocks that the graph mentions, some of them several times."""
        used = [self.root, *self.predicates, *self.ends]
        for source, target, _ in self.edges:
            used += (source, target)
        return used

    @cached_property
    def _choices(self) -> dict[int, list[tuple[int, int]]]:
        """The values and targets of each block's edges, in descending order."""
        choices: dict[int, list[tuple[int, int]]] = {}
        for source, target, value in self.edges:
            choices.setdefault(source, []).append((value, target))
        return {source: sorted(ways, reverse=True) for source, ways in choices.items()}

    def extension(self, number: int) -> tuple[tuple[int, ...], bool]:
        """Returns an extension's blocks, and whether it ends with its (degree + 1)-th predicate.

        Raises KpathError when no extension has the number.
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
