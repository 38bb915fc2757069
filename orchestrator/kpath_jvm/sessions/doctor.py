"""The verb ``doctor``: it checks the installation, and says what to do about what is missing."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import MIN_ENGINE_VERSION, MIN_TARGET_VERSION, Jdk, candidates
from kpath_jvm.recording import session_directory
from kpath_jvm.recording.sizes import format_size

_PROJECT = "kpath-jvm"
_NAME = re.compile(r"[\w.-]+")


@dataclass(frozen=True)
class Check:
    """One thing that was checked; ``remedy`` is set if something is wrong with it."""

    what: str
    found: str
    remedy: str | None = None
    is_needed: bool = True


def checks() -> Iterator[Check]:
    """Checks what the profiler needs: Python, packages, JDKs, Maven, jars, and shared memory."""
    yield Check("Python", sys.version.split()[0])
    yield from map(_package, packages())
    yield from _jdks()
    yield _maven()
    yield _jars()
    yield _shared_memory()


def packages() -> list[str]:
    """Returns the names of the packages that the installed kpath-jvm requires.

    A requirement with a marker is left out: only an extra or an older Python needs it. If
    kpath-jvm itself isn't installed, as in a source tree, only its name is returned.
    """
    try:
        required = [one for one in metadata.requires(_PROJECT) or () if ";" not in one]
    except metadata.PackageNotFoundError:
        return [_PROJECT]
    return [match[0] for match in map(_NAME.match, required) if match]


def _package(name: str) -> Check:
    try:
        return Check(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        return Check(name, "not installed", f"pip install {name}")


def _jdks() -> Iterator[Check]:
    home = os.environ.get("JAVA_HOME")
    if home and not (Path(home) / "bin" / "java").is_file():
        remedy = "correct or unset JAVA_HOME; this directory has no bin/java, so it is passed over"
        yield Check("JAVA_HOME", home, remedy, is_needed=False)
    found = candidates()
    for jdk in found:
        text = f"Java {jdk.version or '?'} {jdk.vendor}, {jdk.home} ({jdk.source})"
        yield Check("JDK", text, _shortcoming(jdk), is_needed=False)
    good = [jdk for jdk in found if _shortcoming(jdk) is None]
    if not good:
        remedy = f"install a JDK {MIN_ENGINE_VERSION} or newer, or set JAVA_HOME to one"
        yield Check("usable JDK", "none", remedy)
    else:
        yield Check("usable JDK", f"{good[0].home}")


def _shortcoming(jdk: Jdk) -> str | None:
    if not jdk.has_instrument:
        return "it lacks java.instrument, so it can't load the agent; use another JDK"
    if jdk.feature_version < MIN_TARGET_VERSION:
        return f"it is too old; use Java {MIN_TARGET_VERSION} or newer"
    if jdk.feature_version < MIN_ENGINE_VERSION or not jdk.library.is_file():
        return f"it runs programs only; the engine needs Java {MIN_ENGINE_VERSION} with libjvm"
    return None


def _maven() -> Check:
    path = shutil.which("mvn")
    if path is not None:
        return Check("Maven", path)
    remedy = "install it: workloads are fetched with it, and the jars are built with it"
    return Check("Maven", "not on the PATH", remedy, is_needed=False)


def _jars() -> Check:
    try:
        return Check("jars", str(installation.require_jars().directory))
    except KpathError as error:
        found, _, remedy = str(error).rpartition("; ")
        return Check("jars", found, remedy)


def _shared_memory() -> Check:
    from kpath_jvm.recording.segment_layout import SegmentLayout

    base = session_directory.choose_base(None)
    found = f"{base}, {format_size(session_directory.free_bytes(base))} free"
    try:
        layout = SegmentLayout.load(installation.jars().contract)
    except KpathError:
        # The check of the jars reports the error.
        return Check("shared memory", found)
    try:
        size = session_directory.segment_size_bytes(base, None, layout)
    except KpathError as error:
        return Check("shared memory", found, str(error).rpartition("; ")[2])
    return Check("shared memory", f"{found}; segments of {format_size(size)}")
