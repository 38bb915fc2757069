"""Makes commands that start a verb in another process, for ``--live`` and for experiments."""

import sys
from pathlib import Path

_START = Path(__file__).with_name("cli") / "own_process" / "start.py"


def own_process(*arguments: str) -> list[str]:
    """Returns the command that runs a verb with the same Python and the same installation.

    ``python -m kpath_jvm...`` isn't used: it looks for modules in the current directory first, and
    could run a project's module of the same name.
    """
    return [sys.executable, str(_START), *arguments]
