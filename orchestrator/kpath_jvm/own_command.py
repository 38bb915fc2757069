"""Finds the command that starts this program in the user's shell, for commands in messages."""

import shlex
import shutil
import sys
from pathlib import Path

_NAME = "kpath-jvm"


def own_command() -> str:
    """Returns ``kpath-jvm``, or the path of this program's file if that name wouldn't start it.

    The path, quoted for a shell, is the one by which the program was started, such as
    ``.venv/bin/kpath-jvm`` in a virtual environment that isn't activated. If that path doesn't
    name a file called kpath-jvm, the result is ``kpath-jvm``.
    """
    typed = sys.argv[0] if sys.argv else ""
    if Path(typed).name != _NAME or "/" not in typed or not Path(typed).exists():
        return _NAME
    found = shutil.which(_NAME)
    if found is not None and Path(found).samefile(typed):
        return _NAME
    return shlex.quote(typed)


def with_own_command(text: str) -> str:
    """Returns ``text`` with ``own_command()`` for ``kpath-jvm`` in commands in backticks."""
    return text.replace(f"`{_NAME} ", f"`{own_command()} ")
