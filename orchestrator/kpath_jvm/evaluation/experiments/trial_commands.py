"""The command of a trial, for each profiler that experiments compare."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments import tools
from kpath_jvm.evaluation.experiments.guides import guide_content
from kpath_jvm.evaluation.profilers import ASYNC_PROFILER, JACOCO, JFR, NATIVE, NATIVE_AGAIN
from kpath_jvm.evaluation.results import schema, settings
from kpath_jvm.launch.command import with_agent
from kpath_jvm.own_process import own_process
from kpath_jvm.profilers import STREAM, Profiler
from kpath_jvm.recording.options import AgentOptions

CUTS = tuple(filter(None, schema.CUTS))
#: Where a profiler's output is in a trial's directory.
INLINE_DIRECTORY = "inline"
PROFILE_DIRECTORY = "profile.kpath"
_GUIDE_FILE = "guide"
#: The agent instruments the classes anew in each trial, as other projects' profilers do. With a
#: cache of instrumented classes, costs would depend on earlier runs.
_EVERY_TRIAL = {"class-cache": 0}
EVERY_RUN = tuple(part for name, it in _EVERY_TRIAL.items() for part in (f"--{name}", str(it)))


@dataclass(frozen=True)
class Launch:
    """The facts of a trial that the profiler's command depends on.

    ``command`` starts with ``java``. ``directory`` is the trial's directory. ``segments`` is the
    experiment's directory in shared memory. ``scope`` is None if all methods are profiled. ``own``
    has the profiler's own options, and ``guide`` is the profile that guides the profiler.
    """

    command: Sequence[str]
    java: Path
    k: int | None
    cut: str | None
    directory: Path
    segments: Path
    scope: str | None = None
    own: settings.Chosen = ()
    guide: str | None = None


def _native(launch: Launch) -> list[str]:
    return list(launch.command)


def _inline(profiler: Profiler, launch: Launch) -> list[str]:
    """Returns the command of an inline profiler: only the agent is added, without an engine."""
    asked = {
        "profiler": profiler.name, "k": launch.k, "cut": launch.cut, "scope": launch.scope,
        **settings.agent_values(launch.own), **_EVERY_TRIAL,
    }  # fmt: skip
    options = AgentOptions({name: value for name, value in asked.items() if value is not None})
    text = options.text(output=launch.directory / INLINE_DIRECTORY, **_guide(profiler, launch))
    return with_agent(launch.command, launch.java, installation.require_jars().agent, text)


def _guide(profiler: Profiler, launch: Launch) -> dict[str, Path]:
    """Writes the guide file, and returns the agent's option for it; {} without a guide."""
    if launch.guide is None:
        return {}
    path = launch.directory / _GUIDE_FILE
    try:
        path.write_bytes(guide_content(profiler.name, launch.guide))
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror}; make room there", 125) from error
    return {"guide": path}


def _stream(launch: Launch) -> list[str]:
    run = own_process("--no-config", "run", "--no-report", "-q", "--force")
    options = ["-o", str(launch.directory / PROFILE_DIRECTORY), "-k", str(launch.k)]
    options += ["--cut", str(launch.cut), "--segment-dir", str(launch.segments)]
    options += ["--scope", launch.scope] if launch.scope is not None else []
    options += ["--guide", launch.guide] if launch.guide is not None else []
    return [*run, *options, *EVERY_RUN, "--", *launch.command]


def _jacoco(launch: Launch) -> list[str]:
    destination = launch.directory / "jacoco.exec"
    return with_agent(
        launch.command, launch.java, _jacoco_tool(launch.java).library, f"destfile={destination}"
    )


def _async_profiler(launch: Launch) -> list[str]:
    tool = _async_tool(launch.java)
    output = launch.directory / "async-profiler.collapsed"
    option = f"-agentpath:{tool.library}=start,event={tool.event},file={output}"
    return [str(launch.java), option, *launch.command[1:]]


def _jfr(launch: Launch) -> list[str]:
    output = launch.directory / "recording.jfr"
    return [
        str(launch.java),
        # Without this option, JFR would print a line on the program's stdout.
        "-Xlog:jfr+startup=error",
        f"-XX:StartFlightRecording=filename={output},settings=profile",
        *launch.command[1:],
    ]


@cache
def _jacoco_tool(java: Path) -> tools.Tool:
    return tools.jacoco(java)


@cache
def _async_tool(java: Path) -> tools.Tool:
    return tools.async_profiler(java)


_COMMANDS: Mapping[str, Callable[[Launch], list[str]]] = {
    NATIVE.name: _native,
    NATIVE_AGAIN.name: _native,
    STREAM.name: _stream,
    JACOCO.name: _jacoco,
    ASYNC_PROFILER.name: _async_profiler,
    JFR.name: _jfr,
}


def profiled(profiler: Profiler, launch: Launch) -> list[str]:
    """Returns the command of a trial: the program's command, with the profiler added."""
    return _inline(profiler, launch) if profiler.is_inline else _COMMANDS[profiler.name](launch)


def version_of(profiler: Profiler, java: Path) -> str:
    """Returns what identifies another project's profiler, such as its version; otherwise ""."""
    if profiler == JACOCO:
        return f"JaCoCo {_jacoco_tool(java).version}"
    if profiler == ASYNC_PROFILER:
        tool = _async_tool(java)
        return f"async-profiler {tool.version}, event {tool.event}"
    return "settings profile" if profiler == JFR else ""
