"""``kpath-jvm report``: what a profile contains."""

from functools import partial
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import Found, flag, option, verb
from kpath_jvm.cli.options.outputs import PrintedOptions
from kpath_jvm.cli.options.parameters import (
    Coverage,
    NoMerge,
    ProfileArgument,
    ShownK,
    Sources,
    rows_option,
)
from kpath_jvm.cli.options.selecting import SelectionOptions
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.shown import ORDER, ORDERS, Order


@verb("report")
def command(
    profile: ProfileArgument,
    k: ShownK,
    top: Annotated[int, rows_option("Rows of each table.")],
    sort: Annotated[
        Order,
        option(
            "--sort",
            type=click.Choice(ORDERS),
            default=ORDER,
            help="Order by executed bytecodes, by how often loops and paths ran, or by time.",
            more="For a loop, `count` is how often its header ran. `time` orders loops and methods "
            "by the samples of `run --time`, and paths by bytecodes, because samples don't tell "
            "paths apart.",
            found=Found.VALUE,
        ),
    ],
    coverage: Coverage,
    chosen: SelectionOptions,
    sources: Sources,
    no_merge: NoMerge,
    printed: PrintedOptions,
    verbose: Annotated[
        bool,
        flag(
            "-v",
            "--verbose",
            help="Show everything about the recording, even if the report has filters.",
            found=Found.VALUE,
        ),
    ],
) -> None:
    """Show what a profile holds: what was profiled and what was not, and what is hot in it.

    \b
    kpath-jvm report eclipse.kpath --top 20 --sort count
    kpath-jvm report timed.kpath --sort time
    kpath-jvm report eclipse.kpath --coverage 1,10,100
    kpath-jvm report eclipse.kpath --method Scanner.checkTaskTag --sources ecj-sources.jar
    kpath-jvm report eclipse.kpath --format json -o eclipse.json
    kpath-jvm report eclipse.kpath --format md --top 5 >> "$GITHUB_STEP_SUMMARY"
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.markdown.report import report_markdown
    from kpath_jvm.reports.report import renderables
    from kpath_jvm.reports.summary import ReportOptions, summarise

    keep_pandas_out()
    selection = chosen.selection()
    wanted = ReportOptions(
        k, top, merge=not no_merge, selection=selection, order=sort, coverage=coverage or ()
    )
    read = opened(profile, selection)
    with source_texts(sources, [read]) as texts:
        summary = summarise(read, wanted, texts)
    printed.write(summary, partial(renderables, verbose=verbose), report_markdown)
