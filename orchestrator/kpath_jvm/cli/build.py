"""``kpath-jvm build``: profiles of what the agent alone, or ``run --record``, has recorded."""

from pathlib import Path

import click
from click.core import ParameterSource

from kpath_jvm.cli.parameters import (
    Lengths,
    blpp_option,
    engine_memory_option,
    force_option,
    workers_option,
)
from kpath_jvm.profile.names import printable

_DIRECTORY = click.Path(path_type=Path)


@click.command("build")
@click.argument("recording", type=_DIRECTORY)
@click.option(
    "-k",
    "lengths",
    type=Lengths(1, 64),
    default="8",
    show_default=True,
    metavar="K[,K...]",
    help="Longest sequence, in loop iterations, 1 to 64; several make a profile each.",
)
@click.option(
    "-o",
    "--output",
    type=_DIRECTORY,
    default=None,
    metavar="PATH",
    help="The profile's directory; with several k, the directory for k2.kpath and so on.  "
    "[default: the recording's name with .kpath, or .profiles, here]",
)
@force_option
@click.option(
    "--java-home", type=_DIRECTORY, default=None, metavar="DIR", help="JDK for the engine."
)
@workers_option
@engine_memory_option
@blpp_option
@click.pass_context
def command(
    ctx: click.Context,
    recording: Path,
    lengths: tuple[int, ...],
    output: Path | None,
    force: bool,
    java_home: Path | None,
    workers: int | None,
    engine_memory: int | None,
    blpp: bool,
) -> None:
    """Make profiles of a recording that `run --record` or `java -javaagent:kpath.jar` has left.

    The recording stays as it is: profiles for any k can be made of it. That of an inline profiler
    (profiler=k-blpp and the like) has sequences up to its own k, which is the default then.

    \b
    kpath-jvm build kpath-4711.recording -k 8 -o app.kpath
    kpath-jvm build app.stream -k 2,3,4,6,8,11,16 -o profiles
    """
    from kpath_jvm.recording.inline import profiler_of
    from kpath_jvm.sessions.build import BuildRequest, build, build_all
    from kpath_jvm.sessions.inline_build import InlineBuildRequest, build_inline

    suffix = ".kpath" if len(lengths) == 1 else ".profiles"
    destination = output or Path(f"{recording.resolve().stem}{suffix}")
    if profiler_of(recording) is not None:
        if len(lengths) > 1:
            raise click.UsageError("an inline profiler's recording makes one profile at a time")
        is_default = ctx.get_parameter_source("lengths") is ParameterSource.DEFAULT
        build_inline(
            InlineBuildRequest(recording, None if is_default else lengths[0], destination, force)
        )
        click.echo(f"kpath-jvm: profile {printable(str(destination))}", err=True)
        return
    request = BuildRequest(
        recording, lengths[0], destination, force, java_home, workers, engine_memory, blpp
    )
    if len(lengths) == 1:
        build(request)
        click.echo(f"kpath-jvm: profile {printable(str(destination))}", err=True)
        return
    for written in build_all(request, lengths, destination):
        click.echo(f"kpath-jvm: profile {printable(str(written))}", err=True)
