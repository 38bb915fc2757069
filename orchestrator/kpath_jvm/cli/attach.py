"""The options of ``kpath-jvm attach``; the package ``sessions`` does the verb's work."""

from typing import Annotated

import click
from click.core import ParameterSource

from kpath_jvm.cli.options.agent_options import AgentCommand, given_agent_options
from kpath_jvm.cli.options.counting import EngineMemory, Workers
from kpath_jvm.cli.options.declared import MADE, Found, argument, option, verb
from kpath_jvm.cli.options.parameters import Duration, Force, JavaHome
from kpath_jvm.cli.options.recorded import (
    ProfileOutput,
    RecordedK,
    SegmentOptions,
    TellingOptions,
)
from kpath_jvm.cli.options.sampling import MaxOverhead, refuse_with_sampling
from kpath_jvm.control import places
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jvms import jvm_of, jvms, state_of
from kpath_jvm.launch.running import REFUSED
from kpath_jvm.launch.signals import signals_held
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.options import AgentOptions
from kpath_jvm.sessions.request import Request, RunningProgram

#: The agent's options that say what is recorded. `run` also has other options of the agent, which
#: have no meaning here.
_OFFERED = ("include", "exclude", "cut", "max_paths", "packing")


class AttachCommand(AgentCommand):
    """The command ``attach``, which has some of the agent's options."""

    offered = _OFFERED

    def invoke(self, ctx: click.Context) -> object:
        """Runs the verb with the agent's options that were given."""
        ctx.params["agent"] = given_agent_options(ctx, _OFFERED)
        return super().invoke(ctx)


@verb(
    "attach",
    cls=AttachCommand,
    epilog="The exit status is 0 for a profile, 125 if there is none.",
)
def command(
    jvm: Annotated[str | None, argument(required=False, metavar="[PID|NAME]")],
    duration: Annotated[
        float | None,
        option(
            "-d",
            "--duration",
            type=Duration(),
            metavar="SECONDS",
            help="How long to record.  [default: until Ctrl-C]",
            found=Found.VALUE,
        ),
    ],
    k: RecordedK,
    scope: Annotated[
        str,
        option(
            "--scope",
            type=click.Choice(("loops", "hot", "all")),
            default="all",
            help="Which methods are profiled: all, those with loops, or those that HotSpot has "
            "found hot or finds hot during the recording.",
            more="With `loops` or `hot`, fewer classes are changed; all others run as before. "
            "[Decision 62](decisions/0062-hot-at-attach.md) says how hot methods are found.",
            found=Found.VALUE,
        ),
    ],
    max_overhead: MaxOverhead,
    output: ProfileOutput,
    force: Force,
    agent: Annotated[AgentOptions, MADE],
    java_home: JavaHome,
    segment: SegmentOptions,
    workers: Workers,
    engine_memory: EngineMemory,
    telling: TellingOptions,
) -> int:
    """Record a running Java program for a while, and leave it as it was.

    \b
    kpath-jvm attach
    kpath-jvm attach 4711 -d 30
    kpath-jvm attach OrderService -d 30
    kpath-jvm attach 4711 -d 30 --include 'com.example.*' -o window.kpath

    NAME is the name of the program's main class or jar, or a part of the name. Without an argument,
    the running JVMs are listed. Ctrl-C ends the recording early and writes the profile.
    """
    context = click.get_current_context()
    if jvm is None:
        return _list_jvms(context)
    asked = AgentOptions({"scope": scope, **agent.values})
    refuse_with_sampling(context, max_overhead, asked)
    request = Request(
        program=RunningProgram(_pid(jvm), duration),
        agent=asked,
        k=k,
        output=output,
        force=force,
        java_home=java_home,
        segment_size=segment.segment_size,
        segment_dir=segment.segment_dir,
        workers=workers,
        engine_memory=engine_memory,
        top=telling.top,
        sources=telling.sources,
        no_report=telling.is_silent,
        quiet=telling.quiet,
        live=telling.live,
        max_overhead=max_overhead,
    )
    with signals_held():
        # This imports numpy, whose threads mustn't get the signals that we handle.
        from kpath_jvm.sessions.run import run
    try:
        return run(request)
    except KpathError as error:
        error.exit_status = max(error.exit_status, 125)
        raise


def _pid(jvm: str) -> int:
    try:
        return jvm_of(jvm)
    except KpathError as error:
        raise KpathError(f"{REFUSED}{error}", 125) from None


def _states() -> dict[int, str]:
    found = dict.fromkeys(places.sampled(), "recorded in bursts")
    return found | dict.fromkeys(places.recorded(), "recorded")


def _list_jvms(context: click.Context) -> int:
    sources = map(context.get_parameter_source, context.params)
    if ParameterSource.COMMANDLINE in sources:
        raise click.UsageError(
            "say which JVM: give its process id or its main class; `kpath-jvm attach` lists JVMs"
        )
    states = _states()
    found = [
        (str(one.pid), printable(one.main), states.get(one.pid) or state_of(one.pid))
        for one in jvms()
    ]
    if not found:
        click.echo("no JVM of yours is running")
        return 0
    rows = [("PID", "MAIN CLASS OR JAR", "STATE"), *found]
    widths = [max(len(row[at]) for row in rows) for at in (0, 1)]
    for pid, main, state in rows:
        click.echo(f"{pid:>{widths[0]}}  {main:<{widths[1]}}  {state}")
    return 0
