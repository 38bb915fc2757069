"""Files of a store are there whole or not at all."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.store.place import Place


def test_files_are_written_read_listed_and_removed(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "store"))
    assert place.names("a") == {}
    place.put("a/b=1/c", b"text")
    assert (place.has("a/b=1/c"), place.has("a/b=1"), place.has("a/d")) == (True, False, False)
    assert place.read("a/b=1/c") == b"text"
    assert list(place.names("a")) == ["a/b=1/c"]
    place.copy_out("a/b=1/c", tmp_path / "copy")
    place.copy_in(tmp_path / "copy", "a/d")
    assert place.read("a/d") == b"text"
    for _ in range(2):
        place.remove("a/d")
    assert not place.has("a/d")


def test_a_writer_that_fails_leaves_no_file(tmp_path: Path) -> None:
    place = Place(str(tmp_path / "store"))

    def half_written() -> None:
        with place.writing("a/b") as stream:
            stream.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_written()
    assert place.names("") == {}


def test_what_is_no_place_is_one_line() -> None:
    with pytest.raises(KpathError, match=r"no store nosuch://x: .*; name a directory") as caught:
        Place("nosuch://x")
    assert "\n" not in str(caught.value)
