"""The number of CPUs that a process may use at once."""

import os
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")


def usable_cpus(pid: int) -> float:
    """Returns the most CPU seconds that the process can take in a second.

    The limits are the number of CPUs that the process may run on, and the quotas of its control
    groups (version 2).
    """
    try:
        most: float = len(os.sched_getaffinity(pid))
    except OSError:
        most = os.cpu_count() or 1
    return min([most, *_quotas(pid)])


def _quotas(pid: int) -> list[float]:
    """Returns the quotas of a process's control group and of the groups above it, in CPUs."""
    try:
        lines = Path(f"/proc/{pid}/cgroup").read_text("utf-8").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        if not line.startswith("0::/"):
            continue
        group = _GROUPS / line.removeprefix("0::/")
        for place in (group, *group.parents):
            if place.is_relative_to(_GROUPS):
                found += _quota(place / "cpu.max")
    return found


def _quota(file: Path) -> list[float]:
    try:
        quota, period = file.read_text("utf-8").split()
        return [] if quota == "max" else [int(quota) / int(period)]
    except (OSError, ValueError, ZeroDivisionError):
        return []
