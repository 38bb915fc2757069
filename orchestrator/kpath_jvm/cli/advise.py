"""``kpath-jvm advise``: what the iterations of hot loops say about changing them."""

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


@click.command("advise")
@profile_argument
@shown_k_option
@option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=10,
    show_default=True,
    metavar="N",
    help="Loops to advise on, those that cost most.",
    found=Found.VALUE,
)
@selection_options
@sources_option
@no_merge_option
@format_options
@output_options
def command(
    profile: Path,
    k: int | None,
    top: int,
    sources: tuple[Path, ...],
    no_merge: bool,
    output: Path | None,
    force: bool,
    **options: Any,
) -> None:
    """Say what the iterations of the hottest loops tell about changing them.

    \b
    kpath-jvm advise eclipse.kpath --top 5
    kpath-jvm advise eclipse.kpath --method Scanner.scan --sources ecj-sources.jar
    kpath-jvm advise eclipse.kpath --top 3 --format md >> "$GITHUB_STEP_SUMMARY"

    Unrolling and writing out, peeling, unswitching, branches that history decides or that nothing
    does, and superblocks: each with the counts that speak for it, or why there is nothing to
    advise. What comes of it only measuring tells.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.advice import renderables
    from kpath_jvm.reports.advice_summary import summarise_advice
    from kpath_jvm.reports.markdown.advice import advice_markdown
    from kpath_jvm.reports.reading import ReadOptions

    kind = taken_format(options)
    keep_pandas_out()
    selection = taken_selection(options)
    wanted = ReadOptions(k=k, top=top, merge=not no_merge, selection=selection)
    with source_texts(sources) as texts:
        document = summarise_advice(selection.open(profile), wanted, texts)
    written(document, kind, output, force, renderables, advice_markdown)
