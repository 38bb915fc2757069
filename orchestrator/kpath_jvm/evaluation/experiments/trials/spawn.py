"""Starts a command and reports what it has used; run as a script of its own.

The kernel counts the memory that a child shares with its parent before its exec as the child's. So
the parent of what is measured must be small: this file imports next to nothing.
"""

import os
import signal
import sys
import time


def main(arguments: list[str]) -> None:
    """``RESULT COMMAND...``: writes wait status, seconds, CPU seconds and peak bytes to RESULT."""
    result, command = arguments[0], arguments[1:]
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            os.execv(command[0], command)
        except OSError as error:
            os.write(2, f"cannot start {command[0]}: {error.strerror}\n".encode())
            os._exit(127)
    # Sent to the whole session; what the child does with it is to be reported, too.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - started
    figures = [status, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]
    with open(f"{result}.part", "w") as file:  # noqa: PTH123
        file.write(" ".join(map(str, figures)))
    os.rename(f"{result}.part", result)  # noqa: PTH104


if __name__ == "__main__":
    main(sys.argv[1:])
