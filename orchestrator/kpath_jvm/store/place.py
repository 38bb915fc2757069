"""Where a store is: a directory, or a bucket of an object store, by one interface."""

import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from pyarrow import fs

from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import reason


class Place:
    """Files below a directory or a prefix; each is written once, and there whole or not at all."""

    def __init__(self, text: str) -> None:
        """Of a path, or of a URI as ``s3://bucket/prefix?endpoint_override=...``.

        KpathError when there is no such kind of place.
        """
        self.text = text
        try:
            if "://" in text:
                self.files, self.root = fs.FileSystem.from_uri(text)
            else:
                self.files, self.root = fs.LocalFileSystem(), str(Path(text).absolute())
        except (OSError, ValueError) as error:
            raise KpathError(f"no store {text}: {_first_line(error)}; name a directory or a URI "
                             "as s3://bucket/prefix") from error  # fmt: skip
        self.is_local = isinstance(self.files, fs.LocalFileSystem)

    def path(self, name: str) -> str:
        """Returns the full path of a file, as ``files`` takes it."""
        return f"{self.root.rstrip('/')}/{name}"

    @contextmanager
    def failing(self, what: str) -> Iterator[None]:
        """Tells of a failure of the place in one line."""
        try:
            yield
        except OSError as error:
            told = _first_line(error)
            raise KpathError(f"cannot {what} the store {self.text}: {told}") from error

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return bool(self.files.get_file_info(self.path(name)).type == fs.FileType.File)

    def read(self, name: str) -> bytes:
        """Returns a file's content; OSError when it isn't there."""
        with self.files.open_input_stream(self.path(name)) as stream:
            content: bytes = stream.read()
            return content

    def put(self, name: str, content: bytes) -> None:
        """Writes a file; OSError when that fails."""
        with self.writing(name) as stream:
            stream.write(content)

    def copy_in(self, source: Path, name: str) -> None:
        """Writes a file with the content of another."""
        with source.open("rb") as content, self.writing(name) as stream:
            shutil.copyfileobj(content, stream, 1 << 20)

    def copy_out(self, name: str, target: Path) -> None:
        """Writes a local file with the content of one in the place."""
        with self.files.open_input_stream(self.path(name)) as content, target.open("xb") as sink:
            shutil.copyfileobj(content, sink, 1 << 20)

    @contextmanager
    def writing(self, name: str) -> Iterator[fs.FileSystem]:
        """Yields a stream; the file has its name when all is written.

        An object of an object store is there when it is complete. A local file is renamed.
        """
        path = self.path(name)
        if not self.is_local:
            with self.files.open_output_stream(path) as stream:
                yield stream
            return
        folder, _, base = path.rpartition("/")
        self.files.create_dir(folder, recursive=True)
        temporary = f"{folder}/.{base}.{uuid.uuid4().hex}.new"
        try:
            with self.files.open_output_stream(temporary) as stream:
                yield stream
            self.files.move(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def names(self, folder: str) -> dict[str, datetime]:
        """Returns the files below a folder, and when each was written."""
        found = self.files.get_file_info(
            fs.FileSelector(self.path(folder), recursive=True, allow_not_found=True)
        )
        first = len(self.path(""))
        return {one.path[first:]: one.mtime for one in found if one.type == fs.FileType.File}

    def remove(self, name: str) -> None:
        """Removes a file; it may be gone already."""
        try:
            self.files.delete_file(self.path(name))
        except FileNotFoundError:
            return


def _first_line(error: Exception) -> str:
    text = reason(error) if isinstance(error, OSError) else str(error)
    return text.splitlines()[0].rstrip(".")
