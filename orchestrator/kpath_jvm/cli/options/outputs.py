"""Writes a verb's text to stdout, or to a file that appears only when it is complete."""

import contextlib
import gzip
import io
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Annotated, Any

import click

from kpath_jvm.cli.options.declared import Declaration, Found, flag, option
from kpath_jvm.cli.options.parameters import PATH, ForceFile, output_option
from kpath_jvm.errors import KpathError, SeveralWrongError
from kpath_jvm.own_command import with_own_command
from kpath_jvm.records.completeness import ACCEPTABLE
from kpath_jvm.regular_files import replacing, require_replaceable

#: A verb's document (docs/formats/json.md), and functions that lay it out.
Document = dict[str, Any]
Renderables = Callable[[Document], Iterable[object]]
Lines = Callable[[Document], Iterable[str]]
#: The formats of verbs that print a summary; some of these verbs also offer an HTML page.
FORMATS = ("text", "json", "md")


def _format(kinds: Sequence[str], text: str) -> Declaration:
    return option(
        "--format",
        type=click.Choice(kinds),
        help=f"{text}  [default: {FORMATS[0]}]",
        found=Found.VALUE,
    )


@dataclass(frozen=True)
class OutputOptions:
    """The options that decide where a verb's text goes."""

    output: Annotated[
        Path | None,
        output_option(
            "FILE", "File to write; one that ends in .gz is compressed.  [default: stdout]"
        ),
    ]
    force: ForceFile

    @contextmanager
    def opened(self) -> Iterator[IO[str]]:
        """Opens stdout or the file, as the function ``opened`` does."""
        with opened(self.output, self.force) as stream:
            yield stream


@dataclass(frozen=True)
class FormatOptions:
    """The format of a verb's document: text or JSON."""

    kind: Annotated[
        str | None,
        _format(FORMATS[:2], "As text, or as a JSON document; docs/formats describes it."),
    ]
    as_json: Annotated[
        bool,
        flag("--json", help="The same as --format json.", found=Found.VALUE),
    ]

    def __post_init__(self) -> None:
        """Raises UsageError if two different formats are asked for."""
        if self.as_json and self.kind not in (None, "json"):
            raise click.UsageError(f"give either --json or --format {self.kind}, not both")

    @property
    def chosen(self) -> str:
        """The format, one of FORMATS or ``html``."""
        return "json" if self.as_json else self.kind or FORMATS[0]

    @property
    def is_json(self) -> bool:
        """Whether the format is JSON."""
        return self.chosen == "json"


@dataclass(frozen=True)
class PrintedPlainOptions(FormatOptions):
    """The format of a document that can't be Markdown, and where the document is written."""

    to: OutputOptions

    def write(self, document: Document, renderables: Renderables) -> None:
        """Writes a document in the chosen format; see ``written``."""
        written(document, self.chosen, self.to, renderables)


@dataclass(frozen=True)
class PrintedOptions(FormatOptions):
    """The format of a verb's document, and where it is written."""

    kind: Annotated[
        str | None,
        _format(
            FORMATS,
            "As text, as a JSON document (docs/formats/json.md), or as Markdown, for the "
            "summaries of CI runs.",
        ),
    ]
    to: OutputOptions

    def write(
        self,
        document: Document,
        renderables: Renderables,
        markdown: Lines | None = None,
        page: Lines | None = None,
    ) -> None:
        """Writes a document in the chosen format; see ``written``."""
        written(document, self.chosen, self.to, renderables, markdown, page)


@dataclass(frozen=True)
class PrintedPageOptions(PrintedOptions):
    """The options of ``PrintedOptions``, with an HTML page as an additional format."""

    kind: Annotated[
        str | None,
        _format(
            (*FORMATS, "html"),
            "As text, as a JSON document (docs/formats/json.md), as Markdown, for the summaries "
            "of CI runs, or as a page that opens from disk.",
        ),
    ]


@dataclass(frozen=True)
class GateOptions:
    """The options of gates (rules or conditions): accepted verdicts, and a file for results."""

    accepted: Annotated[
        tuple[str, ...],
        option(
            "--accept",
            multiple=True,
            type=click.Choice([*ACCEPTABLE]),
            help="Let gates pass on profiles that aren't exact: truncated ones (exact until the "
            "program was killed), those with lower bounds (path completions were lost, folded or "
            "sampled), or those with estimates (of `spp` with a threshold). Repeatable.  "
            "[default: exact profiles only]",
            found=Found.VALUE,
        ),
    ]
    junit: Annotated[
        Path | None,
        option(
            "--junit",
            type=PATH,
            metavar="FILE",
            help="Write the gates as JUnit's XML, too, for CI servers; --force replaces a file.",
            found=Found.INSIDE,
            names_new=True,
        ),
    ]

    def clear(self, force: bool, inputs: Sequence[Path] = ()) -> None:
        """Removes an earlier run's XML file, because it would mislead if this run failed.

        Raises KpathError if the file may not be replaced, or is one of the inputs.
        """
        if self.junit is None:
            return
        require_replaceable(self.junit, force)
        if self.junit.exists():
            for one in inputs:
                if one.exists() and self.junit.samefile(one):
                    raise KpathError(f"--junit would replace its input {one}; name another file", 2)
            self.junit.unlink()

    @contextmanager
    def failing(self, suite: str) -> Iterator[None]:
        """Writes JUnit's XML with an error if the block raises KpathError.

        Without the XML, a CI server would show no failed test if a rule, a filter or a profile
        couldn't be read.
        """
        try:
            yield
        except KpathError as error:
            if self.junit is not None and not self.junit.exists():
                from kpath_jvm.profile.names import printable

                why = printable(with_own_command(str(error)))
                nothing = {
                    "name": "the gates can be judged", "passed": False, "text": why, "found": [],
                    "error": why,
                }  # fmt: skip
                # The error about the gates matters more than a failure to write the file.
                with contextlib.suppress(KpathError, OSError):
                    self._write(suite, [nothing], force=False)
            raise

    def tell(
        self,
        suite: str,
        document: Document,
        printed: PrintedOptions,
        renderables: Renderables,
        markdown: Lines,
        page: Lines | None = None,
    ) -> int:
        """Writes a document with gates, and the gates as JUnit's XML; returns the exit status.

        Raises KpathError if the XML can't be written, and SeveralWrongError (exit status 2) if no
        gate has failed but some can't be judged.
        """
        try:
            self._write(suite, document["gates"], printed.to.force)
        finally:
            # The results are shown even if the file for CI servers can't be written.
            printed.write(document, renderables, markdown, page)
        return self._status(document["gates"], printed)

    def _write(self, suite: str, gates: Sequence[Document], force: bool) -> None:
        if self.junit is None:
            return
        from kpath_jvm.reports.gates import write_junit

        with opened(self.junit, force) as stream:
            write_junit(stream, suite, gates)

    def _status(self, gates: Sequence[Document], printed: PrintedOptions) -> int:
        """Returns the verb's exit status: 1 if a gate failed, and 0 if all gates passed.

        A failed gate outweighs gates that can't be judged: stderr reports these, but the status is
        1. If no gate failed but some can't be judged, raises SeveralWrongError.
        """
        from kpath_jvm.profile.names import printable
        from kpath_jvm.reports.gates import failed, wrong_rules

        lines = self._on_stderr(wrong_rules(gates), printed)
        if lines and not failed(gates):
            raise SeveralWrongError(lines)
        for line in lines:
            # If nobody reads stderr, the status still shows the failure.
            with contextlib.suppress(OSError):
                click.echo(f"kpath-jvm: {printable(with_own_command(line))}", err=True)
        return 1 if failed(gates) else 0

    def _on_stderr(self, wrong: Sequence[str], printed: PrintedOptions) -> Sequence[str]:
        """Returns the lines for stderr; ``wrong`` has the reasons why gates can't be judged.

        If the results are on stdout, they include the reasons; stderr gets one line without them,
        so that a log of stdout and stderr has each reason once.
        """
        if not wrong or printed.to.output is not None:
            return wrong
        gates = "1 gate" if len(wrong) == 1 else f"{len(wrong):,} gates"
        return [f"{gates} can't be judged; the results on stdout say why"]


@contextmanager
def opened(output: Path | None, force: bool) -> Iterator[IO[str]]:
    """Opens stdout, or the file; the file gets its name only when it is completely written.

    A file whose name ends in .gz is compressed. Raises KpathError if the file may not be replaced
    or can't be written.
    """
    if output is None:
        yield sys.stdout
        sys.stdout.flush()
    elif output.suffix == ".gz":
        # Neither a name nor a time is stored, so that equal content gives equal files.
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
    document: Document,
    kind: str,
    to: OutputOptions,
    renderables: Renderables,
    markdown: Lines | None = None,
    page: Lines | None = None,
) -> None:
    """Writes a verb's document to the file or stdout, in one of FORMATS or as a page.

    ``renderables``, ``markdown`` and ``page`` lay the document out as text, Markdown and HTML.
    """
    from kpath_jvm.reports.document import write_document
    from kpath_jvm.reports.output import write

    with to.opened() as stream:
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
