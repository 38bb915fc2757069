"""Pauses Python's garbage collector while millions of objects are made that all stay alive."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_pauses = 0
_was_enabled = False


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Keeps the collector from running: it would look at every object, and find no garbage.

    After the pause, the collector still ignores the objects that were made during the pause. Pauses
    can be nested, and several threads can use them.
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
                # Without ``freeze``, the next object would make the collector go through all the
                # objects that were made meanwhile.
                gc.freeze()
                gc.enable()
