"""``kpath-jvm bounds``: bounds from overlapping paths, for pairs of iterations and for calls."""

from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.outputs import PrintedOptions
from kpath_jvm.cli.options.parameters import PATH, ProfileArgument, rows_option
from kpath_jvm.cli.options.selecting import SelectionOptions


@verb("bounds")
def command(
    profile: ProfileArgument,
    exact: Annotated[
        Path | None,
        option(
            "--against",
            type=PATH,
            metavar="EXACT",
            help="An exact profile of a run that did the same work. The real flow is shown beside "
            "the bounds; if any of it is outside its bounds, the exit status is 1. To compare "
            "pairs of iterations, record EXACT with the profiler stream or k-blpp and a k of 2 or "
            "more; to compare calls, with --profiler ol --calls --degree 254.",
            found=Found.INSIDE,
        ),
    ],
    top: Annotated[
        int,
        rows_option(
            "How many loops and calls to show; those with the most potential flow come first."
        ),
    ],
    chosen: SelectionOptions,
    printed: PrintedOptions,
) -> int:
    """Show bounds on how often pairs of iterations, and pairs of paths across calls, ran.

    \b
    kpath-jvm bounds ol.kpath
    kpath-jvm bounds ol.kpath --against stream.kpath

    A pair is two whole iterations that may have followed each other, or two paths, one on each side
    of a call (`run --calls`). The bounds say how often, at least and at most, the second part of a
    pair followed the first. Definite flow is the sum of the lower bounds, and potential flow is the
    sum of the upper bounds (Tallam, Zhang and Gupta, 2004). PROFILE must have been recorded with
    `run --profiler ol`. With --against, the real flow is shown, too: how often the second part
    really followed the first. The exit status is 1 if a real flow is outside its bounds.
    """
    from kpath_jvm.analysis.selection import opened, select
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.profile.names import printable
    from kpath_jvm.reports.accuracy.bounds_summary import summarise_bounds
    from kpath_jvm.reports.accuracy.bounds_text import bounds_markdown, renderables

    selection = chosen.selection()
    selected = select(opened(profile, selection).merged(), selection)
    real = None if exact is None else Profile.open(exact).merged()
    document = summarise_bounds(selected, real, top)
    printed.write(document, renderables, bounds_markdown)
    if document["outside"]:
        count = document["outside"]
        pairs = f"{count:,} pairs' real flows are" if count > 1 else "a pair's real flow is"
        click.echo(
            f"kpath-jvm: {pairs} out of bounds: {printable(str(profile))} and "
            f"{printable(str(exact))} aren't from runs that did the same work, or one is damaged",
            err=True,
        )
        return 1
    return 0
