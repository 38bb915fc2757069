"""``kpath-jvm tree``: the k-IPF of one method."""

from typing import Annotated

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.outputs import PrintedOptions
from kpath_jvm.cli.options.parameters import (
    MethodArgument,
    NoMerge,
    ProfileArgument,
    ShownK,
    Sources,
    rows_option,
)
from kpath_jvm.cli.options.selecting import NarrowingOptions, share_option
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.shown import ROOTS, TREE_SHARE


@verb("tree")
def command(
    profile: ProfileArgument,
    shown: MethodArgument,
    min_share: Annotated[
        float,
        share_option(
            "--min-share",
            TREE_SHARE,
            "Leave out nodes below this share of their root's count, for example 10% or 0.1.",
            "What is left out is counted as *rarer*.",
        ),
    ],
    k: ShownK,
    root: Annotated[
        str | None,
        option(
            "--root",
            metavar="PATH",
            help="Show only the tree of this path, given by its letter or number.  "
            "[default: the trees of the most frequent paths]",
            found=Found.VALUE,
        ),
    ],
    top: Annotated[int, rows_option("How many root paths to show.", ROOTS)],
    sources: Sources,
    no_merge: NoMerge,
    chosen: NarrowingOptions,
    printed: PrintedOptions,
) -> None:
    """Show what follows what in one method: its paths, and how often each comes next.

    \b
    kpath-jvm tree eclipse.kpath Scanner.checkTaskTag --min-share 10%
    kpath-jvm tree eclipse.kpath Scanner.checkTaskTag --root B --sources ecj-sources.jar

    The first percentage of a node is its share of its parent's count: for example, B comes next in
    66 % of the cases after A. The second percentage is the node's share of its root's count. A
    method's paths are A, B, C ... from the hottest on, as in reports; each path is described at the
    end. A method's name is C.m or a.b.C.m, followed by its descriptor if the name alone is
    ambiguous: C.m(I)V.
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.markdown.tree import tree_markdown
    from kpath_jvm.reports.tree import renderables
    from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree

    keep_pandas_out()
    selection = chosen.selection()
    wanted = TreeOptions(
        k=k, min_share=min_share, root=root, top=top, merge=not no_merge, selection=selection
    )
    read = opened(profile, selection)
    with source_texts(sources, [read]) as texts:
        summary = summarise_tree(read, shown, wanted, texts)
    printed.write(summary, renderables, tree_markdown)
