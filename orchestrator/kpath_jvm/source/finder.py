"""Finds the source file of a class in directories and jars."""

import zipfile
import zlib
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.source.packages import declared_package

#: Source files that people write are never larger than this, but a jar may contain anything.
MOST_BYTES = 32 << 20
_UNREADABLE = (OSError, EOFError, RuntimeError, NotImplementedError, zipfile.BadZipFile, zlib.error)
_SUFFIXES = (".java", ".kt", ".scala", ".groovy")
_JARS = (".jar", ".zip")


class SourceRoot:
    """A root of sources: a directory or a jar (zip), whose files are indexed by name when needed.

    ``option`` is the option that the root was given with.
    """

    def __init__(self, path: Path, option: str = "--sources") -> None:
        """Raises KpathError unless ``path`` is a directory or a readable jar."""
        self.path = path
        self._option = option
        self._is_directory = path.is_dir()
        self._index: dict[str, list[str]] | None = None
        #: By name, the size in bytes of each file that wasn't read because it is too large.
        self.too_large: dict[str, int] = {}
        #: The jars inside a directory, which aren't opened; empty until the files are indexed.
        self.jars: list[str] = []
        if not self._is_directory and not zipfile.is_zipfile(path):
            reason = "is neither a directory nor a jar" if path.exists() else "does not exist"
            raise KpathError(f"{option} {path} {reason}; give a directory or a sources jar")

    def find(self, package: str, file: str) -> list[tuple[str, str]]:
        """Returns the name and text of each file that may be a package's file ("a/b", "C.java").

        A root may be any folder above the packages. The files with the shortest paths come first. A
        file that declares another package is left out.
        """
        ending = f"{package}/{file}" if package else file
        fitting = [
            name
            for name in self._files().get(file, ())
            if name == ending or name.endswith(f"/{ending}")
        ]
        texts = ((name, self._read(name)) for name in sorted(fitting, key=lambda it: (len(it), it)))
        return [
            (name, text)
            for name, text in texts
            if text is not None and declared_package(text) in ("", package)
        ]

    def declaring(self, package: str, file: str) -> list[tuple[str, str]]:
        """Returns the name and text of each file called ``file`` that declares the package."""
        texts = ((name, self._read(name)) for name in sorted(self._files().get(file, ())))
        return [
            (name, text)
            for name, text in texts
            if text is not None and declared_package(text) == package
        ]

    def _files(self) -> dict[str, list[str]]:
        if self._index is None:
            self._index = {}
            for name in self._names():
                if name.endswith(_SUFFIXES):
                    self._index.setdefault(name.rpartition("/")[2], []).append(name)
                elif self._is_directory and name.endswith(_JARS):
                    self.jars.append(name)
        return self._index

    def _names(self) -> list[str]:
        try:
            if self._is_directory:
                return [path.relative_to(self.path).as_posix() for path in self.path.rglob("*.*")]
            with zipfile.ZipFile(self.path) as jar:
                return jar.namelist()
        except _UNREADABLE as error:
            raise KpathError(f"cannot read {self._option} {self.path}: {error}") from error

    def _read(self, name: str) -> str | None:
        try:
            if self._is_directory:
                file = self.path / name
                size = file.stat().st_size if file.is_file() else 0
                data = file.read_bytes() if size <= MOST_BYTES and file.is_file() else b""
            else:
                with zipfile.ZipFile(self.path) as jar, jar.open(name) as entry:
                    data = entry.read(MOST_BYTES + 1)
                    # The sizes that a jar claims needn't be true.
                    size = max(len(data), jar.getinfo(name).file_size)
        except _UNREADABLE as error:
            raise KpathError(
                f"cannot read {name} in {self._option} {self.path}: {error}"
            ) from error
        if max(size, len(data)) > MOST_BYTES:
            self.too_large[name] = max(size, len(data))
            return None
        return data.decode(errors="replace") if data else None
