"""Finds out how a child of another process has ended.

The kernel hands the exit status of a process to its parent. Until the parent has taken the status,
other processes can read it from /proc. Afterwards, they can read it from a descriptor of the
ended process, but only since Linux 6.15.
"""

import contextlib
import fcntl
import os
import struct
from pathlib import Path
from typing import NamedTuple

from kpath_jvm.recording.processes import start_time

#: The position of ``exit_code`` among the fields of /proc/PID/stat, which are counted from 1.
_EXIT_CODE = 52
#: The beginning of the kernel's ``struct pidfd_info``: a mask, an id, eleven numbers that aren't
#: used here, and the exit code as wait() returns it.
_INFO = struct.Struct("=QQ44xi")
#: In a request, this bit of the mask asks for the exit code. In the kernel's answer, the bit
#: means that the exit code is there.
_INFO_EXIT = 1 << 3
#: PIDFD_GET_INFO, which is _IOWR(0xFF, 11, struct pidfd_info).
_GET_INFO = 3 << 30 | _INFO.size << 16 | 0xFF << 8 | 11


class EndedWith(NamedTuple):
    """The ``status`` of a process as in a shell (128 + n for signal n), and the signal or None."""

    status: int
    signal: int | None


class ChildEnd:
    """The end of a child of another process."""

    def __init__(self, pid: int, started: int) -> None:
        """Takes a process by its id and start time; the process may have ended."""
        self._stat = Path(f"/proc/{pid}/stat")
        self._started = started
        self._descriptor: int | None = None
        with contextlib.suppress(OSError):
            self._descriptor = os.pidfd_open(pid)
        if start_time(pid) != started:
            # The process is gone, and its id may belong to another process by now.
            self.close()

    def close(self) -> None:
        """Closes the descriptor; ``found`` returns None from then on."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def found(self) -> EndedWith | None:
        """Returns how the process has ended; None if it is still running, or left no trace."""
        if self._descriptor is None:
            return None
        # If the parent takes the status between the first two readings, the third one finds it.
        code = self._in_descriptor()
        if code is None:
            code = self._in_zombie()
        if code is None:
            code = self._in_descriptor()
        if code is None:
            return None
        ended = os.waitstatus_to_exitcode(code)
        return EndedWith(ended, None) if ended >= 0 else EndedWith(128 - ended, -ended)

    def _in_descriptor(self) -> int | None:
        assert self._descriptor is not None
        asked = bytearray(_INFO.size)
        _INFO.pack_into(asked, 0, _INFO_EXIT, 0, 0)
        try:
            fcntl.ioctl(self._descriptor, _GET_INFO, asked)
        except OSError:
            # Linux is older than 6.15, or the process hasn't ended.
            return None
        mask, _, code = _INFO.unpack(asked)
        return int(code) if mask & _INFO_EXIT else None

    def _in_zombie(self) -> int | None:
        try:
            fields = self._stat.read_bytes().rpartition(b")")[2].split()
        except OSError:
            return None
        is_it = int(fields[22 - 3]) == self._started
        return int(fields[_EXIT_CODE - 3]) if is_it and fields[0] in b"ZX" else None
