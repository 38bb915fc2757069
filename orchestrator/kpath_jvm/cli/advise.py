"""``kpath-jvm advise``: what the iterations of hot loops suggest about changing them."""

from functools import partial
from typing import Annotated

from kpath_jvm.cli.options.declared import Found, flag, verb
from kpath_jvm.cli.options.outputs import PrintedOptions
from kpath_jvm.cli.options.parameters import (
    NoMerge,
    ProfileArgument,
    ShownK,
    Sources,
    rows_option,
)
from kpath_jvm.cli.options.selecting import SelectionOptions
from kpath_jvm.cli.options.source_roots import source_texts


@verb("advise")
def command(
    profile: ProfileArgument,
    k: ShownK,
    top: Annotated[
        int,
        rows_option(
            "How many loops to show, and how many tests that told nothing new; the costliest come "
            "first."
        ),
    ],
    chosen: SelectionOptions,
    sources: Sources,
    no_merge: NoMerge,
    printed: PrintedOptions,
    verbose: Annotated[
        bool,
        flag(
            "-v",
            "--verbose",
            help="Also show stretches of iterations, why other kinds of advice don't pay, and what "
            "isn't known, grouped by reason.",
            found=Found.VALUE,
        ),
    ],
) -> None:
    """Say what the iterations of the hottest loops suggest about changing them.

    \b
    kpath-jvm advise eclipse.kpath --top 5
    kpath-jvm advise eclipse.kpath --method Scanner.scan --sources ecj-sources.jar
    kpath-jvm advise eclipse.kpath --top 3 --format md >> "$GITHUB_STEP_SUMMARY"

    The advice is about unrolling loops, writing out their iterations, peeling, unswitching,
    branches that history decides or that nothing decides, and superblocks. The advice comes with
    the counts that support it; for a loop without advice, the reason is given. Only a measurement
    shows what a change is worth.
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.advice import renderables
    from kpath_jvm.reports.advice_summary import summarise_advice
    from kpath_jvm.reports.markdown.advice import advice_markdown
    from kpath_jvm.reports.reading import ReadOptions

    keep_pandas_out()
    selection = chosen.selection()
    wanted = ReadOptions(k=k, top=top, merge=not no_merge, selection=selection)
    read = opened(profile, selection)
    with source_texts(sources, [read]) as texts:
        document = summarise_advice(read, wanted, texts)
    printed.write(
        document,
        partial(renderables, verbose=verbose),
        partial(advice_markdown, verbose=verbose),
    )
