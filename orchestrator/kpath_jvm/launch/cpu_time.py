"""What a process takes of the machine, as /proc tells it from outside."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
#: HotSpot took 0.3 to 0.4 s of CPU time for each MiB of code that javac's compilation left; code
#: with large loops takes longer.
_MOST_SECONDS_PER_MIB = 1.0
#: What HotSpot calls the threads of its compilers; the kernel keeps 15 characters of a name.
_COMPILERS = ("C1 CompilerThre", "C2 CompilerThre", "JVMCI CompilerT")


class CpuTime:
    """CPU seconds of a JVM; once it has ended they stand at what they were when last looked at."""

    def __init__(self, pid: int) -> None:
        self._process = Path(f"/proc/{pid}")
        self._seconds = 0.0
        self._compilers: dict[str, float] = {}

    def seconds(self) -> float:
        """Of all its threads, those that have ended included."""
        found = _cpu_seconds(self._process / "stat")
        if found is not None:
            self._seconds = max(self._seconds, found)
        return self._seconds

    def compiling_seconds(self) -> float:
        """Of its compilers' threads, as far as they were seen: they come and go."""
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
                    # Ids may be given out again: what was seen of another thread isn't lost.
                    self._compilers[task.name] = max(found, self._compilers.get(task.name, 0.0))
        return sum(self._compilers.values())

    def recompiling_seconds(self) -> float:
        """What compiling all code once more takes, at most.

        What its compilers have taken grows for as long as it runs: code is compiled, thrown away
        and compiled again. What there is to compile is in its memory, and has an end.
        """
        found = self.compiling_seconds()
        code = self._code_bytes()
        return min(found, code / (1 << 20) * _MOST_SECONDS_PER_MIB) if code else found

    def _code_bytes(self) -> int:
        """The memory that it has of its own and may execute, as compiled code; 0: not known."""
        resident, is_code = 0, False
        try:
            lines = (self._process / "smaps").read_text("utf-8", "replace").splitlines()
        except OSError:
            return 0
        for line in lines:
            fields = line.split()
            if not fields[0].endswith(":"):
                # A mapping: addresses, permissions, offset, device, inode and perhaps a path.
                is_code = "w" in fields[1] and "x" in fields[1] and fields[4] == "0"
            elif is_code and fields[0] == "Rss:":
                resident += int(fields[1]) << 10
        return resident


def _cpu_seconds(stat: Path) -> float | None:
    """User and system time of a process or a thread; None if there is none."""
    try:
        fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[14 - 3]) + int(fields[15 - 3])) / _TICKS
