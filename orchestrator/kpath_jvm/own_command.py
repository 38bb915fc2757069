"""How this program can be started again where it was started: what it prints is to be copied."""

import shlex
import shutil
import sys
from pathlib import Path

_NAME = "kpath-jvm"


def own_command() -> str:
    """Returns ``kpath-jvm`` if that is on the PATH, else what it was started by, for a shell.

    As an installation in a directory of its own is, ``.venv/bin/kpath-jvm``.
    """
    typed = sys.argv[0] if sys.argv else ""
    if Path(typed).name != _NAME or "/" not in typed or not Path(typed).exists():
        return _NAME
    found = shutil.which(_NAME)
    if found is not None and Path(found).samefile(typed):
        return _NAME
    return shlex.quote(typed)


def with_own_command(text: str) -> str:
    """Returns a message with its commands, each between backticks, as they can be started here."""
    return text.replace(f"`{_NAME} ", f"`{own_command()} ")
