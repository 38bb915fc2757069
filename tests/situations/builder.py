"""Builds a profile for each recording that is named on stdin.

harness.py starts this program as a separate process. So the engine's JVM is started only once for
all profiles, and not in the tests' process.
"""

import os
import sys
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build


def main() -> None:
    """Answers each line ``RECORDING<tab>PROFILE`` with ``ok`` or the error's text."""
    for line in sys.stdin:
        recording, profile = map(Path, line.rstrip("\n").split("\t"))
        try:
            build(BuildRequest(recording, (3,), profile, False, EngineOptions(workers=1)))
            answer = "ok"
        except KpathError as error:
            answer = str(error)
        print(answer, flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
