"""``kpath-jvm html``: writes a profile as one page that opens from disk."""

from pathlib import Path
from typing import Annotated

import click

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.parameters import (
    Coverage,
    ForceFile,
    NoMerge,
    ProfileArgument,
    ShownK,
    Sources,
    WholeNumber,
    output_option,
    rows_option,
)
from kpath_jvm.cli.options.selecting import SelectionOptions
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.shown import PAGE_METHODS, PAGE_NODES


@verb("html")
def command(
    profile: ProfileArgument,
    output: Annotated[
        Path | None,
        output_option(
            "FILE", "File to write.  [default: the profile's name with .html, in this directory]"
        ),
    ],
    force: ForceFile,
    sources: Sources,
    k: ShownK,
    top: Annotated[
        int,
        rows_option(
            "Show the N costliest methods in detail, and up to 12 methods each that come first by "
            "time or have the hottest loops; the others are only listed.",
            PAGE_METHODS,
            most=100_000,
        ),
    ],
    nodes: Annotated[
        int,
        option(
            "--nodes",
            type=WholeNumber(1, 10_000_000),
            default=PAGE_NODES,
            metavar="N",
            help="Show the N most frequent sequences of each method that is shown in detail; the "
            "page says what it leaves out.",
            found=Found.VALUE,
        ),
    ],
    coverage: Coverage,
    chosen: SelectionOptions,
    no_merge: NoMerge,
) -> None:
    """Write a profile as one page, which a browser opens from disk.

    \b
    kpath-jvm html eclipse.kpath --sources ecj-sources.jar
    kpath-jvm html eclipse.kpath -o page.html --top 500

    The page lists methods and loops by cost. For each method that it shows in detail, it has the
    source with the outcomes of branches, the hot paths, the control-flow graph, and a tree of what
    follows what. The page is one file. It loads nothing, and runs nothing but its own scripts.
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.installation import require_page_libraries
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.profile.names import printable
    from kpath_jvm.regular_files import replacing, require_replaceable
    from kpath_jvm.reports.page.document import PageOptions, page_document
    from kpath_jvm.reports.page.page import write_page

    keep_pandas_out()
    libraries = require_page_libraries()
    name = profile.resolve().name
    file = Path(f"{name.removesuffix('.kpath')}.html") if output is None else output
    require_replaceable(file, force)
    selection = chosen.selection()
    options = PageOptions(
        k=k, top=top, nodes=nodes, merge=not no_merge, selection=selection, coverage=coverage or ()
    )
    read = opened(profile, selection)
    with source_texts(sources, [read]) as texts:
        document = page_document(read, options, texts)
    with replacing(file, force, "utf-8") as stream:
        write_page(stream, document.title, document.whole, document.methods, libraries)
    click.echo(f"{printable(str(file))}: open it with a browser")
