"""Reads source files from the roots that the user gave, and makes notes on these roots."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from kpath_jvm.profile.names import printable
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.source.finder import MOST_BYTES, SourceRoot

_MOST_NAMED = 3


class SourceRoots:
    """Looks files up in the roots, in order; each file is looked up only once."""

    def __init__(self, roots: Iterable[Path], option: str = "--sources") -> None:
        """Raises KpathError when a root is neither a directory nor a jar."""
        self._option = option
        self._roots = [SourceRoot(root, option) for root in roots]
        self._texts: dict[tuple[str, str], str | None] = {}
        self._giving: set[SourceRoot] = set()
        #: The files that no root has. If every file was found, the roots without a file weren't
        #: needed.
        self._not_found: list[str] = []
        #: By root, the files that differ from the file of the same name in an earlier root, each
        #: with the earlier root.
        self._shadowed: dict[SourceRoot, list[tuple[str, SourceRoot]]] = {}
        self._ambiguous: list[str] = []

    def text(self, package: str, file: str) -> str | None:
        """Returns the text of a package's file ("a/b", "C.java"), or None if there is none.

        Folders needn't be named like packages. So if no file is in the package's folder, the text
        is that of a file with the same name that declares the package. If several such files
        differ, the result is None.
        """
        key = (package, file)
        if key not in self._texts:
            self._texts[key] = self._by_path(package, file) or self._by_declaration(package, file)
        return self._texts[key]

    def notes(self) -> list[str]:
        """Returns lines about roots that weren't used, and about files that can't be used.

        A root that had none of the files is always named if it is a directory with jars in it.
        Otherwise, it is named only if some file wasn't found in any root.
        """
        idle = [one for one in self._roots if one not in self._giving and not one.too_large]
        jars = [self._with_jars(root) for root in idle if root.jars]
        shadowed = [self._hidden(root) for root in self._roots if root in self._shadowed]
        unused = [
            f"{self._named(root)} doesn't have the source of any class that is shown; looked for "
            f"{printable(looked_for)}, and files of that name that declare the package"
            for looked_for in self._not_found[:1]
            for root in idle
            if root not in self._shadowed and not root.jars
        ]
        return jars + shadowed + unused + self._too_large() + self._ambiguous

    def _named(self, root: SourceRoot) -> str:
        return f"{self._option} {printable(str(root.path))}"

    def _with_jars(self, root: SourceRoot) -> str:
        names = _first([printable(name) for name in sorted(root.jars)])
        return (
            f"{self._named(root)} doesn't have the source of any class that is shown, and jars in "
            f"a directory aren't opened: {names}; use {self._option} for each jar that "
            "has sources"
        )

    def _hidden(self, root: SourceRoot) -> str:
        files = _first([printable(file) for file, _ in self._shadowed[root]])
        earlier = self._shadowed[root][0][1]
        return (
            f"{self._named(root)} isn't used for {files}: {self._named(earlier)}, which is named "
            "before it, has different text there; if the class that ran wasn't compiled from that "
            f"text, name {printable(str(root.path))} first"
        )

    def _too_large(self) -> list[str]:
        return [
            f"{printable(str(root.path / name))} of {self._option} isn't read: it has {size:,} "
            f"bytes, more than the limit of {MOST_BYTES:,} ({format_size(MOST_BYTES)}); split it "
            "up, or its lines are shown without text"
            for root in self._roots
            for name, size in sorted(root.too_large.items())
        ]

    def _by_path(self, package: str, file: str) -> str | None:
        found = ((root, root.find(package, file)) for root in self._roots)
        having = [(root, text) for root, text in found if text is not None]
        if not having:
            return None
        first, taken = having[0]
        self._giving.add(first)
        for root, text in having[1:]:
            if text != taken:
                name = f"{package}/{file}" if package else file
                self._shadowed.setdefault(root, []).append((name, first))
        return taken

    def _by_declaration(self, package: str, file: str) -> str | None:
        found = [(root, *one) for root in self._roots for one in root.declaring(package, file)]
        self._giving.update(root for root, _, _ in found)
        if not found:
            self._not_found.append(f"{package}/{file}" if package else file)
            return None
        if len({text for _, _, text in found}) == 1:
            return found[0][2]
        names = [printable(str(root.path / name)) for root, name, _ in found]
        self._ambiguous.append(
            f"{self._option} has several files {printable(file)} of package "
            f"{printable(package.replace('/', '.')) or '(none)'}; none of them is shown: "
            f"{_first(names)}"
        )
        return None


def _first(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"
