"""``kpath-jvm workloads``: what can be run by name."""

from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from kpath_jvm.cli.parameters import kit_options, taken_kits
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.catalogue import find_named, find_workload, list_workloads
from kpath_jvm.evaluation.workloads.kits.catalogue import list_kits, list_official
from kpath_jvm.evaluation.workloads.kits.model import Kit
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit
from kpath_jvm.evaluation.workloads.model import Workload


@click.command("workloads")
@click.argument("names", nargs=-1, metavar="[[SUITE] NAME]...")
@click.option("--long", "-l", "is_long", is_flag=True, help="Describe each in full.")
@kit_options
def command(names: tuple[str, ...], is_long: bool, **options: Any) -> None:
    """List the workloads that `kpath-jvm run SUITE NAME` knows.

    \b
    kpath-jvm workloads
    kpath-jvm workloads hsqldb
    kpath-jvm workloads dacapo hsqldb
    kpath-jvm workloads dacapo-9.12

    With a name, or --long: what it does, what it stands for, and its known limits.
    """
    places = taken_kits(options)
    console = Console()
    if names or is_long:
        for workload in _chosen(names):
            _describe(workload, console)
    else:
        console.print(_table(list_workloads()))
        console.print(_kits(places))


def _chosen(names: tuple[str, ...]) -> list[Workload]:
    if not names:
        return [*list_workloads(), *list_official()]
    suites = {workload.suite for workload in (*list_workloads(), *list_official())}
    if len(names) == 2 and names[0] in suites:
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
            workload.thread_text,
            workload.needs,
        )
    return table


def _kits(places: KitPlaces) -> Table:
    table = Table("official kits", "release", "is here", "benchmarks")
    for kit in list_kits():
        table.add_row(kit.suite, kit.title, _presence(kit, places), " ".join(kit.benchmarks))
    return table


def _presence(kit: Kit, places: KitPlaces) -> str:
    try:
        found = find_kit(kit, places)
    except KpathError:
        return f"no: needs {kit.file}"
    return f"{found.path.name} ({found.version})"


def _describe(workload: Workload, console: Console) -> None:
    console.print(f"[bold]{workload.suite} {workload.name}[/bold] ({workload.kind})")
    rows = {
        "title": workload.title,
        "stands for": workload.stands_for,
        "runs": workload.version,
        "threads": workload.thread_text,
        "needs": workload.needs,
        "sizes": "; ".join(
            f"{size.name} ({size.warmups} warm-up, {size.iterations} timed)"
            for size in workload.sizes.values()
        ),
        **{f"not on {jdks}": why for jdks, why in workload.exclusions.items()},
    }
    grid = Table.grid(padding=(0, 2))
    for name, value in rows.items():
        grid.add_row(f"  {name}", escape(value))
    console.print(grid)
    console.print(f"\n{escape(workload.description)}\n\nKnown limits:")
    for limit in workload.known_limits:
        console.print(f"  - {escape(limit)}")
    console.print()
