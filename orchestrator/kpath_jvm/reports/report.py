"""Writes the report as text for terminals and pipes."""

import sys
from collections.abc import Iterator, Sequence
from typing import IO, Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.analysis.sampled.bootstrap import LEAST_UNITS
from kpath_jvm.profile.entries_only import predicted
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.reports import findings, inclusive_time, settled, settled_words
from kpath_jvm.reports.callers import NO_METHOD, about_callers, callers_table
from kpath_jvm.reports.cells import FactTable, table, titled, wrapped
from kpath_jvm.reports.completed_words import OF_FIRST
from kpath_jvm.reports.counted.edges import about_no_paths, all_bytecodes, edges_only, exactness
from kpath_jvm.reports.counted.extended_table import about_kinds, extended_table
from kpath_jvm.reports.coverage_words import (
    LENGTH_COLUMNS,
    LENGTHS,
    about_lengths,
    coverage_text,
    length_rows,
    longer_sequences,
)
from kpath_jvm.reports.header import footer, header, jvm_ending
from kpath_jvm.reports.hot_tables import (
    loops_table,
    methods_table,
    paths_table,
    sequences_table,
)
from kpath_jvm.reports.ladder import NAMES, PAGE
from kpath_jvm.reports.loop_words import no_loops, over_all_loops, share_of_loops
from kpath_jvm.reports.output import amount, counted, percent, write
from kpath_jvm.reports.path_texts import order_of_paths
from kpath_jvm.reports.shares import rows_cover, which_bytecodes
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.times import about_samples, in_order, of_samples, times_cover, times_table
from kpath_jvm.reports.told_sequences import RULE
from kpath_jvm.reports.unnamed import about_unnamed
from kpath_jvm.shown import ROWS
from kpath_jvm.source.annotation import SourceTexts

_MOST_WITH_LESS = 20
_MOST_THREADS = 20
_MOST_JVMS = 20
_MOST_ASKED = 5


def print_report(
    profile: Profile,
    *,
    top: int = ROWS,
    sources: SourceTexts | None = None,
    stream: IO[str] | None = None,
) -> None:
    """Prints a profile's report to a stream, by default stderr.

    Raises KpathError if the profile is corrupt.
    """
    summary = summarise(profile, ReportOptions(top=top), sources)
    write(sys.stderr if stream is None else stream, None, *renderables(summary))


def renderables(summary: dict[str, Any], *, verbose: bool = False) -> Iterator[RenderableType]:
    """Yields the report for a summary, section by section, as objects that rich prints.

    With ``verbose``, the report has everything about the recording, even if only a part of the
    profile is shown. The section on paths then describes all its paths, even those that a loop's
    row describes.
    """
    yield header(summary, verbose=verbose)
    part = summary["selection"]
    # If the part is one whole method, there are no columns with shares of the part. The table of
    # paths has a column with shares of the method anyway.
    is_part = part is not None and (part["of_loops"] or part["methods"] > 1)
    about = f" of {summary['only_method']}" if summary["only_method"] else ""
    has_paths, which = not edges_only(summary), which_bytecodes(summary["known"])
    methods = "methods" if has_paths else "methods without paths"
    where = f" in {summary['only_method']}" if summary["only_method"] else ""
    yield from findings.renderables(summary["findings"], where, which)
    yield from _times(summary, about)
    yield _section(f"Hottest loops{about}{in_order(summary, 'loops')}")
    if summary["loops"]:
        yield loops_table(summary["loops"], is_part=is_part, which=which)
        yield _note(_about_loops(summary, has_paths=has_paths))
        if over_all := over_all_loops(summary):
            yield _note(over_all)
        if "sampling" in summary:
            yield _note(_about_intervals(summary))
    else:
        yield _note("none: " + _why_no_loops(summary))
    if has_paths:
        yield from _sequences(summary, about)
    yield _section(f"Hottest methods{about}{in_order(summary, methods)}")
    yield from _methods(summary, is_part=is_part, has_paths=has_paths)
    if has_paths:
        yield _section(f"Hottest paths{about}{in_order(summary, 'paths')}")
        yield from _paths(summary, () if verbose else summary["loops"], is_part=is_part)
        yield from _lengths(summary, about)
    else:
        what, why = about_no_paths(summary)
        yield _section(what)
        yield _note(f"not known: {why}")
    yield from _settled_and_extended(summary, about)
    yield from _callers(summary, about)
    if unnamed := about_unnamed(summary):
        yield Text("")
        yield _note(unnamed)
    if part is None:
        yield from _processes_and_threads(summary)
    if summary["with_less"]:
        yield _section(f"Recorded with less{about}")
        yield _with_less(summary["with_less"])
        more = len(summary["with_less"]) - _MOST_WITH_LESS
        if more > 0:
            yield _note(f"and {more:,} more, none with more entries: report --json lists them")
        yield _note(f"these methods had no room for all probes: {PAGE}")
    yield from _footer(summary, verbose=verbose)


def _methods(
    summary: dict[str, Any], *, is_part: bool, has_paths: bool
) -> Iterator[RenderableType]:
    if summary["methods"]:
        known = summary["known"]
        yield methods_table(
            summary["methods"], is_part=is_part, has_paths=has_paths,
            is_windowed=known["is_windowed"], which=which_bytecodes(known),
        )  # fmt: skip
    else:
        yield _note(f"none: no {'path was completed' if has_paths else 'edge was taken'}")
    if cover := rows_cover(summary, "methods"):
        yield _note(cover)
    if summary["known"]["is_windowed"]:
        yield _note(OF_FIRST)
    if summary["methods"] and "callers" not in summary:
        yield _note("their callers weren't counted (run --callers counts them)")


def _paths(
    summary: dict[str, Any], loops: Sequence[dict[str, Any]], *, is_part: bool
) -> Iterator[RenderableType]:
    """Yields the hottest paths; those that the rows of ``loops`` describe are only named."""
    if summary["paths"]:
        which = which_bytecodes(summary["known"])
        yield paths_table(summary["paths"], loops, is_part=is_part, which=which)
        yield _note(order_of_paths(summary["order"]))
    else:
        yield _note("none: no path was completed")
    if cover := rows_cover(summary, "paths"):
        yield _note(cover)
    if covering := coverage_text(summary["coverage"]):
        yield _note(f"{covering}{longer_sequences(summary)}")


def _lengths(summary: dict[str, Any], about: str) -> Iterator[RenderableType]:
    """Yields the section on what the hottest sequences of each length cover, if requested."""
    if "coverage_by_length" not in summary:
        return
    yield _section(f"{LENGTHS}{about}")
    found = summary["coverage_by_length"]
    if found is None:
        yield _note("none: no path was completed")
        return
    yield table([f">{name}" for name in LENGTH_COLUMNS], length_rows(found))
    yield _note(about_lengths(found))


def _sequences(summary: dict[str, Any], about: str) -> Iterator[RenderableType]:
    """Yields the section about sequences, unless no method was asked for.

    If --method selects several methods, the section only says so.
    """
    if not summary["only_method"]:
        why = why_no_sequences(summary)
        if why is not None:
            yield _section("Hottest sequences")
            yield _note(why)
        return
    lengths = f"2 to {summary['k']} paths" if summary["k"] > 2 else "2 paths"
    yield _section(f"Hottest sequences{about}: {lengths}")
    if summary["sequences"]:
        yield sequences_table(summary["sequences"])
        yield _note(
            "ordered by the count times the number of paths that repeat: one in A×4, two in "  # noqa: RUF001
            "(A B)×2. Occurrences may overlap: nine times A in succession contain A×4 six times. "  # noqa: RUF001
            "So counts don't add up. Of sequences that show the same repetition, one is shown"
        )
    else:
        yield _note("none: " + _why_none(summary))


def why_no_sequences(summary: dict[str, Any]) -> str | None:
    """Returns a note that no sequences are shown because --method selects several methods.

    Returns None if --method selects one method or isn't given.
    """
    part = summary["selection"]
    if part is None or not part["methods_asked"]:
        return None
    titles = part["methods_asked"]
    named = ", ".join(titles[:_MOST_ASKED])
    more = len(titles) - _MOST_ASKED
    return (
        f"shown only if --method selects a single method; it selects {len(titles):,}: {named}"
        f"{f' and {more:,} more' if more > 0 else ''}"
    )


def _settled_and_extended(summary: dict[str, Any], about: str) -> Iterator[RenderableType]:
    if summary["settled"]:
        yield _section(settled_words.heading(summary["only_method"]))
        yield from settled.heavy_parts(summary["settled"])
        yield _note(
            "advise --json lists all tests that cost 0.1 % or more; the verb branches lists the "
            "tests of one method"
        )
    if summary["extended"]:
        yield _section(f"Hottest extended paths{about}")
        yield extended_table(summary["extended"])
        yield _note(about_kinds(summary))


def _times(summary: dict[str, Any], about: str) -> Iterator[RenderableType]:
    if "time" in summary:
        yield _section(f"Time beside bytecodes{about}")
        yield times_table(summary["time"])
        if cover := times_cover(summary["time"]):
            yield _note(cover)
        yield _note(about_samples(summary["time"]))
        if summary["time"]["most_inclusive"]:
            yield _section(f"{inclusive_time.HEADING}{about}")
            yield inclusive_time.inclusive_table(summary["time"])
            yield _note(inclusive_time.about_inclusive(summary["time"]))


def _callers(summary: dict[str, Any], about: str) -> Iterator[RenderableType]:
    if "callers" in summary:
        yield _section(f"Callers{about}")
        if summary["callers"]["methods"]:
            yield callers_table(summary["callers"])
            yield _note(about_callers(summary["callers"]))
        else:
            yield _note(NO_METHOD)


def _processes_and_threads(summary: dict[str, Any]) -> Iterator[RenderableType]:
    if len(summary["per_jvm"]) > 1:
        yield _section("JVMs")
        yield _jvms(summary["per_jvm"])
        more = len(summary["per_jvm"]) - _MOST_JVMS
        if more > 0:
            yield _note(f"and {more:,} more, none with more completions: report --json lists them")
        yield _note("--jvm PID or NAME shows one of them")
        unknown = sum(jvm["exit_status"] is None for jvm in summary["per_jvm"])
        if unknown:
            yield _note(
                f"the exit status of {counted(unknown, 'JVM')} isn't known: only the process that "
                "started a JVM is sure to get it"
            )
    if summary["per_thread"]:
        yield _section("Threads")
        yield _threads(summary["per_thread"])
        more = len(summary["per_thread"]) - _MOST_THREADS
        if more > 0:
            yield _note(f"and {more:,} more, none with more completions: report --json lists them")
        yield _note("report, tree and export show one of them with --thread NUMBER")


def _footer(summary: dict[str, Any], *, verbose: bool) -> Iterator[RenderableType]:
    """Yields what the recording cost; for a part of a profile, only if ``verbose``."""
    if summary["selection"] is None or verbose:
        yield _section("What the recording took")
        yield footer(summary)


def _about_loops(summary: dict[str, Any], *, has_paths: bool) -> str:
    work, known = summary["work"], summary["known"]
    rule = (
        f". {RULE[0].upper()}{RULE[1:]}" if any(row["sequence"] for row in summary["loops"]) else ""
    )
    cover = f"; {found}" if (found := rows_cover(summary, "loops")) else ""
    exact = "" if has_paths else f". {exactness(work, known)}"
    of_time, of_bytes = "", ""
    if summary["order"] == "time":
        of_time, of_bytes = f"{of_samples(summary['time'])}; ", " of bytecodes"
    rest = ""
    if work["loops"] > len(summary["loops"]):
        rest = "; export --table loops has the figures of all of them"
    return (
        f"{of_time}shares{of_bytes} are of {all_bytecodes(work, known)}: a loop has those of "
        "its own blocks, without inner loops, calls, and code that always leaves it, such as that "
        "before a break. "
        f"{share_of_loops(work, known)}{cover}{rest}{exact}{rule}"
    )


def _about_intervals(summary: dict[str, Any]) -> str:
    bursts = sum(burst["place"] is not None for burst in summary["sampling"]["bursts"])
    if not any(row["interval"] for row in summary["loops"]):
        return (
            f"it isn't known how reliable the shares are: finding out takes {LEAST_UNITS} or more "
            f"bursts in which paths were completed, and there are {bursts:,}"
        )
    return (
        f"A % to B %: with {percent(summary['sampling']['level'])} confidence, the share is in "
        f"this range, if the {bursts:,} bursts are as good as random samples"
    )


def _why_no_loops(summary: dict[str, Any]) -> str:
    if summary["only_method"] and any(not method["has_paths"] for method in summary["with_less"]):
        return "no paths of this method are recorded, only its entries"
    return no_loops(summary)


def _why_none(summary: dict[str, Any]) -> str:
    if summary["only_method"] and any(not method["has_paths"] for method in summary["with_less"]):
        return "no paths of this method are recorded, only its entries"
    if summary["k"] == 1:
        return "k = 1 records single paths only"
    return "no loop was run through twice in one activation"


def _section(title: str) -> RenderableType:
    return Text(f"\n{title}", style="bold")


def _note(text: str) -> RenderableType:
    return Padding(wrapped(Text(text, style="dim"), hanging=0), (0, 0, 0, 2))


def _threads(threads: list[dict[str, Any]]) -> RenderableType:
    return table(
        (">", ">path\ncompletions", ">of all\ncompletions", ">entries", "<thread"),
        (
            (
                str(thread["thread"]),
                amount(thread["completed"]),
                percent(thread["share_of_all"]),
                amount(thread["entries"]),
                Text(printable(thread["title"]), style="cyan"),
            )
            for thread in threads[:_MOST_THREADS]
        ),
    )


def _jvms(jvms: list[dict[str, Any]]) -> RenderableType:
    rows = []
    for jvm in jvms[:_MOST_JVMS]:
        cell = Text(printable(jvm["name"]), style="cyan")
        marks = [] if jvm["completed"] else ["no profiled path was completed"]
        marks += [ending] if (ending := jvm_ending(jvm)) else []
        marks += [] if jvm["completeness"]["exact"] else [jvm["completeness"]["verdict"]]
        if marks:
            cell.append(f": {', '.join(marks)}", style="yellow")
        rows.append((str(jvm["pid"]), amount(jvm["completed"]), percent(jvm["share_of_all"]), cell))
    return table((">process", ">path\ncompletions", ">of all\ncompletions", "<what ran"), rows)


def _with_less(methods: list[dict[str, Any]]) -> RenderableType:
    listed = FactTable(["entries", "bytes", "recorded"], "method")
    for method in methods[:_MOST_WITH_LESS]:
        cell = titled(method["title"], method["class"])
        no_paths = "" if method["has_paths"] else "no paths: "
        cell.append(f"\n{no_paths}{printable(method['reason'] or 'unknown')}", "default")
        if sizes := [f"{NAMES[rung]} {amount(size)}" for rung, size in predicted(method)]:
            cell.append(f"\npredicted bytes: {', '.join(sizes)}", "dim")
        figures = [
            amount(method["entries"]),
            f"{amount(method['bytes'])} to {amount(method['instrumented_bytes'])}",
            NAMES[method["rung"]],
        ]
        listed.add(figures, cell)
    return listed
