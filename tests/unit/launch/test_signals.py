"""Waiting for signals."""

import signal
import subprocess
import sys
import time

import kpath_command as kpath

# Waits again and again, and tells what it got, until it gets SIGTERM.
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


def test_a_process_that_was_stopped_has_got_no_signal() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITER], stdout=subprocess.PIPE, env=kpath.environment()
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        for _ in range(5):
            process.send_signal(signal.SIGSTOP)
            time.sleep(0.2)
            process.send_signal(signal.SIGCONT)
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        told, _ = process.communicate(timeout=kpath.TIMEOUT_SECONDS)
    expected = f"{signal.SIGINT.value} False\n{signal.SIGTERM.value} False\n"
    assert told.decode() == expected
