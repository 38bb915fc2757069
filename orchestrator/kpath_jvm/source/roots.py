"""Source files from the roots that the user gave, and notes on these roots."""

from collections.abc import Iterable
from pathlib import Path

from kpath_jvm.profile.names import printable
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.source.finder import MOST_BYTES, SourceRoot

_MOST_NAMED = 3


class SourceRoots:
    """Looks files up in the roots, in order; each file is read only once."""

    def __init__(self, roots: Iterable[Path]) -> None:
        """Raises KpathError when a root is neither a directory nor a jar."""
        self._roots = [SourceRoot(root) for root in roots]
        self._texts: dict[tuple[str, str], str | None] = {}
        self._giving: set[SourceRoot] = set()
        #: The files that no root has. If there are none, a root that gave nothing wasn't needed.
        self._not_found: list[str] = []
        self._ambiguous: list[str] = []

    def text(self, package: str, file: str) -> str | None:
        """Returns the text of a package's file ("a/b", "C.java"), or None if there is none.

        Folders needn't be packages. So if no path fits, the text is that of a file with that name
        that declares the package. If several such files differ, the result is None.
        """
        key = (package, file)
        if key not in self._texts:
            self._texts[key] = self._by_path(package, file) or self._by_declaration(package, file)
        return self._texts[key]

    def notes(self) -> list[str]:
        """Returns lines about roots that had nothing, and files that are too large or ambiguous."""
        unused = [
            f"--sources {printable(str(root.path))} doesn't have the source of any class that is "
            f"shown; looked for {printable(looked_for)}, and files of that name that declare the "
            "package"
            for looked_for in self._not_found[:1]
            for root in self._roots
            if root not in self._giving and not root.too_large
        ]
        return unused + self._too_large() + self._ambiguous

    def _too_large(self) -> list[str]:
        """Returns a line for each file that wasn't read because it is too large."""
        return [
            f"{printable(str(root.path / name))} of --sources isn't read: it has {size:,} bytes, "
            f"more than the limit of {MOST_BYTES:,} ({format_size(MOST_BYTES)}); split it up, or "
            "its lines are shown without text"
            for root in self._roots
            for name, size in sorted(root.too_large.items())
        ]

    def _by_path(self, package: str, file: str) -> str | None:
        for root in self._roots:
            text = root.find(package, file)
            if text is not None:
                self._giving.add(root)
                return text
        return None

    def _by_declaration(self, package: str, file: str) -> str | None:
        found = [(root, *one) for root in self._roots for one in root.declaring(package, file)]
        self._giving.update(root for root, _, _ in found)
        if not found:
            self._not_found.append(f"{package}/{file}" if package else file)
            return None
        if len({text for _, _, text in found}) == 1:
            return found[0][2]
        names = [printable(str(root.path / name)) for root, name, _ in found]
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        self._ambiguous.append(
            f"--sources have several {printable(file)} of package "
            f"{printable(package.replace('/', '.')) or '(none)'}; none is shown: "
            f"{', '.join(names[:_MOST_NAMED])}{more}"
        )
        return None
