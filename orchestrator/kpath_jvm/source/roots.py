"""Reads source files from the roots that the user gave, and makes notes on these roots."""

import copy
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from kpath_jvm.profile.names import printable
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.source.finder import MOST_BYTES, SourceRoot

_MOST_NAMED = 3


class Fit(Struct, frozen=True):
    """How well a source file's text fits the recorded code.

    ``wrong`` is the title of a method that shows that the text is of another version, or None if
    no method shows this. ``unmatched`` is the number of branches for which no condition was found.
    """

    wrong: str | None = None
    unmatched: int = 0


class _Found(Struct, frozen=True):
    """A file that a root has."""

    root: SourceRoot
    name: str
    text: str

    @property
    def path(self) -> str:
        return printable(str(self.root.path / self.name))


class SourceRoots:
    """Looks files up in the roots, in order; each file is looked up only once."""

    def __init__(self, roots: Iterable[Path], option: str = "--sources") -> None:
        """Raises KpathError when a root is neither a directory nor a jar."""
        self._option = option
        self._roots = [SourceRoot(root, option) for root in roots]
        self._forget()

    def _forget(self) -> None:
        self._texts: dict[Hashable, str | None] = {}
        #: The roots that have a file that was looked up.
        self._having: set[SourceRoot] = set()
        #: The files that no root has. If every file was found, the roots without a file weren't
        #: needed.
        self._not_found: list[str] = []
        #: By root, the files that fit as well as a file in an earlier root, but differ from it;
        #: each with the earlier root.
        self._shadowed: dict[SourceRoot, dict[str, SourceRoot]] = {}
        #: By root, the files that don't fit the recorded code where no other root's file does, each
        #: with a method that shows it.
        self._unfit: dict[SourceRoot, dict[str, str]] = {}
        #: A note on each file of which a root has several that fit.
        self._ambiguous: dict[str, str] = {}

    def apart(self) -> "SourceRoots":
        """Returns the same roots without the notes on what was looked up so far."""
        other = copy.copy(self)
        other._forget()
        return other

    def text(
        self,
        package: str,
        file: str,
        fit: Callable[[str], Fit] = lambda _: Fit(),
        key: Hashable = None,
    ) -> str | None:
        """Returns the text of a package's file ("a/b", "C.java"), or None if there is none.

        If there are several files, the one that fits the recorded code best is taken; among equals,
        the first one.
        Folders needn't be named like packages. So if no file is in the package's folder, the text
        is that of a file with the same name that declares the package. If several such files fit
        equally well and differ, the result is None.

        Args:
            package: The package, with slashes.
            file: The file's name.
            fit: Says how well a text fits.
            key: What ``fit`` depends on besides the text.
        """
        whole = (package, file, key)
        if whole not in self._texts:
            self._texts[whole] = self._chosen(package, file, fit)
        return self._texts[whole]

    def notes(self) -> list[str]:
        """Returns lines about roots that weren't used, and about files that can't be used.

        A root that had none of the files is always named if it is a directory with jars in it.
        Otherwise, it is named only if some file wasn't found in any root.
        """
        idle = [one for one in self._roots if one not in self._having and not one.too_large]
        jars = [self._with_jars(root) for root in idle if root.jars]
        shadowed = [self._hidden(root) for root in self._roots if root in self._shadowed]
        unused = [
            f"{self._named(root)} doesn't have the source of any class that is shown; looked for "
            f"{printable(looked_for)}, and files of that name that declare the package"
            for looked_for in self._not_found[:1]
            for root in idle
            if not root.jars
        ]
        unfit = [self._not_shown(root, files) for root, files in self._unfit.items()]
        return jars + shadowed + unfit + unused + self._too_large() + [*self._ambiguous.values()]

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
        files = _first([printable(file) for file in self._shadowed[root]])
        earlier = next(iter(self._shadowed[root].values()))
        return (
            f"{self._named(root)} isn't used for {files}: {self._named(earlier)}, which is named "
            "before it, has different text there, and both fit the recorded code; if the class "
            f"that ran wasn't compiled from that text, name {printable(str(root.path))} first"
        )

    def _not_shown(self, root: SourceRoot, files: Mapping[str, str]) -> str:
        if len(files) == 1:
            ((name, title),) = files.items()
            told = (
                f"{printable(name)} doesn't fit the recorded code of {title}, so nothing of this "
                "file is shown"
            )
        else:
            told = (
                f"{len(files):,} files don't fit the recorded code, so nothing of them is shown: "
                f"{_first([*map(printable, files)])}"
            )
        return f"{self._named(root)}: {told}; pass the sources of the version that was recorded"

    def _too_large(self) -> list[str]:
        return [
            f"{printable(str(root.path / name))} of {self._option} isn't read: it has {size:,} "
            f"bytes, more than the limit of {MOST_BYTES:,} ({format_size(MOST_BYTES)}); split it "
            "up, or its lines are shown without text"
            for root in self._roots
            for name, size in sorted(root.too_large.items())
        ]

    def _chosen(self, package: str, file: str, fit: Callable[[str], Fit]) -> str | None:
        name = f"{package}/{file}" if package else file
        by_path = self._all(package, file, SourceRoot.find)
        found = by_path or self._all(package, file, SourceRoot.declaring)
        self._having.update(one.root for one in found)
        if not found:
            self._not_found.append(name)
            return None
        fits = {text: fit(text) for text in dict.fromkeys(one.text for one in found)}
        best = min((own.unmatched for own in fits.values() if own.wrong is None), default=None)
        if best is None:
            self._unfit.setdefault(found[0].root, {})[name] = fits[found[0].text].wrong or ""
            return None
        fitting = [one for one in found if fits[one.text] == Fit(None, best)]
        if by_path:
            self._compare(name, fitting)
        elif len({one.text for one in fitting}) > 1:
            self._ambiguous[name] = (
                f"{self._option} has several files {printable(file)} of package "
                f"{printable(package.replace('/', '.')) or '(none)'}; none of them is shown: "
                f"{_first([one.path for one in fitting])}"
            )
            return None
        return fitting[0].text

    def _all(
        self,
        package: str,
        file: str,
        find: Callable[[SourceRoot, str, str], list[tuple[str, str]]],
    ) -> list[_Found]:
        return [_Found(root, *one) for root in self._roots for one in find(root, package, file)]

    def _compare(self, name: str, fitting: Sequence[_Found]) -> None:
        """Notes the roots whose files fit as well as the first one, but have different text."""
        first = fitting[0]
        for root in dict.fromkeys(one.root for one in fitting):
            if first.text not in [one.text for one in fitting if one.root is root]:
                self._shadowed.setdefault(root, {}).setdefault(name, first.root)


def _first(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"
