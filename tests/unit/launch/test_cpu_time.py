"""Tests how the CPU time of a process is measured from outside."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from builders.waiting import wait_for
from kpath_jvm.launch.cpu_time import CpuTime

_BUSY = "import time\nwhile time.process_time() < {}: pass\n"


def test_measured_cpu_time_agrees_with_the_process_s_own() -> None:
    own = CpuTime(os.getpid())
    before, own_before = own.seconds(), time.process_time()
    while time.process_time() - own_before < 0.2:
        pass
    assert own.seconds() - before == pytest.approx(time.process_time() - own_before, abs=0.05)
    assert own.compiling_seconds() == 0


def test_the_last_measurement_outlives_the_process() -> None:
    process = subprocess.Popen([sys.executable, "-c", _BUSY.format(30)])
    cpu = CpuTime(process.pid)
    wait_for(lambda: cpu.seconds() >= 0.1, "the process has taken a tenth of a second")
    seen = cpu.seconds()
    process.kill()
    process.wait()
    assert cpu.seconds() >= seen
    assert CpuTime(process.pid).seconds() == 0


def test_compilers_are_recognised_by_thread_names() -> None:
    script = (
        "import ctypes, threading, time\n"
        "def named():\n"
        "    ctypes.CDLL(None).prctl(15, b'C2 CompilerThread0', 0, 0, 0)\n"
        "    began = time.thread_time()\n"
        "    while time.thread_time() - began < 0.3: pass\n"
        "    print(time.thread_time(), flush=True)\n"
        "    time.sleep(60)\n"
        "threading.Thread(target=named, daemon=True).start()\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        taken = float(process.stdout.readline())
        assert taken >= 0.3
        # The process sleeps now. Printing the time took a little more CPU time.
        assert CpuTime(process.pid).compiling_seconds() == pytest.approx(taken, abs=0.05)
    finally:
        process.kill()
        process.communicate()


_SMAPS = """\
7f00-7f10 rwxp 00000000 00:00 0
Size:              10240 kB
Rss:                {} kB
7f10-7f20 rw-p 00000000 00:00 0
Rss:              900000 kB
7f20-7f30 r-xp 00001000 08:01 4711       /usr/lib/libjvm.so
Rss:              900000 kB
7f30-7f40 rwxp 00000000 00:00 0
Rss:                1024 kB
VmFlags: rd wr ex
"""


@pytest.mark.parametrize(
    ("compiled", "code_kib", "again"),
    [(3.0, 8192, 3.0), (829.0, 8192, 9.0), (100_000.0, 8192, 9.0), (0.0, 8192, 0.0)],
)
def test_recompiling_seconds_are_limited_by_the_code_in_memory(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    compiled: float,
    code_kib: int,
    again: float,
) -> None:
    """A server compiles forever, but only the code that is in memory would be compiled again."""
    cpu = CpuTime(os.getpid())
    monkeypatch.setattr(cpu, "compiling_seconds", lambda: compiled)
    monkeypatch.setattr(cpu, "_process", tmp_path)
    assert cpu.recompiling_seconds() == compiled
    (tmp_path / "smaps").write_text(_SMAPS.format(code_kib), "utf-8")
    assert cpu.recompiling_seconds() == pytest.approx(again)
