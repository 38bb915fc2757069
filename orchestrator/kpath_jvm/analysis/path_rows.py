"""Gives the executed paths of a profile as arrays: their names, costs, and starts."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_columns import NONE, LoopColumns
from kpath_jvm.analysis.told import name_of_rank
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array, Int64Array
from kpath_jvm.profile.model import Profile


class PathRows:
    """Arrays with an entry for each row of the table ``paths``, ordered by method, then by path.

    ``counts`` are completions. Names depend on all paths of a method, so this class needs the whole
    profile.
    """

    def __init__(self, profile: Profile) -> None:
        """Reads the tables ``paths`` and ``loops``; the rest is read when it is needed."""
        table = profile.table("paths")
        self._table = table
        self.methods = integers(table, "method")
        self.paths = integers(table, "path")
        self.counts: Int64Array = integers(table, "count")
        self._keys = self.methods << 32 | self.paths
        self._costs = Costs(profile)
        self.loop_rows = LoopColumns(profile)

    def __len__(self) -> int:
        return len(self.paths)

    def places(
        self, methods: npt.NDArray[np.signedinteger], paths: npt.NDArray[np.signedinteger]
    ) -> IndexArray:
        """Returns the places of executed paths, each given by its method and its number."""
        keys = methods.astype(np.int64) << 32 | paths.astype(np.int64)
        return np.searchsorted(self._keys, keys)

    @property
    def bytecodes(self) -> Int64Array:
        """The bytecode instructions of one completion of each path."""
        return self._costs.executed_lengths

    @cached_property
    def ranks(self) -> Int64Array:
        """The rank of each path in its method: 0 for the hottest, 1 for the next, and so on."""
        # Equally hot paths keep their order, as in names_of_paths.
        order = np.lexsort((np.arange(len(self)), -self.counts, self.methods))
        firsts = np.searchsorted(self.methods, self.methods[order])
        found = np.empty(len(self), dtype=np.int64)
        found[order] = np.arange(len(self)) - firsts
        return found

    @cached_property
    def names(self) -> npt.NDArray[np.object_]:
        """The name of each path in its method: A for the hottest, then B, C … (told.path_names)."""
        found = np.empty(int(self.ranks.max(initial=-1)) + 1, dtype=object)
        found[:] = [name_of_rank(rank) for rank in range(len(found))]
        return np.asarray(found[self.ranks], dtype=object)

    @cached_property
    def begins_iteration(self) -> BoolArray:
        """Whether each path begins at a loop's header, where the path before it ended."""
        starts = self._table.column("start").to_pylist()
        return np.array([start == "loop" for start in starts], dtype=bool)

    @cached_property
    def loops(self) -> IndexArray:
        """The loop at whose header each path begins, as a place in the table ``loops``, or NONE."""
        lengths = list_lengths(self._table.column("blocks"))
        blocks = list_items(self._table.column("blocks")).to_numpy()
        firsts = blocks[np.cumsum(lengths, dtype=np.int64) - lengths]
        found = self.loop_rows.with_header(self.methods, firsts)
        return np.where(self.begins_iteration, found, NONE)


def bytecodes_of(rows: PathRows, places: Int32Array) -> Int64Array:
    """Returns the bytecodes of one occurrence of each n-gram.

    ``places`` has a row for each n-gram, with the places of its paths in ``rows``. The rows of
    shorter n-grams are padded with -1.
    """
    found = np.zeros(len(places), dtype=np.int64)
    # As an index, the padding -1 stands for the last entry of ``costs``, which is 0.
    costs = np.append(rows.bytecodes, 0)
    for column in places.T:
        found += costs[column]
    return found


def loops_of(rows: PathRows, places: Int32Array) -> Int32Array:
    """Returns the innermost loop in which each n-gram stays, as a place in ``loops``, or NONE.

    An n-gram's loop is the innermost one that contains the headers at which its second and later
    paths begin. For a single path, it is the loop at whose header that path begins. Paths that
    begin elsewhere, after a cut edge or at a handler, aren't considered. ``places`` has the same
    form as in ``bytecodes_of``.
    """
    found = np.full(len(places), NONE, dtype=np.int32)
    if not len(places):
        return found
    own_loops = np.append(rows.loops, NONE).astype(np.int32)
    begins = np.append(rows.begins_iteration, False)
    is_alone = places[:, 1] < 0 if places.shape[1] > 1 else np.ones(len(places), dtype=bool)
    found[is_alone] = own_loops[places[is_alone, 0]]
    is_told = np.zeros(len(places), dtype=bool)
    for column in places.T[1:]:
        own, tells = own_loops[column], begins[column]
        around = np.where(is_told, found, own)
        # In most n-grams, all paths begin at the header of the same loop.
        differ = np.flatnonzero(tells & (around != own))
        around[differ] = rows.loop_rows.around(around[differ], own[differ])
        found[tells] = around[tells]
        is_told |= tells
    return found
