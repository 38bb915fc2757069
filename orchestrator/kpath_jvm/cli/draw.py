"""``kpath-jvm draw``: pictures of one method."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from kpath_jvm.cli.options.declared import Found, flag, option, verb
from kpath_jvm.cli.options.parameters import (
    ForceFile,
    MethodArgument,
    NoMerge,
    ProfileArgument,
    ShownK,
    Sources,
    output_option,
    rows_option,
)
from kpath_jvm.cli.options.selecting import NarrowingOptions, share_option
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.cli.options.worth import tell_worth
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import replacing
from kpath_jvm.shown import DRAWN_TREE_SHARE, ROOTS

if TYPE_CHECKING:
    from kpath_jvm.analysis.selection import Selection
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.source.annotation import SourceTexts

    #: A function that makes DOT text from the selected part of an opened profile.
    Drawn = Callable[[Profile, Selection, SourceTexts | None], str]

_FORMATS = {".dot": "dot", ".gv": "dot", ".svg": "svg", ".png": "png"}


@dataclass(frozen=True)
class PictureOptions:
    """The options of all pictures: the shown part of the profile, the format, and the output."""

    sources: Sources
    kind: Annotated[
        str | None,
        option(
            "--format",
            type=click.Choice(["dot", "svg", "png"]),
            help="dot: text for Graphviz.  [default: what FILE ends in; dot on stdout]",
            found=Found.VALUE,
        ),
    ]
    output: Annotated[
        Path | None,
        output_option("FILE", "File to write: NAME.svg, NAME.png or NAME.dot.  [default: stdout]"),
    ]
    force: ForceFile
    no_merge: NoMerge
    chosen: NarrowingOptions

    def draw(self, profile: Path, drawn: "Drawn") -> None:
        """Writes a picture of the selected part of a profile."""
        from kpath_jvm.analysis.selection import opened
        from kpath_jvm.profile.arrow import keep_pandas_out
        from kpath_jvm.regular_files import require_replaceable
        from kpath_jvm.reports.pictures.rendering import rendered

        kind = _kind(self.kind, self.output)
        if self.output is not None:
            require_replaceable(self.output, self.force)
        keep_pandas_out()
        selection = self.chosen.selection()
        found = opened(profile, selection)
        with source_texts(self.sources, [found]) as texts:
            tell_worth(found.path, found.completeness)
            dot = drawn(found, selection, texts)
        content = dot.encode()
        if kind != "dot":
            picture = rendered(dot, kind)
            content = picture.content
            if picture.note is not None:
                click.echo(f"kpath-jvm: {picture.note}", err=True)
        if self.output is None:
            sys.stdout.buffer.write(content)
            sys.stdout.buffer.flush()
        else:
            with replacing(self.output, self.force) as sink:
                sink.write(content)


@click.group("draw")
def command() -> None:
    """Draw a method: its control-flow graph with counts, or its k-IPF as a tree.

    \b
    kpath-jvm draw cfg eclipse.kpath Scanner.checkTaskTag -o task.svg
    kpath-jvm draw tree eclipse.kpath Scanner.checkTaskTag -o tree.png

    SVG and PNG pictures are made without other programs; DOT text is for other tools.
    """


@verb("cfg", within=command)
def _cfg(
    profile: ProfileArgument,
    shown: MethodArgument,
    lit: Annotated[
        str | None,
        option(
            "--path",
            metavar="PATH",
            help="Highlight a path, given by its letter or number; X1, X2 ... are a profiler's "
            "extended paths.",
            found=Found.VALUE,
        ),
    ],
    min_share: Annotated[
        float,
        share_option(
            "--min-share",
            0.0,
            "Leave out blocks below this share of the count of the most executed block: 1% or "
            "0.01.",
        ),
    ],
    all_blocks: Annotated[
        bool,
        flag("--all-blocks", help="Show blocks that were never executed, too.", found=Found.VALUE),
    ],
    all_cases: Annotated[
        bool,
        flag(
            "--all-cases",
            help="Show all ways out of a switch.  [default: the 12 most frequent, the rest as one]",
            found=Found.VALUE,
        ),
    ],
    picture: PictureOptions,
) -> None:
    """Draw the control-flow graph of a method, with the counts of its blocks and edges.

    \b
    kpath-jvm draw cfg eclipse.kpath Scanner.checkTaskTag -o task.svg --sources ecj-sources.jar
    kpath-jvm draw cfg eclipse.kpath Scanner.checkTaskTag -o task.png --path A --min-share 1%

    All counts are computed from those of completed paths, or of edges if edges were counted. The
    warmer a block's colour, the more bytecodes were executed in it; the wider an edge, the more
    often it was taken. Loops are in boxes, and their headers have bold frames.
    """
    from kpath_jvm.analysis.selection import select
    from kpath_jvm.reports.pictures.flow_graph import FlowOptions, flow_graph
    from kpath_jvm.reports.tree_summary import only_method

    def drawn(opened: "Profile", selection: "Selection", texts: "SourceTexts | None") -> str:
        selected = select(opened if picture.no_merge else opened.merged(), selection)
        method = (
            only_method(selected, "picture", "draw cfg")
            if shown is None
            else selected.profile.find_method(shown)
        )
        wanted = FlowOptions(lit, min_share, all_blocks, all_cases)
        return flow_graph(selected, method, wanted, texts)

    picture.draw(profile, drawn)


@verb("tree", within=command)
def _tree(
    profile: ProfileArgument,
    shown: MethodArgument,
    min_share: Annotated[
        float,
        share_option(
            "--min-share",
            DRAWN_TREE_SHARE,
            "Leave out nodes below this share of their root's count: 10% or 0.1.",
        ),
    ],
    k: ShownK,
    root: Annotated[
        str | None,
        option(
            "--root",
            metavar="PATH",
            help="Draw only the tree of this path, given by its letter or number.  "
            "[default: the trees of the most frequent paths]",
            found=Found.VALUE,
        ),
    ],
    top: Annotated[int, rows_option("How many root paths to show.", ROOTS)],
    picture: PictureOptions,
) -> None:
    """Draw what follows what in a method: its k-IPF, as in figure 4 of the k-BLPP paper.

    \b
    kpath-jvm draw tree eclipse.kpath Scanner.checkTaskTag -o tree.svg
    kpath-jvm draw tree eclipse.kpath Scanner.checkTaskTag -o tree.png --root B -k 4

    The number on an edge says how often, in per cent, the path on its right came next. Nodes that
    hold at least half of their root's executions are filled. Below the tree, each path is described
    by its decisions.
    """
    from kpath_jvm.reports.pictures.tree_graph import tree_graph
    from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree

    def drawn(opened: "Profile", selection: "Selection", texts: "SourceTexts | None") -> str:
        asked = TreeOptions(k, min_share, root, top, not picture.no_merge, selection)
        return tree_graph(summarise_tree(opened, shown, asked, texts))

    picture.draw(profile, drawn)


def _kind(kind: str | None, output: Path | None) -> str:
    if output is None:
        if kind == "png":
            raise KpathError("png isn't text; name a file with -o FILE", 2)
        return kind or "dot"
    if kind is None:
        kind = _FORMATS.get(output.suffix.lower())
    if kind is None:
        raise KpathError(
            f"{output}: its name doesn't show the format; end it in .svg, .png or .dot, or pass "
            "--format",
            2,
        )
    return kind
