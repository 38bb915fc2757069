"""Reads and writes the files of a store, in a directory or in a bucket of an object store.

The store's place is this directory, or a prefix of names in the bucket. The name of a file is its
path below the place. Some names come from the store's own files, which may be damaged or forged. So
a name that leads out of the place is refused, and so is a symbolic link.
"""

import os
import stat
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path

from pyarrow import fs

from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import read_bytes, reason
from kpath_jvm.seals import digest_of

#: Larger local files aren't read. Reading a smaller file raises MemoryError if the file doesn't fit
#: into memory.
_MOST_BYTES = 1 << 40


class StorePlace:
    """The files below a directory, or below a prefix of names in an object store.

    A file exists as a whole or not at all, even while it is being written. There is one exception:
    if an object can't be written completely, a part of it may exist until that part is removed.
    """

    def __init__(self, text: str) -> None:
        """Takes a path, or a URI such as ``s3://bucket/prefix?endpoint_override=...``.

        Raises KpathError for a URI that names no known kind of place.
        """
        self.text = text
        try:
            if "://" in text:
                self.files, self.root = fs.FileSystem.from_uri(text)
            else:
                self.files, self.root = fs.LocalFileSystem(), str(Path(text).absolute())
        except (OSError, ValueError) as error:
            raise KpathError(f"no store {text}: {_first_line(error)}; name a directory or a URI "
                             "such as s3://bucket/prefix") from error  # fmt: skip
        self.is_local = isinstance(self.files, fs.LocalFileSystem)

    def path(self, name: str) -> str:
        """Returns the path by which the file system ``files`` finds the file with this name.

        The name "" means the place itself. Raises KpathError if the path may lead out of the place.
        """
        parts = name.split("/") if name else []
        if any(part in (".", "..") for part in parts) or "" in parts[:-1] or "\0" in name:
            raise KpathError(
                f"the store {self.text} is damaged: {name!r} isn't the name of a file in it; "
                "remove the file in runs/ that contains this name"
            )
        if self.is_local:
            self._require_no_link(parts)
        return f"{self.root.rstrip('/')}/{name}"

    def _require_no_link(self, parts: Sequence[str]) -> None:
        path = Path(self.root)
        for part in parts:
            path /= part
            try:
                is_link = stat.S_ISLNK(path.lstat().st_mode)
            except OSError:
                # If this part of the path doesn't exist, no link can follow. If it can't be
                # examined, using the path will raise an error.
                return
            if is_link:
                raise KpathError(
                    f"the store {self.text} has a symbolic link, {path}, which may lead out of it; "
                    "put the files themselves there"
                )

    @contextmanager
    def failing(self, what: str) -> Iterator[None]:
        """Turns an OSError in the ``with`` block into a KpathError with a message of one line."""
        try:
            yield
        except OSError as error:
            told = _first_line(error)
            raise KpathError(f"cannot {what} the store {self.text}: {told}") from error

    def has(self, name: str) -> bool:
        """Returns whether a file with this name exists."""
        return bool(self.files.get_file_info(self.path(name)).type == fs.FileType.File)

    def read(self, name: str) -> bytes:
        """Returns a file's content. Raises OSError when it doesn't exist."""
        if self.is_local:
            # read_bytes refuses a pipe in place of a file. Reading a pipe could wait for ever.
            return read_bytes(Path(self.path(name)), _MOST_BYTES)
        with self.files.open_input_stream(self.path(name)) as stream:
            content: bytes = stream.read()
            return content

    def read_checked(self, name: str, digest: str | None) -> bytes:
        """Returns a file's content, whose digest must be ``digest`` unless that is None.

        Raises KpathError when the digest differs, and OSError when the file doesn't exist.
        """
        content = self.read(name)
        if digest is not None and digest_of(content) != digest:
            raise KpathError(
                f"the store {self.text} is damaged: {name} has changed since it was written; add "
                "the profile again, or remove its run's file in runs/ to do without it"
            )
        return content

    def put(self, name: str, content: bytes) -> None:
        """Writes a file. Raises OSError when that fails."""
        path = self.path(name)
        if not self.is_local:
            self._put_object(path, content)
            return
        folder, _, base = path.rpartition("/")
        self.files.create_dir(folder, recursive=True)
        temporary = f"{folder}/.{base}.{uuid.uuid4().hex}.new"
        try:
            with self.files.open_output_stream(temporary) as stream:
                stream.write(content)
            self.files.move(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def _put_object(self, path: str, content: bytes) -> None:
        """Writes an object; the object store shows it when the stream to it is closed."""
        is_whole = False
        try:
            with self.files.open_output_stream(path) as stream:
                stream.write(content)
                is_whole = True
        finally:
            # pyarrow can't abandon a stream. When the stream is closed, even by the garbage
            # collector, what has been written so far becomes an object. So that object is removed.
            if not is_whole:
                with suppress(OSError):
                    self.files.delete_file(path)

    def names(self, folder: str) -> dict[str, datetime]:
        """Returns the names of the files below a folder, each with the time of its last change.

        A file that another process removes meanwhile may or may not be included.
        """
        if self.is_local:
            return dict(self._local_names(folder))
        found = self.files.get_file_info(
            fs.FileSelector(self.path(folder), recursive=True, allow_not_found=True)
        )
        first = len(self.path(""))
        return {one.path[first:]: one.mtime for one in found if one.type == fs.FileType.File}

    def _local_names(self, folder: str) -> Iterator[tuple[str, datetime]]:
        try:
            with os.scandir(self.path(folder)) as entries:
                found = sorted(entries, key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        for entry in found:
            name = f"{folder}/{entry.name}" if folder else entry.name
            self.path(name)
            try:
                if entry.is_dir(follow_symlinks=False):
                    yield from self._local_names(name)
                elif entry.is_file(follow_symlinks=False):
                    seconds = entry.stat(follow_symlinks=False).st_mtime
                    yield name, datetime.fromtimestamp(seconds, timezone.utc)
            except FileNotFoundError:
                continue

    def remove(self, name: str) -> None:
        """Removes a file, unless it is gone already."""
        try:
            self.files.delete_file(self.path(name))
        except FileNotFoundError:
            return


def _first_line(error: Exception) -> str:
    text = reason(error) if isinstance(error, OSError) else str(error)
    return text.splitlines()[0].rstrip(".")
