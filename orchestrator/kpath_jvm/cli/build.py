"""``kpath-jvm build``: a profile of what the agent alone has recorded."""

from pathlib import Path

import click

from kpath_jvm.cli.parameters import WholeNumber

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
@click.option("--force", is_flag=True, help="Replace an existing profile.")
@click.option(
    "--java-home", type=_DIRECTORY, default=None, metavar="DIR", help="JDK for the engine."
)
@click.option(
    "--workers",
    type=WholeNumber(1, 64),
    default=None,
    metavar="N",
    help="Threads of the engine.  [default: half of the CPUs, 1 to 4]",
)
@click.option("--blpp", is_flag=True, help="Run the hash-table BLPP beside the k-SF.")
def command(
    recording: Path,
    k: int,
    output: Path | None,
    force: bool,
    java_home: Path | None,
    workers: int | None,
    blpp: bool,
) -> None:
    """Make a profile of a recording that `java -javaagent:kpath.jar ...` has left.

    The recording stays as it is: profiles for any k can be made of it.

    \b
    kpath-jvm build kpath-4711.recording -k 8 -o app.kpath
    """
    from kpath_jvm.cli.building import BuildRequest, build

    destination = output or Path(f"{recording.resolve().stem}.kpath")
    build(BuildRequest(recording, k, destination, force, java_home, workers, blpp))
    click.echo(f"kpath-jvm: profile {destination}", err=True)
