"""Recovers a session of ``run --follow-children`` by making the profile of the session's JVMs."""

import secrets
import shutil
from pathlib import Path

from msgspec.structs import replace

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import engine_jdk
from kpath_jvm.profile.destination import check_destination
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.run import Course
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.sessions.components.dead import DeadSource, EngineOptions, drain_dead
from kpath_jvm.sessions.components.verdict import RECOVERED
from kpath_jvm.sessions.follow.names import jvm_name
from kpath_jvm.sessions.follow.profiles import jvm_profile_name, write_whole
from kpath_jvm.sessions.follow.records import JvmSummary, jvm_record, session_record


class _Jvms:
    """The JVMs of a session whose kpath-jvm is dead; those without a profile must be drained."""

    def __init__(self, k: int, engine: EngineOptions, parts: Path) -> None:
        self._k = k
        self._engine = engine
        self._parts = parts
        self.summaries: list[JvmSummary] = []
        self.failures: list[str] = []

    def take_concluded(self, left: Leftover) -> None:
        """Copies the profiles that were made before kpath-jvm died."""
        for path in left.directory.concluded_profiles():
            run = Profile.open(path).run
            if run.k != self._k:
                raise KpathError(
                    f"the profile {path.name} was already made, with k={run.k}, and can't get "
                    f"k={self._k}; leave out -k"
                )
            shutil.copytree(path, self._parts / path.name, symlinks=True)
            main = " ".join((run.command or ())[1:]) or None
            name = run.name or path.name.rpartition("-")[0]
            self.summaries.append(JvmSummary(name, main, run, path.name))

    def drain(self, jvm: Leftover) -> None:
        """Makes the profile of a JVM that was still being drained."""
        directory = jvm.directory
        agent = directory.recording()
        mine = (agent.pid, agent.started_millis)
        if any((one.pid, one.run.started_millis) == mine for one in self.summaries):
            # This JVM has a profile already: kpath-jvm was killed before it removed the recording.
            return
        name = jvm_name(agent)
        destination = self._parts / jvm_profile_name(name, directory, self._parts)
        source = DeadSource(directory, directory.journals)
        with drain_dead(source, self._k, self._engine) as (found, jdk):
            run = jvm_record(agent, found, directory.agent_lines(), jdk)
            run = replace(run, completeness=run.completeness.noted(RECOVERED))
            run = write_profile(destination, found.recorded, run)
            if found.failure is not None:
                self.failures.append(f"{name} (process {agent.pid}): {found.failure}")
        self.summaries.append(JvmSummary(name, agent.main, run, destination.name))

    def profiles(self) -> list[Profile]:
        """Returns the profiles of all the JVMs."""
        return [Profile.open(self._parts / str(jvm.profile)) for jvm in self.summaries]


def recover_session(
    left: Leftover,
    session: SessionRecord,
    k: int,
    destination: Path,
    engine: EngineOptions,
    *,
    force: bool,
) -> None:
    """Writes the profile of all JVMs; raises KpathError if the profile can't be made.

    Also raises KpathError, after the profile is written, if the engine failed.
    """
    check_destination(destination, replace=force)
    parts = destination.absolute().parent / f".{destination.name}.{secrets.token_hex(8)}.jvms"
    try:
        parts.mkdir()
        jvms = _Jvms(k, engine, parts)
        jvms.take_concluded(left)
        for jvm in left.jvms or ():
            if jvm.is_recoverable:
                jvms.drain(jvm)
        course = Course(
            started=session.started,
            environment=Environment.here(None, engine_jdk(engine.java_home).record),
            agent_log=tuple(left.directory.agent_lines()),
        )
        record = session_record(session.command, jvms.summaries, None, course, session.workload)
        write_whole(destination, jvms.profiles(), record, parts, force=force)
    except OSError as error:
        raise KpathError(
            f"cannot write the profile {destination}: {error.strerror or error}; "
            "free space or choose another output"
        ) from error
    finally:
        shutil.rmtree(parts, ignore_errors=True)
    if jvms.failures:
        worth = record.completeness.predicate
        raise KpathError(f"the engine failed: {'; '.join(jvms.failures)}; {destination} {worth}")
