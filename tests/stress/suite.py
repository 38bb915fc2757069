"""Lists the cases of the whole stress suite by part; ``run`` runs them."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from oracle.harness import java_version

from . import detaches, faults, kills, resources, storms
from .accounts import Outcome
from .harness import Setting, Use, homes, virtual_homes
from .storms import Storm

LIVE = (1, 2, 4, 8, 16, 32, 64)
#: A description, and a function that runs the case in a new directory and returns a line about it.
Case = tuple[str, Callable[[Path], str]]


@dataclass
class Totals:
    """What has been compared, over all cases."""

    stages: Counter[str] = field(default_factory=Counter)
    moments: Counter[str] = field(default_factory=Counter)
    unrecorded: int = 0
    threads: int = 0
    rounds: int = 0
    completions: int = 0
    ngrams: int = 0

    def add(self, kill: kills.Kill, outcome: Outcome) -> str:
        """Adds the outcome of a kill, and returns a line about it."""
        how = "stopped and continued, then killed" if kill.pauses else kill.victim.value
        name = how if kill.signal is signal.SIGKILL else kill.signal.name
        self.stages[name] += 1
        self.moments[outcome.stage] += 1
        self.unrecorded += outcome.lost > 0
        self.threads += outcome.threads
        self.rounds += outcome.rounds
        self.completions += outcome.completions
        self.ngrams += outcome.ngrams
        lost = f", {outcome.lost:,} lost after the engine's death" if outcome.lost else ""
        return f"{outcome.stage}, {outcome.completions:,} completions{lost}"


def killing(kill: kills.Kill, totals: Totals) -> Case:
    """Returns the case of a kill."""
    return str(kill), lambda directory: totals.add(kill, kills.run(kill, directory))


def storming(storm: Storm) -> Case:
    """Returns the case of a storm."""

    def run(directory: Path) -> str:
        profile = storms.run(storm, directory)
        run, use = profile.run, Use.of(profile.run)
        return (
            f"{run.events:,} events, {run.threads} threads, {use.leases} leases, "
            f"segment at most {use.segment_peak_bytes >> 10} KiB, "
            f"engine {use.engine_bytes >> 10} KiB"
        )

    return str(storm), run


def full(setting: Setting, kind: str, threads: int) -> Case:
    """Returns the case of a full segment."""

    def run(directory: Path) -> str:
        counts = faults.full_ring(setting, directory, kind, threads)
        return f"{sum(count for key, count in counts.items() if key[0] == 'gram'):,} n-grams"

    return f"full segment, {threads} {kind} threads, {setting}", run


def neighbours(chosen: list[Storm]) -> Case:
    """Returns the case of several runs at once."""

    def run(directory: Path) -> str:
        runs = faults.several_at_once(chosen, directory)
        return " + ".join(f"{one.events:,}" for one in runs) + " events"

    return f"{len(chosen)} runs at once", run


def forking(setting: Setting) -> Case:
    """Returns the case of a target with children."""
    return (
        f"children, {setting}",
        lambda directory: f"{len(faults.forks(setting, directory))} counts",
    )


def stopping(setting: Setting) -> Case:
    """Returns the case of threads that are stopped by Thread.stop()."""
    return (
        f"threads stopped, {setting}",
        lambda directory: f"{faults.stopped_threads(setting, directory):,} completions",
    )


def filling(setting: Setting, seed: int) -> Case:
    """Returns the case of a file system that fills up."""
    return (
        f"full shared memory, seed {seed}, {setting}",
        lambda directory: resources.filled_up(setting, seed, directory),
    )


def small(setting: Setting) -> Case:
    """Returns the case of shared memory that is too small, or just large enough."""

    def run(directory: Path) -> str:
        for name in ("too-small", "just-enough"):
            (directory / name).mkdir()
        said = resources.too_small(setting, directory / "too-small")
        counts = resources.just_enough(setting, directory / "just-enough")
        return f"{said!r}; {len(counts)} counts in a segment that just fits"

    return f"small shared memory, {setting}", run


def remembering(setting: Setting, what: str, tasks: int, live: int) -> Case:
    """Returns the case of bounded memory."""

    def run(directory: Path) -> str:
        few, many = resources.bounded(setting, what, tasks, live, directory)
        return f"\n  {tasks:,}: {few}\n  {10 * tasks:,}: {many}"

    return f"memory, {what}, {live} threads at once, {setting}", run


def jumping(kill: kills.Kill, library: Path, totals: Totals) -> Case:
    """Returns the case of a jumping clock."""
    return f"clock jumps, {kill}", lambda directory: totals.add(
        kill, faults.clock_jumps(kill, library, directory)
    )


def detaching(home: Path, cases: list[detaches.Case], totals: Totals) -> Case:
    """Returns the case of a server that is attached to again and again."""

    def run(directory: Path) -> str:
        round_ = detaches.Round(home, directory)
        try:
            return round_.run(cases)
        finally:
            totals.stages.update(case.deed.value for case in cases)
            totals.moments.update(f"{case.stage} of attach" for case in cases)

    return f"detaches from seed {cases[0].seed}, {home.name}", run


@dataclass(frozen=True)
class Request:
    """The number of kills, the seed of the first one, and the totals to add the results to."""

    count: int
    seed: int
    totals: Totals


def _kills(request: Request) -> Iterator[Case]:
    for at in range(request.count):
        yield killing(kills.case(request.seed + at, homes()), request.totals)


def _pauses(request: Request) -> Iterator[Case]:
    for at in range(max(2, request.count // 20)):
        yield killing(faults.paused(request.seed + at, homes()), request.totals)


def _signals(request: Request) -> Iterator[Case]:
    for at in range(max(3, request.count // 10)):
        yield killing(faults.signalled(request.seed + at, homes()), request.totals)


def _followed(request: Request) -> Iterator[Case]:
    for at in range(max(4, request.count // 20)):
        yield killing(faults.followed(request.seed + at, homes()), request.totals)


def _storms(request: Request) -> Iterator[Case]:  # noqa: ARG001
    for at, live in enumerate(LIVE):
        cut = ("back-edge", "loop-header")[at % 2]
        for home in homes():
            yield storming(Storm(Setting(home, cut=cut), "threads", max(500, 40 * live), live))
    for home in homes():
        setting = Setting(home, k=5)
        yield storming(Storm(setting, "fixed", 100_000, 64))
        yield storming(Storm(setting, "cached", 20_000, 32))
        yield storming(Storm(setting, "forkjoin", 200_000))
        yield storming(Storm(setting, "stream", 500_000))


def _virtual(request: Request) -> Iterator[Case]:  # noqa: ARG001
    for home in virtual_homes():
        for cut in ("back-edge", "loop-header"):
            setting = Setting(home, cut=cut, jvm_options=("-Xmx1g",))
            yield storming(Storm(setting, "rolling", 100_000))
            yield storming(Storm(setting, "parked", 100_000))


def _full(request: Request) -> Iterator[Case]:  # noqa: ARG001
    old, new = homes()[0], homes()[-1]
    yield full(Setting(old, segment_size="2M"), "platform", 5)
    yield full(Setting(new, segment_size="2M"), "platform", 1)
    yield full(Setting(new, segment_size="4M"), "platform", 20)
    for home in virtual_homes():
        yield full(Setting(home, segment_size="2M"), "virtual", 6)


def _neighbours(request: Request) -> Iterator[Case]:  # noqa: ARG001
    old, new = homes()[0], homes()[-1]
    chosen = [
        Storm(Setting(new), "fixed", 50_000, 4),
        Storm(Setting(old, segment_size="4M"), "stream", 50_000),
        Storm(Setting(old, cut="loop-header"), "threads", 320, 16),
        Storm(Setting(new), "forkjoin", 50_000),
    ]
    yield neighbours(chosen[:2])
    yield neighbours(chosen)


def _forks(request: Request) -> Iterator[Case]:  # noqa: ARG001
    for home in homes():
        for way in ("POSIX_SPAWN", "VFORK", "FORK"):
            option = f"-Djdk.lang.Process.launchMechanism={way}"
            yield forking(Setting(home, jvm_options=(option,)))


def _clock(request: Request) -> Iterator[Case]:
    library = faults.clock_library()
    if library is None:
        print("SKIPPED: clock: libfaketime isn't installed (Debian: apt-get install faketime)")
        return
    for at in range(4):
        kill = replace(
            kills.case(request.seed + at, homes()), seconds=2.0, victim=kills.Victim.TARGET
        )
        yield jumping(kill, library, request.totals)


def _stops(request: Request) -> Iterator[Case]:  # noqa: ARG001
    # From JDK 20 on, Thread.stop() only throws UnsupportedOperationException.
    for home in homes():
        if java_version(home) < 20:
            yield stopping(Setting(home))
            yield stopping(Setting(home, jvm_options=("-Xint",)))


def _memory(request: Request) -> Iterator[Case]:  # noqa: ARG001
    for home in virtual_homes():
        yield remembering(Setting(home), "rolling", 20_000, 1000)
    for home in homes():
        yield remembering(Setting(home), "threads", 1_000, 64)


def _shm(request: Request) -> Iterator[Case]:
    for home in homes():
        yield small(Setting(home))
    for at in range(max(4, request.count // 20)):
        setting = Setting(homes()[at % len(homes())])
        yield filling(setting, request.seed + at)


def _detaches(request: Request) -> Iterator[Case]:
    for at in range(0, request.count, detaches.IN_A_ROUND):
        home = homes()[at // detaches.IN_A_ROUND % len(homes())]
        cases = list(
            map(detaches.Case.of, range(request.seed + at, request.seed + at + detaches.IN_A_ROUND))
        )
        yield detaching(home, cases, request.totals)


PARTS: Mapping[str, Callable[[Request], Iterator[Case]]] = {
    "kills": _kills,
    "pauses": _pauses,
    "signals": _signals,
    "followed": _followed,
    "storms": _storms,
    "virtual": _virtual,
    "full": _full,
    "neighbours": _neighbours,
    "forks": _forks,
    "stops": _stops,
    "clock": _clock,
    "memory": _memory,
    "shm": _shm,
    "detaches": _detaches,
}
#: Parts whose cases run two at a time. Each case has its own target and its own engine.
PAIRED = ("kills", "pauses", "signals", "followed", "detaches")
