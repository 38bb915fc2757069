"""``kpath-jvm export``: writes a profile for other programs."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Annotated, Any

import click

from kpath_jvm.cli.options.declared import Found, option, verb
from kpath_jvm.cli.options.outputs import OutputOptions
from kpath_jvm.cli.options.parameters import (
    ProfileArgument,
    Sources,
    most_rows_option,
    shown_k_option,
)
from kpath_jvm.cli.options.selecting import SelectionOptions
from kpath_jvm.cli.options.source_roots import source_texts
from kpath_jvm.cli.options.worth import tell_worth
from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import replacing
from kpath_jvm.shown import STACKED_LENGTH, WEIGHT, WEIGHTS, Weight

if TYPE_CHECKING:
    from kpath_jvm.analysis.selection import Selection
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.reports.flames.flames import FlameOptions
    from kpath_jvm.source.annotation import SourceTexts

_FLAMES = ("flamegraph", "collapsed", "speedscope", "pprof")
_TABLES = ("sequences", "paths", "loops", "branches", "methods", "edges", "extended")


@verb("export")
def command(
    profile: ProfileArgument,
    kind: Annotated[
        str,
        option(
            "--format",
            type=click.Choice(["jsonl", "csv", "parquet", *_FLAMES]),
            required=True,
            help="jsonl: one object per method; csv, parquet: the rows of a table; "
            "flamegraph: a flame graph as one HTML file, which a browser opens; "
            "collapsed, speedscope, pprof: stacks for the tools of these names.",
            found=Found.VALUE,
        ),
    ],
    weight: Annotated[
        Weight | None,
        option(
            "--weight",
            type=click.Choice(WEIGHTS),
            help=f"What stacks weigh: executed bytecodes or path completions.  [default: {WEIGHT}]",
            found=Found.VALUE,
        ),
    ],
    table: Annotated[
        str | None,
        option(
            "--table",
            type=click.Choice(_TABLES),
            help=f"What each row of csv and parquet stands for.  [default: {_TABLES[0]}]",
            more="`edges` has rows if the profiler counts edges, and `extended` if it counts paths "
            "other than Ball-Larus paths.",
            found=Found.VALUE,
        ),
    ],
    top: Annotated[
        int | None,
        most_rows_option(
            "Only the N hottest sequences, chosen as in reports; of other tables, only the N rows "
            "with the most bytecodes; of jsonl, only the N methods with the most bytecodes.",
            "all",
            more="Stacks are written only for the N methods with the most bytecodes. Of `branches` "
            "and `edges`, the N most frequent rows are kept instead, and of `extended`, the N rows "
            "with the largest estimates.",
        ),
    ],
    k: Annotated[
        int | None,
        shown_k_option(f"what the profile holds; for stacks at most {STACKED_LENGTH}"),
    ],
    sources: Sources,
    to: OutputOptions,
    chosen: SelectionOptions,
) -> None:
    """Write a profile's sequences, paths, loops, branches and methods for other programs.

    \b
    kpath-jvm export eclipse.kpath --format csv | head
    kpath-jvm export eclipse.kpath --format csv --table paths --sources ecj-sources.jar -o paths.csv
    kpath-jvm export eclipse.kpath --format parquet --top 1000 -o hottest.parquet
    kpath-jvm export eclipse.kpath --format jsonl -o eclipse.jsonl
    kpath-jvm export eclipse.kpath --format flamegraph -o flames.html
    kpath-jvm export eclipse.kpath --format speedscope -o eclipse.speedscope.json
    kpath-jvm export eclipse.kpath --format pprof -o eclipse.pb.gz

    Rows of all tables, and the objects of jsonl, have the method's id; paths are called A, B, C ...
    as in reports. In csv, a text that begins with =, +, - or @ gets an apostrophe in front, so that
    no spreadsheet takes it for a formula. docs/formats/export.md describes the formats.
    """
    from kpath_jvm.analysis.selection import opened
    from kpath_jvm.profile.arrow import keep_pandas_out
    from kpath_jvm.reports.flames.flames import FLAMES, FlameOptions

    _check(kind, weight, table)
    is_text = FLAMES.get(kind, kind != "parquet")
    if not is_text and to.output is None:
        raise KpathError(f"{kind} isn't text; name a file with -o FILE", 2)
    keep_pandas_out()
    selection = chosen.selection()
    found = opened(profile, selection)
    tell_worth(found.path, found.completeness)
    with source_texts(sources, [found]) as texts:
        if kind in FLAMES:
            write = _flames(found, selection, kind, FlameOptions(weight or WEIGHT, k, top, texts))
        else:
            write = _tables(found, selection, kind, table or _TABLES[0], k, top, texts)
        with _stream(to, is_text=is_text) as stream:
            write(stream)


def _check(kind: str, weight: Weight | None, table: str | None) -> None:
    if kind in _FLAMES:
        if table is not None:
            raise KpathError(f"{kind} has stacks, not tables; leave out --table", 2)
    elif weight is not None:
        raise KpathError(f"{kind} has both counts and costs; leave out --weight", 2)
    elif kind == "jsonl" and table is not None:
        raise KpathError("jsonl has all tables in one; leave out --table, or export csv", 2)


@contextmanager
def _stream(to: OutputOptions, *, is_text: bool) -> Iterator[IO[Any]]:
    if not is_text:
        assert to.output is not None
        with replacing(to.output, to.force) as sink:
            yield sink
        return
    if to.output is None:
        # Names may contain any Unicode characters, so the terminal's encoding isn't used.
        text: Any = sys.stdout
        text.reconfigure(encoding="utf-8", newline="\n")
    with to.opened() as stream:
        yield stream


def _flames(
    found: "Profile", selection: "Selection", kind: str, wanted: "FlameOptions"
) -> Callable[[IO[Any]], None]:
    from kpath_jvm.analysis.selection import select
    from kpath_jvm.reports.flames.flames import write_flames

    selected = select(found.merged(), selection)
    return lambda stream: write_flames(selected, kind, wanted, stream)


def _tables(
    found: "Profile",
    selection: "Selection",
    kind: str,
    table: str,
    k: int | None,
    top: int | None,
    texts: "SourceTexts | None",
) -> Callable[[IO[Any]], None]:
    from kpath_jvm.analysis.selection import select
    from kpath_jvm.reports.export.exported import Exported, ExportOptions
    from kpath_jvm.reports.export.jsonl import write_lines
    from kpath_jvm.reports.export.tables import require_rows, write_csv, write_parquet
    from kpath_jvm.reports.summary import check_k

    if kind != "jsonl":
        require_rows(found, table)
    wanted = ExportOptions(k=check_k(found, k), top=top, sources=texts)
    exported = Exported(select(found.merged(across_loaders=False), selection), wanted)
    if kind == "jsonl":
        return lambda stream: write_lines(exported, stream)
    write = write_parquet if kind == "parquet" else write_csv
    return lambda stream: write(exported, table, stream)
