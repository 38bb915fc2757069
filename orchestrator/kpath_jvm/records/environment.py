"""Where a recording was made: Java, operating system, CPU, memory and Python."""

import os
import platform
import sys
from pathlib import Path

from kpath_jvm.records.record import Count, Record


class Java(Record, frozen=True, kw_only=True):
    """A JVM, as it describes itself."""

    version: str
    vendor: str


class Cpu(Record, frozen=True, kw_only=True):
    """The number of CPUs that this process is allowed to use, and their model."""

    count: Count
    model: str


class Environment(Record, frozen=True, kw_only=True):
    """The machine, the target's Java, and the engine's Java.

    ``java`` and ``engine_java`` are None if there was no such Java or nothing is known about it.
    """

    java: Java | None
    engine_java: Java | None
    os: str
    cpu: Cpu
    memory_bytes: Count
    python: str

    @classmethod
    def here(cls, java: Java | None, engine_java: Java | None) -> "Environment":
        """Returns the environment of this process."""
        return cls(
            java=java,
            engine_java=engine_java,
            os=platform.platform(),
            cpu=Cpu(count=len(os.sched_getaffinity(0)), model=_cpu_model()),
            memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
            python=sys.version.split()[0],
        )


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())
