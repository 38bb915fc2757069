"""``kpath-jvm doctor``: what is there, and what is missing."""

import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from kpath_jvm.sessions.doctor import Check, checks


@click.command("doctor")
@click.pass_context
def command(ctx: click.Context, /) -> None:
    """Check JDKs, shared memory, jars, packages and hardware counters.

    Exits with 1 when something is missing that is needed.
    """
    console = Console()
    found = [*checks(), _hardware_counters()]
    console.print(_table(found))
    failed = [check for check in found if check.remedy is not None and check.is_needed]
    for check in failed:
        console.print(f"{check.what}: {check.remedy}", markup=False, highlight=False)
    ctx.exit(1 if failed else 0)


def _table(checks: list[Check]) -> Table:
    table = Table(box=None)
    for title in ("", "what", "found", "remedy"):
        table.add_column(title, overflow="fold")
    for check in checks:
        mark = Text("✓", "green") if check.remedy is None else Text("✗", "red")
        if check.remedy is not None and not check.is_needed:
            mark = Text("!", "yellow")
        table.add_row(mark, Text(check.what), Text(check.found), Text(check.remedy or ""))
    return table


def _hardware_counters() -> Check:
    from kpath_jvm.evaluation.experiments.trials.hardware_counters import EVENTS, obstacle

    what = "hardware counters"
    try:
        with tempfile.TemporaryDirectory(prefix="kpath-doctor-") as directory:
            found = obstacle(Path(directory))
    except OSError as error:
        remedy = "set TMPDIR to a directory that can be written to"
        return Check(what, f"not tried: {error.strerror or error}", remedy, is_needed=False)
    if found is None:
        return Check(what, f"perf stat counts {', '.join(EVENTS)}: figure 10 shows them")
    shown = "without them figure 10 shows simulated caches, and no CPI"
    return Check(what, found.reason, f"{found.remedy}; {shown}", is_needed=False)
