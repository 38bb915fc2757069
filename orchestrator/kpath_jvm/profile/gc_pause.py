"""Pausing Python's garbage collector where millions of objects are made and all of them stay."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pauses = 0
_was_enabled = False


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Keeps the collector from running: it would look at every object and find none to collect.

    Nor does it look at them afterwards. May be nested, and used by several threads.
    """
    global _pauses, _was_enabled
    with _lock:
        if _pauses == 0:
            _was_enabled = gc.isenabled()
            gc.disable()
        _pauses += 1
    try:
        yield
    finally:
        with _lock:
            _pauses -= 1
            if _pauses == 0 and _was_enabled:
                # Else the next object would have it go through all that were made meanwhile.
                gc.freeze()
                gc.enable()
