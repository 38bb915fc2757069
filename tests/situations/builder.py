"""A process that makes profiles of recordings, one a line of its input; see harness.build.

The engine's JVM is started once for all of them, and not in the tests' own process.
"""

import os
import sys
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build


def main() -> None:
    """Answers each line ``RECORDING PROFILE`` (a tab between) by ``ok`` or the error's line."""
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
