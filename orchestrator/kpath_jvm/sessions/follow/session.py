"""Carries out ``run --follow-children``: makes a profile of each JVM, and one of all JVMs."""

import errno
import shutil
from typing import IO

from msgspec.structs import replace

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.arrow import keep_pandas_out
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.reader import read_run
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.follow.follower import Follower
from kpath_jvm.sessions.follow.jvm import FollowedJvm
from kpath_jvm.sessions.follow.profiles import jvm_profile_name, write_whole
from kpath_jvm.sessions.follow.records import JvmSummary, jvm_record, session_record
from kpath_jvm.sessions.launched import Launched, NothingToProfileError
from kpath_jvm.sessions.prepared import Prepared, Workspace
from kpath_jvm.sessions.progress import Reporter, streamed
from kpath_jvm.sessions.unmatched import nothing_entered, profile_told

_NAMED = 6


class FollowSession:
    """Records the JVMs of a command, and makes one profile of them all; see launched.Session.

    The profiles of single JVMs are kept on disk, because files in shared memory take up main
    memory. They are in the directory of journals, where ``recover`` finds them if this process is
    killed.
    """

    def __init__(self, prepared: Prepared, space: Workspace) -> None:
        self._prepared = prepared
        self._space = space
        self._directory = space.directory
        self._parts = space.directory.jvm_profiles
        self._jvms: list[JvmSummary] = []
        self._log: list[str] = []
        self._is_written = False

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the command until it and its JVMs have ended."""
        keep_pandas_out()
        _make(self._directory)
        self._follower = Follower(self._prepared, self._directory, self._conclude)
        reporter.tell_run(
            f"recording every JVM that {self._prepared.program.name} starts, with k="
            f"{self._prepared.request.k}; segments of {format_size(self._follower.segment_bytes)} "
            f"in {self._directory.path.parent}"
        )
        with reporter.live(target_shares_terminal=output is None):
            return self._follower.run(gate, reporter, output)

    def _conclude(self, jvm: FollowedJvm, recording: Recording) -> None:
        recording.require_counted()
        log = jvm.directory.agent_lines()
        self._log += [f"{jvm.name} (process {jvm.pid}): {line}" for line in log]
        record = jvm_record(jvm.agent, recording, log, self._prepared.engine_jdk, jvm.ended())
        methods = jvm.directory.methods
        name = None
        if methods.is_file() and methods.stat().st_size > 0:
            name = jvm_profile_name(jvm.name, jvm.directory, self._parts)
            record = write_profile(self._parts / name, recording.recorded, record)
        self._jvms.append(JvmSummary(jvm.name, jvm.agent.main, record, name))

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Writes the profile of all JVMs; returns in one line what is wrong with it, or None.

        What can't be written stays in the session's directory.
        """
        failure = self._try_to_conclude(launched, reporter)
        if not self._space.is_left_behind:
            return failure
        place = self._directory.path
        return (
            f"{failure}; nothing is lost: `kpath-jvm recover {place} -o ...` makes the profile"
            + (" of what is missing" if self._is_written else "")
        )

    def _try_to_conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        try:
            with reporter.busy("writing the profiles"):
                self._follower.finish()
            log = [*self._directory.agent_lines(), *self._log]
            for line in log:
                reporter.say(f"agent: {line}")
            nothing = self._why_nothing(launched.ended)
            if nothing is not None:
                return nothing
            with reporter.busy("writing the profile"):
                self._write(launched, log)
            self._is_written = True
            self._tell_end(launched.ended, reporter)
            return "; ".join(self._follower.failures) or None
        except KpathError as error:
            self._space.is_left_behind = True
            return str(error)
        finally:
            self._space.is_left_behind |= self._follower.is_left_behind

    def _why_nothing(self, ended: Ended) -> str | None:
        if self._follower.failures and not self._jvms:
            return f"no profile: {'; '.join(self._follower.failures)}"
        if not self._jvms:
            return (
                f"no profile: {self._prepared.program.name} ended with status {ended.status} and "
                "no JVM has loaded the agent; a daemon that was running already (gradle: pass "
                "--no-daemon) or a reset of JAVA_TOOL_OPTIONS would explain it"
            )
        if all(jvm.profile is None for jvm in self._jvms):
            found = [jvm.run.completeness for jvm in self._jvms]
            bounds = [some for some in found if some.has_lower_bounds]
            if bounds:
                return f"no profile: {'; '.join(bounds[0].reasons)}"
            raise NothingToProfileError(
                f"no profile: {self._names()} loaded only classes of the JDK; "
                "pass --include to profile these"
            )
        return None

    def _write(self, launched: Launched, log: list[str]) -> None:
        prepared = self._prepared
        record = session_record(
            prepared.program.command,
            self._jvms,
            launched.ended,
            launched.course(None, prepared.engine_jdk.record, log),
            launched.workload,
        )
        if self._follower.failures:
            left_out = [
                Fact(cause=Cause.JVMS_LEFT_OUT, text=f"left out: {failure}")
                for failure in self._follower.failures
            ]
            record = replace(record, completeness=record.completeness.with_facts(left_out))
        profiles = [Profile.open(self._parts / jvm.profile) for jvm in self._jvms if jvm.profile]
        write_whole(
            prepared.destination, profiles, record, self._parts, force=prepared.request.force
        )
        shutil.rmtree(self._parts, ignore_errors=True)

    def _tell_end(self, ended: Ended, reporter: Reporter) -> None:
        events = sum(jvm.run.events for jvm in self._jvms)
        if nothing := nothing_entered(self._prepared.destination):
            reporter.say(nothing)
        has_paths = read_run(self._prepared.destination).tables.paths > 0
        told = profile_told(self._prepared.destination, self._prepared.request.agent)
        reporter.tell(
            f"{self._prepared.program.name} ended with status {ended.status} after "
            f"{ended.wall_seconds:.1f} s; {streamed(events, has_paths=has_paths)}; of "
            f"{self._names()}{told}"
        )

    def _names(self) -> str:
        names = [f"{jvm.name} ({jvm.pid})" for jvm in self._jvms]
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        count = f"{len(names)} JVMs" if len(names) > 1 else "1 JVM"
        return f"{count}: {', '.join(names[:_NAMED])}{more}"


def _make(directory: SessionDirectory) -> None:
    """Makes the directory for the single profiles, as private as the session's directory."""
    try:
        if directory.create_journals() is None:
            raise FileExistsError(errno.EEXIST, "it cannot be made")
        directory.jvm_profiles.mkdir()
    except OSError as error:
        raise KpathError(
            f"cannot use {directory.journals} for the profiles of the JVMs: {error.strerror}; "
            "set TMPDIR to a directory that can be written to",
            125,
        ) from None
