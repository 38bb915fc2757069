"""Makes the tables ``extended`` and ``edge_counts`` of a profile."""

from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.recorded.edge_flow import edge_counts
from kpath_jvm.recording.recorded import Recorded


class OtherCounts:
    """The columns of the tables ``extended`` and ``edge_counts``.

    Counts that belong to no method are omitted, as in the table ``paths``.
    """

    def __init__(self, methods: Sequence[InstrumentedMethod], recorded: Recorded) -> None:
        """Takes the methods, in ascending order of first id, and what was recorded about them.

        Methods are numbered in this order.
        """
        self._methods = methods
        self._recorded = recorded
        self._numbers = {method.counted.first_id: number for number, method in enumerate(methods)}

    def extended(self) -> dict[str, object]:
        """Returns the columns of ``extended``.

        The rows are ordered by method, kind, graph and number. Raises KpathError for a path that
        was counted twice.
        """
        found = [
            (self._numbers[one.first_id], one.kind, one.graph, one.number,
             self._numbers.get(one.other_first_id, -1), one)
            for one in self._recorded.extended
            if one.count > 0 and one.first_id in self._numbers
        ]  # fmt: skip
        found.sort(key=lambda row: row[:-1])
        if len({row[:-1] for row in found}) < len(found):
            raise KpathError("the recording is damaged: a path was counted twice; record again")
        rows = [row[-1] for row in found]
        return {
            "method": [row[0] for row in found],
            "number": [one.number for one in rows],
            "kind": [one.kind for one in rows],
            "graph": [one.graph for one in rows],
            "start": [one.start for one in rows],
            "end": [one.end for one in rows],
            "blocks": [list(one.blocks) for one in rows],
            "other_method": [row[4] for row in found],
            "other_blocks": [list(one.other_blocks) for one in rows],
            "count": [one.count for one in rows],
            "estimate": np.array([one.estimate for one in rows], dtype=np.float64),
        }

    def edges(self) -> dict[str, object]:
        """Returns the columns of ``edge_counts``.

        The rows are ordered by method, source, target and kind. Raises KpathError for an edge
        that was counted twice.
        """
        derived = edge_counts(
            self._methods, self._recorded.counters, is_whole=self._recorded.edges_are_whole
        )
        found = [
            (self._numbers[one.first_id], one.source, one.target, one.kind, one)
            for one in chain(self._recorded.edge_counts, derived)
            if one.first_id in self._numbers
        ]
        found.sort(key=lambda row: row[:-1])
        if len({row[:-1] for row in found}) < len(found):
            raise KpathError("the recording is damaged: an edge was counted twice; record again")
        rows = [row[-1] for row in found]
        return {
            "method": [row[0] for row in found],
            "kind": [one.kind for one in rows],
            "source": [one.source for one in rows],
            "target": [one.target for one in rows],
            "count": [one.count for one in rows],
            "least": [one.least for one in rows],
            "most": [-1 if one.most is None else one.most for one in rows],
        }


def edge_ids(methods: Iterable[InstrumentedMethod]) -> set[int]:
    """Returns the ids of all counters of edges. No path has any of these ids."""
    return {
        counter for method in methods for _, _, counter in method.counted.edge_counters if counter
    }
