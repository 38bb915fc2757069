"""``kpath-jvm fleet``: questions about all profiles of a store."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.parameters import PATH, WholeNumber, force_option
from kpath_jvm.cli.options.worth import tell_worth_of
from kpath_jvm.profile.names import printable

_engine = click.option(
    "--engine",
    type=click.Choice(["duckdb", "spark"]),
    default="duckdb",
    show_default=True,
    help="What answers: DuckDB in this process, or Spark. The answer is the same.",
)
_master = click.option(
    "--master",
    metavar="URL",
    default="local[2]",
    show_default=True,
    help="Spark's master, as spark://host:7077.",
)
_json = click.option("--json", "as_json", is_flag=True, help="Print the rows as a JSON document.")
_top = click.option(
    "--top",
    "limit",
    type=WholeNumber(1, 1_000_000),
    metavar="N",
    default=20,
    show_default=True,
    help="How many rows.",
)
_service = click.option("--service", metavar="NAME", help="Only runs of a service.")
_since = click.option("--since", metavar="DAY", help="Only runs of that day and later ones.")
_until = click.option("--until", metavar="DAY", help="Only runs of that day and earlier ones.")
_version = click.option("--version", metavar="NAME", help="Only runs of a version.")


@click.group("fleet")
def command() -> None:
    """Ask about the profiles of a whole store at once, with DuckDB or with Spark.

    \b
    kpath-jvm fleet top profiles --service shop --since 2026-11-01
    kpath-jvm fleet diff profiles --service shop --base 1.3 --new 1.4
    kpath-jvm fleet merge profiles --version 1.4 -o shop-1.4.kpath
    """


@command.command("top")
@click.argument("store")
@click.option(
    "--by",
    type=click.Choice(["method", "path"]),
    default="method",
    show_default=True,
    help="What a row is of.",
)
@_top
@_service
@_version
@_since
@_until
@_engine
@_master
@_json
def top(
    store: str, by: str, limit: int, engine: str, master: str, as_json: bool, **chosen: Any
) -> None:
    """Show the methods or paths that have executed most bytecodes in all runs."""
    from kpath_jvm.fleet import answers
    from kpath_jvm.store.store import Store

    opened = answers.opened_by(engine, master)
    _print(answers.top(Store(store), _chosen(**chosen), by, limit, opened), as_json)


@command.command("diff")
@click.argument("store")
@click.option("--base", required=True, metavar="VERSION", help="The version that it was.")
@click.option("--new", required=True, metavar="VERSION", help="The version that it is now.")
@_top
@_service
@_since
@_until
@_engine
@_master
@_json
def diff(
    store: str, base: str, new: str, limit: int, engine: str, master: str, as_json: bool,
    **chosen: Any,
) -> None:  # fmt: skip
    """Show the methods whose shares of all bytecodes differ most between two versions."""
    from kpath_jvm.fleet import answers
    from kpath_jvm.store.store import Store

    before, after = (_chosen(version=version, **chosen) for version in (base, new))
    opened = answers.opened_by(engine, master)
    _print(answers.diff(Store(store), before, after, limit, opened), as_json)


@command.command("merge")
@click.argument("store")
@click.option("-o", "--output", type=PATH, required=True, metavar="PATH", help="The profile.")
@force_option
@_service
@_version
@_since
@_until
def merge(store: str, output: Path, force: bool, **chosen: Any) -> None:
    """Write the exact sum of all runs as a profile, as `kpath-jvm merge` does."""
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    from kpath_jvm.fleet import answers
    from kpath_jvm.store.store import Store

    def tell(text: str) -> None:
        click.echo(f"kpath-jvm: {printable(text)}", err=True)

    done = answers.merged(Store(store), _chosen(**chosen), output, force, tell)
    tell(f"profile {output}: {done.runs:,} runs, k = {done.k}, {done.methods:,} methods")
    tell_worth_of(output)


def _chosen(
    service: str | None, since: str | None, until: str | None, version: str | None = None
) -> Any:
    from kpath_jvm.store.store import Chosen, day_of

    days = [None if day is None else day_of(day).isoformat() for day in (since, until)]
    return Chosen(service, version, *days)


def _print(answer: Any, as_json: bool) -> None:
    if answer.note is not None:
        click.echo(f"kpath-jvm: {printable(answer.note)}", err=True)
    if as_json:
        rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        document = {
            "kpath_jvm_fleet": 1,
            "runs": answer.runs,
            "completeness": answer.completeness.document(),
            "rows": rows,
        }
        json.dump(document, sys.stdout, indent=1)
        print()
        return
    if not answer.completeness.is_exact:
        click.echo(f"kpath-jvm: {printable(answer.completeness.text)}", err=True)
    cells = [[_cell(value) for value in row] for row in (answer.columns, *answer.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row, values in zip(cells, (answer.columns, *answer.rows), strict=True):
        line = "  ".join(
            cell.ljust(width) if isinstance(value, str) else cell.rjust(width)
            for cell, width, value in zip(row, widths, values, strict=True)
        )
        click.echo(line.rstrip())


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{100 * value:.2f} %"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))
