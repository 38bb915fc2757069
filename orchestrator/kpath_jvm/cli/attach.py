"""``kpath-jvm attach``: the options; ``sessions`` does the work."""

from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.agent_options import agent_parameters
from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import (
    PATH,
    SizeType,
    WholeNumber,
    engine_memory_option,
    force_option,
    live_option,
    workers_option,
)
from kpath_jvm.cli.options.sampling import max_overhead_option, refuse_with_sampling
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import signals_held
from kpath_jvm.recording.options import AgentOptions, Value, largest_k
from kpath_jvm.records.engine import DEFAULT_ENGINE
from kpath_jvm.sessions.request import Request, RunningProgram

#: The agent's options that say what is recorded; those of `run` that are left have no meaning here.
_OFFERED = ("include", "exclude", "cut", "max_paths", "packing")


class Duration(click.ParamType["float"]):
    """Seconds, as 30 or 0.5."""

    name = "seconds"
    _LEAST, _MOST = 0.001, 1e7

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Returns the seconds that the text says."""
        try:
            seconds = float(str(value))
        except ValueError:
            seconds = 0.0
        if not self._LEAST <= seconds <= self._MOST:
            self.fail(f"{str(value)!r} is not a time; write seconds, as 30 or 0.5", param, ctx)
        return seconds


class AttachCommand(click.Command):
    """Behind its own options up to --force it has some of the agent's."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Returns the parameters, with the agent's options that attach offers after --force."""
        own = super().get_params(ctx)
        at = 1 + next(i for i, parameter in enumerate(own) if parameter.name == "force")
        offered = [one for one in agent_parameters() if one.name in _OFFERED]
        return [*own[:at], *offered, *own[at:]]


@click.command(
    "attach",
    cls=AttachCommand,
    epilog="The exit status is 0 for a profile, 125 if there is none.",
)
@click.argument("pid", type=WholeNumber(1, 2**22))
@option(
    "-d",
    "--duration",
    type=Duration(),
    metavar="SECONDS",
    help="How long to record.  [default: until Ctrl-C]",
    found=Found.VALUE,
)
@option(
    "-k",
    type=WholeNumber(1, largest_k),
    default=8,
    show_default=True,
    metavar="K",
    help="Longest sequence, in loop iterations; 1 is plain Ball-Larus profiling.",
    found=Found.VALUE,
)
@option(
    "--scope",
    type=click.Choice(("loops", "hot", "all")),
    default="all",
    show_default=True,
    help="Which methods are profiled: all, those with loops, or those that HotSpot has found hot "
    "or finds hot meanwhile.",
    found=Found.VALUE,
)
@max_overhead_option
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="PATH",
    help="The profile's directory.  [default: NAME-DATE-TIME-PID.kpath here]",
    found=Found.INSIDE,
)
@force_option
@click.option("--java-home", type=PATH, metavar="DIR", help="JDK for the engine.")
@option(
    "--segment-size",
    type=SizeType(),
    metavar="SIZE",
    help="Shared memory, as 64M or 1G.  [default: 128M, less if less is free]",
    found=Found.VALUE,
)
@click.option(
    "--segment-dir",
    type=PATH,
    metavar="DIR",
    help="Where the shared memory lies.  [default: /dev/shm]",
)
@workers_option
@engine_memory_option
@live_option
@option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Rows of the report's tables.",
    found=Found.VALUE,
)
@option("--no-report", is_flag=True, help="Print no report.", found=Found.VALUE)
@option(
    "-q",
    "--quiet",
    is_flag=True,
    help="Print errors only: no progress lines, no report.",
    found=Found.VALUE,
)
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> int:
    """Record a Java program that runs already, for a while, and leave it as it was.

    \b
    kpath-jvm attach 4711 -d 30
    kpath-jvm attach 4711 -d 30 --include 'com.example.*' -o window.kpath

    Ctrl-C ends the recording early and writes the profile.
    """
    values: dict[str, Value] = {"scope": options.pop("scope")}
    for name in _OFFERED:
        value = options.pop(name)
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT:
            values[name.replace("_", "-")] = value
    agent = AgentOptions(values)
    refuse_with_sampling(ctx, options["max_overhead"], agent)
    request = _request(agent, **options)
    with signals_held():
        # It imports numpy, which starts threads.
        from kpath_jvm.sessions.run import run
    try:
        return run(request)
    except KpathError as error:
        raise KpathError(str(error), max(error.exit_status, 125)) from error


def _request(
    agent: AgentOptions,
    *,
    pid: int,
    duration: float | None,
    k: int,
    output: Path | None,
    no_report: bool,
    quiet: bool,
    **same: Any,
) -> Request:
    return Request(
        program=RunningProgram(pid, duration),
        k=k,
        output=output,
        agent=agent,
        journal=1 << 30,
        spill_limit=None,
        record=None,
        no_profile=False,
        engine=DEFAULT_ENGINE,
        per_thread=False,
        guide=None,
        follow_children=False,
        compare_native=False,
        target_output=None,
        no_report=no_report or quiet,
        quiet=quiet,
        **same,
    )
