"""A file of a store is complete or absent."""

from pathlib import Path

import pytest

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


def test_a_writer_that_fails_leaves_no_file(tmp_path: Path) -> None:
    place = StorePlace(str(tmp_path / "store"))

    def half_written() -> None:
        with place.writing("a/b") as stream:
            stream.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_written()
    assert place.names("") == {}


def test_what_is_no_place_is_one_line() -> None:
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
    assert StorePlace(str(tmp_path / "store" / "a")).read("file") == b"mine", "the store may be one"
