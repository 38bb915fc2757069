"""Tests that directories are complete or absent, and that killed writers' leftovers are removed."""

import contextlib
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import kpath_command
from kpath_jvm import whole_directories
from kpath_jvm.errors import KpathError
from kpath_jvm.whole_directories import beside, put_in_place


def _named(directory: Path, text: str) -> None:
    (directory / "text").write_text(text)


def test_an_unfinished_directory_is_removed(tmp_path: Path) -> None:
    output = tmp_path / "a.kpath"
    with contextlib.suppress(ZeroDivisionError), beside(output) as temporary:
        _named(temporary, "half")
        raise ZeroDivisionError
    assert list(tmp_path.iterdir()) == []
    with beside(output) as temporary:
        _named(temporary, "one")
        put_in_place(temporary, output, replace=True)
    assert (output / "text").read_text() == "one"
    assert list(tmp_path.iterdir()) == [output]


@pytest.mark.parametrize("can_exchange", [True, False])
def test_a_new_directory_replaces_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, can_exchange: bool
) -> None:
    if not can_exchange:
        monkeypatch.setattr(whole_directories, "_exchanged", lambda *_: False)
    output = tmp_path / "a.kpath"
    for text in ("one", "two"):
        with beside(output) as temporary:
            _named(temporary, text)
            put_in_place(temporary, output, replace=True)
        assert (output / "text").read_text() == text
        assert list(tmp_path.iterdir()) == [output]


def test_two_names_are_exchanged(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for place in (one, other):
        place.mkdir()
        _named(place, place.name)
    if not whole_directories._exchanged(one, other):
        pytest.skip("this file system can't exchange two names")
    assert (one / "text").read_text() == "other"
    assert (other / "text").read_text() == "one"
    with pytest.raises(OSError, match=os.strerror(errno.ENOENT)):
        whole_directories._exchanged(one, tmp_path / "nosuch")


_WRITER = """
import sys
from pathlib import Path
from kpath_jvm.whole_directories import beside
with beside(Path(sys.argv[1])) as temporary:
    print(temporary.name, flush=True)
    sys.stdin.read()
"""


def test_only_leftovers_of_dead_writers_are_removed(tmp_path: Path) -> None:
    output = tmp_path / "a.kpath"
    # Directories of another profile, and directories that only look like leftovers.
    others = [
        ".b.kpath.1.new", ".a.kpath.new", ".a.kpath.1.newer", ".a.kpath.x.new", ".aXkpath.1.new",
    ]  # fmt: skip
    for name in others:
        (tmp_path / name).mkdir()
    (tmp_path / ".a.kpath.2.new").write_text("a file")
    (tmp_path / ".a.kpath.3.new").mkdir()
    _named(tmp_path / ".a.kpath.3.new", "left behind")
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(output)], env=kpath_command.environment(),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        own = process.stdout.readline().strip()
        kept = {*others, ".a.kpath.2.new"}
        assert {path.name for path in tmp_path.iterdir()} == kept | {own}
        with beside(output):
            assert (tmp_path / own).is_dir(), "a directory must stay while its writer is at work"
        process.kill()
        process.wait()
        assert (tmp_path / own).is_dir()
        with beside(output):
            assert not (tmp_path / own).exists()
    assert {path.name for path in tmp_path.iterdir()} == kept


def test_the_second_of_two_writers_is_refused(tmp_path: Path) -> None:
    output = tmp_path / "a.kpath"
    with beside(output) as temporary:
        _named(temporary, "second")
        output.mkdir()
        _named(output, "first")
        with pytest.raises(
            KpathError, match="has written it in the meantime; choose another output"
        ):
            put_in_place(temporary, output, replace=False)
    assert (output / "text").read_text() == "first"
    assert list(tmp_path.iterdir()) == [output]


def test_temporary_names_taken_by_others_do_no_harm(tmp_path: Path) -> None:
    """In /tmp, another user could take all temporary names that have only a process id."""
    (tmp_path / f".a.kpath.{os.getpid()}.new").touch()
    with beside(tmp_path / "a.kpath") as made:
        assert made.is_dir()
