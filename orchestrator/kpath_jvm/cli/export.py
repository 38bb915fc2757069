"""``kpath-jvm export``: a profile for other programs."""

import sys
from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.outputs import opened, output_options
from kpath_jvm.cli.options.parameters import (
    WholeNumber,
    profile_argument,
    shown_k_option,
    sources_option,
)
from kpath_jvm.cli.options.selecting import selection_options, taken_selection
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.cli.options.worth import tell_worth
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import replacing

_FLAMES = ("collapsed", "speedscope", "pprof")
_TABLES = ("sequences", "paths", "loops", "branches", "methods", "edges", "extended")


@click.command("export")
@profile_argument
@option(
    "--format",
    "kind",
    type=click.Choice(["jsonl", "csv", "parquet", *_FLAMES]),
    required=True,
    help="jsonl: one object per method, with all of it; csv, parquet: the rows of a table; "
    "collapsed, speedscope, pprof: stacks for the tools of these names, and for flame graphs.",
    found=Found.VALUE,
)
@option(
    "--weight",
    type=click.Choice(["cost", "count"]),
    default=None,
    help="What stacks weigh: executed bytecodes or path completions.  [default: cost]",
    found=Found.VALUE,
)
@option(
    "--table",
    type=click.Choice(_TABLES),
    default=None,
    help="What csv and parquet have a row for.  [default: sequences]",
    found=Found.VALUE,
)
@option(
    "--top",
    type=WholeNumber(1, 1_000_000),
    metavar="N",
    help="The N hottest sequences, chosen as reports choose them; of the others, and of jsonl's "
    "methods, those of the most bytecodes.  [default: all]",
    found=Found.VALUE,
)
@shown_k_option
@sources_option
@output_options
@selection_options
def command(
    profile: Path,
    kind: str,
    weight: str | None,
    table: str | None,
    top: int | None,
    k: int | None,
    sources: tuple[Path, ...],
    output: Path | None,
    force: bool,
    **options: Any,
) -> None:
    """Write a profile's sequences, paths, loops, branches and methods for other programs.

    \b
    kpath-jvm export eclipse.kpath --format csv | head
    kpath-jvm export eclipse.kpath --format csv --table paths --sources ecj-sources.jar -o paths.csv
    kpath-jvm export eclipse.kpath --format parquet --top 1000 -o hottest.parquet
    kpath-jvm export eclipse.kpath --format jsonl -o eclipse.jsonl
    kpath-jvm export eclipse.kpath --format speedscope -o eclipse.speedscope.json
    kpath-jvm export eclipse.kpath --format pprof -o eclipse.pb.gz

    Rows of all tables, and the objects of jsonl, have the method's id; paths are called A, B, C ...
    as in reports. In csv, a text that begins with =, +, - or @ gets an apostrophe in front, so that
    no spreadsheet takes it for a formula. docs/formats/export.md describes the formats.
    """
    if kind in _FLAMES:
        if table is not None:
            raise KpathError(f"{kind} has stacks, no tables; leave out --table", 2)
        _write_flames(profile, kind, weight, top, k, sources, output, force, options)
        return
    if weight is not None:
        raise KpathError(f"{kind} has both counts and costs; leave out --weight", 2)
    from kpath_jvm.analysis.selection import select
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.export.exported import Exported, ExportOptions
    from kpath_jvm.reports.export.jsonl import write_lines
    from kpath_jvm.reports.export.tables import write_csv, write_parquet
    from kpath_jvm.reports.summary import check_k

    if kind == "jsonl" and table is not None:
        raise KpathError("jsonl has all tables in one; leave out --table, or export csv", 2)
    if kind == "parquet" and output is None:
        raise KpathError("parquet is no text for stdout; name a file with -o FILE", 2)
    keep_pandas_out()
    selection = taken_selection(options)
    found = selection.open(profile)
    tell_worth(found.path, found.completeness)
    with source_texts(sources) as texts:
        wanted = ExportOptions(k=check_k(found, k), top=top, sources=texts)
        exported = Exported(select(found.merged(across_loaders=False), selection), wanted)
        chosen = table or _TABLES[0]
        if kind == "parquet":
            assert output is not None
            with replacing(output, force) as sink:
                write_parquet(exported, chosen, sink)
            return
        if output is None:
            # Names may be any Unicode, whatever the terminal's encoding.
            text: Any = sys.stdout
            text.reconfigure(encoding="utf-8", newline="\n")
        with opened(output, force) as stream:
            if kind == "jsonl":
                write_lines(exported, stream)
            else:
                write_csv(exported, chosen, stream)


def _write_flames(
    profile: Path,
    kind: str,
    weight: str | None,
    top: int | None,
    k: int | None,
    sources: tuple[Path, ...],
    output: Path | None,
    force: bool,
    options: dict[str, Any],
) -> None:
    """Writes stacks."""
    from kpath_jvm.analysis.selection import select
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.flames.flames import FLAMES, FlameOptions, write_flames

    if output is None and not FLAMES[kind]:
        raise KpathError(f"{kind} is no text for stdout; name a file with -o FILE", 2)
    keep_pandas_out()
    selection = taken_selection(options)
    found = selection.open(profile)
    tell_worth(found.path, found.completeness)
    selected = select(found.merged(), selection)
    with source_texts(sources) as texts:
        wanted = FlameOptions("count" if weight == "count" else "cost", k, top, texts)
        if output is not None and not FLAMES[kind]:
            with replacing(output, force) as sink:
                write_flames(selected, kind, wanted, sink)
            return
        if output is None:
            text: Any = sys.stdout
            text.reconfigure(encoding="utf-8", newline="\n")
        with opened(output, force) as stream:
            write_flames(selected, kind, wanted, stream)
