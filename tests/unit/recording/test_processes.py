"""Processes and when they started."""

import os

from kpath_jvm.recording.processes import is_alive, seconds_since, start_time
from made_up_segments import NO_PROCESS


def test_processes() -> None:
    me = os.getpid()
    assert is_alive(me)
    assert is_alive(me, start_time(me))
    assert not is_alive(me, start_time(me) + 1)
    assert not is_alive(NO_PROCESS)
    assert not is_alive(0)
    assert 0 <= seconds_since(start_time(me)) < 24 * 3600
    assert seconds_since(2**62) == float("inf")
