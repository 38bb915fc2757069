"""The report as text, for terminals and pipes."""

import sys
from collections.abc import Iterator
from typing import IO, Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.output import amount, percent, seconds, size, write
from kpath_jvm.reports.summary import ReportOptions, summarise

_MOST_REASONS = 8
_MOST_NAMED = 5
_MOST_SOURCE_LINES = 16


def print_report(profile: Profile, *, top: int = 10, stream: IO[str] | None = None) -> None:
    """Print the report of a profile on a stream, stderr unless told; KpathError if corrupt."""
    summary = summarise(profile, ReportOptions(top=top))
    write(sys.stderr if stream is None else stream, None, *renderables(summary))


def renderables(summary: dict[str, Any]) -> Iterator[RenderableType]:
    """Turn a summary into what rich prints, part by part."""
    yield _header(summary)
    about = f" of {summary['only_method']}" if summary["only_method"] else ""
    yield _section(f"Hottest sequences{about}: 2 to {summary['k']} paths")
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


def _why_none(summary: dict[str, Any]) -> str:
    if summary["k"] == 1:
        return "k = 1 records single paths only"
    return "no loop was run through twice in one activation"


def _section(title: str) -> RenderableType:
    return Text(f"\n{title}", style="bold")


def _note(text: str) -> RenderableType:
    return Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _header(summary: dict[str, Any]) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for label, text, style in _header_rows(summary):
        table.add_row(Text(label, style="bold"), Text(printable(text), style=style))
    return table


def _header_rows(summary: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield label, text and style: what was profiled, what not, how well, at what cost."""
    profiled, cost = summary["profiled"], summary["cost"]
    started = summary["started"] or "at an unknown time"
    yield "profile", f"{summary['profile']}, started {started}", ""
    yield "of", summary["title"] + _ending(summary), ""
    if summary["stand_in"]:
        yield "", "a stand-in: it is not the benchmark whose name it bears", "yellow"
    yield "paths", _cutting(summary), ""
    yield (
        "profiled",
        f"{amount(profiled['methods'])} methods of {amount(profiled['classes'])} classes, "
        f"{amount(profiled['methods_entered'])} entered; "
        f"{amount(profiled['completions'])} path completions "
        f"({amount(profiled['paths_executed'])} distinct paths, "
        f"{amount(profiled['ipf_nodes'])} k-IPF nodes), {amount(profiled['abandoned'])} abandoned, "
        f"{amount(profiled['unfinished'])} unfinished; {amount(profiled['threads'])} threads",
        "",
    )
    yield "not profiled", *_not_profiled(summary["not_profiled"])
    less = _with_less(profiled)
    if less:
        yield "with less", less, ""
    yield "completeness", *_completeness(summary)
    yield "slowdown", _slowdown(cost), ""
    yield (
        "memory",
        f"segment {size(cost['segment_peak_bytes'])} at its peak of {size(cost['segment_bytes'])}, "
        f"engine {size(cost['engine_bytes'])}",
        "",
    )
    yield "target waited", seconds(cost["waited_seconds"]), ""
    yield "over 8,000 bytes", _pushed(cost["methods_pushed_over_8000_bytes"]), ""


def _with_less(profiled: dict[str, Any]) -> str:
    parts = []
    if profiled["methods_with_cuts"]:
        parts.append(
            f"{amount(profiled['methods_with_cuts'])} methods have too many paths: theirs are cut, "
            "and a piece counts as one item of k"
        )
    if profiled["methods_irreducible"]:
        parts.append(f"{amount(profiled['methods_irreducible'])} methods are irreducible")
    return "; ".join(parts)


def _ending(summary: dict[str, Any]) -> str:
    if summary["signal"]:
        return f", killed by signal {summary['signal']}"
    if summary["exit_status"]:
        return f", exit status {summary['exit_status']}"
    return ""


def _cutting(summary: dict[str, Any]) -> str:
    less = f" of {summary['profile_k']} recorded" if summary["k"] != summary["profile_k"] else ""
    places = {"back-edge": "back edges", "loop-header": "loop headers"}
    return f"k = {summary['k']}{less}, cut at {places.get(summary['cut'], 'an unknown place')}"


def _not_profiled(skipped: dict[str, Any]) -> tuple[str, str]:
    if not skipped["reasons"]:
        return "nothing was left out", ""
    reasons = [
        f"{reason['reason']} ({_things(reason)})" for reason in skipped["reasons"][:_MOST_REASONS]
    ]
    more = len(skipped["reasons"]) - _MOST_REASONS
    if more > 0:
        reasons.append(f"{more} more reasons (see run.json)")
    return f"{_things(skipped)}: {'; '.join(reasons)}", ""


def _things(counts: dict[str, Any]) -> str:
    parts = [
        f"{amount(counts[kind])} {kind if counts[kind] != 1 else one}"
        for kind, one in (("classes", "class"), ("methods", "method"))
        if counts.get(kind)
    ]
    return " and ".join(parts)


def _completeness(summary: dict[str, Any]) -> tuple[str, str]:
    verdict, reasons = summary["completeness"]["verdict"], summary["completeness"]["reasons"]
    reasons = list(reasons)
    if summary["profiled"]["lost_events"]:
        reasons.append(f"{amount(summary['profiled']['lost_events'])} events lost")
    if summary["profiled"]["methods_in_disagreement"]:
        reasons.append(
            f"counters and paths disagree in {summary['profiled']['methods_in_disagreement']} "
            "methods"
        )
    text = f"{verdict}: {'; '.join(reasons)}" if reasons else verdict
    return text, "green" if verdict == "exact" and not reasons else "yellow"


def _slowdown(cost: dict[str, Any]) -> str:
    took = f"took {seconds(cost['wall_seconds'])}"
    if cost["slowdown"] is None:
        return f"not measured ({took})"
    native = seconds(cost["native_wall_seconds"])
    return f"{cost['slowdown']:.2f} {TIMES} ({took}, without the agent {native})"


def _pushed(methods: list[dict[str, Any]]) -> str:
    if not methods:
        return "no method was pushed over HotSpot's limit"
    named = [
        f"{method['class'].replace('/', '.')}.{method['method']} "
        f"({amount(method['bytes'])} to {amount(method['instrumented_bytes'])})"
        for method in methods[:_MOST_NAMED]
    ]
    more = len(methods) - len(named)
    return (
        f"{len(methods)} pushed over, which HotSpot does not compile: {', '.join(named)}"
        f"{f' and {more} more' if more else ''}"
    )


def _table(*columns: tuple[str, str]) -> Table:
    """Return a table without lines; a column's name and "right" or "left"."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for name, side in columns:
        is_text = side == "left"
        table.add_column(
            name,
            justify="left" if is_text else "right",
            no_wrap=not is_text,
            overflow="fold",
        )
    return table


def _sequences(sequences: list[dict[str, Any]]) -> RenderableType:
    table = _table(
        ("", "right"),
        ("count", "right"),
        ("iterations", "right"),
        ("of method", "right"),
        ("of all", "right"),
        ("sequence", "left"),
    )
    for rank, sequence in enumerate(sequences, 1):
        cell = Text(sequence["title"], style="cyan")
        cell.append(f"\n{_loop(sequence['loop'])}", style="default")
        cell.append(f"\nlines {sequence['lines_text']}", style="default")
        cell.append(f"\npaths {' '.join(map(str, sequence['paths']))}", style="dim")
        _append_source(cell, sequence["source"])
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


def _append_source(cell: Text, source: list[dict[str, Any]] | None) -> None:
    if not source:
        return
    indent = min(
        (len(line["text"]) - len(line["text"].lstrip()) for line in source if line["text"]),
        default=0,
    )
    for line in source[:_MOST_SOURCE_LINES]:
        cell.append(f"\n{line['line']:>6}  ", style="dim")
        cell.append(line["text"][indent:], style="default")
    if len(source) > _MOST_SOURCE_LINES:
        cell.append(f"\n        and {len(source) - _MOST_SOURCE_LINES} more lines", style="dim")


def _methods(methods: list[dict[str, Any]]) -> RenderableType:
    table = _table(
        ("", "right"),
        ("completions", "right"),
        ("of all", "right"),
        ("entries", "right"),
        ("paths run", "right"),
        ("of", "right"),
        ("method", "left"),
    )
    for rank, method in enumerate(methods, 1):
        cell = Text(method["title"], style="cyan")
        marks = [
            mark
            for mark, is_so in (
                (f"{method['cuts']} cuts", method["cuts"]),
                ("irreducible", method["irreducible"]),
                (f"{amount(method['abandoned'])} paths abandoned", method["abandoned"]),
                (f"{amount(method['unfinished'])} unfinished", method["unfinished"]),
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


def _paths(paths: list[dict[str, Any]]) -> RenderableType:
    table = _table(
        ("", "right"),
        ("count", "right"),
        ("of method", "right"),
        ("of all", "right"),
        ("path", "left"),
    )
    for rank, path in enumerate(paths, 1):
        cell = Text(path["title"], style="cyan")
        cell.append(
            f"\npath {path['path']}, {path['start']} to {path['end']}, "
            f"lines {path['lines_text'] or 'unknown'}",
            style="default",
        )
        _append_source(cell, path["source"])
        table.add_row(
            str(rank),
            amount(path["count"]),
            percent(path["share_of_method"]),
            percent(path["share_of_all"]),
            cell,
        )
    return table
