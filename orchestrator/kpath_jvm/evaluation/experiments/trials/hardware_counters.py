"""The processor's own counters for a process, as ``perf stat`` reads them.

Most containers and virtual machines lack these counters. The reason is then reported instead.
"""

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.regular_files import read_bytes

#: The events that are counted, by perf's generic names; perf maps them to the processor's events.
EVENTS = (
    "cycles",
    "instructions",
    "L1-dcache-loads",
    "L1-dcache-load-misses",
    "LLC-loads",
    "LLC-load-misses",
)
_PARANOIA = Path("/proc/sys/kernel/perf_event_paranoid")
_TIMEOUT_SECONDS = 30
_MOST_BYTES = 1 << 20
_INSTALL = "install the perf of this kernel (linux-tools, linux-perf)"
_PERMIT = "permit it: `sysctl kernel.perf_event_paranoid=1`, or CAP_PERFMON for a container"
_OTHER_MACHINE = "run on a machine that has them; most virtual machines don't"
_NOT_COUNTED = ("<not supported>", "<not counted>")


@dataclass(frozen=True)
class HardwareCounters:
    """How often each of EVENTS occurred in a command and in all processes that it started.

    Each event was counted for a share of the time (0 to 1), and ``running_share`` is the smallest
    of these shares. If it is below 1, the processor had too few counters for all events at once,
    and perf has extrapolated.
    """

    counts: Mapping[str, int]
    running_share: float

    @property
    def cycles_per_instruction(self) -> float | None:
        """Cycles per instruction, as in the k-BLPP paper's figure 10 (a).

        This is None if no instruction was counted.
        """
        return self._ratio("cycles", "instructions")

    @property
    def l1_miss_rate(self) -> float | None:
        """Misses of the first-level data cache per load, as in the k-BLPP paper's figure 10 (b).

        This is None if no load was counted.
        """
        return self._ratio("L1-dcache-load-misses", "L1-dcache-loads")

    @property
    def last_level_miss_rate(self) -> float | None:
        """Misses of the last cache level per load that reached that level.

        In the k-BLPP paper's figure 10 (c), the last level is L2. The rate is None if no load was
        counted.
        """
        return self._ratio("LLC-load-misses", "LLC-loads")

    def _ratio(self, part: str, whole: str) -> float | None:
        return self.counts[part] / self.counts[whole] if self.counts[whole] else None


@dataclass(frozen=True)
class Obstacle:
    """The reason why there are no counters, and the remedy, in one line each."""

    reason: str
    remedy: str


def why_not(directory: Path, perf: str = "perf") -> str | None:
    """Returns in one line why this machine lacks counters, or None if it has all of them."""
    found = obstacle(directory, perf)
    return None if found is None else found.reason


def obstacle(directory: Path, perf: str = "perf") -> Obstacle | None:
    """Returns what prevents the use of counters, or None if this machine has all of them.

    To find out, perf counts the events of a command that does nothing, and writes the result into
    ``directory``.
    """
    file = directory / "perf-check.csv"
    try:
        command = counted(["true"], file, perf)
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS, check=False
        )
        if done.returncode != 0:
            reason = f"perf stat fails: {_first_line(done.stderr)}{_paranoia()}"
            return Obstacle(reason, _PERMIT)
        found = read(file)
        return Obstacle(found, _OTHER_MACHINE) if isinstance(found, str) else None
    except FileNotFoundError:
        return Obstacle(f"there is no program {perf}", _INSTALL)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Obstacle(f"perf stat fails: {_first_line(str(error))}", _INSTALL)
    finally:
        file.unlink(missing_ok=True)


def counted(command: Sequence[str], file: Path, perf: str = "perf") -> list[str]:
    """Returns ``command`` wrapped in ``perf stat``, which exits with the command's own status.

    perf writes its counts to ``file``. Raises FileNotFoundError when there is no program ``perf``.
    """
    program = shutil.which(perf)
    if program is None:
        raise FileNotFoundError(perf)
    events = ",".join(EVENTS)
    return [program, "stat", "-x", ",", "-o", str(file), "-e", events, "--", *command]


def read(file: Path) -> HardwareCounters | str:
    """Returns what ``perf stat -x,`` has written, or, in one line, why some counters are missing.

    A line for an event has the count, a unit, and the event (perhaps with a modifier, such as
    ``cycles:u``). Then come the nanoseconds for which the event was counted, and their share of the
    time in percent.
    """
    try:
        text = read_bytes(file, _MOST_BYTES).decode("utf-8", "replace")
    except OSError as error:
        return f"perf stat has left no counters: {error.strerror or error}"
    counts: dict[str, int] = {}
    shares = [1.0]
    for line in text.splitlines():
        fields = line.split(",")
        name = fields[2].partition(":")[0] if len(fields) >= 5 else ""
        if name not in EVENTS:
            continue
        if fields[0] in _NOT_COUNTED:
            return f"this machine doesn't count {name}: {fields[0].strip('<>')}"
        try:
            counts[name] = int(fields[0])
            shares.append(float(fields[4]) / 100)
        except ValueError:
            return f"perf stat has written a line that can't be read: {line}"
    missing = [name for name in EVENTS if name not in counts]
    if missing:
        return f"perf stat printed no value of {', '.join(missing)}"
    return HardwareCounters(counts, min(shares))


def _first_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[0] if lines else "it printed nothing"


def _paranoia() -> str:
    """Returns the kernel's setting that restricts perf, in words; "" if it can't be read."""
    try:
        return f" (perf_event_paranoid is {_PARANOIA.read_text('ascii').strip()})"
    except (OSError, ValueError):
        return ""
