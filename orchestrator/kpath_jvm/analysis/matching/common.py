"""Gives equal paths the same number in the k-IPFs of two versions of a method.

In equal code, a path is identified as usual (PathIdentity). In changed code, it is identified by
its start, its end, its first and its last block, and those other blocks that both versions have. So
paths that differ only in code that the other version lacks get one number, and are counted
together.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np

from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.of_loops.executed import executed_rows
from kpath_jvm.profile.forest import Forest, Int32Array, added
from kpath_jvm.profile.identity.paths import PathIdentity, identities_in


class CommonPaths:
    """The executed paths of a pair of methods, numbered from 0 as they are found."""

    def __init__(self, pair: MethodPair) -> None:
        """Takes the pair of a method, which one of the sides may lack."""
        self._pair = pair
        self._numbers: dict[PathIdentity, int] = {}
        self._of: dict[tuple[int, int, int], tuple[Int32Array, Int32Array]] = {}

    def forest(self, known: KnownMethod, run: int, k: int) -> Forest:
        """Returns the method's k-IPF in a run of one side, with common path numbers.

        The method has the number 0 in the k-IPF.
        """
        parts = []
        for number in known.numbers[run]:
            forest = known.side.runs[run].method_forest(number).truncated(k)
            own, common = self._common(known, run, number)
            paths = common[np.searchsorted(own, forest.paths)] if len(forest) else forest.paths
            parts.append(replace(forest, methods=np.zeros_like(forest.methods), paths=paths))
        return added(parts)

    def numbers_in(self, known: KnownMethod, sequence: tuple[int, ...]) -> tuple[int, ...] | None:
        """Returns the path numbers in ``known.code`` for a sequence of common numbers.

        If several paths have one common number, the first is taken. The result is None if one of
        the paths was never executed in the run ``known.run``.
        """
        own, common = self._common(known, known.run, known.method)
        firsts: dict[int, int] = {}
        for number, path in zip(own.tolist(), common.tolist(), strict=True):
            firsts.setdefault(path, number)
        found = [firsts.get(path) for path in sequence]
        known_ones = tuple(path for path in found if path is not None)
        return known_ones if len(known_ones) == len(found) else None

    def counted_with(self, known: KnownMethod, path: int) -> tuple[int, ...]:
        """Returns the paths of ``known.code`` that have the common number of ``path``.

        They include ``path``. The others differ from it only in code that the other side lacks.
        """
        own, common = self._common(known, known.run, known.method)
        return self.counted_as(known, int(common[np.searchsorted(own, path)]))

    def counted_as(self, known: KnownMethod, number: int) -> tuple[int, ...]:
        """Returns the executed paths of ``known.code`` with this common number, ascending."""
        own, common = self._common(known, known.run, known.method)
        return tuple(own[common == number].tolist())

    def are_alike_but_for_tests(self, one: int, other: int) -> bool:
        """Returns whether two common numbers stand for paths that differ only in tests.

        A test is a block that ends with a branch or a switch. The result is True if the paths are
        equal, or if one has all blocks of the other and, in addition, only tests.
        """
        base = self._pair.base
        if one == other or base is None:
            return one == other
        first, second = self._identities[one], self._identities[other]
        if first._replace(blocks=()) != second._replace(blocks=()):
            return False
        short, long = sorted((first.blocks, second.blocks), key=len)
        left = iter(short)
        wanted = next(left, None)
        for block in long:
            if block == wanted:
                wanted = next(left, None)
            elif block not in base.code.deciding:
                return False
        return wanted is None

    @property
    def _identities(self) -> list[PathIdentity]:
        """The paths' identities, in the order of their common numbers."""
        return list(self._numbers)

    def _common(self, known: KnownMethod, run: int, number: int) -> tuple[Int32Array, Int32Array]:
        """Returns a method's executed paths, ascending, and their common numbers."""
        key = (0 if known is self._pair.base else 1, run, number)
        if key not in self._of:
            rows = executed_rows(known.side.runs[run], number)
            common = [
                self._numbers.setdefault(self._identity(known, path), len(self._numbers))
                for path in identities_in(rows)
            ]
            self._of[key] = rows.column("path").to_numpy(), np.array(common, dtype=np.int32)
        return self._of[key]

    def _identity(self, known: KnownMethod, path: PathIdentity) -> PathIdentity:
        if self._places is None:
            return path
        blocks = path.blocks
        to_base, is_common = self._places[known is self._pair.new]
        kept = [blocks[0], *(block for block in blocks[1:-1] if is_common[block])]
        kept += blocks[-1:] if len(blocks) > 1 else []
        return path._replace(blocks=tuple(to_base[block] for block in kept))

    @cached_property
    def _places(self) -> tuple[tuple[list[int], list[bool]], ...] | None:
        """For each side, each block's number in the base, and whether both sides have the block.

        None if both sides have all blocks, or if only one side has the method. Blocks that only the
        new version has get numbers below -1.
        """
        pair = self._pair
        if pair.base is None or pair.new is None or pair.code == "same" or pair.has_equal_blocks:
            return None
        match = pair.blocks
        of_base = list(range(len(match.to_new))), (match.to_new >= 0).tolist()
        numbers = match.to_base.tolist()
        to_base = [base if base >= 0 else -2 - block for block, base in enumerate(numbers)]
        return of_base, (to_base, (match.to_base >= 0).tolist())
