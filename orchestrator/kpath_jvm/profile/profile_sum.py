"""Adds up any number of profiles, of several runs or of the JVMs of one session."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import pyarrow as pa

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.adding.forest_sum import MOST_NODES, ForestSum
from kpath_jvm.profile.adding.method_sum import MethodSum
from kpath_jvm.profile.adding.rows import (
    OF_CODE,
    CodeRows,
    CountedRows,
    ExecutedRows,
    added_rows,
    renumbered,
    settled,
    with_column,
)
from kpath_jvm.profile.folding import table_errors
from kpath_jvm.profile.forest import Forest, Int64Array, added
from kpath_jvm.profile.identity.methods import Loaders, MethodName, MethodVersion
from kpath_jvm.profile.identity.paths import identity_of, number_of
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.totals import TooMuchError, beyond, total, totals_of
from kpath_jvm.records.folding import Folding


def merge_jvms(profiles: Sequence[Profile]) -> tuple[dict[str, pa.Table], Folding | None]:
    """Returns the tables of one profile for all JVMs of a session, and what was folded (or None).

    If there are several JVMs, loaders are compared by class, because loaders of different JVMs have
    the same identity hash only by chance. Columns that aren't counts, such as ``first_id``, are
    taken from the first JVM.

    Raises TooMuchError if the counts add up to more than a profile can store.
    """
    loaders = Loaders.KINDS if len(profiles) > 1 else Loaders.EACH
    # No nodes need to go to disk, because the single profiles are in memory, too.
    whole = ProfileSum(None, sys.maxsize, loaders, of_one_session=True)
    for profile in profiles:
        whole.add(profile)
    concluded = whole.concluded()
    ipf = concluded.forest().to_table()
    tables = {**concluded.tables(), "ipf": ipf}
    folding = Folding.sum_of((one.folding for one in profiles), concluded.most_in_one)
    if folding is not None:
        errors = table_errors(tables["folded"], folding, whole.k)
        folding = msgspec.structs.replace(folding, errors=tuple(errors))
    return tables, folding


class ProfileSum:
    """Adds up profiles that come from one profiler and whose paths are cut at the same places.

    Memory holds one of the profiles, the methods and paths of all profiles (each once), and a
    bounded part of the sequences. The other sequences go to ``directory``, which the caller
    removes.
    """

    def __init__(
        self,
        directory: Path | None,
        most_nodes: int = MOST_NODES,
        loaders: Loaders = Loaders.KINDS,
        *,
        of_one_session: bool = False,
    ) -> None:
        """Takes ``loaders``, which decides when two versions count as having different loaders.

        ``of_one_session`` is true if the profiles are of JVMs of one session (see MethodSum). At
        most ``most_nodes`` nodes are in memory. ``directory`` can be None if there are never more
        nodes.
        """
        self._method_sum = MethodSum(loaders, of_one_session=of_one_session)
        self._of_one_session = of_one_session
        self._code = CodeRows()
        self._paths = ExecutedRows()
        self._counted = CountedRows()
        self._forest = ForestSum(directory, most_nodes)
        self._k: int | None = None
        self._totals: dict[str, int] = {}

    @property
    def k(self) -> int:
        """The length of the longest sequences in the sum: the smallest k of the profiles."""
        assert self._k is not None, "nothing was added"
        return self._k

    def add(self, profile: Profile) -> int:
        """Adds a profile; returns the largest number of its methods that became a single version.

        Methods of several loaders can become one version. Raises KpathError if the profile is
        damaged, and TooMuchError if the counts would add up to more than a profile can store. In
        both cases, nothing is added.
        """
        for name in SCHEMAS:
            # Everything is read first, so that no part of a damaged profile is added.
            if name != "ipf":
                profile.table(name)
        forest = profile.forest
        sums = self._totals_with(profile)
        try:
            numbers, new = self._method_sum.add(profile.tables)
        except KpathError as error:
            raise KpathError(f"{profile.path}: {error}") from None
        self._totals = sums
        self._k = min(profile.k, profile.k if self._k is None else self._k)
        self._code.add(profile.tables, numbers, new)
        self._paths.add(profile.table("paths"), numbers)
        for name in ("extended", "edge_counts", "folded"):
            self._counted.add(name, profile.table(name), numbers)
        self._forest.add(forest.truncated(self._k), numbers)
        return int(np.bincount(numbers).max(initial=1))

    def _totals_with(self, profile: Profile) -> dict[str, int]:
        """Returns the totals of the sum with one more profile.

        If these totals fit into a profile, every count of the sum does, too.
        """
        own: dict[str, int] = {"ipf.count": total(profile.forest.counts)}
        for name in SCHEMAS:
            if name != "ipf":
                own |= totals_of(name, profile.table)
        sums = {name: value + self._totals.get(name, 0) for name, value in own.items()}
        if (problem := beyond(sums)) is not None:
            if self._of_one_session:
                raise TooMuchError(f"over all JVMs {problem}, which a profile cannot hold")
            raise TooMuchError(
                f"with {profile.path} {problem}, which a profile cannot hold; merge fewer profiles"
            )
        return sums

    def concluded(self) -> "ConcludedSum":
        """Returns the sum; no profile may be added afterwards."""
        return ConcludedSum(
            self.k, self._method_sum, self._code, self._paths, self._counted, self._forest
        )


class Apart(NamedTuple):
    """How many names of methods have versions that weren't added up, and why they weren't.

    ``class_files`` is the number of names that have several class files. ``loaders`` is the number
    of names that have several loaders for one class file. ``graphs`` is the number of names that
    have several graphs for one class file and one loader.
    """

    class_files: int
    loaders: int
    graphs: int


class ConcludedSum:
    """The tables of a sum; methods are in the order of ``MethodSum.methods``."""

    def __init__(
        self,
        k: int,
        method_sum: MethodSum,
        code: CodeRows,
        paths: ExecutedRows,
        counted: CountedRows,
        forest: ForestSum,
    ) -> None:
        self.k = k
        self._method_sum, self._code, self._paths = method_sum, code, paths
        self._counted, self._forest = counted, forest
        self._methods = method_sum.methods()
        #: The index of each version's method.
        self._places: Int64Array = np.zeros(len(method_sum.known), dtype=np.int64)
        for method, own in enumerate(self._methods):
            self._places[own] = method
        #: For each version except the first one of its method, a dict from the version's path
        #: numbers to the method's path numbers, which are those of the first version.
        self._renumbered = self._translations()
        self._path_counts: list[Int64Array] = []
        self._nodes = 0

    @property
    def apart(self) -> "Apart":
        """How many names have versions that weren't added up; a name can be in several fields."""
        names: dict[MethodName, list[MethodVersion]] = {}
        for own in self._methods:
            version = self._method_sum.known[own[0]]
            names.setdefault(version.named, []).append(version)
        files, loaders, graphs = 0, 0, 0
        for versions in names.values():
            found = Counter((one.digest, one.loader) for one in versions)
            digests = Counter(digest for digest, _ in found)
            files += len(digests) > 1
            loaders += max(digests.values()) > 1
            graphs += max(found.values()) > 1
        return Apart(files, loaders, graphs)

    @property
    def most_in_one(self) -> int:
        """The largest number of methods, of all profiles together, that became one version."""
        return self._method_sum.most_in_one

    def ipf(self) -> Iterator[pa.Table]:
        """Yields the table ``ipf`` in parts; see ``forests``."""
        first = 0
        for forest in self.forests():
            yield forest.to_table(first)
            first += len(forest)

    def forest(self) -> Forest:
        """Returns the whole k-IPF; see ``forests``."""
        parts = list(self.forests()) or [added([])]
        names = [field.name for field in fields(Forest)]
        return Forest(*(np.concatenate([getattr(one, name) for one in parts]) for name in names))

    def forests(self) -> Iterator[Forest]:
        """Yields the k-IPF in parts; the numbers of nodes and methods go on from part to part.

        Only one of ``forests``, ``forest`` and ``ipf`` can be called, and only once.
        """
        several = [method for method, own in enumerate(self._methods) if len(own) > 1]
        first = 0
        for method in (*several, len(self._methods)):
            alone = [own[0] for own in self._methods[first:method]]
            for number, forest in self._forest.batches(alone):
                yield self._told(forest, first + number)
            if method < len(self._methods):
                yield from self._own(method)
            first = method + 1

    def tables(self) -> dict[str, pa.Table]:
        """Returns all tables except ``ipf``; all ``forests`` must have been read before."""
        count = len(self._method_sum.known)
        tables = {name: self._code.table(name, self._methods, count) for name in OF_CODE}
        tables["methods"] = self._method_sum.table(self._methods)
        for name in ("extended", "edge_counts"):
            tables[name] = self._counted.table(name, self._places)
        tables["folded"] = self._folded()
        tables["paths"] = self._executed()
        return tables

    def _own(self, method: int) -> Iterator[Forest]:
        """Yields the sum of the forests of a method's versions, unless the sum has no nodes."""
        parts = []
        for version in self._methods[method]:
            forest = self._forest.of_version(version)
            numbers = self._renumbered.get(version)
            if numbers is not None:
                paths = [numbers[path] for path in forest.paths.tolist()]
                forest = replace(forest, paths=np.array(paths, dtype=np.int32))
            parts.append(forest)
        whole = added(parts)
        if len(whole):
            yield self._told(whole, method)

    def _told(self, forest: Forest, number: int) -> Forest:
        """Returns a part, numbered as in the whole forest, and stores the counts of its roots."""
        kept = forest.truncated(self.k)
        self._path_counts.append(kept.counts[kept.parents < 0])
        nodes, self._nodes = self._nodes, self._nodes + len(kept)
        if self._nodes >= 2**31:
            raise KpathError("the sum has more than 2^31 sequences: merge fewer profiles")
        return Forest(
            (kept.methods + number).astype(np.int32),
            np.where(kept.parents < 0, -1, kept.parents + nodes).astype(np.int32),
            kept.paths,
            kept.depths,
            kept.counts,
        )

    def _translations(self) -> dict[int, dict[int, int]]:
        others = {version for own in self._methods for version in own[1:]}
        if not others:
            return {}
        executed = self._paths.table()
        found: dict[int, dict[int, int]] = {}
        versions = executed.column("method").to_numpy()
        for own in self._methods:
            for version in own[1:]:
                mine, theirs = self._code.code(version), self._code.code(own[0])
                paths = executed.column("path").to_numpy()[versions == version].tolist()
                found[version] = {}
                for path in paths:
                    number = number_of(theirs, identity_of(mine, path))
                    assert number is not None, "graphs are equal, so each path is in both"
                    found[version][path] = number
        return found

    def _renumbered_paths(self, table: pa.Table) -> pa.Table:
        if not self._renumbered:
            return table
        paths = table.column("path").to_numpy().copy()
        versions = table.column("method").to_numpy()
        for row in np.flatnonzero(np.isin(versions, list(self._renumbered))).tolist():
            paths[row] = self._renumbered[int(versions[row])][int(paths[row])]
        return with_column(table, "path", paths)

    def _executed(self) -> pa.Table:
        table = renumbered(self._renumbered_paths(self._paths.table()), self._places)
        paths = added_rows("paths", table)
        # The counts are those of the forest's roots, which are in the order of these paths.
        counts = [np.zeros(0, dtype=np.int64), *self._path_counts]
        return settled(with_column(paths, "count", np.concatenate(counts)), "paths")

    def _folded(self) -> pa.Table:
        table = self._renumbered_paths(self._counted.folded())
        # Rows with a length of k or more concern only sequences of more than k paths, which the sum
        # doesn't have.
        table = table.filter(pa.array(table.column("length").to_numpy() < self.k))
        return added_rows("folded", renumbered(table, self._places))
