"""``kpath-jvm recover``: profiles of runs that were killed before they could write theirs."""

import shlex
from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.parameters import PATH, WholeNumber, engine_options, force_option
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.recording.options import largest_k
from kpath_jvm.recording.sizes import format_size

_LONGEST_COMMAND = 60


@click.command("recover")
@click.argument("recording", type=PATH, required=False)
@click.option(
    "-k", type=WholeNumber(1, largest_k), metavar="K",
    help="Longest sequence, in loop iterations.  [default: the run's]",
)
@click.option(
    "-o", "--output", type=PATH, metavar="PATH",
    help="The profile's directory.  [default: the recording's name with .kpath, here]",
)
@force_option
@click.option("--keep", is_flag=True, help="Keep the recording after its profile is written.")
@click.option("--discard", is_flag=True, help="Remove the recording and make no profile.")
@click.option(
    "--segment-dir", type=PATH, metavar="DIR",
    help="Where to look for recordings.  [default: /dev/shm and the directory for temporary files]",
)
@engine_options
def command(
    recording: Path | None,
    k: int | None,
    output: Path | None,
    force: bool,
    keep: bool,
    discard: bool,
    segment_dir: Path | None,
    **engine: Any,
) -> None:
    """Make a profile of what a killed `kpath-jvm run` has left, or list such recordings.

    \b
    kpath-jvm recover
    kpath-jvm recover /dev/shm/kpath-x7ab -o app.kpath
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.sessions import recover as recovering
    from kpath_jvm.sessions.build import EngineOptions

    keep_pandas_out()
    if recording is None:
        if k is not None or output is not None or keep or discard:
            raise click.UsageError("name the recording; `kpath-jvm recover` alone lists them")
        _show(recovering.find(segment_dir))
        return
    if keep and discard:
        raise click.UsageError("give either --keep or --discard, not both")
    left = recovering.require(recording)
    if discard:
        size = left.allocated_bytes()
        left.directory.remove()
        click.echo(f"kpath-jvm: removed {printable(str(recording))}, {format_size(size)}", err=True)
        return
    destination = output or Path(f"{recording.resolve().name}.kpath")
    options = EngineOptions(**engine)
    recovering.recover(recovering.RecoverRequest(left, k, destination, force, options))
    click.echo(f"kpath-jvm: profile {printable(str(destination))}", err=True)
    if not keep:
        left.directory.remove()


def _show(leftovers: list[Leftover]) -> None:
    """Lists them on stdout: directory, size, what can be done, command."""
    if not leftovers:
        click.echo("nothing was left behind")
    for left in leftovers:
        size = format_size(left.allocated_bytes())
        click.echo(
            f"{printable(str(left.directory.path))}  {size}  {_state(left)}  {_command(left)}"
        )


def _state(left: Leftover) -> str:
    if left.target_alive:
        return f"process {left.target_pid} is still running"
    if not left.is_recoverable:
        return "empty"
    if left.jvms is None:
        return "recoverable"
    count = len(left.jvms) + len(left.directory.concluded_profiles())
    return f"recoverable ({count} JVM{'s' if count > 1 else ''})"


def _command(left: Leftover) -> str:
    session = left.session()
    if session is None:
        return "(command not known)"
    text = printable(shlex.join(session.command))
    return text if len(text) <= _LONGEST_COMMAND else text[: _LONGEST_COMMAND - 1] + "…"
