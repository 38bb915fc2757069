"""``kpath-jvm branches``: how often branches went each way, and what decides them."""

from typing import Annotated

import click

from kpath_jvm.cli.options.declared import Found, flag, verb
from kpath_jvm.cli.options.outputs import PrintedOptions
from kpath_jvm.cli.options.parameters import (
    NoMerge,
    ProfileArgument,
    ShownK,
    Sources,
    most_rows_option,
)
from kpath_jvm.cli.options.selecting import SelectionOptions
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.shown import BRANCH_METHODS


@verb("branches")
def command(
    profile: ProfileArgument,
    always: Annotated[
        bool,
        flag(
            "--always",
            help="Instead, list the branches and switches, in all methods, that went one way in "
            "all of their executions; those with the costliest tests come first.",
            found=Found.VALUE,
        ),
    ],
    top: Annotated[
        int | None,
        most_rows_option(
            "How many methods to show, the costliest first; with --always, how many branches.",
            f"{BRANCH_METHODS}; with --always, all",
        ),
    ],
    k: ShownK,
    chosen: SelectionOptions,
    sources: Sources,
    no_merge: NoMerge,
    printed: PrintedOptions,
) -> None:
    """Show how often each branch went which way, and whether earlier iterations decide it.

    \b
    kpath-jvm branches eclipse.kpath --sources ecj-sources.jar
    kpath-jvm branches eclipse.kpath --method Scanner.checkTaskTag
    kpath-jvm branches eclipse.kpath --loop Scanner.java:1280 --json
    kpath-jvm branches eclipse.kpath --always --top 20
    kpath-jvm branches eclipse.kpath --top 1 --format md >> "$GITHUB_STEP_SUMMARY"

    For each branch, the earlier outcome on which it depends most is shown: an outcome of another
    branch of the same loop, in the same iteration or up to K - 1 iterations before, or the branch's
    own outcome in an earlier iteration. If the branch depends on the iteration's number, a line
    says how the branch goes in the loop's first, second and third iteration.
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.always import renderables as always_renderables
    from kpath_jvm.reports.always import summarise_always
    from kpath_jvm.reports.branches import renderables
    from kpath_jvm.reports.branches_summary import summarise_branches
    from kpath_jvm.reports.markdown.always import always_markdown
    from kpath_jvm.reports.markdown.branches import branches_markdown
    from kpath_jvm.reports.reading import ReadOptions

    if always and k is not None:
        raise click.UsageError("-k has no effect with --always; leave one of the two out")
    keep_pandas_out()
    selection = chosen.selection()
    wanted = ReadOptions(
        k=k,
        top=BRANCH_METHODS if top is None else top,
        merge=not no_merge,
        selection=selection,
    )
    read = opened(profile, selection)
    with source_texts(sources, [read]) as texts:
        if always:
            summary = summarise_always(read, wanted, whole=top is None, sources=texts)
            parts, markdown = always_renderables, always_markdown
        else:
            summary = summarise_branches(read, wanted, texts)
            parts, markdown = renderables, branches_markdown
    printed.write(summary, parts, markdown)
