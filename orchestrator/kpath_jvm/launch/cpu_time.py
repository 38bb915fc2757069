"""The CPU time of a JVM, as /proc shows it from outside."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
#: An upper bound on the CPU seconds that HotSpot needs for 1 MiB of compiled code. A run of javac
#: needed 0.3 to 0.4 s for each MiB. Code with large loops needs more than javac.
_MOST_SECONDS_PER_MIB = 1.0
#: HotSpot's names for its compiler threads, cut to the 15 characters that the kernel keeps.
_COMPILERS = ("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT")


class CpuTime:
    """The CPU seconds of a JVM; after the JVM's end, the last values that were read."""

    def __init__(self, pid: int) -> None:
        self._process = Path(f"/proc/{pid}")
        self._seconds = 0.0
        self._compilers: dict[str, float] = {}

    def seconds(self) -> float:
        """Returns the CPU seconds of all threads of the JVM, including those that have ended."""
        found = _cpu_seconds(self._process / "stat")
        if found is not None:
            self._seconds = max(self._seconds, found)
        return self._seconds

    def compiling_seconds(self) -> float:
        """Returns the CPU seconds of the compiler threads that calls of this method have seen."""
        try:
            tasks = list((self._process / "task").iterdir())
        except OSError:
            return sum(self._compilers.values())
        for task in tasks:
            try:
                name = (task / "comm").read_text("utf-8", "replace").strip()
            except OSError:
                continue
            if name in _COMPILERS:
                found = _cpu_seconds(task / "stat")
                if found is not None:
                    # The kernel reuses thread ids. If this is a new thread under an old id, the
                    # larger of the two threads' times is kept.
                    self._compilers[task.name] = max(found, self._compilers.get(task.name, 0.0))
        return sum(self._compilers.values())

    def recompiling_seconds(self) -> float:
        """Returns an upper bound on the CPU seconds for compiling all present code once more.

        There are two bounds, and the lower one is returned. The first is the CPU time that the
        compilers have taken so far. After a long run this bound is far too high, because code was
        thrown away and compiled again. The second bound follows from the size of the compiled
        code in memory.
        """
        found = self.compiling_seconds()
        code = self._code_bytes()
        return min(found, code / (1 << 20) * _MOST_SECONDS_PER_MIB) if code else found

    def _code_bytes(self) -> int:
        """Returns the number of bytes of memory that hold compiled code; 0 if unknown."""
        resident, is_code = 0, False
        try:
            lines = (self._process / "smaps").read_text("utf-8", "replace").splitlines()
        except OSError:
            return 0
        for line in lines:
            fields = line.split()
            if not fields[0].endswith(":"):
                # The first line of a mapping has addresses, permissions, offset, device, inode and
                # perhaps a path.
                is_code = "w" in fields[1] and "x" in fields[1] and fields[4] == "0"
            elif is_code and fields[0] == "Rss:":
                resident += int(fields[1]) << 10
        return resident


def _cpu_seconds(stat: Path) -> float | None:
    """Returns the CPU seconds of a process or a thread, or None if it doesn't exist."""
    try:
        fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[14 - 3]) + int(fields[15 - 3])) / _TICKS
