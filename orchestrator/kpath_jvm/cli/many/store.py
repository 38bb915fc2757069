"""``kpath-jvm store``: profiles of many runs, by service, version and day."""

from datetime import datetime, timedelta, timezone
from pathlib import Path

import click

from kpath_jvm.cli.options.parameters import PATH
from kpath_jvm.cli.options.worth import tell_worth
from kpath_jvm.profile.names import printable


@click.group("store")
def command() -> None:
    """Keep the profiles of many runs: in a directory, or in an object store (s3://...).

    \b
    kpath-jvm store add profiles run.kpath --service shop --version 1.4
    kpath-jvm store list profiles --service shop
    kpath-jvm store prune profiles --before 2026-01-01
    """


@command.command("add")
@click.argument("store")
@click.argument("profiles", type=PATH, nargs=-1, required=True)
@click.option("--service", required=True, metavar="NAME", help="What ran.")
@click.option("--version", required=True, metavar="NAME", help="Which version of it.")
@click.option("--day", metavar="DAY", help="As 2026-11-23.  [default: when the run started]")
def add(
    store: str, profiles: tuple[Path, ...], service: str, version: str, day: str | None
) -> None:
    """Add profiles to a store, which is made if it isn't there."""
    from kpath_jvm.profile.reader import read_run
    from kpath_jvm.store.store import Store

    opened = Store(store)
    for path in profiles:
        own = day or read_run(path).started[:10]
        run, is_new = opened.add(path, service, version, own)
        word = "added" if is_new else "is there already"
        click.echo(f"kpath-jvm: {printable(str(path))} {word}: run {run.run}", err=True)
        tell_worth(path, run.worth)


@command.command("list")
@click.argument("store")
@click.option("--service", metavar="NAME", help="Only those of a service.")
@click.option("--version", metavar="NAME", help="Only those of a version.")
def list_runs(store: str, service: str | None, version: str | None) -> None:
    """List the runs of a store.

    A line has id, service, version, day, k, path completions, what the counts are worth, and what
    ran.
    """
    from kpath_jvm.store.store import Chosen, Store, unverified

    runs = Store(store).runs(Chosen(service, version))
    if (note := unverified(runs)) is not None:
        click.echo(f"kpath-jvm: {printable(note)}", err=True)
    for run in runs:
        row = (
            run.run, run.service, run.version, run.day, run.k, run.completed,
            run.worth.verdict, run.title,
        )  # fmt: skip
        click.echo(printable("  ".join(map(str, row))))


@command.command("prune")
@click.argument("store")
@click.option("--before", metavar="DAY", help="Remove the runs of days before this one.")
@click.option("--service", metavar="NAME", help="Only those of a service.")
@click.option("--version", metavar="NAME", help="Only those of a version.")
@click.option("--dry-run", is_flag=True, help="Tell only what would go.")
def prune(
    store: str, before: str | None, service: str | None, version: str | None, dry_run: bool
) -> None:
    """Remove runs of earlier days, and what killed writers have left more than a day ago."""
    from kpath_jvm.store.store import Chosen, Store, day_of

    opened = Store(store)
    if before is not None:
        last = (day_of(before) - timedelta(days=1)).isoformat()
        for run in opened.runs(Chosen(service, version, last_day=last)):
            click.echo(f"{run.run}  {printable(f'{run.service}  {run.version}')}  {run.day}")
            if not dry_run:
                opened.remove(run)
    for name in opened.leftovers(datetime.now(timezone.utc)):
        click.echo(printable(name))
        if not dry_run:
            opened.place.remove(name)
