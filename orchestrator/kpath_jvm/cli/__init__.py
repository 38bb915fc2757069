"""The command line: one module per verb, each with a click command named ``command``."""

import os
import signal
import sys

# If this process is our command, Ctrl-C ends it without a traceback while further modules are
# imported. ``main`` puts Python's own handler back.
_IS_COMMAND = os.path.basename(sys.argv[0]) in ("kpath-jvm", "-m") if sys.argv else False  # noqa: PTH119
if _IS_COMMAND and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def catch_interrupts() -> None:
    """Makes Ctrl-C raise KeyboardInterrupt from now on, unless the process ignores Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
