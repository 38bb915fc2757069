"""``kpath-jvm live``: watches a recording while it runs."""

import os
import select
import signal
import sys
import time
from typing import TYPE_CHECKING, Annotated

import click

from kpath_jvm.cli.options.declared import Found, argument, flag, option, verb
from kpath_jvm.cli.options.parameters import Duration, ShownK, Sources, rows_option
from kpath_jvm.cli.options.selecting import PlaceOptions
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.errors import KpathError
from kpath_jvm.live.pace import LEAST_SECONDS
from kpath_jvm.profile.names import printable
from kpath_jvm.shown import LIVE_ORDER, LIVE_ORDERS, LIVE_ROWS, LiveOrder

if TYPE_CHECKING:
    from kpath_jvm.live.watch import Watch

_POLL_SECONDS = 0.1
#: A picture of the hottest loops shows rates, and a rate is the difference between two looks.
_LOOKS_OF_A_FRAME = 2


@verb("live")
def command(
    what: Annotated[str | None, argument(required=False, metavar="PID|NAME|PROFILE")],
    once: Annotated[
        bool,
        flag(
            "--once",
            help="After two looks, print as text what is hot, and exit.",
            more="The second look comes after `--interval`, however long the first has taken.",
            found=Found.VALUE,
        ),
    ],
    as_json: Annotated[
        bool,
        flag(
            "--json",
            help="Print a line of JSON for each look, until the recording is over; with --once, "
            "print only one line.",
            found=Found.VALUE,
        ),
    ],
    k: ShownK,
    top: Annotated[int, rows_option("Rows of each list.", LIVE_ROWS, most=1000)],
    sort: Annotated[
        LiveOrder,
        option(
            "--sort",
            type=click.Choice(LIVE_ORDERS),
            default=LIVE_ORDER,
            help="Order by what loops do now, or by what they have done in all.",
            found=Found.VALUE,
        ),
    ],
    interval: Annotated[
        float,
        option(
            "--interval",
            type=Duration(),
            default=LEAST_SECONDS,
            metavar="SECONDS",
            help="Least time from one look to the next. Looks come less often if the recorder "
            "would need more than a twentieth of the time for them.",
            found=Found.VALUE,
        ),
    ],
    places: PlaceOptions,
    sources: Sources,
    beside: Annotated[int | None, option("--beside", type=click.INT, hidden=True)],
    until_closed: Annotated[int | None, option("--until-closed", type=click.INT, hidden=True)],
) -> int:
    """Watch a recording that is under way: its hottest loops and sequences as they change.

    \b
    kpath-jvm live 4711
    kpath-jvm live app.kpath --sources src --include com.example
    kpath-jvm live 4711 --once

    PID is the process id of a JVM that `run` or `attach` records, NAME is the JVM's main class or
    jar, and PROFILE is the profile that `run` or `attach` will write. In the view, ? shows the
    keys; q quits the view, and the recording goes on.
    """
    if what is None and beside is None:
        raise click.UsageError("give the process id of a JVM that is recorded, or its profile")
    if not (once or as_json or beside is not None):
        _require_terminal()
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.live.filtering import Filter
    from kpath_jvm.live.pace import Pace
    from kpath_jvm.live.ranking import Wanted
    from kpath_jvm.live.recorder import Recorder, find
    from kpath_jvm.live.watch import Watch

    pid = find(what or "") if beside is None else _beside(beside, until_closed)
    if pid is None:
        return 0
    wanted = Wanted(top, k, sort, Filter(selection=places.selection()))
    with (
        source_texts(sources) as texts,
        Watch(Recorder(pid), wanted, texts, Pace(interval, is_sparing=not once)) as watch,
    ):
        if once or as_json:
            return _print(watch, once=once, as_json=as_json)
        return _show(watch, beside, until_closed)


def _require_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stderr.isatty()) or os.environ.get("TERM") == "dumb":
        raise KpathError(
            "no terminal to show a view on; `--once` prints what is hot as text, `--json` lines "
            "for scripts"
        )


def _beside(owner: int, until_closed: int | None) -> int | None:
    """Waits until the process ``owner`` records a JVM, and returns the JVM's process id.

    Returns None if ``owner`` ends first, or first closes the pipe ``until_closed``.
    """
    from kpath_jvm.live.recorder import recorded_by

    while os.getppid() == owner and not (until_closed is not None and _is_closed(until_closed)):
        found = recorded_by(owner)
        if found is not None:
            return found
        time.sleep(_POLL_SECONDS)
    return None


def _print(watch: "Watch", *, once: bool, as_json: bool) -> int:
    from kpath_jvm.live.printing import looks, page, write_line
    from kpath_jvm.reports.output import width_of, write

    # The dumps are removed when the caller's `with` block ends. So SIGTERM must end the block, too.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    view = watch.view()
    for view in looks(watch, _LOOKS_OF_A_FRAME if once else None):
        if as_json and not once:
            write_line(sys.stdout, view)
    if as_json and once:
        write_line(sys.stdout, view)
    elif once:
        write(sys.stdout, None, *page(view, width_of(sys.stdout)))
    return 0


def _show(watch: "Watch", beside: int | None, until_closed: int | None) -> int:
    from kpath_jvm.live.app import LiveApp

    def interrupt() -> None:
        assert beside is not None
        os.kill(beside, signal.SIGINT)

    app = LiveApp(watch, None if beside is None else interrupt, until_closed)
    app.run()
    if app.return_code:
        # The view has already printed why it failed, and that the recording goes on.
        return app.return_code
    over, pid = watch.view().over, watch.recorder.pid
    if over is not None:
        if beside is None:
            click.echo(f"kpath-jvm: {printable(over)}", err=True)
    elif watch.is_ending:
        if beside is None:
            click.echo(
                f"kpath-jvm: the recording of process {pid} has ended, and its profile is being "
                "written",
                err=True,
            )
    elif until_closed is None or not _is_closed(until_closed):
        click.echo(
            f"kpath-jvm: the recording of process {pid} goes on; `kpath-jvm live {pid}` shows it",
            err=True,
        )
    return 0


def _is_closed(descriptor: int) -> bool:
    readable, _, _ = select.select([descriptor], [], [], 0)
    return bool(readable)
