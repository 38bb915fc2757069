"""Tests that a file of a store is complete or absent, and that no name leads out of the store."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pyarrow import fs

from kpath_jvm.errors import KpathError
from kpath_jvm.seals import digest_of
from kpath_jvm.store.place import StorePlace


def test_files_are_written_read_listed_and_removed(tmp_path: Path) -> None:
    place = StorePlace(str(tmp_path / "store"))
    assert place.names("a") == {}
    place.put("a/b=1/c", b"text")
    assert (place.has("a/b=1/c"), place.has("a/b=1"), place.has("a/d")) == (True, False, False)
    assert place.read("a/b=1/c") == b"text"
    assert list(place.names("a")) == ["a/b=1/c"]
    place.put("a/d", b"text")
    assert place.read_checked("a/d", digest_of(b"text")) == b"text"
    with pytest.raises(KpathError, match="is damaged: a/d has changed since it was written"):
        place.read_checked("a/d", digest_of(b"test"))
    for _ in range(2):
        place.remove("a/d")
    assert not place.has("a/d")


class HalfWritten:
    """A file system of pyarrow whose streams are interrupted in the middle of a write."""

    def __init__(self, files: fs.FileSystem) -> None:
        self._files = files

    def __getattr__(self, name: str) -> Any:
        return getattr(self._files, name)

    @contextmanager
    def open_output_stream(self, path: str) -> Iterator[Any]:
        """Yields a stream that is interrupted after it has written half of the content."""

        def write(content: bytes) -> None:
            stream.write(content[: len(content) // 2])
            raise KeyboardInterrupt

        with self._files.open_output_stream(path) as stream:
            yield SimpleNamespace(write=write)


@pytest.mark.parametrize("is_local", [True, False])
def test_a_writer_that_fails_leaves_no_file(tmp_path: Path, is_local: bool) -> None:
    """In an object store, pyarrow makes an object even from a stream that was interrupted."""
    place = StorePlace(str(tmp_path / "store"))
    if not is_local:
        place.files, place.is_local, place.root = fs._MockFileSystem(), False, "bucket"
        place.files.create_dir("bucket/a")
    files = place.files
    place.files = HalfWritten(files)
    with pytest.raises(KeyboardInterrupt):
        place.put("a/b", b"both halves")
    assert place.names("") == {}
    place.files = files
    place.put("a/b", b"both halves")
    assert place.read("a/b") == b"both halves"


def test_an_invalid_place_is_reported_in_one_line() -> None:
    with pytest.raises(KpathError, match=r"no store nosuch://x: .*; name a directory") as caught:
        StorePlace("nosuch://x")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["../out", "a/../../out", "a//b", "/etc/passwd", "./a", "a\0b"])
def test_no_name_leads_out_of_a_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "out").write_text("mine")
    place = StorePlace(str(tmp_path / "store"))
    for use in (place.read, place.remove, place.has, lambda it: place.put(it, b"theirs")):
        with pytest.raises(KpathError, match="isn't the name of a file in it"):
            use(name)
    assert (tmp_path / "out").read_text() == "mine"
    assert not (tmp_path / "store").exists()


def test_no_link_leads_out_of_a_place(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("mine")
    (tmp_path / "store").mkdir()
    (tmp_path / "store" / "a").symlink_to(tmp_path / "other")
    place = StorePlace(str(tmp_path / "store"))
    for use in (place.read, place.remove, place.has, lambda it: place.put(it, b"theirs")):
        with pytest.raises(KpathError, match="has a symbolic link"):
            use("a/file")
    with pytest.raises(KpathError, match="has a symbolic link"):
        place.names("")
    assert (tmp_path / "other" / "file").read_text() == "mine"


def test_the_place_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "store").symlink_to(tmp_path / "other")
    place = StorePlace(str(tmp_path / "store"))
    place.put("a/file", b"mine")
    assert place.read("a/file") == b"mine"
    assert list(place.names("")) == ["a/file"]
    place.remove("a/file")
    assert list((tmp_path / "other" / "a").iterdir()) == []
