"""``kpath-jvm store``: profiles of many runs, by service, version and day."""

import json
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from kpath_jvm.cli.options.declared import Found, argument, flag, option, verb
from kpath_jvm.cli.options.outputs import FormatOptions
from kpath_jvm.cli.options.parameters import PATH, Force, output_option
from kpath_jvm.cli.options.stored import DaysOptions, OnlyService, OnlyVersion
from kpath_jvm.cli.options.worth import tell_worth
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.names import printable
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports.aligned import aligned

if TYPE_CHECKING:
    from kpath_jvm.store.store import Store, StoredRun

#: A directory, or an object store's URI.
StoreArgument = Annotated[str, argument()]


@click.group("store")
def command() -> None:
    """Keep the profiles of many runs: in a directory, or in an object store (s3://...).

    \b
    kpath-jvm store add profiles run.kpath --service shop --version 1.4
    kpath-jvm store list profiles --service shop
    kpath-jvm store get profiles --service shop --version 1.4 -o base.kpath
    kpath-jvm store prune profiles --before 2026-01-01
    """


@verb("add", within=command)
def add(
    store: StoreArgument,
    profiles: Annotated[tuple[Path, ...], argument(type=PATH, nargs=-1, required=True)],
    service: Annotated[
        str,
        option(
            "--service",
            required=True,
            metavar="NAME",
            help="The service that ran.",
            found=Found.VALUE,
        ),
    ],
    version: Annotated[
        str,
        option(
            "--version",
            required=True,
            metavar="NAME",
            help="The version of the service.",
            found=Found.VALUE,
        ),
    ],
    day: Annotated[
        str | None,
        option(
            "--day",
            metavar="DAY",
            help="The day of the run, such as 2026-11-23.  [default: when the run started]",
            found=Found.VALUE,
        ),
    ],
) -> None:
    """Add profiles to a store, which is made if it isn't there."""
    from kpath_jvm.profile.beside import told_beside
    from kpath_jvm.profile.reader import read_run
    from kpath_jvm.store.store import Store

    opened = Store(store)
    for path in profiles:
        own = day or read_run(path).started[:10]
        run, is_new = opened.add(path, service, version, own)
        word = "added" if is_new else "is already there"
        click.echo(f"kpath-jvm: {printable(str(path))} {word}: run {run.run}", err=True)
        for other in opened.elsewhere(run):
            text = (
                f"{path} is also in the store as a run of {other.service} {other.version}, "
                f"{other.day}; a question to `fleet` about both is refused, because the run would "
                "count twice"
            )
            click.echo(f"kpath-jvm: {printable(text)}", err=True)
        for what in told_beside(path):
            click.echo(f"kpath-jvm: {what} of {printable(str(path))} aren't stored", err=True)
        tell_worth(path, run.worth)


@verb("list", within=command)
def list_runs(
    store: StoreArgument,
    service: OnlyService,
    version: OnlyVersion,
    days: DaysOptions,
    printed: FormatOptions,
) -> None:
    """List the runs of a store.

    A line has a run's id, service, version, day, time of adding (in UTC), versions of Java, k,
    executed bytecodes (- if they aren't known exactly), path completions, what the counts are
    worth, and what ran. A long command is shortened, except in JSON. Runs of one version are
    ordered by day, and those of one day by the time of adding.
    """
    from kpath_jvm.store.store import Store, unverified

    opened, chosen = Store(store), days.of(service, version)
    # An empty store isn't an error, because its last run may have been removed. But it is an error
    # if the named service or version has no runs, because the name is probably misspelt.
    found = opened.some(chosen)[0] if chosen.words else opened.runs()
    runs = [*_with_origins(opened, found)]
    if (note := unverified(runs)) is not None:
        click.echo(f"kpath-jvm: {printable(note)}", err=True)
    if printed.is_json:
        rows = [dict(zip(_COLUMNS, _cells(run), strict=True)) for run in runs]
        json.dump({"kpath_jvm_store": 1, "runs": rows}, sys.stdout, indent=1)
        print()
    elif runs:
        _print(runs)


def _with_origins(store: "Store", runs: "list[StoredRun]") -> Iterator["StoredRun"]:
    """Yields runs with their Java versions, except runs that another process has just removed."""
    for run in runs:
        try:
            yield store.with_origin(run)
        except KpathError:
            if store.still_has(run):
                raise


_COLUMNS = (
    "run", "service", "version", "day", "added", "java_versions", "k", "bytecodes", "completions",
    "verdict", "title",
)  # fmt: skip
_NUMBERS = ("k", "bytecodes", "completions")
#: The columns whose titles in the text differ from their keys in the document.
_TITLES = {"java_versions": "java", "verdict": "counts", "title": "what ran"}


def _cells(run: "StoredRun") -> tuple[object, ...]:
    return (
        run.run, run.service, run.version, run.day, run.added_at, run.java_versions, run.k,
        run.bytecodes, run.completed, run.worth.verdict, run.title,
    )  # fmt: skip


def _print(runs: "list[StoredRun]") -> None:
    titles = [_TITLES.get(name, name) for name in _COLUMNS]
    rows = [(*_cells(run)[:-1], shortened(run.title)) for run in runs]
    cells = [[_cell(value) for value in row] for row in (titles, *rows)]
    for line in aligned(cells, lambda _, column: _COLUMNS[column] in _NUMBERS):
        click.echo(line)


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return printable(", ".join(value)) or "-"
    if isinstance(value, int):
        return f"{value:,}"
    return "-" if value is None else printable(str(value))


@verb("get", within=command)
def get(
    store: StoreArgument,
    run: Annotated[str | None, argument(metavar="[RUN]", required=False)],
    output: Annotated[Path, output_option("PATH", "The profile's directory.", required=True)],
    force: Force,
    service: OnlyService,
    version: OnlyVersion,
    days: DaysOptions,
) -> None:
    """Get one profile out of a store, to compare another with it.

    \b
    kpath-jvm store get profiles --service shop --version main -o base.kpath
    kpath-jvm diff base.kpath new.kpath --fail-if 'bytecodes > +10%'

    RUN is an id as `list` shows it, or the beginning of one. Without RUN, the run of the newest day
    is meant; of several runs on that day, the one that was added last. With --force, a profile that
    is already at PATH gets another name if no run can be copied.
    """
    from kpath_jvm.profile.earlier import earlier_set_aside
    from kpath_jvm.store.store import Store

    # If the requested run doesn't exist, an earlier profile must not stay at ``output``. Otherwise
    # the next command would take the earlier profile for the requested one.
    with earlier_set_aside(output, replace=force):
        opened = Store(store)
        found = opened.one(days.of(service, version), run)
        opened.copy(found, output, replace=force)
    what = (
        f"run {found.run} of {found.service} {found.version}, {found.day}, added "
        f"{found.added_at}: {shortened(found.title)}"
    )
    click.echo(f"kpath-jvm: {printable(f'{output} is {what}')}", err=True)
    tell_worth(output, found.worth)


@verb("prune", within=command)
def prune(
    store: StoreArgument,
    run: Annotated[
        str | None,
        option(
            "--run",
            metavar="ID",
            help="Remove the run with this id; the beginning of an id will do.",
        ),
    ],
    before: Annotated[
        str | None,
        option(
            "--before",
            metavar="DAY",
            help="Remove the runs of days before DAY.",
            more="Without --before or --run, only files that killed writers left are removed.",
        ),
    ],
    service: OnlyService,
    version: OnlyVersion,
    days: DaysOptions,
    dry_run: Annotated[bool, flag("--dry-run", help="Only say what would be removed.")],
) -> None:
    """Remove runs before a day, or one run, and files over a day old that killed writers left."""
    from kpath_jvm.store.store import Store, day_of

    opened, chosen = Store(store), days.of(service, version)
    if run is not None and before is not None:
        raise click.UsageError("--run has no effect with --before; leave one of the two out")
    if run is None and before is None and chosen.words:
        raise click.UsageError(
            f"{chosen.words} has no effect without --before DAY or --run ID; add one"
        )
    doomed = []
    if run is not None:
        doomed = [opened.only(chosen, run)]
    elif before is not None:
        last = day_of(before) - timedelta(days=1)
        # It isn't an error if a service has only newer runs. But it is an error if the service has
        # no runs at all. Its name is probably misspelt, and a script with that name would never
        # prune anything.
        known = opened.some(chosen)[0] if chosen.words else opened.runs()
        doomed = [one for one in known if one.day <= last.isoformat()]
    for one in doomed:
        click.echo(f"{one.run}  {printable(f'{one.service}  {one.version}')}  {one.day}")
        if not dry_run:
            opened.remove(one)
    for name in opened.leftovers(datetime.now(timezone.utc)):
        click.echo(printable(name))
        if not dry_run:
            opened.place.remove(name)
