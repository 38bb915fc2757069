"""The bursts of one JVM: each is a whole recording of its own (sessions/attach.py).

A burst's counts are exact for the activations that were entered in it. After the burst, the
program's code is as before.
"""

from __future__ import annotations

import math
import random
import shutil
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace as with_fields

from kpath_jvm.control import places
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.cpu_time import CpuTime
from kpath_jvm.launch.cpus import usable_cpus
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.processes import is_running
from kpath_jvm.records.sampling import Burst, Sampling
from kpath_jvm.sessions.attach import AttachedSource
from kpath_jvm.sessions.bursts.budget import Budget, Cost
from kpath_jvm.sessions.bursts.meter import Meter
from kpath_jvm.sessions.bursts.one_code import OneCode
from kpath_jvm.sessions.components.control import ClosedToCtl
from kpath_jvm.sessions.launched import Launched, NothingToProfileError
from kpath_jvm.sessions.prepared import workspace
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.record import RecordSession
from kpath_jvm.sessions.request import RunningProgram

if TYPE_CHECKING:
    from kpath_jvm.launch.running import RunningJvm
    from kpath_jvm.launch.signals import SignalGate
    from kpath_jvm.sessions.prepared import Prepared, Workspace

_PREFIX = "kpath-bursts-"
#: The least time between two estimates of the first burst's cost. An estimate looks at all threads,
#: which costs time, too.
_GUESS_SECONDS = 1.0
#: No message suggests this share or a larger one.
_MOST_PERCENT = 50


class Bursts:
    """Records the bursts of one JVM, one after the other.

    The bursts' profiles are in a temporary directory until ``remove`` is called.
    """

    def __init__(self, prepared: Prepared, jvm: RunningJvm, reporter: Reporter) -> None:
        share = prepared.request.max_overhead
        assert share is not None
        self._prepared = prepared
        self._jvm = jvm
        self._reporter = reporter
        self._silent = Reporter(quiet=True)
        self._cpu = CpuTime(jvm.pid)
        self._before = self._cpu.seconds()
        self._started = time.monotonic()
        self._own_before = time.process_time()
        self._seed = random.SystemRandom().randrange(1 << 32)
        self.budget = Budget(share, self._seed)
        agent = prepared.request.agent
        self._is_partial = agent.asks_for_some_classes and jvm.notes_dependencies
        self._guess()
        self._directory = Path(tempfile.mkdtemp(prefix=_PREFIX)).absolute()
        self._code = OneCode()
        self._done: list[Burst] = []
        self._mark = ExitStack()
        self._mark.enter_context(places.sampling(jvm.pid))

    @property
    def profiles(self) -> list[Path]:
        """The profiles of the bursts in which a path was completed."""
        return [self._profile(place) for place, one in enumerate(self._done) if one.place]

    def is_over(self) -> bool:
        """Returns whether the JVM has ended."""
        return not is_running(self._jvm.pid, self._jvm.started)

    def is_due(self) -> bool:
        """Returns whether the budget allows a burst now."""
        if not self.budget.is_informed and time.monotonic() - self._guessed > _GUESS_SECONDS:
            self._guess()
        return self.budget.allows(self._cpu_seconds())

    def _guess(self) -> None:
        self._guessed = time.monotonic()
        self.budget.guess(self._cpu.recompiling_seconds(), is_partial=self._is_partial)

    def is_possible(self, seconds: float) -> bool:
        """Returns whether a burst can begin within the given time if the program uses all its CPUs.

        The result is always True after the first burst, because there is something to show then.
        """
        cpus = usable_cpus(self._jvm.pid)
        return bool(self._done) or (self.budget.least_seconds(self._cpu_seconds(), cpus) <= seconds)

    def require_possible(self, seconds: float) -> None:
        """Raises KpathError (125) if no burst is possible within the given time."""
        if self.is_possible(seconds):
            return
        cpus, cpu = usable_cpus(self._jvm.pid), self._cpu_seconds()
        needed = self.budget.least_seconds(cpu, cpus)
        # The sum is the most CPU time that the program can have taken when ``seconds`` have passed.
        share = 100 * self.budget.least_share(cpu + seconds * cpus)
        on = f"{cpus:g} CPUs" if cpus > 1 else f"{cpus:g} CPU"
        larger = (
            f" or --max-overhead {math.ceil(10 * share) / 10:g}%" if share < _MOST_PERCENT else ""
        )
        raise KpathError(
            f"no burst is possible in {seconds:g} s: the first one may cost "
            f"{self.budget.expected:.1f} s of CPU time, and on {on} the program needs at least "
            f"{needed:.0f} s to earn that at {100 * self.budget.share:g} %; give "
            f"-d {math.ceil(needed + self.budget.seconds)} or more{larger}",
            125,
        )

    def record(self, gate: SignalGate, most_seconds: float | None = None) -> bool:
        """Records a burst of at most the given length.

        Returns True if sampling must end because a signal arrived or the burst failed. Raises
        KpathError if the first burst fails while the JVM is still running.
        """
        seconds = self.budget.seconds
        if most_seconds is not None:
            seconds = max(min(seconds, most_seconds), 0.001)
        before = self._cpu_seconds()
        after, meter = time.monotonic() - self._started, Meter(self._cpu)
        try:
            burst, wall, interrupted = self._recorded(gate, seconds, meter)
        except KpathError as error:
            if not self._done and not self.is_over():
                raise
            if not self.is_over():
                self._reporter.say(f"no more bursts: {error}")
            return True
        own = time.process_time() - self._own_before
        self._own_before += own
        around = max(wall - burst.seconds, 0.0)
        cost = Cost(burst.cost_seconds, own, burst.seconds, around)
        self.budget.pay(cost, before)
        self._done.append(with_fields(burst, after_seconds=after, own_seconds=own))
        self._reporter.tell(
            f"burst {len(self._done)} recorded {burst.seconds:.2f} s, "
            f"{burst.completed:,} path completions, for {cost.total:.2f} s of CPU time"
        )
        return interrupted

    def _recorded(
        self, gate: SignalGate, seconds: float, meter: Meter
    ) -> tuple[Burst, float, bool]:
        request, place = self._prepared.request, self._profile(len(self._done))
        own = replace(
            self._prepared,
            request=replace(
                request,
                program=RunningProgram(self._jvm.pid, seconds),
                output=place,
                max_overhead=None,
                quiet=True,
            ),
            program=replace(self._prepared.program, required_methods=()),
            destination=place,
        )
        interrupted = False

        def is_interrupted(most: float) -> bool:
            nonlocal interrupted
            interrupted = interrupted or gate.wait(most) is not None
            return interrupted

        with workspace(own, self._silent) as space:
            session = _burst(own, space, meter)
            ended = session.launch(gate, self._silent, None)
            interrupted = ended.interrupts > 0
            meter.settle(is_interrupted)
            cost, wall = meter.program_seconds(), meter.wall_seconds()
            launched = Launched(own, ended, None, None, None)
            try:
                failure = session.conclude(launched, self._silent)
            except NothingToProfileError:
                failure = None
        if failure is not None:
            raise KpathError(failure, 125)
        completed = _completed(place)
        if completed:
            self._code.settle(place)
        # If the JVM ends during a burst, the burst is shorter than planned.
        recorded = min(seconds, ended.wall_seconds)
        burst = Burst(
            after_seconds=0.0, seconds=recorded, cost_seconds=cost, own_seconds=0.0,
            completed=completed, place=f"runs/{place.name}" if completed else None,
        )  # fmt: skip
        return burst, wall, interrupted

    def _profile(self, place: int) -> Path:
        return self._directory / f"burst-{place:04}.kpath"

    def _cpu_seconds(self) -> float:
        return self._cpu.seconds() - self._before

    def ended(self, interrupts: int) -> Ended:
        """Returns how sampling ended, for a JVM that isn't our child."""
        return Ended(
            status=0, signal=None, wall_seconds=time.monotonic() - self._started,
            interrupts=interrupts, pid=self._jvm.pid, cpu_seconds=self._cpu_seconds(),
            max_rss_bytes=None,
        )  # fmt: skip

    def sampling(self, ended: Ended) -> Sampling:
        """Returns the profile's record of the bursts."""
        kept = iter(range(len(self._done)))
        bursts = tuple(
            one if one.place is None
            else with_fields(one, place=f"runs/{next(kept)}-{one.place.removeprefix('runs/')}")
            for one in self._done
        )  # fmt: skip
        return Sampling(
            budget=self.budget.share, seed=self._seed, window_seconds=ended.wall_seconds,
            cpu_seconds=max(self._cpu_seconds(), ended.cpu_seconds), bursts=bursts,
        )  # fmt: skip

    def why_none(self) -> str:
        """Returns why there is no profile of the bursts."""
        if self._done:
            return (
                f"no path was completed in {len(self._done):,} bursts; record longer, or check "
                "--include and --exclude"
            )
        budget, cpu = self.budget, self._cpu_seconds()
        return (
            f"no burst was possible: the first one may cost {budget.expected:.1f} s of CPU time, "
            f"and {100 * budget.share:g} % of the {cpu:.1f} s that the program took is "
            f"{budget.earned(cpu):.2f} s; record longer, or with a larger --max-overhead"
        )

    def remove(self) -> None:
        """Removes the profiles of the bursts and the mark that the JVM is sampled."""
        self._mark.close()
        shutil.rmtree(self._directory, ignore_errors=True)


def _burst(prepared: Prepared, space: Workspace, meter: Meter) -> RecordSession:
    source = AttachedSource.find(prepared, space.directory, before_loading=meter.begin)
    return RecordSession.to_profile(prepared, space, source, ClosedToCtl())


def _completed(place: Path) -> int:
    from kpath_jvm.profile.model import Profile

    if not place.exists():
        return 0
    return int(Profile.open(place).method_rows.column("completed").sum())
