"""sigtimedwait(2), by way of the C library.

``signal.sigtimedwait`` returns what its memory happened to hold when it is interrupted and the time
is over, which is what stopping and continuing the process (Ctrl-Z and fg) comes to: an invented
signal, or an earlier one once more.
"""

import ctypes
import math
from collections.abc import Iterable

_LIBC = ctypes.CDLL(None, use_errno=True)
#: Bytes of sigset_t and of siginfo_t; both are 128 on Linux.
_SET_BYTES = 128
_INFO_BYTES = 128


class _Time(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class _Info(ctypes.Structure):
    """What siginfo_t begins with."""

    _fields_ = (
        ("number", ctypes.c_int),
        ("error", ctypes.c_int),
        ("code", ctypes.c_int),
        ("rest", ctypes.c_char * (_INFO_BYTES - 3 * ctypes.sizeof(ctypes.c_int))),
    )


def wait_for_signal(numbers: Iterable[int], seconds: float) -> tuple[int, int] | None:
    """Takes one of the signals, which must be blocked: its number and the code of its sender.

    None when there was none within the time, or when the wait was interrupted before.
    """
    wanted = (ctypes.c_char * _SET_BYTES)()
    _LIBC.sigemptyset(wanted)
    for number in numbers:
        _LIBC.sigaddset(wanted, int(number))
    fraction, whole = math.modf(seconds)
    time = _Time(int(whole), int(fraction * 1e9))
    info = _Info()
    taken = _LIBC.sigtimedwait(wanted, ctypes.byref(info), ctypes.byref(time))
    return (int(taken), int(info.code)) if taken > 0 else None
