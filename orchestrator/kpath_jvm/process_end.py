"""How a command's process ends if libraries with threads of their own were used."""

import atexit
import os
import sys
from contextlib import suppress

#: Libraries whose threads may still run when the process ends. Their destructors then abort the
#: process ("terminate called without an active exception", apache/arrow issue 34314), and a
#: command that has done its work would end with status 134.
_WITH_THREADS = ("pyarrow", "duckdb")


class ProcessEnd:
    """Ends the process without the destructors of such libraries.

    It must be created before anything else is registered with ``atexit``, so that everything that
    is registered later still runs. ``status`` is the status to end with; as long as it is None, or
    if no such library was imported, the process ends as usual.
    """

    def __init__(self) -> None:
        self.status: int | None = None
        atexit.register(self._end)

    def _end(self) -> None:
        if self.status is None or not any(name in sys.modules for name in _WITH_THREADS):
            return
        for stream in (sys.stdout, sys.stderr):
            # Nobody is left who could be told.
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(self.status)
