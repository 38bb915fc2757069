"""Ends a command's process so that libraries with their own threads don't abort it."""

import atexit
import os
import sys
from contextlib import suppress

#: Libraries whose threads may still be running when the process ends. The destructors of these
#: libraries then abort the process with status 134 ("terminate called without an active exception",
#: apache/arrow issue 34314).
_WITH_THREADS = ("pyarrow", "duckdb")


class ProcessEnd:
    """Ends the process without running the destructors of libraries with threads.

    Create it before anything else is registered with ``atexit``: functions that are registered
    later run earlier, and so they still run. The process ends with ``status``. If ``status`` is
    None, or no library of ``_WITH_THREADS`` was imported, the process ends as usual.
    """

    def __init__(self) -> None:
        self.status: int | None = None
        atexit.register(self._end)

    def _end(self) -> None:
        if self.status is None or not any(name in sys.modules for name in _WITH_THREADS):
            return
        for stream in (sys.stdout, sys.stderr):
            # An error can't be reported any more.
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(self.status)
