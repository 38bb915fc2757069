"""``kpath-jvm store``: profiles of many runs, by service, version and day."""

from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import argument, flag, option, verb
from kpath_jvm.cli.options.parameters import PATH, Force, output_option
from kpath_jvm.cli.options.worth import tell_worth
from kpath_jvm.profile.names import printable

#: A directory, or an object store's URI.
StoreArgument = Annotated[str, argument()]
OnlyService = Annotated[
    str | None, option("--service", metavar="NAME", help="Only runs of a service.")
]
OnlyVersion = Annotated[
    str | None, option("--version", metavar="NAME", help="Only runs of a version.")
]


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
    service: Annotated[str, option("--service", required=True, metavar="NAME", help="What ran.")],
    version: Annotated[
        str, option("--version", required=True, metavar="NAME", help="Which version of it.")
    ],
    day: Annotated[
        str | None,
        option(
            "--day",
            metavar="DAY",
            help="The day of the run, as 2026-11-23.  [default: when the run started]",
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
        for what in told_beside(path):
            click.echo(f"kpath-jvm: {what} of {printable(str(path))} aren't stored", err=True)
        tell_worth(path, run.worth)


@verb("list", within=command)
def list_runs(
    store: StoreArgument,
    service: OnlyService,
    version: OnlyVersion,
) -> None:
    """List the runs of a store.

    A line has id, service, version, day, k, path completions, what the counts are worth, and what
    ran.
    """
    from kpath_jvm.store.store import Chosen, Store, unverified

    opened, chosen = Store(store), Chosen(service, version)
    # A store may have become empty. But a service or a version that has no runs is misspelt.
    runs = opened.some(chosen)[0] if chosen.words else opened.runs()
    if (note := unverified(runs)) is not None:
        click.echo(f"kpath-jvm: {printable(note)}", err=True)
    for run in runs:
        row = (
            run.run, run.service, run.version, run.day, run.k, run.completed,
            run.worth.verdict, run.title,
        )  # fmt: skip
        click.echo(printable("  ".join(map(str, row))))


@verb("get", within=command)
def get(
    store: StoreArgument,
    run: Annotated[str | None, argument(metavar="[RUN]", required=False)],
    output: Annotated[Path, output_option("PATH", "The profile's directory.", required=True)],
    force: Force,
    service: OnlyService,
    version: OnlyVersion,
) -> None:
    """Get one profile out of a store, to compare another with it.

    \b
    kpath-jvm store get profiles --service shop --version main -o base.kpath
    kpath-jvm diff base.kpath new.kpath --fail-if 'bytecodes > +10%'

    RUN is an id as `list` shows it, or its beginning. Without it, the run that was added last is
    meant.
    """
    from kpath_jvm.store.store import Chosen, Store

    opened = Store(store)
    found = opened.one(Chosen(service, version), run)
    opened.copy(found, output, replace=force)
    what = f"run {found.run} of {found.service} {found.version}, {found.day}: {found.title}"
    click.echo(f"kpath-jvm: {printable(f'{output} is {what}')}", err=True)
    tell_worth(output, found.worth)


@verb("prune", within=command)
def prune(
    store: StoreArgument,
    before: Annotated[
        str | None,
        option(
            "--before",
            metavar="DAY",
            help="Remove the runs of days before this one.",
            more="Without it, only what killed writers have left is removed.",
        ),
    ],
    service: OnlyService,
    version: OnlyVersion,
    dry_run: Annotated[bool, flag("--dry-run", help="Only say what would be removed.")],
) -> None:
    """Remove runs of earlier days, and what killed writers have left more than a day ago."""
    from kpath_jvm.store.store import Chosen, Store, day_of

    opened, chosen = Store(store), Chosen(service, version)
    if before is None and chosen.words:
        raise click.UsageError(f"{chosen.words} has no effect without --before DAY; add it")
    if before is not None:
        last = day_of(before) - timedelta(days=1)
        # A service may have only newer runs. But if its name is misspelt, this must fail, because
        # nothing would ever be pruned.
        known = opened.some(chosen)[0] if chosen.words else opened.runs()
        for run in (one for one in known if one.day <= last.isoformat()):
            click.echo(f"{run.run}  {printable(f'{run.service}  {run.version}')}  {run.day}")
            if not dry_run:
                opened.remove(run)
    for name in opened.leftovers(datetime.now(timezone.utc)):
        click.echo(printable(name))
        if not dry_run:
            opened.place.remove(name)
