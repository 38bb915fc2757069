"""Tests that a process ends without the destructors of libraries whose threads may still run."""

import subprocess
import sys

import pytest

_PROGRAM = """
import atexit, sys
from kpath_jvm.process_end import ProcessEnd
end = ProcessEnd()
class Destroyed:
    def __del__(self):
        print("destroyed")
kept = Destroyed()
atexit.register(print, "at exit")
if sys.argv[1] != "none":
    __import__(sys.argv[1])
if sys.argv[2] != "none":
    end.status = int(sys.argv[2])
print("done")
sys.exit(3)
"""


@pytest.mark.parametrize("library", ["pyarrow", "duckdb"])
def test_libraries_with_threads_are_not_destroyed(library: str) -> None:
    """Functions that are registered with ``atexit`` still run, and no output is lost."""
    done = _run(library, "3")
    assert (done.returncode, done.stdout.split("\n")) == (3, ["done", "at exit", ""])


@pytest.mark.parametrize(("library", "status"), [("none", "3"), ("pyarrow", "none")])
def test_other_processes_end_as_usual(library: str, status: str) -> None:
    done = _run(library, status)
    assert (done.returncode, done.stdout.split("\n")) == (3, ["done", "at exit", "destroyed", ""])


def _run(library: str, status: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", _PROGRAM, library, status]
    return subprocess.run(command, capture_output=True, text=True, check=False)
