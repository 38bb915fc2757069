"""The profilers that experiments compare, and how each gets into a java command."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.evaluation.experiments import tools
from kpath_jvm.evaluation.results import schema
from kpath_jvm.launch.command import with_agent
from kpath_jvm.recording.options import AgentOptions

CUTS = tuple(filter(None, schema.CUTS))
#: Where a trial's directory has what its profiler writes.
INLINE_DIRECTORY = "inline"
PROFILE_DIRECTORY = "profile.kpath"


@dataclass(frozen=True)
class Launch:
    """What a profiler gets to know of its trial.

    ``command`` starts with ``java``; ``directory`` is the trial's; ``segments`` is the directory
    of shared memory that belongs to the experiment.
    """

    command: Sequence[str]
    java: Path
    k: int | None
    cut: str | None
    directory: Path
    segments: Path


@dataclass(frozen=True)
class Profiler:
    """A way to run a program.

    ``wrap`` makes the command of a trial; ``describe`` says which version and which settings run.
    """

    name: str
    wrap: Callable[[Launch], list[str]]
    describe: Callable[[Path], str]
    takes_k: bool = False
    takes_cut: bool = False
    least_k: int = 1
    is_inline: bool = False


def _native(launch: Launch) -> list[str]:
    return list(launch.command)


def _inline(profiler: str) -> Callable[[Launch], list[str]]:
    """The agent alone, which analyses in the target itself."""

    def wrap(launch: Launch) -> list[str]:
        asked = {"profiler": profiler, "k": launch.k, "cut": launch.cut}
        options = AgentOptions({name: value for name, value in asked.items() if value is not None})
        text = options.text(output=launch.directory / INLINE_DIRECTORY)
        return with_agent(launch.command, launch.java, installation.require_jars().agent, text)

    return wrap


def _stream(launch: Launch) -> list[str]:
    """Our own default: the stream, and an engine in a process of its own."""
    run = [sys.executable, "-m", "kpath_jvm.cli.main", "run", "--no-report", "-q", "--force"]
    options = ["-o", str(launch.directory / PROFILE_DIRECTORY), "-k", str(launch.k)]
    options += ["--cut", str(launch.cut), "--segment-dir", str(launch.segments)]
    return [*run, *options, "--", *launch.command]


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
        # It would print a line on the program's stdout.
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


def _nothing(_: Path) -> str:
    return ""


def _jacoco_description(java: Path) -> str:
    return f"JaCoCo {_jacoco_tool(java).version}"


def _async_description(java: Path) -> str:
    tool = _async_tool(java)
    return f"async-profiler {tool.version}, event {tool.event}"


_ALL = (
    Profiler("native", _native, _nothing),
    Profiler("native-again", _native, _nothing),
    Profiler("edge", _inline("edge"), _nothing, is_inline=True),
    Profiler("blpp-hash", _inline("blpp-hash"), _nothing, is_inline=True, takes_cut=True),
    Profiler("blpp-array", _inline("blpp-array"), _nothing, is_inline=True, takes_cut=True),
    Profiler(
        "k-blpp",
        _inline("k-blpp"),
        _nothing,
        is_inline=True,
        takes_k=True,
        takes_cut=True,
        least_k=2,
    ),
    Profiler("stream", _stream, _nothing, takes_k=True, takes_cut=True),
    Profiler("jacoco", _jacoco, _jacoco_description),
    Profiler("async-profiler", _async_profiler, _async_description),
    Profiler("jfr", _jfr, lambda _: "settings profile"),
)
#: Every profiler by its name.
PROFILERS = {profiler.name: profiler for profiler in _ALL}
