"""Tests the options of the engine's JVM.

Each test uses a new process because a process can start only one JVM.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from builders.turns import on_every_jdk

_PROGRAM = """
import sys
from pathlib import Path
from kpath_jvm.engine.jvm import end_process, start_jvm
from kpath_jvm.installation import jars
from kpath_jvm.launch.jdk import Jdk
jdk = Jdk(Path(sys.argv[1]), "the test")
start_jvm(jdk.library, jdk.feature_version, jars().engine_class_path, 64 << 20)
import jpype
kind = jpype.JClass("com.sun.management.HotSpotDiagnosticMXBean")
factory = jpype.JClass("java.lang.management.ManagementFactory")
bean = factory.getPlatformMXBean(kind)
for name in sys.argv[2:]:
    print(bean.getVMOption(name).getValue())
# A normal exit of Python could abort, because a thread of the JVM may call into Python meanwhile.
end_process(0)
"""
#: Removes the file that an earlier JVM with the same process id may have left when it was killed.
_BEGIN = """
import os, signal
from pathlib import Path
mark = Path(f"/tmp/.java_pid{os.getpid()}")
mark.unlink(missing_ok=True)
"""
_END = """
print(os.path.lexists(mark), flush=True)
end_process(0) if sys.argv[2] == "ends" else os.kill(os.getpid(), signal.SIGKILL)
"""


@on_every_jdk
def test_every_jdk_accepts_the_options_silently(home: Path) -> None:
    """Messages of the JVM would appear on the target's stdout."""
    names = ["Tier4InvocationThreshold", "Tier4BackEdgeThreshold", "UseSerialGC"]
    command = [sys.executable, "-c", _PROGRAM, str(home), *names]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["500000", "4000000", "true"]
    assert finished.stderr == ""


@on_every_jdk
@pytest.mark.parametrize("how", ["ends", "is killed"])
def test_the_engine_s_jvm_leaves_no_mark_for_agents(home: Path, how: str) -> None:
    """If the mark stayed, a later process with the same id would be taken for a JVM."""
    program = _BEGIN + _PROGRAM.partition("import jpype")[0] + _END
    with subprocess.Popen(
        [sys.executable, "-c", program, str(home), how], stdout=subprocess.PIPE, text=True
    ) as one:
        said, _ = one.communicate()
        assert said.split() == ["False"]
        assert one.returncode == (0 if how == "ends" else -signal.SIGKILL)
        assert not os.path.lexists(f"/tmp/.java_pid{one.pid}")
