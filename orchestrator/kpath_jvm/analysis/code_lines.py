"""Finds the blocks that have code of a given line of a source file."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import Int32Array, Int64Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import package_of

Flags = npt.NDArray[np.bool_]


class CodeLines:
    """The source lines of some methods' blocks, in a given file or in each method's own file.

    With ``file``, only this file's lines are found, including those of code that was inlined into
    other files' classes. ``file`` may begin with the end of a package's name: ``b/Util.kt`` also
    matches ``Util.kt`` in package ``a/b``. Without ``file``, a method's lines are those of its own
    class's file.
    """

    def __init__(self, profile: Profile, methods: Int32Array, file: str | None = None) -> None:
        """Reads the tables ``blocks`` and ``mapped_lines``."""
        table = profile.table("blocks")
        lengths = list_lengths(table.column("lines"))
        raw = list_items(table.column("lines")).to_numpy()
        owners = np.repeat(integers(table, "method"), lengths)
        lines, is_elsewhere, is_of_file = _mapped(profile, owners, raw.astype(np.int64), file)
        if file is None:
            is_chosen = ~is_elsewhere
        else:
            of_file = methods_of(profile, file, inlined=False)
            is_chosen = np.where(is_elsewhere, is_of_file, np.isin(owners, of_file))
        is_chosen &= np.isin(owners, methods)
        self._raw = raw[is_chosen]
        self._lines = lines[is_chosen]
        self._methods = owners[is_chosen]
        self._blocks = np.repeat(integers(table, "block"), lengths)[is_chosen]

    def blocks_at(self, line: int) -> dict[int, set[int]]:
        """Returns the blocks with code of a line, by method."""
        found: dict[int, set[int]] = {}
        is_there = self._lines == line
        for method, block in zip(
            self._methods[is_there].tolist(), self._blocks[is_there].tolist(), strict=True
        ):
            found.setdefault(method, set()).add(block)
        return found

    def is_at(self, method: int, raw: int, line: int) -> bool:
        """Returns whether a method's line ``raw`` in its class file is the source line ``line``."""
        is_it = (self._methods == method) & (self._raw == raw) & (self._lines == line)
        return bool(is_it.any())

    def methods_around(self, line: int) -> list[int]:
        """Returns the methods with code both before and after a line.

        A lambda and the method around it are both returned.
        """
        before, after = self._lines < line, self._lines > line
        found: list[int] = np.intersect1d(self._methods[before], self._methods[after]).tolist()
        return found

    def nearest(self, line: int) -> str:
        """Returns the end of an error message: the nearest lines with code around ``line``."""
        known = np.unique(self._lines)
        if not len(known):
            return "; the classes have no line numbers (compile them with -g)"
        around = [*known[known < line][-1:].tolist(), *known[known > line][:1].tolist()]
        return f"; the nearest code is at line {' and line '.join(map(str, around))}"


def methods_of(profile: Profile, file: str, *, inlined: bool = True) -> Int32Array:
    """Returns the methods of a file's classes.

    With ``inlined``, includes methods into which code of the file was inlined.
    """
    rows = profile.method_rows
    packages = list(map(package_of, rows.texts("class").tolist()))
    own = rows.numbers[_fitting(packages, rows.texts("source").tolist(), file)]
    if not inlined:
        return np.asarray(own)
    table = profile.table("mapped_lines")
    places, files = (table.column(name).to_pylist() for name in ("package", "file"))
    inlining = integers(table, "method")[_fitting(places, files, file)]
    return np.unique(np.concatenate((own, inlining))).astype(np.int32)


def _fitting(packages: list[str], files: list[str | None], file: str) -> Flags:
    folder, _, name = file.replace("\\", "/").rpartition("/")
    return np.array(
        [
            own == name and (not folder or f"/{package}".endswith(f"/{folder}"))
            for package, own in zip(packages, files, strict=True)
        ],
        dtype=bool,
    )


def _mapped(
    profile: Profile, owners: Int64Array, raw: Int64Array, file: str | None
) -> tuple[Int64Array, Flags, Flags]:
    """Returns the source line and two flags for each line ``raw[i]`` of the method ``owners[i]``.

    ``raw`` are lines as class files number them. The first flag says that the source line isn't in
    the file of the method's own class. The second flag says that the line is in ``file`` instead.
    """
    table = profile.table("mapped_lines")
    lines, nothing = raw.copy(), np.zeros(len(raw), dtype=bool)
    if not table.num_rows:
        return lines, nothing, nothing
    keys = integers(table, "method") << 32 | integers(table, "line")
    order = np.argsort(keys)
    wanted = owners << 32 | raw
    rows = order[np.minimum(np.searchsorted(keys[order], wanted), len(order) - 1)]
    is_mapped = keys[rows] == wanted
    lines[is_mapped] = integers(table, "source_line")[rows[is_mapped]]
    packages, files = (table.column(name).to_pylist() for name in ("package", "file"))
    is_elsewhere = is_mapped & np.array([bool(one) for one in files], dtype=bool)[rows]
    is_of_file = nothing if file is None else _fitting(packages, files, file)[rows]
    return lines, is_elsewhere, is_elsewhere & is_of_file
