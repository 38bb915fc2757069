"""Runs code as another user of the machine, namely as the user nobody."""

import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest

_SHARED = Path("/tmp")


def other_user() -> pwd.struct_passwd:
    """Returns the user nobody; skips the test if this process can't become that user."""
    if os.geteuid() != 0:
        pytest.skip("NOT TESTED: only root can act as another user; run this test as root, too")
    return pwd.getpwnam("nobody")


def as_other_user(directory: Path, code: str) -> str:
    """Runs Python code as the user nobody, and returns its output.

    The module ``os`` is imported for the code. ``directory`` is where the code acts. The
    directories between /tmp and ``directory`` are opened to other users, because pytest has closed
    them.
    """
    user = other_user()
    for place in directory.parents:
        if _SHARED in place.parents:
            place.chmod(place.stat().st_mode | 0o011)
    # Perhaps the other user isn't allowed to run the interpreter. So the interpreter starts as the
    # user of this process, and then becomes the other user.
    become = f"os.setgroups([]); os.setgid({user.pw_gid}); os.setuid({user.pw_uid})"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import os\n{become}\nos.umask(0o022)\n{code}"],
        cwd="/",
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout
