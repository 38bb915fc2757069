"""Tests the terminal while a view uses it, and its state afterwards."""

import os
import sys
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm.errors import KpathError
from kpath_jvm.sessions import viewer
from terminals import on_terminal

#: A program that stands for a recording. It writes to stderr and stdout while the view is shown,
#: and ends when ``over`` is true.
_RECORDING = """
import os, sys, time
from kpath_jvm.sessions import viewer
viewer.Viewer._command = lambda self, until: [sys.executable, "-c", VIEW, str(until)]
VIEW = '''{view}'''
print("before", file=sys.stderr, flush=True)
with viewer.Viewer().shown():
    print("meanwhile", file=sys.stderr, flush=True)
    print("also", flush=True)
    print("input", os.isatty(0), "output", os.isatty(1), file=sys.stderr, flush=True)
    while not ({over}):
        time.sleep(0.01)
print("behind", os.isatty(0), os.isatty(1), file=sys.stderr, flush=True)
"""
_VIEW = r"""
import os, sys, termios, time, tty
assert os.isatty(0) and os.isatty(1) and os.isatty(2)
tty.setraw(0)
os.write(1, b"\x1b[?1049h[view]")
open("shown", "w").close()
{work}
os.write(1, b"\x1b[?1049l")
"""


#: Two conditions for the end of the recording: it ends while the view is shown, or after the view
#: has released the terminal.
_SHOWN, _LEFT = 'os.path.exists("shown")', "os.isatty(1)"


def _run(tmp_path: Path, work: str, over: str) -> str:
    script = tmp_path / "recording.py"
    script.write_text(_RECORDING.format(view=_VIEW.format(work=work), over=over))
    command = [sys.executable, str(script)]
    with on_terminal(command, tmp_path, kpath.environment()) as terminal:
        assert terminal.end() == 0
        assert b"[view]" in terminal.output
        assert terminal.before_the_view == "before\n"
        return terminal.behind_the_view


_TOLD = "meanwhile\nalso\ninput False output False\nbehind True True\n"


def test_messages_during_the_view_come_after_it(tmp_path: Path) -> None:
    """The view learns from the file descriptor ``until`` that the recording is over."""
    work = "while os.read(int(sys.argv[1]), 9): pass"
    assert _run(tmp_path, work, _SHOWN) == _TOLD


def test_a_view_may_be_left_early(tmp_path: Path) -> None:
    assert _run(tmp_path, "pass", _LEFT) == _TOLD


def test_a_killed_view_leaves_the_terminal_unchanged(tmp_path: Path) -> None:
    """The view had put the terminal into raw mode, in which the lines would be staggered."""
    assert _run(tmp_path, "os.kill(os.getpid(), 9)", _LEFT) == _TOLD


def test_a_view_that_does_not_end_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewer, "_PATIENCE_SECONDS", 0.5)
    script = 'viewer._PATIENCE_SECONDS = 0.5\nprint("before"'
    monkeypatch.setitem(globals(), "_RECORDING", _RECORDING.replace('print("before"', script))
    assert _run(tmp_path, "time.sleep(600)", _SHOWN) == _TOLD


def test_a_missing_terminal_is_an_error_of_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "_TERMINAL", "/nosuch/tty")
    with pytest.raises(KpathError) as raised:
        viewer.require_terminal()
    assert raised.value.exit_status == 125
    assert str(raised.value) == (
        "--live needs a terminal, and there is none; leave out --live, and `kpath-jvm live PID "
        "--once` prints what a recording has found"
    )


@pytest.mark.parametrize(
    ("setting", "fragment"),
    [("TERM=dumb", "TERM=dumb"), ("BACKGROUND=1", "in its background")],
)
def test_an_unusable_terminal_is_refused(tmp_path: Path, setting: str, fragment: str) -> None:
    script = (
        "import os, sys, signal\n"
        f"name, _, value = {setting!r}.partition('=')\n"
        "os.environ[name] = value\n"
        "if name == 'BACKGROUND': os.setpgid(0, 0)\n"
        "from kpath_jvm.sessions.viewer import require_terminal\n"
        "from kpath_jvm.errors import KpathError\n"
        "try: require_terminal()\n"
        "except KpathError as error: os.write(2, str(error).encode() + b'\\n')\n"
    )
    (tmp_path / "try.py").write_text(script)
    # The script is a child process, because a session's leader can't leave its process group.
    command = ["sh", "-c", f"{sys.executable} try.py; true"]
    environment = kpath.environment()
    with on_terminal(command, tmp_path, environment) as terminal:
        assert terminal.end() == 0
        assert fragment.encode() in terminal.output
    assert os.environ.get("BACKGROUND") is None
