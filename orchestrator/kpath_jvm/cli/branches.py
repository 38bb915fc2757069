"""``kpath-jvm branches``: how often branches went each way, and what decides them."""

from typing import Annotated

from kpath_jvm.cli.options.declared import verb
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
from kpath_jvm.shown import BRANCH_METHODS


@verb("branches")
def command(
    profile: ProfileArgument,
    top: Annotated[int, rows_option("Methods to show, the costliest first.", BRANCH_METHODS)],
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
    kpath-jvm branches eclipse.kpath --top 1 --format md >> "$GITHUB_STEP_SUMMARY"

    Each branch comes with what tells most about it: the outcome of another branch of the same loop,
    in the same iteration or up to K - 1 iterations before, or the branch's own outcome in an
    earlier iteration. If the number of the iteration tells something, a line says how the branch
    goes in the loop's first, second and third iteration.
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.branches import renderables
    from kpath_jvm.reports.branches_summary import summarise_branches
    from kpath_jvm.reports.markdown.branches import branches_markdown
    from kpath_jvm.reports.reading import ReadOptions

    keep_pandas_out()
    selection = chosen.selection()
    wanted = ReadOptions(k=k, top=top, merge=not no_merge, selection=selection)
    with source_texts(sources) as texts:
        summary = summarise_branches(opened(profile, selection), wanted, texts)
    printed.write(summary, renderables, branches_markdown)
