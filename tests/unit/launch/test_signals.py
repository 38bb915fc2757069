"""Tests that a waiting process doesn't report a signal when it is only stopped and continued."""

import signal
import subprocess
import sys

import kpath_command as kpath
from builders.waiting import wait_for, wait_for_state
from kpath_jvm.recording.processes import status_of

# This program waits repeatedly, and prints the signals that it gets, until it gets SIGTERM.
WAITER = """
import signal
from kpath_jvm.launch.signals import SignalGate
with SignalGate() as gate:
    print("ready", flush=True)
    while True:
        got = gate.wait(0.1)
        if got is not None:
            print(got.number, got.reached_target, flush=True)
            if got.number == signal.SIGTERM:
                break
"""


def waits(pid: int) -> int:
    """Returns the number of times that a process gave up its CPU because it had to wait."""
    return int(status_of(pid)["voluntary_ctxt_switches"])


def test_stopping_and_continuing_is_not_reported_as_a_signal() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITER], stdout=subprocess.PIPE, env=kpath.environment()
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        for _ in range(5):
            process.send_signal(signal.SIGSTOP)
            wait_for_state(process.pid, "T")
            stopped = waits(process.pid)
            process.send_signal(signal.SIGCONT)
            # The interrupted wait has ended, and another one has begun.
            wait_for(
                lambda stopped=stopped: waits(process.pid) > stopped, "the process waits again"
            )
        process.send_signal(signal.SIGTERM)
        told, _ = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    expected = f"{signal.SIGINT.value} False\n{signal.SIGTERM.value} False\n"
    assert told.decode() == expected
