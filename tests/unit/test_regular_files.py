"""Files that are written whole take the place of files only."""

import os
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import replacing, require_replaceable


def test_a_file_takes_its_name_when_it_is_whole(tmp_path: Path) -> None:
    output = tmp_path / "out"
    with replacing(output, False, "utf-8") as stream:
        stream.write("old\n")
        assert not output.exists()
    with pytest.raises(KpathError, match="exists; pass --force"):
        require_replaceable(output, False)
    with pytest.raises(ZeroDivisionError), replacing(output, True, "utf-8") as stream:
        stream.write(str(1 / 0))
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert output.read_text() == "old\n"
    with replacing(output, True, "utf-8") as stream:
        stream.write("new\n")
    assert output.read_text() == "new\n"


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/dev/null", "/proc/self/new"])
def test_devices_stay_what_they_are(name: str) -> None:
    with pytest.raises(KpathError, match="is a device or a pipe, not a file"):
        require_replaceable(Path(name), True)


def test_pipes_and_directories(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(KpathError, match="is a device or a pipe"):
            require_replaceable(tmp_path / name, True)
    with pytest.raises(KpathError, match="is a directory"):
        require_replaceable(tmp_path, True)
