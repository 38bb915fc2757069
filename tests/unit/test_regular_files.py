"""Tests that a file gets its name only when it is complete, and replaces only a regular file."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import kpath_command
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import cleaned_up_when_ended, reason, replacing, require_replaceable


def test_only_a_complete_file_gets_its_name(tmp_path: Path) -> None:
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


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/dev/null"])
def test_devices_are_not_replaced(name: str) -> None:
    with pytest.raises(KpathError, match="is a device or a pipe, not a file"):
        require_replaceable(Path(name), True)


@pytest.mark.parametrize("name", ["/dev/new", "/proc/self/new"])
def test_no_file_is_made_among_devices_and_processes(name: str) -> None:
    in_place = f"{name} is a name in {Path(name).parent}, not a file"
    with pytest.raises(KpathError, match=in_place):
        require_replaceable(Path(name), False)


def test_pipes_and_directories_are_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(KpathError, match="is a device or a pipe"):
            require_replaceable(tmp_path / name, True)
    with pytest.raises(KpathError, match="is a directory"):
        require_replaceable(tmp_path, True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_no_part_of_a_file(tmp_path: Path, number: signal.Signals) -> None:
    text = f"""
import os, signal, time
from pathlib import Path
from kpath_jvm.regular_files import replacing
signal.signal(signal.SIGHUP, signal.SIG_DFL)
with replacing(Path("out"), False, "utf-8") as outer, replacing(Path("in"), False) as inner:
    outer.write("part")
    assert len(os.listdir()) == 2
    os.kill(os.getpid(), {int(number)})
    time.sleep(60)
"""
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=tmp_path, env=kpath_command.environment(), check=False
    )
    assert done.returncode == -number
    assert list(tmp_path.iterdir()) == []


def test_signals_are_handled_as_before() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with cleaned_up_when_ended():
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_IGN
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with cleaned_up_when_ended():
            assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


def test_files_of_others_stay_and_do_no_harm(tmp_path: Path) -> None:
    """If our temporary names had only the process id, another user could take all of them."""
    output = tmp_path / "out"
    other = tmp_path / f".out.{os.getpid()}.new"
    other.write_text("theirs")
    with replacing(output, False, "utf-8") as stream:
        stream.write("ours")
    assert other.read_text() == "theirs"
    assert output.read_text() == "ours"


def test_reasons_are_the_system_s_words() -> None:
    wrapped = OSError("Error writing bytes to file. Detail: [errno 28] No space left on device")
    assert reason(wrapped) == "No space left on device"
    assert reason(OSError(errno.EACCES, "Permission denied")) == "Permission denied"
    assert reason(OSError("something else")) == "something else"


def test_an_unwritable_place_is_named(tmp_path: Path) -> None:
    output = tmp_path / "out"
    refusal = f"cannot write {output}: Permission denied; choose another output"

    def denied(*_: object, **__: object) -> None:
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", denied)
        with pytest.raises(KpathError, match=refusal), replacing(output, False):
            pass
