"""Checks how k-iteration paths become sequences of Ball-Larus paths.

The trace is that of Table 2 of Roy and Srikant's paper.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from builders.methods import instrumented
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import Block, Loop
from kpath_jvm.profile.recorded.counted import Counted
from kpath_jvm.profile.recorded.iterations_to_ipf import iterations_to_ipf
from kpath_jvm.recording.iterations import Iterations

FIRST_ID = 100

#: The method of Roy and Srikant's Fig. 1. Its k-iteration paths are numbered by the edge weights of
#: their Table 1. The numbers of the blocks, 0 to 5, and of the 10 Ball-Larus paths are our own.
FIELDS: dict[str, Any] = {
    "class_name": "C",
    "name": "f",
    "descriptor": "()V",
    "mode": "streamed",
    "first_id": FIRST_ID,
    "paths": 10,
    "counters": {},
    "blocks": tuple(Block(at, at, (), 1) for at in range(6)),
    "edges": ((0, 1, 0), (1, 2, 0), (1, 3, 2), (2, 4, 0), (3, 4, 0), (3, 5, 2), (4, 5, 1)),
    "starts": (("entry", 0, 0), ("loop", 1, 5)),
    "ends": (("exit", 5, 0), ("loop", 4, 0)),
    "loops": (Loop(1, (4,), (1, 2, 3, 4)),),
    "rung": "full",
    "iterations": Iterations(
        asked=2,
        longest=2,
        paths=23,
        loops=((1, 2),),
        starts=(("entry", 0, 0), ("loop", 1, 13)),
        edges=(
            (0, 1, 1, 1, 0, 0),
            (1, 1, 2, 1, 0, 0), (1, 1, 3, 1, 6, 1), (1, 2, 2, 2, 0, 0), (1, 2, 3, 2, 2, 0),
            (2, 1, 4, 1, 0, 0), (2, 2, 4, 2, 0, 0),
            (3, 1, 4, 1, 0, 0), (3, 1, 5, 1, 6, 1), (3, 2, 4, 2, 0, 0), (3, 2, 5, 1, 2, 0),
            (4, 1, 1, 2, 0, 0), (4, 1, 5, 1, 5, 0), (4, 2, 5, 1, 0, 0), (4, 2, 1, 0, 1, 0),
        ),
    ),
}  # fmt: skip


def counted(counts: dict[int, int], k: int = 2, **changed: Any) -> Counted:
    """Converts counts of k-iteration paths, given by path number, to sequences."""
    method = instrumented(**(FIELDS | changed))
    ids = np.array([FIRST_ID + number for number in counts], np.int64)
    return iterations_to_ipf([method], ids, np.array(list(counts.values()), np.int64), k)[0]


def grams(found: Counted) -> dict[tuple[int, ...], int]:
    """Maps each sequence, as path numbers, to its count."""
    rows: list[tuple[int, ...]] = []
    forest = found.forest
    for parent, path in zip(forest.parents.tolist(), forest.ids.tolist(), strict=True):
        rows.append((*(rows[parent] if parent >= 0 else ()), path - FIRST_ID))
    assert [len(row) for row in rows] == forest.depths.tolist()
    return dict(zip(rows, forest.counts.tolist(), strict=True))


def test_the_trace_of_table_2_has_the_right_sequences() -> None:
    """Counts the paths, and the pairs of consecutive paths, in the trace 1-(2-3-5-2-4-5)^100-6.

    Blocks have the paper's numbers, 1 to 6.
    """
    entry, left, right, last = 0, 5, 7, 8
    sequence = [entry, right, *[left, right] * 98, left, last]
    expected: Counter[tuple[int, ...]] = Counter((one,) for one in sequence)
    expected.update(pairwise(sequence))
    table_2 = {3: 1, 19: 99, 16: 98, 15: 1}
    assert grams(counted(table_2)) == expected
    assert grams(counted(table_2, k=1)) == {g: n for g, n in expected.items() if len(g) == 1}


def test_rows_have_the_blocks_starts_and_ends_of_paths() -> None:
    rows = {one.number: one for one in counted({3: 1, 15: 2, 5: 3}).extended}
    assert [rows[number].count for number in (3, 15, 5)] == [1, 2, 3]
    assert rows[3].blocks == (0, 1, 2, 4, 1, 3, 4)
    assert (rows[3].start, rows[3].end, rows[3].graph) == ("entry", "loop 1", 0)
    assert (rows[15].start, rows[15].end, rows[15].graph) == ("loop 1", "exit", 0)
    assert (rows[5].start, rows[5].end, rows[5].graph) == ("entry", "exit", -1)
    assert {one.kind for one in rows.values()} == {"iterations"}


def test_methods_without_iterations_have_ball_larus_paths() -> None:
    """If paths have at most one iteration, their numbers are those of the Ball-Larus paths.

    Ids that belong to no method stay as they are, too.
    """
    found = counted({0: 4, 8: 1}, iterations=Iterations(asked=2, longest=1))
    assert grams(found) == {(0,): 4, (8,): 1}
    assert [(one.start, one.end) for one in found.extended] == [
        ("entry", "loop 1"),
        ("loop 1", "exit"),
    ]
    assert grams(counted({900: 2})) == {(900,): 2}
    assert grams(counted({})) == {}


def test_damage_is_refused() -> None:
    """Tests a path with a part that isn't a Ball-Larus path, and a number that no path has."""
    with pytest.raises(KpathError, match="contradict themselves"):
        counted({3: 1}, ends=(("exit", 5, 0),))
    without = msgspec.structs.replace(FIELDS["iterations"], starts=(("entry", 0, 1),))
    with pytest.raises(KpathError, match="no path 0"):
        counted({0: 1}, iterations=without)


def test_only_the_first_path_adds_a_shared_iteration() -> None:
    numbers = [3, 19, 16, 15, 11]
    ids = np.array([FIRST_ID + number for number in numbers], np.int64)
    counts = np.array([1, 99, 98, 1, 4], np.int64)
    # Only path 3, 1-2-3-5-2-4-5, adds an iteration. In paths 19, 16 and 15, the iterations that end
    # within the path are also in a path that began before. Path 11 has only one iteration, so none
    # ends within the path.
    assert iterations_to_ipf([instrumented(**FIELDS)], ids, counts, 2)[1] == {FIRST_ID: 1}
