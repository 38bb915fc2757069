"""Other projects' profilers, fetched with Maven; profilers/tools.toml has their versions."""

import os
import platform
import re
import subprocess
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.artifacts import cache_directory, provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact
from kpath_jvm.toml_tables import Table, read_table

#: The events to try, in this order: a perf event, then timers that need no permission.
ASYNC_EVENTS = ("cpu-clock", "ctimer", "itimer")
_PROBE_SECONDS = 60
_REFUSAL = re.compile(r"^\[(ERROR|WARN)\]|^Error|[Cc]ould not|No access", re.MULTILINE)


@dataclass(frozen=True)
class Tool:
    """A profiler that is ready for use.

    ``library`` is the file that the JVM loads. ``event`` is the event that the profiler samples.
    """

    library: Path
    version: str
    event: str | None = None


def jacoco(java: Path) -> Tool:
    """Returns JaCoCo's agent jar. Raises KpathError when it isn't available."""
    artifact = _artifact("jacoco", _tools())
    return Tool(provide([artifact], java)[0], artifact.version)


def async_profiler(java: Path) -> Tool:
    """Returns async-profiler's native library, from its jar, and the first event that works.

    Raises KpathError when async-profiler isn't available, or doesn't work on this machine.
    """
    tools = _tools()
    artifact = _artifact("async-profiler", tools)
    jar = provide([artifact], java)[0]
    libraries = tools["async-profiler"].table("libraries")
    machine = platform.machine()
    if not libraries.has(machine):
        raise KpathError(f"async-profiler {artifact.version} has no library for {machine}", 125)
    library = _extracted(jar, libraries.text(machine), f"{artifact.version}-{machine}")
    for event in ASYNC_EVENTS:
        if _works(java, library, event):
            return Tool(library, artifact.version, event)
    raise KpathError(f"async-profiler can use none of {', '.join(ASYNC_EVENTS)} here", 125)


def _tools() -> dict[str, Table]:
    path = installation.dacapo_configs() / "profilers" / "tools.toml"
    return read_table(path, "profilers").inner_tables()


def _artifact(name: str, tools: dict[str, Table]) -> MavenArtifact:
    table = tools[name]
    group, artifact, version, *classifier = table.text("coordinates").split(":")
    return MavenArtifact(
        name, group, artifact, version, classifier[0] if classifier else None, table.text("sha256")
    )


def _extracted(jar: Path, member: str, suffix: str) -> Path:
    target = cache_directory().parent / "profilers" / f"libasyncProfiler-{suffix}.so"
    try:
        with zipfile.ZipFile(jar) as archive:
            content = archive.read(member)
        # Only the jar's checksum was verified, so a file that already exists is compared with the
        # jar's content.
        if not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, scratch = tempfile.mkstemp(dir=target.parent)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(scratch).replace(target)
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise KpathError(f"cannot take {member} out of {jar}: {error}", 125) from error
    return target


def _works(java: Path, library: Path, event: str) -> bool:
    """Returns whether a JVM that loads the library starts and ends without a complaint."""
    with tempfile.TemporaryDirectory() as directory:
        option = f"-agentpath:{library}=start,event={event},file={directory}/probe.collapsed"
        try:
            done = subprocess.run(
                [str(java), option, "-version"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_PROBE_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0 and not _REFUSAL.search(done.stdout + done.stderr)
