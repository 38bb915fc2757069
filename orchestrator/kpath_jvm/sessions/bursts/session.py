"""The option ``--max-overhead``: a JVM is recorded in bursts, and the profile is their sum."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from msgspec.structs import replace as with_fields

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.records.completeness import Cause, Fact, decided, note
from kpath_jvm.records.run import RunRecord, TargetUse
from kpath_jvm.sessions.attach import WINDOW
from kpath_jvm.sessions.launched import Launched, not_made
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.sessions.request import RunningProgram
from kpath_jvm.sessions.unmatched import profile_told

if TYPE_CHECKING:
    from kpath_jvm.records.sampling import Sampling
    from kpath_jvm.sessions.bursts.source import BurstSource
    from kpath_jvm.sessions.prepared import Prepared
    from kpath_jvm.sessions.progress import Reporter


class BurstSession:
    """Records one JVM in bursts; the source finds a running JVM, or starts one."""

    def __init__(self, prepared: Prepared, source: BurstSource) -> None:
        self._prepared = prepared
        self._source = source

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Makes the source record bursts; see ``BurstSource.record``."""
        return self._source.record(gate, reporter, output)

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Writes the sum of all bursts; returns None, or in one line why there is no profile."""
        bursts = self._source.bursts
        if bursts is None:
            return not_made("no profile", self._source.why_none())
        try:
            if not bursts.profiles:
                return not_made("no profile", self._source.why_none())
            sampling = bursts.sampling(launched.ended)

            def amended(record: RunRecord) -> RunRecord:
                return _of_sampling(record, launched, sampling)

            destination = self._prepared.destination
            request = MergeRequest(
                tuple(bursts.profiles), destination,
                force=self._prepared.request.force, keep_runs=True,
            )  # fmt: skip
            with reporter.busy("adding up the bursts"):
                merge(request, reporter.tell, amended)
        except KpathError as error:
            return str(error)
        finally:
            bursts.remove()
        told = profile_told(destination, self._prepared.request.agent)
        reporter.tell(f"{sampling.text}{told}")
        return None


def _of_sampling(record: RunRecord, launched: Launched, sampling: Sampling) -> RunRecord:
    """Turns the record of the sum into the record of a single recording."""
    program, ended, native = launched.prepared.program, launched.ended, launched.native
    is_ours = not isinstance(launched.prepared.request.program, RunningProgram)
    bursts = len(sampling.bursts)
    own = decided([
        Fact(cause=Cause.SAMPLED, text=sampling.text, figure=bursts),
        note(WINDOW),
        note("what was under way at a burst's end is stated in the burst's own profile, in `runs`"),
        *record.completeness.contradictions(),
    ])  # fmt: skip
    return with_fields(
        record,
        started=launched.prepared.started.isoformat(timespec="seconds"),
        wall_seconds=ended.wall_seconds,
        command=tuple(program.command),
        workload=launched.workload,
        native_wall_seconds=None if native is None else native.wall_seconds,
        native_cpu_seconds=None if native is None else native.cpu_seconds,
        exit_status=ended.status if is_ours else None,
        signal=ended.signal if is_ours else None,
        target=TargetUse(cpu_seconds=sampling.cpu_seconds, max_rss_bytes=ended.max_rss_bytes),
        completeness=own,
        merged=None,
        differing=None,
        sampling=sampling,
    )
