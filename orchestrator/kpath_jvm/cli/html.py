"""``kpath-jvm html``: a profile as one page that opens from disk."""

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
from kpath_jvm.cli.options.selecting import selection_options, taken_selection
from kpath_jvm.cli.options.source_roots import source_texts


@click.command("html")
@profile_argument
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="File to write.  [default: the profile's name with .html, in this directory]",
    found=Found.INSIDE,
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@sources_option
@shown_k_option
@option(
    "--top",
    type=WholeNumber(1, 100_000),
    default=100,
    show_default=True,
    metavar="N",
    help="Methods with details, those that cost most; the others are listed.",
    found=Found.VALUE,
)
@option(
    "--nodes",
    type=WholeNumber(1, 10_000_000),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Sequences of each of them at most, those counted most; the page says what it lacks.",
    found=Found.VALUE,
)
@selection_options
@no_merge_option
def command(
    profile: Path,
    output: Path | None,
    force: bool,
    sources: tuple[Path, ...],
    k: int | None,
    top: int,
    nodes: int,
    no_merge: bool,
    **filters: Any,
) -> None:
    """Write a page that shows a profile: open it with a browser, from disk.

    \b
    kpath-jvm html eclipse.kpath --sources ecj-sources.jar
    kpath-jvm html eclipse.kpath -o page.html --top 500

    It has methods and loops by cost, each method's source with what its branches decided, its hot
    paths, its control-flow graph, and what follows what as a tree. It is one file, loads nothing
    and runs nothing but its own scripts.
    """
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
    selection = taken_selection(filters)
    options = PageOptions(k=k, top=top, nodes=nodes, merge=not no_merge, selection=selection)
    with source_texts(sources) as texts:
        document = page_document(selection.open(profile), options, texts)
    with replacing(file, force, "utf-8") as stream:
        write_page(stream, document.title, document.whole, document.methods, libraries)
    click.echo(f"{printable(str(file))}: open it with a browser")
