"""``kpath-jvm workloads``: what can be run by name."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from rich.box import SIMPLE
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from kpath_jvm.cli.options.declared import Found, argument, flag, verb
from kpath_jvm.cli.options.kits import KitOptions, complete_benchmarks, complete_suites
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.catalogue import find_named, find_workload, list_workloads
from kpath_jvm.evaluation.workloads.kits.catalogue import list_kits, list_official
from kpath_jvm.evaluation.workloads.kits.model import Kit
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.reports.cells import Cell, wrapped
from kpath_jvm.reports.output import UNLIMITED, write

#: The space around a column of a table, and the smallest width of the table's last column.
_PADDING = 3
_LAST = 20


@verb("workloads")
def command(
    names: Annotated[
        tuple[str, ...],
        argument(
            nargs=-1,
            metavar="[[SUITE] NAME]...",
            shell_complete=lambda *word: [*complete_suites(*word), *complete_benchmarks(*word)],
        ),
    ],
    is_long: Annotated[
        bool,
        flag("--long", "-l", help="Describe each workload in full.", found=Found.VALUE),
    ],
    kits: KitOptions,
) -> None:
    """List the workloads that `kpath-jvm run SUITE NAME` can run.

    \b
    kpath-jvm workloads
    kpath-jvm workloads hsqldb
    kpath-jvm workloads dacapo hsqldb
    kpath-jvm workloads dacapo-9.12

    With a name or --long, each workload is described: what it does, what it stands for, its known
    limits.
    """
    places = kits.places()
    if names or is_long:
        described = (it for workload in _chosen(names) for it in described_in_full(workload))
        write(sys.stdout, None, *described)
    else:
        width = None if sys.stdout.isatty() else UNLIMITED
        write(sys.stdout, width, *listed(list_workloads(), places))


def _chosen(names: tuple[str, ...]) -> list[Workload]:
    if not names:
        return [*list_workloads(), *list_official()]
    suites = {workload.suite for workload in (*list_workloads(), *list_official())}
    if len(names) == 2 and names[0] in suites:
        return [find_workload(*names)]
    return [workload for name in names for workload in find_named(name)]


def listed(workloads: list[Workload], places: KitPlaces) -> Iterator[RenderableType]:
    """Yields the workloads and the official kits, as two tables that fit the console's width."""
    yield _Listing(
        ("suite", "name", "version", "kind", "sizes", "threads", "needs"),
        [
            (
                it.suite, it.name, it.version, it.kind, ", ".join(it.sizes), it.thread_text,
                it.needs,
            )
            for it in workloads
        ],
        own=2,
    )  # fmt: skip
    yield _Listing(
        ("official kits", "release", "is here", "benchmarks"),
        [
            (kit.suite, kit.title, _presence(kit, places), " ".join(kit.benchmarks))
            for kit in list_kits()
        ],
        own=1,
    )


@dataclass(frozen=True)
class _Listing:
    """A table; on a narrow console, all columns after the first ``own`` ones become one column."""

    titles: tuple[str, ...]
    rows: list[tuple[str, ...]]
    own: int

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields the table in the layout that fits."""
        columns = list(zip(self.titles, *self.rows, strict=True))
        # The text of the last column may be wrapped into many lines.
        needed = sum(max(map(len, column)) + _PADDING for column in columns[:-1]) + _LAST
        is_whole = needed <= options.max_width
        made = Table(box=SIMPLE)
        for title in self.titles if is_whole else self.titles[: self.own]:
            made.add_column(title, overflow="fold", no_wrap=title in ("suite", "name"))
        if not is_whole:
            made.add_column("")
        for row in self.rows:
            rest = [] if is_whole else [self._in_one(row[self.own :])]
            made.add_row(*(row if is_whole else row[: self.own]), *rest)
        yield made

    def _in_one(self, cells: tuple[str, ...]) -> Text:
        named = zip(self.titles[self.own :], cells, strict=True)
        return wrapped(
            Text("; ").join(Text.assemble((title, "dim"), " ", it) for title, it in named)
        )


def _presence(kit: Kit, places: KitPlaces) -> str:
    try:
        found = find_kit(kit, places)
    except KpathError:
        return f"no: needs {kit.file}"
    return f"{found.path.name} ({found.version})"


def described_in_full(workload: Workload) -> Iterator[RenderableType]:
    """Yields what a workload does and stands for, and its known limits."""
    name = Text(f"{workload.suite} {workload.name}", "bold")
    yield name.append(f" ({workload.kind})", "not bold")
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
    for what, value in rows.items():
        grid.add_row(f"  {what}", Cell(value))
    yield grid
    yield Text(f"\n{workload.description}\n\nKnown limits:")
    limits = Table.grid(padding=(0, 1))
    for limit in workload.known_limits:
        limits.add_row("  -", Text(limit))
    yield limits
    yield ""
