"""An archive of the classes that the engine's JVM loads, so that the JVM starts sooner.

Without the archive, the JVM reads, checks and links some 250 classes at each start. That takes
about half of the time until the engine is ready. With class data sharing (JEP 350), HotSpot maps
the archive into memory instead. The archive is made after the first run, and again for another JDK
or other jars.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import jpype

from kpath_jvm.installation import cache_directory
from kpath_jvm.private_directories import is_own

_SCRIPT = Path(__file__).with_name("own_process") / "write_archive.py"
_SUFFIX = ".jsa"
#: JPype puts this jar of its own on the class path.
_JPYPE_JAR = Path(jpype.__file__).resolve().parent.parent / "org.jpype.jar"
#: If a JVM couldn't write an archive, the next attempt is only made after this time.
_SECONDS_BETWEEN_TRIALS = 24 * 60 * 60
_MOST_SECONDS = 60
#: The largest number of archives that are kept. Each JDK and each installation needs
#: an archive of its own.
_MOST_ARCHIVES = 8


class ClassArchive:
    """The archive for a JVM and a class path, in a file whose name has a checksum of its content.

    HotSpot itself checks that the archive fits the JVM's build and the jars. But HotSpot crashes if
    the file is truncated, and doesn't notice other damage.
    """

    def __init__(self, directory: Path, library: Path, class_path: Sequence[Path]) -> None:
        """Looks for the archive of a libjvm.so in ``directory``, which needn't exist.

        ``key`` identifies the JVM and the jars. It is None if one of these files doesn't exist.
        """
        self._directory = directory
        self.key = _key(library, [*class_path, _JPYPE_JAR])
        self._intact = self._find()

    @classmethod
    def of_user(cls, library: Path, class_path: Sequence[Path]) -> "ClassArchive":
        """Returns the archive in this user's cache, whose files can be deleted at any time."""
        return cls(cache_directory() / "engine", library, class_path)

    def options(self) -> list[str]:
        """Returns the JVM's options for using the archive; [] if there is no intact archive."""
        return [] if self._intact is None else [f"-XX:SharedArchiveFile={self._intact}"]

    def name_of(self, content: bytes) -> str:
        """Returns the name of the file for an archive with this content."""
        return f"{self.key}-{zlib.crc32(content):08x}{_SUFFIX}"

    def make_if_missing(self, library: Path, feature_version: int) -> None:
        """Makes the archive in another process, if there is none and nobody has tried lately.

        Making the archive takes about a second. If an attempt fails, no message is shown, and the
        next attempt is made at least a day later.
        """
        with suppress(OSError, subprocess.SubprocessError, KeyboardInterrupt):
            if self._intact is None and self._claim():
                self._make(library, feature_version)

    def _find(self) -> Path | None:
        """Returns the archive's file if there is an intact one; removes damaged files."""
        if self.key is None or not is_own(self._directory):
            return None
        for one in self._directory.glob(f"{self.key}-*{_SUFFIX}"):
            with suppress(OSError):
                if one.name == self.name_of(one.read_bytes()):
                    return one
                one.unlink()
        return None

    def _claim(self) -> bool:
        """Returns whether this process may make the archive; if so, no other process may."""
        if self.key is None:
            return False
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not is_own(self._directory):
            return False
        mark = self._directory / f"{self.key}.tried"
        if mark.exists() and time.time() - mark.stat().st_mtime > _SECONDS_BETWEEN_TRIALS:
            mark.unlink()
        try:
            mark.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            return False
        return True

    def _make(self, library: Path, feature_version: int) -> None:
        scratch = Path(tempfile.mkdtemp(prefix="making-", dir=self._directory))
        try:
            written = scratch / f"written{_SUFFIX}"
            subprocess.run(
                [sys.executable, str(_SCRIPT), str(library), str(feature_version), str(written)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_MOST_SECONDS,
                check=True,
            )
            written.replace(self._directory / self.name_of(written.read_bytes()))
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        (self._directory / f"{self.key}.tried").unlink(missing_ok=True)
        self._remove_oldest()

    def _remove_oldest(self) -> None:
        archives = sorted(
            self._directory.glob(f"*{_SUFFIX}"), key=lambda one: one.stat().st_mtime, reverse=True
        )
        for one in archives[_MOST_ARCHIVES:]:
            one.unlink(missing_ok=True)


def _key(library: Path, jars: Sequence[Path]) -> str | None:
    """Returns a key for the files that an archive depends on; None if one of them is missing."""
    parts = []
    try:
        for one in (library.resolve(), *jars):
            status = one.stat()
            parts.append(f"{one}\0{status.st_size}\0{status.st_mtime_ns}")
    except OSError:
        return None
    return hashlib.sha256(os.fsencode("\0".join(parts))).hexdigest()[:24]
