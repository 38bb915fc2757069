"""Holds the loops of all methods of a profile in arrays."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import IndexArray
from kpath_jvm.profile.model import Profile

#: The place that stands for no loop.
NONE = -1


class LoopColumns:
    """Arrays with one entry per row of the table ``loops``, ordered by method, then by loop.

    Loops are given by their places in these arrays.
    """

    def __init__(self, profile: Profile) -> None:
        """Reads the table ``loops``; the code of methods is read when it is needed."""
        table = profile.table("loops")
        self._profile = profile
        self.methods = integers(table, "method")
        self.numbers = integers(table, "loop")
        self._headers = integers(table, "header")
        self._parents = integers(table, "parent")
        self._lines: dict[int, int | None] = {}

    def with_header(
        self, methods: npt.NDArray[np.signedinteger], blocks: npt.NDArray[np.signedinteger]
    ) -> IndexArray:
        """Returns for each block the place of the first loop whose header is the block, or NONE."""
        keys = self.methods << 32 | self._headers
        order = np.argsort(keys, kind="stable")
        wanted = methods.astype(np.int64) << 32 | blocks.astype(np.int64)
        at = np.searchsorted(keys[order], wanted)
        if not len(keys):
            return np.full(len(wanted), NONE, dtype=np.intp)
        found = order[np.minimum(at, len(keys) - 1)]
        return np.where(keys[found] == wanted, found, NONE)

    @cached_property
    def parents(self) -> IndexArray:
        """For each loop, the place of the loop directly around it, or NONE."""
        firsts = np.searchsorted(self.methods, self.methods)
        return np.where(self._parents < 0, NONE, firsts + self._parents)

    def around(self, ones: IndexArray, others: IndexArray) -> IndexArray:
        """Returns for each pair of loops the innermost loop that contains both, or NONE."""
        limit = len(self.numbers) + 1
        keys = (ones + 1).astype(np.int64) * limit + (others + 1)
        pairs, places = np.unique(keys, return_inverse=True)
        found = [
            self._around(int(pair) // limit - 1, int(pair) % limit - 1) for pair in pairs.tolist()
        ]
        return np.array(found, dtype=np.intp)[places]

    def _around(self, one: int, other: int) -> int:
        chain = self._chain(one)
        shared = set(self._chain(other))
        return next((loop for loop in chain if loop in shared), NONE)

    def _chain(self, loop: int) -> list[int]:
        chain: list[int] = []
        while loop != NONE and loop not in chain:
            chain.append(loop)
            loop = int(self.parents[loop])
        return chain

    def header_line(self, loop: int) -> int | None:
        """Returns the line of a loop's header; None if it has no line, or ``loop`` is NONE."""
        if loop == NONE:
            return None
        if loop not in self._lines:
            code = self._profile.code(int(self.methods[loop]))
            self._lines[loop] = code.header_line(int(self._headers[loop]))
        return self._lines[loop]

    def header_lines(self, loops: npt.NDArray[np.signedinteger]) -> list[int | None]:
        """Returns the line of each loop's header, in the order of ``loops``."""
        distinct, places = np.unique(loops, return_inverse=True)
        lines = [self.header_line(loop) for loop in distinct.tolist()]
        return [lines[place] for place in places.tolist()]

    def depth(self, loop: int) -> int:
        """Returns how deep a loop lies; 1 for an outermost loop."""
        return len(self._chain(loop))
