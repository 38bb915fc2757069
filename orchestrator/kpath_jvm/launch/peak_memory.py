"""The largest resident memory of a child, which its resource usage does not always show."""

import resource
from pathlib import Path


class PeakMemory:
    """Watches a child from its start; ``look`` now and then, ``of`` its usage when it has ended.

    The kernel counts what a child shared with us before its exec as the child's own: a usage no
    larger than our own peak is not about it. Then its own peak at the last look is taken.
    """

    def __init__(self, pid: int) -> None:
        self._status = Path(f"/proc/{pid}/status")
        self._inherited_bytes = _peak_bytes(Path("/proc/self/status"))
        self._seen_bytes = 0

    def look(self) -> None:
        """Takes note of the peak until now; nothing when the child has ended."""
        self._seen_bytes = max(self._seen_bytes, _peak_bytes(self._status))

    def of(self, usage: resource.struct_rusage) -> int | None:
        """Bytes, of what wait4 has reported of the child; None if nothing is known."""
        reported = usage.ru_maxrss * 1024
        return reported if reported > self._inherited_bytes else self._seen_bytes or None


def _peak_bytes(status: Path) -> int:
    """VmHWM of a process, 0 if there is none: it has ended, or is no Linux process."""
    try:
        lines = status.read_text("utf-8", "replace").splitlines()
    except OSError:
        return 0
    found = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(next(found, "0")) * 1024
