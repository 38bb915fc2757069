"""Checks the bounds that the counts of paths give for the counts of sequences.

The bounds must hold for every run with the same counts of paths.
"""

import numpy as np

from builders.worlds.enumerated import World, check_bounds, path_counts
from kpath_jvm.analysis.certainty.joints import JoinedPath, joined_paths
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, with_longer
from kpath_jvm.analysis.certainty.tables import look_up, tables_of_paths
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Forest


def test_bounds_hold_for_every_run_with_the_same_path_counts(code: MethodCode) -> None:
    """For most sequences that have only one possible count, the bounds give exactly this count."""
    paths = joined_paths(code, [code.decode(number) for number in range(8)])

    def bounds_of(world: World, forest: Forest) -> NodeBounds:
        counts = path_counts(world)
        tables = tables_of_paths(paths, counts)
        pairs = look_up(
            tables,
            np.where(forest.parents >= 0, forest.paths[forest.parents], -1).astype(np.int64),
            forest.paths.astype(np.int64),
        )
        own = np.array(counts)[forest.paths]
        is_one, is_two = forest.depths == 1, forest.depths == 2
        known = NodeBounds(
            np.where(is_one, own, np.where(is_two, pairs.lower, 0)),
            np.where(is_one, own, np.where(is_two, pairs.upper, UNLIMITED)),
        )
        return with_longer(forest, known)

    known, knowable = check_bounds(path_counts, bounds_of, 4)
    assert known > knowable * 0.8


def test_two_joints_share_a_table_only_if_a_path_may_lead_to_both() -> None:
    one, two = ("loop", 1), ("loop", 2)
    apart = [
        JoinedPath(0, (1,), "loop", "loop", one, frozenset({one})),
        JoinedPath(1, (2,), "loop", "loop", two, frozenset({two})),
    ]
    assert [one.firsts.tolist() for one in tables_of_paths(apart, [5, 7])] == [[0], [1]]
    shared = [*apart, JoinedPath(2, (3,), "entry", "loop", None, frozenset({one, two}))]
    (table,) = tables_of_paths(shared, [5, 7, 2])
    assert (table.firsts.tolist(), table.seconds.tolist()) == ([0, 1, 2], [0, 1])
    # The second loop's path never leads to the first loop's path.
    assert table.bounds.upper[1].tolist() == [0, 6]


def test_pairs_in_no_table_are_unbounded() -> None:
    found = look_up([], np.array([3]), np.array([4]))
    assert (found.lower.tolist(), found.upper.tolist()) == ([0], [UNLIMITED])
