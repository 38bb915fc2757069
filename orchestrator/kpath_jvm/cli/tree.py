"""``kpath-jvm tree``: the k-IPF of one method."""

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
from kpath_jvm.cli.options.selecting import Share, narrowing_options, taken_selection
from kpath_jvm.cli.options.source_roots import source_texts


@click.command("tree")
@profile_argument
@click.argument("shown", metavar="[CLASS.METHOD]", required=False)
@option(
    "--min-share",
    type=Share(),
    default="10%",
    show_default=True,
    metavar="SHARE",
    help="Leave out nodes below this share of their root's count: 10% or 0.1.",
    found=Found.VALUE,
)
@shown_k_option
@option(
    "--root",
    default=None,
    metavar="PATH",
    help="Show the tree of this path only, by its letter or number.  "
    "[default: the most frequent ones]",
    found=Found.VALUE,
)
@option(
    "--top",
    type=WholeNumber(1, 10_000),
    default=3,
    show_default=True,
    metavar="N",
    help="Root paths to show.",
    found=Found.VALUE,
)
@sources_option
@no_merge_option
@narrowing_options
@format_options
@output_options
def command(
    profile: Path,
    shown: str | None,
    min_share: float,
    k: int | None,
    root: str | None,
    top: int,
    sources: tuple[Path, ...],
    no_merge: bool,
    output: Path | None,
    force: bool,
    **options: Any,
) -> None:
    """Show what follows what in one method: its paths, and how often which comes next.

    \b
    kpath-jvm tree eclipse.kpath Scanner.checkTaskTag --min-share 10%
    kpath-jvm tree eclipse.kpath Scanner.checkTaskTag --root B --sources ecj-sources.jar

    A percentage is that of the node's parent: after A, in 66 % of the cases, comes B. A method's
    paths are A, B, C ... from the hottest on, as in reports; at the end each is told. A method's
    name is C.m or a.b.C.m, with its descriptor behind it where that is needed: C.m(I)V.
    """
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.markdown.tree import tree_markdown
    from kpath_jvm.reports.tree import renderables
    from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree

    kind = taken_format(options)
    keep_pandas_out()
    selection = taken_selection(options, min_share=False)
    wanted = TreeOptions(
        k=k, min_share=min_share, root=root, top=top, merge=not no_merge, selection=selection
    )
    with source_texts(sources) as texts:
        summary = summarise_tree(selection.open(profile), shown, wanted, texts)
    written(summary, kind, output, force, renderables, tree_markdown)
