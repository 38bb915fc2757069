"""Where a verb's text goes: stdout, or a file that is there only when it is whole."""

import gzip
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import click

from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.cli.options.parameters import PATH
from kpath_jvm.records.completeness import ACCEPTABLE
from kpath_jvm.regular_files import replacing

_output_option = option(
    "-o",
    "--output",
    type=PATH,
    metavar="FILE",
    help="File to write; one that ends in .gz is compressed.  [default: stdout]",
    found=Found.INSIDE,
)
_force_option = click.option("--force", is_flag=True, help="Replace an existing file.")
json_option = option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print it as a JSON document; docs/formats/json.md describes it.",
    found=Found.VALUE,
)


junit_option = option(
    "--junit",
    type=PATH,
    metavar="FILE",
    help="Write the gates as JUnit's XML, too, for CI servers; --force replaces a file.",
    found=Found.INSIDE,
)

accept_option = option(
    "--accept",
    "accepted",
    multiple=True,
    type=click.Choice([*ACCEPTABLE]),
    help="Let gates pass on profiles that aren't exact but truncated (exact until the program was "
    "killed), or with lower bounds (events were lost, folded or sampled). Repeatable.  "
    "[default: exact profiles only]",
    found=Found.VALUE,
)
#: What a verb can print that has a summary.
FORMATS = ("text", "json", "md")
_format_option = option(
    "--format",
    "kind",
    type=click.Choice(FORMATS),
    default=None,
    help="As text, as a JSON document (docs/formats/json.md), or as Markdown, for the summaries of "
    "CI runs.  [default: text]",
    found=Found.VALUE,
)
_page_format_option = option(
    "--format",
    "kind",
    type=click.Choice((*FORMATS, "html")),
    default=None,
    help="As text, as a JSON document (docs/formats/json.md), as Markdown, for the summaries of CI "
    "runs, or as a page that opens from disk.  [default: text]",
    found=Found.VALUE,
)
_json_alias = option(
    "--json", "as_json", is_flag=True, help="The same as --format json.", found=Found.VALUE
)


def format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a verb ``--format`` and its alias ``--json``, for ``taken_format``."""
    return _format_option(_json_alias(command))


def page_format_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a verb the same, with a page too."""
    return _page_format_option(_json_alias(command))


def taken_format(options: dict[str, Any]) -> str:
    """Returns which of FORMATS the options ask for, and takes them out of the verb's."""
    kind, as_json = options.pop("kind"), options.pop("as_json")
    if as_json and kind not in (None, "json"):
        raise click.UsageError(f"give either --json or --format {kind}, not both")
    return "json" if as_json else kind or FORMATS[0]


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a verb ``-o FILE`` and ``--force``, for ``opened``."""
    return _output_option(_force_option(command))


@contextmanager
def opened(output: Path | None, force: bool) -> Iterator[IO[str]]:
    """Opens the file, which takes its name when all is written, or stdout.

    What ends in .gz is compressed. KpathError when it may not be replaced or can't be written.
    """
    if output is None:
        yield sys.stdout
        sys.stdout.flush()
    elif output.suffix == ".gz":
        # The same content gives the same file: neither name nor time is in it.
        with (
            replacing(output, force) as sink,
            gzip.GzipFile("", "wb", fileobj=sink, mtime=0) as packed,
            io.TextIOWrapper(packed, "utf-8", newline="\n") as stream,
        ):
            yield stream
    else:
        with replacing(output, force, "utf-8") as stream:
            yield stream


def written(
    document: dict[str, Any],
    kind: str,
    output: Path | None,
    force: bool,
    renderables: Callable[[dict[str, Any]], Iterable[object]],
    markdown: Callable[[dict[str, Any]], Iterable[str]] | None = None,
    page: Callable[[dict[str, Any]], Iterable[str]] | None = None,
) -> None:
    """Writes a verb's document to the file or stdout, as one of FORMATS.

    That is the document itself, or as ``renderables``, ``markdown`` or ``page`` lay it out.
    """
    from kpath_jvm.reports.document import write_document
    from kpath_jvm.reports.output import write

    with opened(output, force) as stream:
        if kind == "json":
            write_document(stream, document)
        elif kind == "md":
            from kpath_jvm.reports.markdown.writing import write_markdown

            assert markdown is not None, "the verb offers no Markdown"
            write_markdown(stream, markdown(document))
        elif kind == "html":
            assert page is not None, "the verb offers no page"
            stream.writelines(page(document))
        else:
            write(stream, None, *renderables(document))


def written_junit(
    file: Path | None, suite: str, gates: Sequence[dict[str, Any]], force: bool
) -> None:
    """Writes gates as JUnit's XML, if a file is given."""
    if file is None:
        return
    from kpath_jvm.reports.gates import write_junit

    with opened(file, force) as stream:
        write_junit(stream, suite, gates)
