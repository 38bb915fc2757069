"""Makes the run.json of a sum of profiles: what all runs have in common, and sums over the runs."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from kpath_jvm import __version__
from kpath_jvm.profile.identity.methods import Loaders
from kpath_jvm.records.completeness import Completeness, of_runs
from kpath_jvm.records.environment import Cpu, Environment
from kpath_jvm.records.filters import FILTERS, differing_in_sum, values_of
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.held_back import HeldBack
from kpath_jvm.records.inline import InlineRecord
from kpath_jvm.records.merged import MergedRun, instant
from kpath_jvm.records.recording import Options
from kpath_jvm.records.run import (
    EngineUse,
    ProfileRecord,
    RunRecord,
    SegmentUse,
    Skipped,
    TargetUse,
)

_SEVERAL = "several"
#: The fields of a record that are left out of every sum.
_OF_ONE = (
    "name",
    "pid",
    "parent_pid",
    "started_millis",
    "directory",
    "jvms",
    "recording",
    "sampling",
)


class RunSum:
    """Adds up records one by one, in any order, and keeps only what the sum needs."""

    def __init__(self, *, one_run: bool = False) -> None:
        """Starts an empty sum.

        With ``one_run``, all profiles are parts of one run, such as those of one build's JVMs.
        """
        self._is_one_run = one_run
        #: For each of ``runs``, a key that is equal for parts of one run.
        self._of_run: list[tuple[int, int | None]] = []
        self.runs: list[MergedRun] = []
        self._whole: RunRecord | None = None
        self._identities: set[str] = set()
        self._skipped: dict[Skipped, None] = {}
        self._log: set[str] = set()
        self._folding: Folding | None = None

    def add(
        self,
        run: ProfileRecord,
        completeness: Completeness,
        profile: str,
        *,
        completed: int,
        most: int,
        place: str | None,
        identities: Sequence[str] = (),
    ) -> None:
        """Adds the record of a profile.

        ``completeness`` is the verdict on the profile's counts. ``profile`` is the profile's path,
        and ``completed`` is the profile's number of path completions. ``most`` is the largest
        number of the profile's methods that were added up as one version. ``place`` is where a copy
        of the profile is, or None. ``identities`` identify the recordings from which the profile
        was made.
        """
        parts = 0 if run.folding is None else run.folding.parts * most
        own = MergedRun(
            profile=profile, title=run.title, started=run.started, version=run.version, k=run.k,
            completed=completed, completeness=completeness, folded_parts=parts, place=place,
            identities=tuple(identities), exit_status=run.exit_status, signal=run.signal,
            directory=run.directory,
        )  # fmt: skip
        self._identities.update(identities)
        earlier = run.merged or ()
        added = [replace(one, place=place) for one in earlier] if earlier else [own]
        at = len(self.runs)
        for number, one in enumerate(added):
            # If the profile is itself a sum, other sums may use the same numbers for their runs. So
            # the key also has the index of the profile's first run.
            alone = (at + number, None) if one.one_run is None else (at, one.one_run)
            self._of_run.append((0, 0) if self._is_one_run else alone)
        self.runs += added
        for skipped in run.skipped:
            self._skipped[replace(skipped, loader=Loaders.KINDS.name_of(skipped.loader))] = None
        self._log.update(run.agent_log)
        self._folding = Folding.sum_of((self._folding, run.folding), parts=1)
        self._whole = _both(self._whole, run)

    def concluded(self, errors: Sequence[int] | None = None) -> RunRecord:
        """Returns the record of the sum; ``errors`` become the errors of its ``folding``."""
        assert self._whole is not None, "nothing was added"
        runs = self._numbered()
        noun = "runs" if all(run.one_run is None for run in runs) else "profiles"
        folding = self.folding()
        if folding is not None and errors is not None:
            folding = replace(folding, errors=tuple(errors))
        return replace(
            self._whole,
            version=__version__,
            started=runs[0].started,
            completeness=of_runs((run.completeness for run in runs), noun),
            agent_log=tuple(sorted(self._log)),
            folding=folding,
            merged=tuple(runs),
            identities=tuple(sorted(self._identities)),
        )

    def _numbered(self) -> list[MergedRun]:
        """Returns ``runs`` in order of start; parts of one run get the same ``one_run``."""
        order = sorted(
            zip(self.runs, self._of_run, strict=True),
            key=lambda one: (
                instant(one[0].started), one[0].profile, one[0].title, one[0].identities,
            ),
        )  # fmt: skip
        sizes = Counter(self._of_run)
        numbers: dict[tuple[int, int | None], int] = {}
        found = []
        for run, of_run in order:
            number = None
            if sizes[of_run] > 1:
                number = numbers.setdefault(of_run, len(numbers))
            found.append(replace(run, one_run=number))
        return found

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """The classes and methods that at least one run didn't profile."""
        return tuple(
            sorted(
                self._skipped,
                key=lambda one: (
                    one.class_name, one.name or "", one.descriptor or "", one.loader, one.reason,
                    one.bytes or -1, one.rejected,
                ),
            )
        )  # fmt: skip

    def folding(self) -> Folding | None:
        """Returns the sum of the runs' ``folding`` without errors; None if all counts are exact."""
        if self._folding is None:
            return None
        parts = sum(run.folded_parts for run in self.runs)
        # All exact runs together are one more part.
        is_exact = any(run.folded_parts == 0 for run in self.runs)
        return replace(self._folding, parts=parts + is_exact)


def _both(whole: RunRecord | None, run: ProfileRecord) -> RunRecord:
    """Returns the sum ``whole`` with ``run`` added; ``whole`` is None before the first run."""
    own = RunRecord(
        **{name: getattr(run, name) for name in RunRecord.__struct_fields__ if name not in _OF_ONE}
    )
    if whole is None:
        return replace(own, workload=None, guide=None, differing=differing_in_sum(own, own))
    return replace(
        whole,
        command=_same(whole.command, own.command),
        wall_seconds=_sum(whole.wall_seconds, own.wall_seconds),
        native_wall_seconds=_sum(whole.native_wall_seconds, own.native_wall_seconds),
        native_cpu_seconds=_sum(whole.native_cpu_seconds, own.native_cpu_seconds),
        exit_status=_same(whole.exit_status, own.exit_status),
        signal=_same(whole.signal, own.signal),
        target=_targets(whole.target, own.target),
        environment=_environments(whole.environment, own.environment),
        options={
            name: value
            for name, value in whole.options.items()
            if name in own.options and _is_same_option(name, whole.options, own.options)
        },
        differing=differing_in_sum(whole, own),
        events=whole.events + own.events,
        threads=whole.threads + own.threads,
        lost_events=whole.lost_events + own.lost_events,
        waited_seconds=_sum(whole.waited_seconds, own.waited_seconds),
        spilled_bytes=_sum(whole.spilled_bytes, own.spilled_bytes),
        segment=_segments(whole.segment, own.segment),
        engine=_engines(whole.engine, own.engine),
        held_back=HeldBack.sum_of((whole.held_back, own.held_back)),
        inline=_inlines(whole.inline, own.inline),
    )


def _is_same_option(name: str, one: Options, other: Options) -> bool:
    """Returns whether two runs have equal values of an option; patterns may be in any order."""
    if name in FILTERS:
        return values_of(one, name) == values_of(other, name)
    return one[name] == other[name]


def _same(one: Any, other: Any) -> Any:
    return one if one == other else None


def _sum(one: Any, other: Any) -> Any:
    return None if one is None or other is None else one + other


def _targets(one: TargetUse | None, other: TargetUse | None) -> TargetUse | None:
    if one is None or other is None:
        return None
    sizes = one.max_rss_bytes, other.max_rss_bytes
    return TargetUse(
        cpu_seconds=one.cpu_seconds + other.cpu_seconds,
        max_rss_bytes=None if None in sizes else max(size for size in sizes if size is not None),
    )


def _segments(one: SegmentUse | None, other: SegmentUse | None) -> SegmentUse | None:
    if one is None or other is None:
        return None
    return SegmentUse(bytes=one.bytes + other.bytes, peak_bytes=one.peak_bytes + other.peak_bytes)


def _engines(one: EngineUse | None, other: EngineUse | None) -> EngineUse | None:
    if one is None or other is None:
        return None
    return EngineUse(bytes=one.bytes + other.bytes, statistics=None)


def _inlines(one: InlineRecord | None, other: InlineRecord | None) -> InlineRecord | None:
    """Combines two records; a sum is None if either record lacks the figure."""
    if one is None or other is None:
        return None
    found: dict[str, Any] = {}
    for name in InlineRecord.__struct_fields__:
        values = getattr(one, name), getattr(other, name)
        if isinstance(values[0], bool):
            found[name] = all(values)
        elif isinstance(values[0], str):
            found[name] = values[0] if values[0] == values[1] else _SEVERAL
        elif isinstance(values[0], tuple):
            found[name] = tuple(sorted({*values[0], *values[1]}))
        else:
            found[name] = _sum(*values)
    return InlineRecord(**found)


def _environments(one: Environment, other: Environment) -> Environment:
    """Takes the larger sizes of two environments; other differences give "several" or None."""

    def text(first: str, second: str) -> str:
        return first if first == second else _SEVERAL

    return Environment(
        java=_same(one.java, other.java),
        engine_java=_same(one.engine_java, other.engine_java),
        os=text(one.os, other.os),
        cpu=Cpu(
            count=max(one.cpu.count, other.cpu.count), model=text(one.cpu.model, other.cpu.model)
        ),
        memory_bytes=max(one.memory_bytes, other.memory_bytes),
        python=text(one.python, other.python),
    )
