"""``kpath-jvm report``: what a profile holds."""

from functools import partial
from pathlib import Path
from typing import Any, Literal

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.outputs import format_options, output_options, taken_format, written
from kpath_jvm.cli.options.parameters import (
    WholeNumber,
    no_merge_option,
    profile_argument,
    shown_k_option,
    sources_option,
)
from kpath_jvm.cli.options.selecting import selection_options, taken_selection
from kpath_jvm.cli.options.source_roots import source_texts


@click.command("report")
@profile_argument
@shown_k_option
@option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Rows of each table.",
    found=Found.VALUE,
)
@option(
    "--sort",
    type=click.Choice(["cost", "count"]),
    default="cost",
    show_default=True,
    help="Order by executed bytecodes, or by how often loops and paths ran.",
    found=Found.VALUE,
)
@selection_options
@sources_option
@no_merge_option
@format_options
@output_options
@option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Say all about the recording, which a report with filters doesn't.",
    found=Found.VALUE,
)
def command(
    profile: Path,
    k: int | None,
    top: int,
    sort: Literal["cost", "count"],
    sources: tuple[Path, ...],
    no_merge: bool,
    output: Path | None,
    force: bool,
    verbose: bool,
    **options: Any,
) -> None:
    """Show what a profile holds: what was profiled and what was not, and what is hot in it.

    \b
    kpath-jvm report eclipse.kpath --top 20 --sort count
    kpath-jvm report eclipse.kpath --method Scanner.checkTaskTag --sources ecj-sources.jar
    kpath-jvm report eclipse.kpath --format json -o eclipse.json
    kpath-jvm report eclipse.kpath --format md --top 5 >> "$GITHUB_STEP_SUMMARY"
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.markdown.report import report_markdown
    from kpath_jvm.reports.report import renderables
    from kpath_jvm.reports.summary import ReportOptions, summarise

    kind = taken_format(options)
    keep_pandas_out()
    selection = taken_selection(options)
    wanted = ReportOptions(k, top, merge=not no_merge, selection=selection, order=sort)
    with source_texts(sources) as texts:
        summary = summarise(selection.open(profile), wanted, texts)
    written(summary, kind, output, force, partial(renderables, verbose=verbose), report_markdown)
