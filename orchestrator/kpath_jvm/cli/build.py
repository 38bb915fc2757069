"""``kpath-jvm build``: a profile of what the agent alone has recorded."""

from pathlib import Path

import click

from kpath_jvm.cli.parameters import (
    WholeNumber,
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
    type=WholeNumber(1, 64),
    default=8,
    show_default=True,
    metavar="K",
    help="Longest sequence, in loop iterations, 1 to 64.",
)
@click.option(
    "-o",
    "--output",
    type=_DIRECTORY,
    default=None,
    metavar="PATH",
    help="The profile's directory.  [default: the recording's name with .kpath, here]",
)
@force_option
@click.option(
    "--java-home", type=_DIRECTORY, default=None, metavar="DIR", help="JDK for the engine."
)
@workers_option
@engine_memory_option
@blpp_option
def command(
    recording: Path,
    k: int,
    output: Path | None,
    force: bool,
    java_home: Path | None,
    workers: int | None,
    engine_memory: int | None,
    blpp: bool,
) -> None:
    """Make a profile of a recording that `java -javaagent:kpath.jar ...` has left.

    The recording stays as it is: profiles for any k can be made of it.

    \b
    kpath-jvm build kpath-4711.recording -k 8 -o app.kpath
    """
    from kpath_jvm.cli.building import BuildRequest, build

    destination = output or Path(f"{recording.resolve().stem}.kpath")
    build(BuildRequest(recording, k, destination, force, java_home, workers, engine_memory, blpp))
    click.echo(f"kpath-jvm: profile {printable(str(destination))}", err=True)
