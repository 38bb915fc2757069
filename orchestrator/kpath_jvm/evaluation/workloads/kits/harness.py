"""Kits that were found, and the interface of the classes that run them."""

import hashlib
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from kpath_jvm.errors import KpathError

CALLBACKS = "org.kpathjvm.workloads.kits"


@dataclass(frozen=True)
class FoundKit:
    """A kit that was found.

    ``jar`` is the file whose SHA-256 identifies the kit. ``benchmarks`` maps each benchmark's name
    to its sizes. The field is None if the kit must be run to find out which benchmarks it has.
    """

    path: Path
    jar: Path
    suite: str
    version: str
    benchmarks: Mapping[str, tuple[str, ...]] | None
    jvm_options: tuple[str, ...] = ()

    def described(self) -> dict[str, str]:
        """Returns what identifies the kit: the jar's name, the version, and the SHA-256 in hex."""
        return {"file": self.jar.name, "version": self.version, "sha256": self.sha256()}

    def sha256(self) -> str:
        """Returns the jar's SHA-256 in hex. Raises KpathError when the jar can't be read."""
        try:
            state = self.jar.stat()
            return _sha256(self.jar, state.st_mtime_ns, state.st_size)
        except OSError as error:
            raise KpathError(f"cannot read {self.jar}: {error.strerror}", 125) from error


@cache
def _sha256(path: Path, _modified_nanos: int, _size_bytes: int) -> str:
    """Returns a file's digest, cached because a jar may have 200 MB."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@dataclass(frozen=True)
class Task:
    """A run of a kit's benchmark.

    ``size`` is what the kit's harness calls the size. ``warmups`` and ``timed`` are numbers of
    iterations. ``callbacks`` is our jar with the classes that the harness calls.
    """

    kit: FoundKit
    benchmark: str
    size: str
    warmups: int
    timed: int
    java: Path
    jvm_options: tuple[str, ...]
    callbacks: Path

    @property
    def start(self) -> list[str]:
        """The beginning of the command: the java launcher and the options before the class path."""
        return [str(self.java), *self.jvm_options, f"-Dkpath.kit.warmups={self.warmups}"]


class Harness(Protocol):
    """The interface of a class that recognises and runs kits of one harness."""

    def inspect(self, path: Path) -> FoundKit:
        """Returns the kit in ``path``.

        Raises KpathError (exit status 125) if ``path`` has no kit of this harness.
        """

    def command(self, task: Task) -> list[str]:
        """Returns one benchmark's java command; it must be run in a directory of its own."""


def read_entries(path: Path, what: str) -> zipfile.ZipFile:
    """Opens a jar. Raises KpathError for any other file; the message asks the user for ``what``."""
    try:
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise KpathError(f"{path} is not there; name {what}", 125) from None
    except IsADirectoryError:
        raise KpathError(f"{path} is a directory; name {what}", 125) from None
    except (OSError, zipfile.BadZipFile) as error:
        hint = " (it is a Git LFS pointer)" if _is_pointer(path) else ""
        raise KpathError(f"{path} is not a jar{hint}: {error}; name {what}", 125) from None


def _is_pointer(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(40).startswith(b"version https://git-lfs")
    except OSError:
        return False


def manifest(jar: zipfile.ZipFile) -> dict[str, str]:
    """Returns the main attributes of the jar's manifest; {} if the jar has no manifest."""
    try:
        text = jar.read("META-INF/MANIFEST.MF").decode("utf-8", "replace")
    except KeyError:
        return {}
    main = text.replace("\r\n", "\n").replace("\n ", "").partition("\n\n")[0]
    pairs = (line.partition(":") for line in main.split("\n") if ":" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}
