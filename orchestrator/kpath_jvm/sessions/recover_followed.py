"""What ``recover`` does with a session of ``run --follow-children``: the profile of its JVMs."""

import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import engine_jdk
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import check_destination, write_profile
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.sessions.build import RECOVERED, BuildRequest, agent_description, begun, drained
from kpath_jvm.sessions.description import Circumstances
from kpath_jvm.sessions.followed_description import (
    JvmSummary,
    jvm_description,
    jvm_name,
    session_description,
)
from kpath_jvm.sessions.jvm_profiles import jvm_profile_name, write_whole
from kpath_jvm.sessions.recorder import Settings


class _Session:
    """The JVMs of a session whose kpath-jvm is dead: with a profile already, or to be drained."""

    def __init__(self, left: Leftover, request: BuildRequest, parts: Path) -> None:
        self._left = left
        self._told = agent_description(left.directory.path)
        self._request = request
        self._parts = parts
        self.settings = _settings(self._told, request)
        self.jvms: list[JvmSummary] = []
        self.failures: list[str] = []

    def take_concluded(self) -> None:
        """Copies the profiles of those that had ended before."""
        for path in self._left.directory.concluded_profiles():
            run = Profile.open(path).run
            if run["k"] != self.settings.k:
                raise KpathError(
                    f"{path.name} was concluded with k={run['k']}, which can't become "
                    f"{self.settings.k}; leave out -k"
                )
            shutil.copytree(path, self._parts / path.name, symlinks=True)
            told = {
                "pid": run["pid"],
                "parent_pid": run["parent_pid"],
                "main": " ".join(run["command"][1:]) or None,
                "java_version": run["environment"]["java"]["version"],
            }
            name = path.name.rpartition("-")[0]
            self.jvms.append(JvmSummary(name, told, run, path.name))

    def drain(self, jvm: Leftover) -> None:
        """Makes the profile of one that was still being drained."""
        directory = jvm.directory
        told = agent_description(directory.path)
        if not isinstance(told.get("pid"), int):
            raise KpathError(f"{directory.description} tells no process id; record again")
        name = jvm_name(told)
        if self._is_concluded(told):
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
            run = jvm_description(self.settings, told, recording, directory.agent_lines(), jdk)
            run["completeness"]["reasons"].append(RECOVERED)
            write_profile(request.destination, recording.recorded, run)
            if recording.failure is not None:
                self.failures.append(f"{name} (process {told['pid']}): {recording.failure}")
        self.jvms.append(JvmSummary(name, told, run, request.destination.name))

    def _is_concluded(self, told: dict[str, Any]) -> bool:
        millis = told.get("started_millis")
        return any(
            jvm.pid == told.get("pid") and jvm.run["started_millis"] == millis for jvm in self.jvms
        )

    def write(self) -> None:
        """Writes the profile of them all."""
        log, jdk = self._left.directory.agent_lines(), engine_jdk(self._request.java_home)
        around = Circumstances(
            started=begun(self._told),
            target_jdk=jdk,
            engine_jdk=jdk,
            workload=self._told.get("workload"),
            agent_log=tuple(log),
        )
        description = session_description(self.settings, self.jvms, None, around)
        profiles = [Profile.open(self._parts / str(jvm.profile)) for jvm in self.jvms]
        request = self._request
        write_whole(request.destination, profiles, description, self._parts, force=request.force)


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


def _settings(told: dict[str, Any], request: BuildRequest) -> Settings:
    """What the dead kpath-jvm was asked for, as recording.json tells."""
    command = told.get("command")
    if not isinstance(command, list) or not command:
        raise KpathError(
            "recording.json tells no command; recover the directories jvm-* beside it one by one"
        )
    command = [str(word) for word in command]
    return Settings(
        command=command,
        java=Path(command[0]),
        k=request.k,
        cut=told["cut"],
        max_paths=told["max_paths"],
        include=told["include"],
        exclude=told["exclude"],
        also_blpp=request.also_blpp,
    )
