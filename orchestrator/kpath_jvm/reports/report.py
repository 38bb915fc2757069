"""The report as text, for terminals and pipes."""

import sys
from collections.abc import Iterator
from typing import IO, Any, Literal

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import dotted, printable
from kpath_jvm.reports.header import header
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.output import amount, percent, write
from kpath_jvm.reports.source_lines import append_source
from kpath_jvm.reports.summary import ReportOptions, summarise

_MOST_WITH_LESS = 20
_MOST_THREADS = 20


def print_report(profile: Profile, *, top: int = 10, stream: IO[str] | None = None) -> None:
    """Prints a profile's report to a stream, by default stderr; KpathError if it is corrupt."""
    summary = summarise(profile, ReportOptions(top=top))
    write(sys.stderr if stream is None else stream, None, *renderables(summary))


def renderables(summary: dict[str, Any]) -> Iterator[RenderableType]:
    """Turns a summary into what rich prints, part by part."""
    yield header(summary)
    about = f" of {summary['only_method']}" if summary["only_method"] else ""
    lengths = f"2 to {summary['k']} paths" if summary["k"] > 2 else "2 paths"
    yield _section(f"Hottest sequences{about}: {lengths}")
    if summary["sequences"]:
        yield _sequences(summary["sequences"])
        yield _note(
            "shares are of path completions, of those that the occurrences surely cover: "
            f"count {TIMES} period; of sequences that overlap, one is shown"
        )
    else:
        yield _note("none: " + _why_none(summary))
    yield _section(f"Hottest methods{about}")
    yield _methods(summary["methods"])
    yield _section(f"Hottest paths{about}")
    yield _paths(summary["paths"])
    if summary["per_thread"] and not summary["only_method"]:
        yield _section("Threads")
        yield _threads(summary["per_thread"])
        more = len(summary["per_thread"]) - _MOST_THREADS
        if more > 0:
            yield _note(f"and {more:,} more, with fewer completions: report --json lists them")
        yield _note("report, tree and export show one of them with --thread NUMBER")
    if summary["with_less"]:
        yield _section(f"Recorded with less{about}")
        yield _with_less(summary["with_less"])
        more = len(summary["with_less"]) - _MOST_WITH_LESS
        if more > 0:
            yield _note(f"and {more:,} more, with fewer entries: report --json lists them")


def _why_none(summary: dict[str, Any]) -> str:
    if summary["only_method"] and any(not method["has_paths"] for method in summary["with_less"]):
        return "no paths of this method are recorded, only its entries"
    if summary["k"] == 1:
        return "k = 1 records single paths only"
    return "no loop was run through twice in one activation"


def _section(title: str) -> RenderableType:
    return Text(f"\n{title}", style="bold")


def _note(text: str) -> RenderableType:
    return Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _table(*columns: str) -> Table:
    """Returns a table without lines; a column is named ``>count`` (to the right) or ``<path``."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for column in columns:
        is_text = column[0] == "<"
        side: Literal["left", "right"] = "left" if is_text else "right"
        table.add_column(column[1:], justify=side, no_wrap=not is_text, overflow="fold")
    return table


def _sequences(sequences: list[dict[str, Any]]) -> RenderableType:
    table = _table(">", ">count", ">iterations", ">of method", ">of all", "<sequence")
    for rank, sequence in enumerate(sequences, 1):
        cell = Text(sequence["title"], style="cyan")
        cell.append(f"\n{_loop(sequence['loop'])}", style="default")
        cell.append(f"\nlines {sequence['lines_text']}", style="default")
        cell.append(f"\npaths {' '.join(map(str, sequence['paths']))}", style="dim")
        append_source(cell, sequence["source"])
        table.add_row(
            str(rank),
            amount(sequence["count"]),
            str(sequence["iterations"]),
            percent(sequence["share_of_method"]),
            percent(sequence["share_of_all"]),
            cell,
        )
    return table


def _loop(loop: dict[str, Any] | None) -> str:
    if loop is None:
        return "in several loops, none around all of them"
    where = "loop" if loop["header_line"] is None else f"loop at line {loop['header_line']}"
    return f"{where}: {loop['statement']}" if loop["statement"] else where


def _methods(methods: list[dict[str, Any]]) -> RenderableType:
    table = _table(">", ">completions", ">of all", ">entries", ">paths run", ">of", "<method")
    for rank, method in enumerate(methods, 1):
        # Packages make long names longer: they get a line of their own.
        package, _, _ = method["class"].rpartition("/")
        cell = Text(method["title"][len(dotted(f"{package}/")) :] if package else method["title"])
        cell.stylize("cyan")
        marks = [dotted(package)] if package else []
        marks += [
            mark
            for mark, is_so in (
                (f"{method['cuts']} cuts", method["cuts"]),
                ("irreducible", method["irreducible"]),
                (f"{amount(method['abandoned'])} paths abandoned", method["abandoned"]),
                (f"{amount(method['unfinished'])} unfinished", method["unfinished"]),
                (f"{amount(method['undecided'])} abandoned or unfinished", method["undecided"]),
            )
            if is_so
        ]
        if marks:
            cell.append(f"\n{', '.join(marks)}", style="dim")
        table.add_row(
            str(rank),
            amount(method["completed"]),
            percent(method["share_of_all"]),
            amount(method["entries"]),
            amount(method["paths_executed"]),
            amount(method["paths_possible"]),
            cell,
        )
    return table


def _threads(threads: list[dict[str, Any]]) -> RenderableType:
    table = _table(">", ">completions", ">of all", ">entries", "<thread")
    for thread in threads[:_MOST_THREADS]:
        table.add_row(
            str(thread["thread"]),
            amount(thread["completed"]),
            percent(thread["share_of_all"]),
            amount(thread["entries"]),
            Text(printable(thread["title"]), style="cyan"),
        )
    return table


def _with_less(methods: list[dict[str, Any]]) -> RenderableType:
    table = _table(">entries", ">bytes", "<rung", "<method")
    for method in methods[:_MOST_WITH_LESS]:
        cell = Text(method["title"], style="cyan")
        no_paths = "" if method["has_paths"] else "no paths: "
        cell.append(f"\n{no_paths}{printable(method['reason'] or 'unknown')}", style="default")
        sizes = [
            f"{rejected['rung']} {amount(rejected['bytes'])}"
            for rejected in method["rejected"]
            if rejected["bytes"] is not None
        ]
        if sizes:
            cell.append(f"\npredicted bytes: {', '.join(sizes)}", style="dim")
        table.add_row(
            amount(method["entries"]),
            f"{amount(method['bytes'])} to {amount(method['instrumented_bytes'])}",
            method["rung"],
            cell,
        )
    return table


def _paths(paths: list[dict[str, Any]]) -> RenderableType:
    table = _table(">", ">count", ">of method", ">of all", "<path")
    for rank, path in enumerate(paths, 1):
        cell = Text(path["title"], style="cyan")
        cell.append(
            f"\npath {path['path']}, {path['start']} to {path['end']}, "
            f"lines {path['lines_text'] or 'unknown'}",
            style="default",
        )
        append_source(cell, path["source"])
        table.add_row(
            str(rank),
            amount(path["count"]),
            percent(path["share_of_method"]),
            percent(path["share_of_all"]),
            cell,
        )
    return table
