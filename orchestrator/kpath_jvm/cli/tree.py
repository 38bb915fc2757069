"""``kpath-jvm tree``: the k-IPF of one method."""

import sys
from pathlib import Path

import click

from kpath_jvm.cli.parameters import (
    WholeNumber,
    no_merge_option,
    profile_argument,
    shown_k_option,
    sources_option,
    thread_option,
)


@click.command("tree")
@profile_argument
@click.argument("method", metavar="CLASS.METHOD")
@click.option(
    "--min-share", default="10%", show_default=True, metavar="SHARE",
    help="Leave out nodes below this share of their root's count: 10% or 0.1.",
)
@shown_k_option
@click.option(
    "--root", type=WholeNumber(0, 2**31 - 1), default=None, metavar="PATH_ID",
    help="Show the tree of this path only.  [default: the most frequent ones]",
)
@click.option(
    "--top", type=WholeNumber(1, 10_000), default=3, show_default=True, metavar="N",
    help="Root paths to show.",
)
@sources_option
@no_merge_option
@thread_option
def command(
    profile: Path,
    method: str,
    min_share: str,
    k: int | None,
    root: int | None,
    top: int,
    sources: tuple[Path, ...],
    no_merge: bool,
    thread: str | None,
) -> None:
    """Show what follows what in one method: its paths, and how often which comes next.

    \b
    kpath-jvm tree eclipse.kpath Scanner.checkTaskTag --min-share 10%

    A percentage is that of the node's parent: after 38, in 66 % of the cases, comes 86. A method's
    name is C.m or a.b.C.m, with its descriptor behind it where that is needed: C.m(I)V.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports.output import write
    from kpath_jvm.reports.tree import TreeOptions, parse_share, renderables
    from kpath_jvm.source.annotation import SourceTexts

    keep_pandas_out()
    options = TreeOptions(
        k=k, min_share=parse_share(min_share), root=root, top=top, merge=not no_merge
    )
    texts = SourceTexts(sources) if sources else None
    write(sys.stdout, None, *renderables(Profile.open(profile, thread), method, options, texts))
