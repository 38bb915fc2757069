"""The class ``Profile``, which reads a profile's tables, decodes paths and finds methods.

Importing pandas takes long, so pandas is imported only when a data frame is asked for.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pyarrow as pa

from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import lookup, reader
from kpath_jvm.profile.adding import versions
from kpath_jvm.profile.adding.versions import ProfileTables
from kpath_jvm.profile.code import MethodCode, Outcome, method_code
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.disagreements import disagreements
from kpath_jvm.profile.entries_only import without_paths_text
from kpath_jvm.profile.files import THREADS
from kpath_jvm.profile.folding import table_errors
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.given_methods import method_number
from kpath_jvm.profile.method_rows import MethodRows, RowsByMethod
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.reader import StoredTables
from kpath_jvm.profile.without_paths import without_paths
from kpath_jvm.records import view
from kpath_jvm.records.completeness import UNVERIFIED, Cause, Completeness
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.run import ProfileRecord, ThreadEntry

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

#: What an error says about the methods that weren't recorded, by the recording's scope.
_LEFT_OUT = {
    "loops": "it was recorded with --scope loops, which leaves out methods without loops",
    "hot": "it was recorded with --scope hot, which leaves out methods that weren't found hot",
}


class Profile:
    """A profile on disk, whose tables are read when they are first asked for.

    ``run`` is the content of run.json, and ``path`` is the profile's directory.
    docs/formats/profile.md describes the tables, their columns and the units. The argument
    ``method`` is a method's number, or a name that ``find_method`` finds.
    """

    @checked
    def __init__(self, path: Path, run: ProfileRecord, tables: ProfileTables) -> None:
        """Takes ``tables``, from which the profile is read; callers use ``open`` instead."""
        self.path = path
        self.run = run
        self._tables = tables
        self._codes: dict[int, MethodCode] = {}
        self._by_method: dict[str, RowsByMethod] = {}
        self._versions: dict[int, int] = {}
        self._found: dict[str, int] = {}

    @classmethod
    @checked
    def open(cls, path: str | Path, thread: str | None = None, jvm: str | None = None) -> Profile:
        """Opens a profile, or the profile of one of its JVMs or threads.

        ``jvm`` is a process id or a name, and ``thread`` is a number or a name. With both, the
        thread belongs to that JVM. Raises KpathError, with a message of one line, if there is no
        profile at the path, or if the profile is damaged or has no such thread or JVM.
        """
        directory = Path(path)
        run = reader.read_run(directory)
        if jvm is not None:
            from kpath_jvm.records import jvms

            return cls.open(jvms.find(directory, run, jvm), thread)
        if thread is not None:
            # Imported only here, because ``threads`` imports the code that makes profiles.
            from kpath_jvm.profile import threads

            return cls.open(directory / THREADS / threads.find(directory, run.per_thread, thread))
        reader.check_tables(directory, run)
        return cls(directory, run, StoredTables(directory, run))

    def __repr__(self) -> str:
        return printable(view.text(self.path, self.run, self._worth(), self._sizes))

    def _repr_html_(self) -> str:
        return printable(view.html(self.path, self.run, self._worth(), self._sizes))

    @cached_property
    def _sizes(self) -> view.Sizes:
        """The profile's sizes, with versions of a method added up, as in reports.

        For a damaged profile, these are the sizes in its record, which counts versions separately.
        """
        stored = self.run.tables
        as_stored = view.Sizes(stored.methods, stored.methods, stored.paths, stored.ipf)
        try:
            shown = self.merged()
            if shown is self and isinstance(self._tables, StoredTables):
                # The sizes in the record save reading the whole forest.
                return as_stored
            return view.Sizes(
                methods=len(shown.method_rows),
                versions=len(self.method_rows),
                paths=shown.table("paths").num_rows,
                nodes=len(shown.forest),
            )
        except KpathError:
            return as_stored

    def _worth(self) -> str:
        """Returns the verdict on the counts in words, even if the profile is damaged."""
        try:
            return self.completeness.text
        except KpathError as error:
            return f"not known: {error}"

    @cached_property
    def completeness(self) -> Completeness:
        """The verdict on the counts, with a note that names the methods without counts of paths.

        In a part of a profile, only the methods of the part are named. Raises KpathError when the
        table of methods is damaged.
        """
        only = without_paths_text(self.method_rows)
        return self.worth_of_counts if only is None else self.worth_of_counts.noted(only)

    @cached_property
    def worth_of_counts(self) -> Completeness:
        """The verdict on the counts, which doesn't name the methods without counts of paths.

        Code that computes with counts uses this verdict, and profiles that are made from this
        profile have it in their records. Raises KpathError when the table of methods is damaged.
        """
        # Older versions of kpath-jvm neither looked for contradictions nor wrote digests of a
        # profile's files.
        told = self.run.completeness
        if not told.has(Cause.DISAGREEMENT):
            told = told.with_facts(disagreements(self.table("methods")))
        if self.run.files is None and UNVERIFIED not in told.reasons:
            told = told.noted(UNVERIFIED)
        return told

    @checked
    def table(self, name: str) -> pa.Table:
        """Returns a table of the profile as an Arrow table."""
        return self._tables.table(name)

    @cached_property
    def threads(self) -> pd.DataFrame:
        """One row per thread that has its own profile; the columns are those of ThreadEntry."""
        import pandas as pd

        columns = ThreadEntry.__struct_fields__
        rows = [msgspec.structs.astuple(entry) for entry in self.run.per_thread]
        frame: pd.DataFrame = pd.DataFrame(rows, columns=list(columns))
        return frame

    @property
    def k(self) -> int:
        """The number of paths in the longest sequences recorded."""
        return self.run.k

    @cached_property
    def methods(self) -> pd.DataFrame:
        """One row per instrumented version of a method, indexed by the method's number."""
        import pandas as pd

        frame = self._frame("methods")
        frame.index = pd.Index(frame["method"].to_numpy())
        return frame

    @cached_property
    def method_rows(self) -> MethodRows:
        """The table of methods, which can be read without importing pandas."""
        return MethodRows(self.table("methods"))

    @cached_property
    def blocks(self) -> pd.DataFrame:
        """One row per basic block."""
        return self._frame("blocks")

    @cached_property
    def edges(self) -> pd.DataFrame:
        """One row per ordinary edge, path start and path end, with its Ball-Larus value."""
        return self._frame("edges")

    @cached_property
    def loops(self) -> pd.DataFrame:
        """One row per loop."""
        return self._frame("loops")

    @cached_property
    def decisions(self) -> pd.DataFrame:
        """One row per branch, switch and handler."""
        return self._frame("decisions")

    @cached_property
    def mapped_lines(self) -> pd.DataFrame:
        """One row per line number that the compiler has mapped to another line."""
        return self._frame("mapped_lines")

    @cached_property
    def paths(self) -> pd.DataFrame:
        """One row per executed path."""
        return self._frame("paths")

    @cached_property
    def ipf(self) -> pd.DataFrame:
        """One row per node of the k-IPF."""
        return self._frame("ipf")

    @cached_property
    def extended(self) -> pd.DataFrame:
        """One row per extended path, for profilers that count such paths."""
        return self._frame("extended")

    @cached_property
    def edge_counts(self) -> pd.DataFrame:
        """One row per edge, for profilers that count edges."""
        return self._frame("edge_counts")

    @cached_property
    def forest(self) -> Forest:
        """The k-IPF as numpy arrays."""
        return self._tables.forest

    @checked
    def method_forest(self, method: int | str) -> Forest:
        """Returns the k-IPF of one method.

        If the profile is large, only the part with this method is decoded.
        """
        return self._tables.method_forest(method_number(self, method))

    @cached_property
    def folded(self) -> pd.DataFrame:
        """One row per path and length, for completions counted only in n-grams up to that length.

        docs/formats/profile.md describes the columns.
        """
        return self._frame("folded")

    @cached_property
    def folding(self) -> Folding | None:
        """What the engine gave up to stay within its memory; None if it gave up nothing.

        In a merged profile, ``errors`` are those of the merged methods.
        """
        recorded = self.run.folding
        if recorded is None:
            return None
        versions = max(self._versions.values(), default=1)
        errors = table_errors(self.table("folded"), recorded, self.k, versions)
        return msgspec.structs.replace(recorded, errors=tuple(errors))

    @checked
    def error(self, method: int | str, path: int, length: int) -> int:
        """Returns by how much the count of an n-gram that ends with ``path`` can be too low.

        The n-gram has ``length`` paths and is in the profile. For an n-gram that isn't in the
        profile, see ``unlisted_count``.
        """
        method = self._of_sequence(method, path, length)
        if length < 2 or self.folding is None:
            return 0
        rows = self._rows("folded", method)
        is_shorter = (rows.column("path").to_numpy() == path) & (
            rows.column("length").to_numpy() < length
        )
        missing = int(rows.column("count").to_numpy()[is_shorter].sum())
        hidden = self.folding.hidden(self._versions.get(method, 1))
        return missing + (length - 1) * self.folding.restarts + hidden

    @checked
    def unlisted_count(self, method: int | str, path: int, length: int) -> int:
        """Returns how often an n-gram that isn't in the profile can have occurred at most."""
        method = self._of_sequence(method, path, length)
        if length < 2 or self.folding is None:
            return 0
        return self.error(method, path, length) + self.folding.least_count - 1

    @checked
    def method_errors(self, method: int | str) -> list[int]:
        """Returns, for each n from 2 to k, the largest error that the method's n-grams can have."""
        method = method_number(self, method)
        if self.folding is None:
            return [0] * (self.k - 1)
        versions = self._versions.get(method, 1)
        return table_errors(self._rows("folded", method), self.folding, self.k, versions)

    @checked
    def counts_sequences_exactly(self, method: int | str) -> bool:
        """Returns whether no count of the method's n-grams can be too low.

        Raises KpathError if there is no such method.
        """
        method = method_number(self, method)
        least = 1 if self.folding is None else self.folding.least_count
        return least <= 1 and not any(self.method_errors(method))

    @checked
    def find_method(self, text: str) -> int:
        """Returns the number of the method that ``text`` (say, ``Scanner.checkTaskTag``) names.

        Accepts a.b.C.m, C.m and m. A descriptor can follow, and then ``@`` and either a loader or
        the beginning of a digest. Raises KpathError, which lists the candidates for an ambiguous
        name, and the nearest names for an unknown name.
        """
        if text not in self._found:
            self._found[text] = lookup.find_method(self.table("methods"), text, self._left_out)
        return self._found[text]

    @checked
    def match_methods(self, text: str) -> list[int]:
        """Returns the numbers of all methods that ``text`` names; see lookup.match_methods.

        Raises KpathError if ``text`` names no method.
        """
        return lookup.match_methods(self.table("methods"), text, self._left_out)

    @property
    def _left_out(self) -> str:
        return _LEFT_OUT.get(self.run.option("scope", str) or "", "")

    @checked
    def decode(self, method: int | str, path: int) -> DecodedPath:
        """Decodes the number of a method's path. Raises KpathError when there is no such path."""
        code = self.code(method)
        try:
            return code.decode(path)
        except KpathError:
            self._require_path(method, path)
            raise

    @checked
    def outcomes(self, method: int | str, path: int) -> tuple[Outcome, ...]:
        """Returns the outcomes of a path's decisions, in the order of execution.

        Raises KpathError when there is no such path.
        """
        return self.code(method).outcomes(self.decode(method, path))

    def _require_path(self, method: int | str, path: int) -> None:
        """Raises KpathError if a method has no path with this number, executed or not."""
        row = self.method_rows.row(method_number(self, method))
        title, possible = self.method_rows.title(row["method"]), int(row["possible_paths"])
        if not possible:
            raise KpathError(f"no path {path} of {title}: no paths of this method are recorded")
        if not 0 <= path < possible:
            raise KpathError(
                f"no path {path} of {title}: its paths are 0 to {possible - 1}; "
                "`kpath_jvm.paths` lists the executed ones"
            )

    @checked
    def code(self, method: int | str) -> MethodCode:
        """Returns what is known about a method's code.

        Raises KpathError when there is no such method.
        """
        if method not in self._codes:
            method = method_number(self, method)
        if method not in self._codes:
            self._codes[method] = method_code(
                lambda name, *names: self.rows_of(name).rows(method, *names),
                map(tuple, self.method_rows.row(method)["cuts"]),
            )
        return self._codes[method]

    @checked
    def ngrams(self, method: int | str) -> pd.DataFrame:
        """Returns a method's n-grams: ``sequence`` (its paths), ``length``, ``count``, ``error``.

        Each n-gram occurred at least ``count`` and at most ``count + error`` times. ``error`` is 0
        unless the engine's memory was full. Raises KpathError for a profile that has counts of
        edges, but no Ball-Larus paths.
        """
        import pandas as pd

        if self.table("edge_counts").num_rows and not self.table("paths").num_rows:
            raise without_paths(
                self.path, "are no n-grams", extended=self.table("extended").num_rows
            )
        method = method_number(self, method)
        nodes = self.method_forest(method)
        rows = nodes.sequences(np.arange(len(nodes))).tolist()
        depths = nodes.depths.tolist()
        frame: pd.DataFrame = pd.DataFrame(
            {
                "sequence": pd.Series(
                    [tuple(row[:depth]) for row, depth in zip(rows, depths, strict=True)],
                    dtype=object,
                ),
                "length": nodes.depths,
                "count": nodes.counts,
                "error": self._node_errors(method, nodes),
            }
        )
        return frame

    def _node_errors(self, method: int, nodes: Forest) -> npt.NDArray[np.int64]:
        errors = np.zeros(len(nodes), dtype=np.int64)
        if self.folding is None:
            return errors
        rows = self._rows("folded", method)
        columns = (rows.column(name).to_pylist() for name in ("path", "length", "count"))
        for path, length, count in zip(*columns, strict=True):
            errors[(nodes.paths == path) & (nodes.depths > length)] += count
        hidden = self.folding.hidden(self._versions.get(method, 1))
        return errors + (nodes.depths - 1) * self.folding.restarts + hidden * (nodes.depths > 1)

    @checked
    def merged(self, *, across_loaders: bool = True) -> Profile:
        """Returns a profile in which a method's versions are added up if they number paths alike.

        The versions must also agree in class, name, descriptor and digest and, if
        ``across_loaders`` is false, in the loader. A merged method has the number of its first
        version.
        """
        groups = versions.groups(self.table("methods"), across_loaders=across_loaders)
        if groups is None:
            return self
        # After versions are added up, a contradiction in one of them may not be visible any more.
        run = msgspec.structs.replace(self.run, completeness=self.worth_of_counts)
        merged = Profile(self.path, run, versions.MergedTables(self._tables, groups))
        for owner in groups[groups >= 0].tolist():
            merged._versions[owner] = merged._versions.get(owner, 0) + 1
        return merged

    @checked
    def part(self, tables: ProfileTables) -> Profile:
        """Returns a profile of some of this profile's methods, with the tables ``tables``."""
        run = msgspec.structs.replace(self.run, completeness=self.worth_of_counts)
        found = Profile(self.path, run, tables)
        found._versions = self._versions
        return found

    @property
    def tables(self) -> ProfileTables:
        """The tables from which the profile is read."""
        return self._tables

    @checked
    def require_method(self, method: int | str) -> None:
        """Raises KpathError if there is no such method."""
        if isinstance(method, str):
            self.find_method(method)
        elif method not in self.method_rows.known:
            raise KpathError(
                f"no method {method} in {self.path}; methods() lists the executed ones by number"
            )

    def _of_sequence(self, method: int | str, path: int, length: int) -> int:
        """Returns the method's number.

        Raises KpathError if ``path`` is negative, or if ``length`` is below 1.
        """
        number = method_number(self, method)
        if path < 0 or length < 1:
            raise KpathError(
                f"no sequence of {length} paths ends with path {path}: path numbers begin at 0, "
                "and a sequence has at least one path"
            )
        return number

    def _frame(self, name: str) -> pd.DataFrame:
        frame: pd.DataFrame = self.table(name).to_pandas()
        return frame

    def _rows(self, name: str, method: int) -> pa.Table:
        first, end = self.rows_of(name).span(method)
        return self.table(name).slice(first, end - first)

    @checked
    def rows_of(self, name: str) -> RowsByMethod:
        """Returns a table that is ordered by method, for reading the rows of single methods."""
        if name not in self._by_method:
            self._by_method[name] = RowsByMethod(self.table(name))
        return self._by_method[name]
