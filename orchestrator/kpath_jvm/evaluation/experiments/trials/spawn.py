"""A script that runs a command and reports which resources the command has used.

Before its exec, a child shares its parent's memory, and the kernel counts that memory as the
child's own. So the parent of a measured process must be small, and this file imports almost
nothing.
"""

import os
import signal
import sys
import time


def main(arguments: list[str]) -> None:
    """Runs a command, and writes to a file which resources the command has used.

    The file gets the wait status, the elapsed seconds, the CPU seconds and the peak memory in
    bytes. The arguments are the file and the command.
    """
    result, command = arguments[0], arguments[1:]
    started = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            os.execv(command[0], command)
        except OSError as error:
            os.write(2, f"cannot start {command[0]}: {error.strerror}\n".encode())
            os._exit(127)
    # SIGTERM is sent to the whole session. This process ignores it, to report how the child ends.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - started
    figures = [status, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024]
    with open(f"{result}.part", "w") as file:  # noqa: PTH123
        file.write(" ".join(map(str, figures)))
    os.rename(f"{result}.part", result)  # noqa: PTH104


if __name__ == "__main__":
    main(sys.argv[1:])
