"""``kpath-jvm workloads``: what can be run by name."""

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from kpath_jvm.workloads import Workload, find_workload, list_workloads
from kpath_jvm.workloads.catalogue import find_named


@click.command("workloads")
@click.argument("names", nargs=-1, metavar="[[SUITE] NAME]...")
@click.option("--long", "-l", "is_long", is_flag=True, help="Tell all there is to know of each.")
def command(names: tuple[str, ...], is_long: bool) -> None:
    """List the workloads that `kpath-jvm run SUITE NAME` knows.

    \b
    kpath-jvm workloads
    kpath-jvm workloads hsqldb
    kpath-jvm workloads dacapo hsqldb

    With a name, or --long: what it does, what it stands for, and its known limits.
    """
    console = Console()
    if names or is_long:
        for workload in _chosen(names):
            _describe(workload, console)
    else:
        console.print(_table(list_workloads()))


def _chosen(names: tuple[str, ...]) -> list[Workload]:
    if not names:
        return list_workloads()
    if len(names) == 2 and names[0] in {workload.suite for workload in list_workloads()}:
        return [find_workload(*names)]
    return [workload for name in names for workload in find_named(name)]


def _table(workloads: list[Workload]) -> Table:
    table = Table("suite", "name", "version", "kind", "sizes", "threads", "needs")
    for workload in workloads:
        table.add_row(
            workload.suite,
            workload.name,
            workload.version,
            workload.kind,
            ", ".join(workload.sizes),
            str(workload.threads),
            workload.needs,
        )
    return table


def _describe(workload: Workload, console: Console) -> None:
    console.print(f"[bold]{workload.suite} {workload.name}[/bold] ({workload.kind})")
    rows = {
        "title": workload.title,
        "stands for": workload.stands_for,
        "runs": workload.version,
        "threads": str(workload.threads),
        "needs": workload.needs,
        "sizes": "; ".join(
            f"{size.name} ({size.warmups} warm-up, {size.iterations} timed)"
            for size in workload.sizes.values()
        ),
        **{f"not on JDK {version}": why for version, why in workload.excluded_jdks.items()},
    }
    grid = Table.grid(padding=(0, 2))
    for name, value in rows.items():
        grid.add_row(f"  {name}", escape(value))
    console.print(grid)
    console.print(f"\n{escape(workload.description)}\n\nKnown limits:")
    for limit in workload.known_limits:
        console.print(f"  - {escape(limit)}")
    console.print()
