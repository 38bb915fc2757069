"""``kpath-jvm workloads``: what can be run by name."""

import click
from rich.console import Console
from rich.table import Table

from kpath_jvm.workloads import list_workloads


@click.command("workloads")
def command() -> None:
    """List the workloads that `kpath-jvm run SUITE NAME` knows."""
    table = Table("suite", "name", "version", "kind", "stands for", "sizes")
    for workload in list_workloads():
        table.add_row(
            workload.suite,
            workload.name,
            workload.version,
            "stand-in" if workload.stand_in else "official",
            workload.stands_for,
            ", ".join(workload.sizes),
        )
    Console().print(table)
