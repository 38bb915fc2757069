"""``kpath-jvm branches``: how often which way, and what decides it."""

from pathlib import Path
from typing import Any

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


@click.command("branches")
@profile_argument
@option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=3,
    show_default=True,
    metavar="N",
    help="Methods to show, the costliest first.",
    found=Found.VALUE,
)
@shown_k_option
@selection_options
@sources_option
@no_merge_option
@format_options
@output_options
def command(
    profile: Path,
    top: int,
    k: int | None,
    sources: tuple[Path, ...],
    no_merge: bool,
    output: Path | None,
    force: bool,
    **options: Any,
) -> None:
    """Show how often each branch went which way, and whether earlier iterations decide it.

    \b
    kpath-jvm branches eclipse.kpath --sources ecj-sources.jar
    kpath-jvm branches eclipse.kpath --method Scanner.checkTaskTag
    kpath-jvm branches eclipse.kpath --loop Scanner.java:1280 --json
    kpath-jvm branches eclipse.kpath --top 1 --format md >> "$GITHUB_STEP_SUMMARY"

    For each branch the one is told that says most about it: another branch of the same loop in the
    same iteration, or that one or itself some iterations before, up to K - 1. Beside it stands how
    it goes in the loop's first, second, third iteration, where that tells something.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.branches import renderables
    from kpath_jvm.reports.branches_summary import summarise_branches
    from kpath_jvm.reports.markdown.branches import branches_markdown
    from kpath_jvm.reports.reading import ReadOptions

    kind = taken_format(options)
    keep_pandas_out()
    selection = taken_selection(options)
    wanted = ReadOptions(k=k, top=top, merge=not no_merge, selection=selection)
    with source_texts(sources) as texts:
        summary = summarise_branches(selection.open(profile), wanted, texts)
    written(summary, kind, output, force, renderables, branches_markdown)
