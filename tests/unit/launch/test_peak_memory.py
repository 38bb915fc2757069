"""Tests that the memory that a child inherits isn't counted as the child's peak memory."""

import os
import resource
import subprocess
import sys

from kpath_jvm.launch.target import PeakMemory


class Usage:
    """The resource usage that wait4 reports for a child."""

    def __init__(self, kib: int) -> None:
        self.ru_maxrss = kib


def own_peak_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def test_a_peak_above_our_own_is_the_child_s() -> None:
    kib = own_peak_kib() + 100_000
    assert PeakMemory(os.getpid()).of(Usage(kib)) == kib * 1024  # type: ignore[arg-type]


def test_below_our_own_peak_the_last_sample_is_used() -> None:
    command = [sys.executable, "-c", "print('started', flush=True); input()"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        memory = PeakMemory(child.pid)
        assert memory.of(Usage(1)) is None  # type: ignore[arg-type]
        memory.look()
        seen = memory.of(Usage(1))  # type: ignore[arg-type]
        child.communicate("\n")
    assert seen is not None
    assert seen > 1_000_000
    # The child has ended, so the last value stays.
    memory.look()
    assert memory.of(Usage(1)) == seen  # type: ignore[arg-type]


def test_processes_without_samples_have_no_peak() -> None:
    memory = PeakMemory(1 << 30)
    memory.look()
    assert memory.of(Usage(0)) is None  # type: ignore[arg-type]
