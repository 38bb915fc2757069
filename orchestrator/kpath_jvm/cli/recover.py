"""``kpath-jvm recover``: makes profiles of recordings that a killed kpath-jvm left."""

import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.cli.options.counting import CountingOptions
from kpath_jvm.cli.options.declared import Found, argument, flag, option, verb
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.cli.options.parameters import PATH, Force, WholeNumber, output_option
from kpath_jvm.cli.options.worth import tell_worth_of
from kpath_jvm.profile.names import printable
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.recording.options import largest_k
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.reports.cells import Cell
from kpath_jvm.reports.document import DocumentKind, write_document
from kpath_jvm.reports.documents.recover import RecoverKeys
from kpath_jvm.reports.output import UNLIMITED, write

DOCUMENT = DocumentKind("recover", 1, RecoverKeys)
_LONGEST_COMMAND = 60


@verb("recover")
def command(
    recording: Annotated[Path | None, argument(type=PATH, required=False)],
    k: Annotated[
        int | None,
        option(
            "-k",
            type=WholeNumber(1, largest_k),
            metavar="K",
            help="Longest sequence, in paths.  [default: the run's k]",
            found=Found.VALUE,
        ),
    ],
    output: Annotated[
        Path | None,
        output_option(
            "PATH", "The profile's directory.  [default: the recording's name with .kpath, here]"
        ),
    ],
    force: Force,
    keep: Annotated[
        bool,
        flag("--keep", help="Keep the recording after its profile is written.", found=Found.VALUE),
    ],
    discard: Annotated[
        bool,
        flag("--discard", help="Remove the recording and make no profile."),
    ],
    segment_dir: Annotated[
        Path | None,
        option(
            "--segment-dir",
            type=PATH,
            metavar="DIR",
            help="Where to look for recordings.  "
            "[default: /dev/shm and the directory for temporary files]",
            more="Needed if the run was given `--segment-dir`.",
        ),
    ],
    printed: FormatOptions,
    counting: CountingOptions,
) -> None:
    """Make a profile of a recording that a killed `kpath-jvm run` left, or list such recordings.

    \b
    kpath-jvm recover
    kpath-jvm recover /dev/shm/kpath-x7ab -o app.kpath
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.sessions import recover as recovering

    keep_pandas_out()
    if recording is None:
        if k is not None or output is not None or keep or discard:
            raise click.UsageError("name a recording; `kpath-jvm recover` without one lists all")
        found = recovering.find(segment_dir)
        if printed.is_json:
            recordings = [_plain(left) for left in found]
            write_document(sys.stdout, DOCUMENT.of({"recordings": recordings}))
        else:
            width = None if sys.stdout.isatty() else UNLIMITED
            write(sys.stdout, width, *renderables(found))
        return
    if printed.is_json:
        raise click.UsageError(
            "JSON is only for the list of recordings; leave out the recording, or leave out JSON"
        )
    if keep and discard:
        raise click.UsageError("give either --keep or --discard, not both")
    if discard and (k is not None or output is not None or force):
        raise click.UsageError("--discard makes no profile; leave out -k, --output and --force")
    left = recovering.require(recording)
    if discard:
        size = left.allocated_bytes()
        left.directory.remove()
        click.echo(f"kpath-jvm: removed {printable(str(recording))}, {format_size(size)}", err=True)
        return
    destination = output or Path(f"{recording.resolve().name}.kpath")
    recovering.recover(recovering.RecoverRequest(left, k, destination, force, counting.asked()))
    click.echo(f"kpath-jvm: profile {printable(str(destination))}", err=True)
    tell_worth_of(destination)
    if not keep:
        left.directory.remove()


def renderables(leftovers: Sequence[Leftover]) -> Iterator[RenderableType]:
    """Yields the directory, size, state and command of each recording, in one line if they fit."""
    if not leftovers:
        yield "nothing was left behind"
    for left in leftovers:
        yield _Listed(
            printable(str(left.directory.path)),
            [format_size(left.allocated_bytes()), _state_text(left), _command(left)],
        )


@dataclass(frozen=True)
class _Listed:
    """A recording; if it doesn't fit into one line, its directory gets a line of its own."""

    directory: str
    facts: list[str]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the recording in the layout that fits."""
        line = "  ".join([self.directory, *self.facts])
        if len(line) <= options.max_width:
            yield Text(line)
        else:
            yield Text(self.directory, overflow="fold")
            yield Padding(Cell("  ".join(self.facts)), (0, 0, 0, 2))


def _plain(left: Leftover) -> dict[str, Any]:
    session = left.session()
    return {
        "directory": str(left.directory.path),
        "bytes": left.allocated_bytes(),
        "state": _state(left),
        "target_pid": left.target_pid or None,
        "jvms": _jvm_count(left),
        "command": None if session is None else list(session.command),
        "started": None if session is None else session.started,
        "k": None if session is None else session.k,
    }


def _state(left: Leftover) -> str:
    if left.target_alive:
        return "running"
    return "recoverable" if left.is_recoverable else "empty"


def _jvm_count(left: Leftover) -> int | None:
    """Returns the number of JVMs in a recording, or None without ``--follow-children``."""
    if left.jvms is None:
        return None
    return len(left.jvms) + len(left.directory.concluded_profiles())


def _state_text(left: Leftover) -> str:
    state, count = _state(left), _jvm_count(left)
    if state == "running":
        return f"process {left.target_pid} is still running"
    if state == "empty" or count is None:
        return state
    return f"{state} ({count} JVM{'s' if count > 1 else ''})"


def _command(left: Leftover) -> str:
    session = left.session()
    if session is None:
        return "(command not known)"
    text = printable(shlex.join(session.command))
    return text if len(text) <= _LONGEST_COMMAND else text[: _LONGEST_COMMAND - 1] + "…"
