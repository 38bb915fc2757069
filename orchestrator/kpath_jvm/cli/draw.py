"""``kpath-jvm draw``: pictures of one method."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import (
    PATH,
    WholeNumber,
    no_merge_option,
    profile_argument,
    shown_k_option,
    sources_option,
)
from kpath_jvm.cli.options.selecting import Share, narrowing_options, taken_selection
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import replacing

_FORMATS = {".dot": "dot", ".gv": "dot", ".svg": "svg", ".png": "png"}
_method_argument = click.argument("shown", metavar="[CLASS.METHOD]", required=False)


def _picture_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a picture what all of them have."""
    options = (
        sources_option,
        option(
            "--format", "kind", type=click.Choice(["dot", "svg", "png"]),
            help="dot: text for Graphviz.  [default: what FILE ends in; dot on stdout]",
            found=Found.VALUE,
        ),
        option(
            "-o", "--output", type=PATH, metavar="FILE",
            help="File to write: NAME.svg, NAME.png or NAME.dot.  [default: stdout]",
            found=Found.INSIDE,
        ),
        click.option("--force", is_flag=True, help="Replace an existing file."),
        no_merge_option,
        narrowing_options,
    )  # fmt: skip
    for one in reversed(options):
        command = one(command)
    return command


@click.group("draw")
def command() -> None:
    """Draw a method: its control-flow graph with counts, or its k-IPF as a tree.

    \b
    kpath-jvm draw cfg eclipse.kpath Scanner.checkTaskTag -o task.svg
    kpath-jvm draw tree eclipse.kpath Scanner.checkTaskTag -o tree.png

    Pictures need nothing that isn't installed with this program; DOT text is for other tools.
    """


@command.command("cfg")
@profile_argument
@_method_argument
@option(
    "--path",
    "lit",
    default=None,
    metavar="PATH",
    help="Light a path, by its letter or number; X1, X2 ... are a profiler's extended paths.",
    found=Found.VALUE,
)
@option(
    "--min-share",
    type=Share(),
    default="0%",
    show_default=True,
    metavar="SHARE",
    help="Leave out blocks below this share of the most executed one's count: 1% or 0.01.",
    found=Found.VALUE,
)
@option(
    "--all-blocks",
    is_flag=True,
    help="Show blocks that were never executed, too.",
    found=Found.VALUE,
)
@option(
    "--all-cases",
    is_flag=True,
    help="Show all ways out of a switch.  [default: the 12 most frequent, the rest as one]",
    found=Found.VALUE,
)
@_picture_options
def _cfg(
    profile: Path,
    shown: str | None,
    lit: str | None,
    min_share: float,
    all_blocks: bool,
    all_cases: bool,
    **options: Any,
) -> None:
    """Draw the control-flow graph of a method, with the counts of its blocks and edges.

    \b
    kpath-jvm draw cfg eclipse.kpath Scanner.checkTaskTag -o task.svg --sources ecj-sources.jar
    kpath-jvm draw cfg eclipse.kpath Scanner.checkTaskTag -o task.png --path A --min-share 1%

    Counts follow exactly from the counts of completed paths. The warmer a block, the more bytecodes
    were executed in it; the wider an edge, the more often it was taken. Loops are in boxes, their
    headers in bold frames.
    """
    from kpath_jvm.analysis.selection import select
    from kpath_jvm.reports.pictures.flow_graph import FlowOptions, flow_graph
    from kpath_jvm.reports.tree_summary import only_method

    def drawn(opened: Any, selection: Any, texts: Any, merge: bool) -> str:
        selected = select(opened.merged() if merge else opened, selection)
        method = (
            only_method(selected, "picture", "draw cfg")
            if shown is None
            else selected.profile.find_method(shown)
        )
        wanted = FlowOptions(lit, min_share, all_blocks, all_cases)
        return flow_graph(selected, method, wanted, texts)

    _draw(profile, drawn, **options)


@command.command("tree")
@profile_argument
@_method_argument
@option(
    "--min-share",
    type=Share(),
    default="5%",
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
    help="The tree of this path only, by its letter or number.  [default: the most frequent ones]",
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
@_picture_options
def _tree(
    profile: Path,
    shown: str | None,
    min_share: float,
    k: int | None,
    root: str | None,
    top: int,
    **options: Any,
) -> None:
    """Draw what follows what in a method: its k-IPF, as in Fig. 4 of the k-BLPP paper.

    \b
    kpath-jvm draw tree eclipse.kpath Scanner.checkTaskTag -o tree.svg
    kpath-jvm draw tree eclipse.kpath Scanner.checkTaskTag -o tree.png --root B -k 4

    On an edge stands how often, in per cent, the path on its right came next. Filled are nodes that
    hold at least half of their root's executions. Below, each path is told by its decisions.
    """
    from kpath_jvm.reports.pictures.tree_graph import tree_graph
    from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree

    def drawn(opened: Any, selection: Any, texts: Any, merge: bool) -> str:
        asked = TreeOptions(k, min_share, root, top, merge, selection)
        return tree_graph(summarise_tree(opened, shown, asked, texts))

    _draw(profile, drawn, **options)


def _draw(
    profile: Path,
    drawn: Callable[[Any, Any, Any, bool], str],
    *,
    sources: tuple[Path, ...],
    kind: str | None,
    output: Path | None,
    force: bool,
    no_merge: bool,
    **options: Any,
) -> None:
    """Writes a picture of what the options select; ``drawn`` gets it opened."""
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.regular_files import require_replaceable
    from kpath_jvm.reports.pictures.rendering import rendered

    kind = _kind(kind, output)
    if output is not None:
        require_replaceable(output, force)
    keep_pandas_out()
    selection = taken_selection(options, min_share=False)
    with source_texts(sources) as texts:
        dot = drawn(selection.open(profile), selection, texts, not no_merge)
    content = dot.encode()
    if kind != "dot":
        picture = rendered(dot, kind)
        content = picture.content
        if picture.note is not None:
            click.echo(f"kpath-jvm: {picture.note}", err=True)
    if output is None:
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
    else:
        with replacing(output, force) as sink:
            sink.write(content)


def _kind(kind: str | None, output: Path | None) -> str:
    """Returns the format of the picture; KpathError for what can't be told or can't be done."""
    if output is None:
        if kind == "png":
            raise KpathError("png is no text for stdout; name a file with -o FILE", 2)
        return kind or "dot"
    if kind is None:
        kind = _FORMATS.get(output.suffix.lower())
    if kind is None:
        raise KpathError(
            f"{output}: its name says no format; end it in .svg, .png or .dot, or pass --format", 2
        )
    return kind
