"""The engine's JVM: its options, in a process of its own, since a process can start one only."""

import subprocess
import sys
from pathlib import Path

import pytest

from oracle.harness import find_java_homes

_PROGRAM = """
import sys
from pathlib import Path
from kpath_jvm.engine.jvm import start_jvm
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
"""


@pytest.mark.parametrize("home", find_java_homes(), ids=lambda home: home.name)
def test_every_jdk_takes_its_options_without_a_word(home: Path) -> None:
    """What it says would be on the target's stdout."""
    names = ["Tier4InvocationThreshold", "Tier4BackEdgeThreshold", "UseSerialGC"]
    command = [sys.executable, "-c", _PROGRAM, str(home), *names]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    assert finished.stdout.split() == ["500000", "4000000", "true"]
    assert finished.stderr == ""
