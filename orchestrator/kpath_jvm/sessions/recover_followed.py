"""What ``recover`` does with a session of ``run --follow-children``: the profile of its JVMs."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

from msgspec.structs import replace as replace_fields

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import engine_jdk
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import check_destination, write_profile
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.sessions.build import RECOVERED, BuildRequest, drained
from kpath_jvm.sessions.followed_description import (
    JvmSummary,
    jvm_name,
    jvm_record,
    session_record,
)
from kpath_jvm.sessions.jvm_profiles import jvm_profile_name, write_whole


class _Session:
    """The JVMs of a session whose kpath-jvm is dead: with a profile already, or to be drained."""

    def __init__(self, left: Leftover, request: BuildRequest, parts: Path) -> None:
        self._left = left
        self._asked = _asked(left)
        self._request = request
        self._parts = parts
        self.jvms: list[JvmSummary] = []
        self.failures: list[str] = []

    def take_concluded(self) -> None:
        """Copies the profiles of those that had ended before."""
        for path in self._left.directory.concluded_profiles():
            run = Profile.open(path).run
            if run.k != self._request.k:
                raise KpathError(
                    f"{path.name} was concluded with k={run.k}, which can't become "
                    f"{self._request.k}; leave out -k"
                )
            shutil.copytree(path, self._parts / path.name, symlinks=True)
            main = " ".join((run.command or ())[1:]) or None
            self.jvms.append(JvmSummary(path.name.rpartition("-")[0], main, run, path.name))

    def drain(self, jvm: Leftover) -> None:
        """Makes the profile of one that was still being drained."""
        directory = jvm.directory
        agent = directory.recording()
        name = jvm_name(agent)
        if self._is_concluded(agent):
            # The kill came before its recording was removed.
            return
        request = replace(
            self._request,
            recording=directory.path,
            destination=self._parts / jvm_profile_name(name, directory, self._parts),
            force=False,
            journals=directory.journals,
        )
        with drained(request) as (recording, jdk):
            run = jvm_record(agent, recording, directory.agent_lines(), jdk)
            run = replace_fields(run, completeness=run.completeness.noted(RECOVERED))
            write_profile(request.destination, recording.recorded, run)
            if recording.failure is not None:
                self.failures.append(f"{name} (process {agent.pid}): {recording.failure}")
        self.jvms.append(JvmSummary(name, agent.main, run, request.destination.name))

    def _is_concluded(self, agent: RecordingRecord) -> bool:
        mine = (agent.pid, agent.started_millis)
        return any((jvm.pid, jvm.run.started_millis) == mine for jvm in self.jvms)

    def write(self) -> None:
        """Writes the profile of them all."""
        log, jdk = self._left.directory.agent_lines(), engine_jdk(self._request.java_home)
        java = self.jvms[0].run.environment.java if self.jvms else None
        environment = Environment.here(java, jdk.record)
        record = session_record(
            self._asked.command,
            self.jvms,
            None,
            Course(
                started=self._asked.started, environment=environment, agent_log=tuple(log)
            ),
            self._asked.workload,
        )
        profiles = [Profile.open(self._parts / str(jvm.profile)) for jvm in self.jvms]
        request = self._request
        write_whole(request.destination, profiles, record, self._parts, force=request.force)


def recover_session(left: Leftover, request: BuildRequest) -> None:
    """Writes the profile of all JVMs; KpathError for anything that keeps it from that."""
    destination = request.destination
    check_destination(destination, replace=request.force)
    parts = destination.absolute().parent / f".{destination.name}.{os.getpid()}.jvms"
    try:
        parts.mkdir()
        session = _Session(left, request, parts)
        session.take_concluded()
        for jvm in left.jvms or ():
            if jvm.is_recoverable:
                session.drain(jvm)
        session.write()
    except OSError as error:
        raise KpathError(
            f"cannot write the profile {destination}: {error.strerror or error}; "
            "free space or choose another output"
        ) from error
    finally:
        shutil.rmtree(parts, ignore_errors=True)
    if session.failures:
        raise KpathError(
            f"the engine failed: {'; '.join(session.failures)}; {destination} has lower bounds"
        )


def _asked(left: Leftover) -> SessionRecord:
    """What the dead kpath-jvm was asked for."""
    session = left.directory.session()
    if session is None:
        raise KpathError(
            f"{left.directory.session_file} is not there; recover the directories jvm-* beside it "
            "one by one"
        )
    return session
