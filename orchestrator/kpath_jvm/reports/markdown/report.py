"""Writes the report as Markdown."""

from collections.abc import Iterator
from typing import Any

from kpath_jvm.profile.entries_only import entries_only, may_be_hot
from kpath_jvm.profile.metadata import EDGES_MODE
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.records.java_command import shortened
from kpath_jvm.reports import settled_words
from kpath_jvm.reports.completed_words import (
    OF_WHOLE_RUN,
    about_trips,
    cut_off_in_loop,
    cut_off_in_method,
    how_many_uncompleted,
    mean_text,
    never_went_round,
    not_completed,
    per_entry,
    range_text,
    trips,
)
from kpath_jvm.reports.counted.edges import (
    about_no_paths,
    all_bytecodes,
    amount_of_bytecodes,
    bytecodes_text,
    counted_edges_text,
    edges_only,
    exactness,
    of_first_paths,
)
from kpath_jvm.reports.counted.extended_table import what_is_shared, words
from kpath_jvm.reports.coverage_words import (
    LENGTH_COLUMNS,
    LENGTHS,
    about_lengths,
    coverage_text,
    length_rows,
)
from kpath_jvm.reports.header import (
    divided,
    held_back,
    jvms_that_failed,
    not_profiled,
    nothing_entered,
    size_of_part,
)
from kpath_jvm.reports.hot_tables import about_next, about_sequence
from kpath_jvm.reports.iteration_words import iterations_text
from kpath_jvm.reports.loop_words import (
    no_loops,
    over_all_loops,
    share_of_loops,
    shared_header,
)
from kpath_jvm.reports.markdown import settled
from kpath_jvm.reports.markdown.callers import callers_markdown
from kpath_jvm.reports.markdown.findings import findings_markdown
from kpath_jvm.reports.markdown.times import times_markdown
from kpath_jvm.reports.markdown.writing import code, escaped, file_place, section, table, told
from kpath_jvm.reports.output import amount, as_sentence, counted, percent
from kpath_jvm.reports.path_texts import order_of_paths
from kpath_jvm.reports.shares import (
    of_bytecodes,
    rows_cover,
    what_shares_are_of,
    which_bytecodes,
)
from kpath_jvm.reports.time_lines import time_lines
from kpath_jvm.reports.times import disagreement, in_order
from kpath_jvm.reports.told_sequences import RULE, described, not_alone, shared_text
from kpath_jvm.reports.unnamed import about_unnamed

_MOST_REASONS = 8


def report_markdown(summary: dict[str, Any]) -> Iterator[str]:
    """Yields the lines for a report's summary (reports/summary.py)."""
    yield f"## kpath-jvm: {code(shortened(summary['title']))}"
    yield ""
    yield _about(summary)
    yield from ("", as_sentence(f"shares are {escaped(what_shares_are_of(summary))}"))
    yield from _left_out(summary)
    yield from _warnings(summary)
    if "time" in summary:
        yield from _first_times(summary["time"])
    method = code(summary["only_method"]) if summary["only_method"] else None
    of = f" of {method}" if method else ""
    has_paths = not edges_only(summary)
    is_timed = summary["order"] == "time"
    of_time = _TIME if is_timed else ()
    of_all = f">of {which_bytecodes(summary['known'])} bytecodes"
    yield from findings_markdown(
        summary["findings"], f" in {method}" if method else "", of_bytecodes(summary["known"])
    )
    if "time" in summary:
        yield from times_markdown(summary["time"], of)
    if summary["loops"]:
        rows = (
            [*_time(row, is_timed=is_timed), *_loop(row, has_paths=has_paths)]
            for row in summary["loops"]
        )
        columns: tuple[str, ...] = _LOOP_COLUMNS if has_paths else _EDGE_LOOP_COLUMNS
        heading = f"Hottest loops{of}{in_order(summary, 'loops')}"
        yield from section(heading, (*of_time, of_all, *columns), rows)
        yield from _cover(summary, "loops")
        if over_all := over_all_loops(summary):
            yield from ("", as_sentence(over_all))
    else:
        yield from ("", as_sentence(no_loops(summary)))
    methods = (
        [*_time(row, is_timed=is_timed), *_method(row, summary["known"], has_paths=has_paths)]
        for row in summary["methods"]
    )
    columns = _METHOD_COLUMNS if has_paths else _EDGE_METHOD_COLUMNS
    kind = "methods" if has_paths else "methods without paths"
    heading = f"Hottest methods{of}{in_order(summary, kind)}"
    yield from section(heading, (*of_time, of_all, *columns), methods)
    yield from _cover(summary, "methods")
    if not has_paths:
        what, why = about_no_paths(summary)
        yield from ("", f"{what} are not known: {why}.")
    else:
        yield from _paths(summary, f"Hottest paths{of}{in_order(summary, 'paths')}", of_all)
        yield from _lengths(summary, of)
    if summary["settled"]:
        yield from ("", f"### {settled_words.heading(method)}", "")
        yield from settled.heavy_items(summary["settled"])
    if summary["extended"]:
        extended = map(_extended, summary["extended"])
        yield from section(f"Hottest extended paths{of}", _EXTENDED_COLUMNS, extended)
        yield ""
        yield f"Shares are of {what_is_shared(summary['extended'])} of all paths of the same kind."
    if "callers" in summary:
        yield from callers_markdown(summary["callers"], of)
    yield ""
    yield from _about_bytecodes(summary)
    rule = f" {as_sentence(RULE)}" if any(row["sequence"] for row in summary["loops"]) else ""
    yield f"A loop has the bytecodes of its own blocks, without inner loops and calls.{rule}"
    if unnamed := about_unnamed(summary):
        yield from ("", as_sentence(unnamed))


def _first_times(time: dict[str, Any]) -> Iterator[str]:
    for label, text in time_lines(time, code):
        yield from ("", as_sentence(f"{label}: {text}"))
    differs = disagreement(time, code)
    if differs is not None:
        yield from ("", f"> **Time** {differs}")


def _left_out(summary: dict[str, Any]) -> Iterator[str]:
    """Yields what wasn't recorded, and which methods' paths are divided."""
    left_out = not_profiled(summary["not_profiled"])
    yield from ("", escaped(as_sentence(f"not profiled: {left_out}")))
    if cut := divided(summary):
        yield from ("", escaped(as_sentence(f"cut edges: {cut}")))


def _about_bytecodes(summary: dict[str, Any]) -> Iterator[str]:
    work, known = summary["work"], summary["known"]
    if known["is_windowed"]:
        yield from (f"Shares are of {all_bytecodes(work, known)}.", "")
    if edges_only(summary):
        yield from (f"Bytecodes follow from counts of edges. {exactness(work, known)}.", "")


def _about(summary: dict[str, Any]) -> str:
    profiled, work = summary["profiled"], summary["work"]
    completions = f"{counted(profiled['completions'], 'path completion')} of "
    if edges_only(summary):
        completions = ""
    executed = f"{bytecodes_text(work, 'executed bytecode')} in {completions}"
    if summary["known"]["is_windowed"]:
        first, whole = of_first_paths(work)
        executed = f"{completions}{first}{whole}; in all, "
    parts = [
        f"{_what(summary)}, **{summary['completeness']['verdict']}**: {executed}"
        f"{counted(profiled['methods_entered'], 'method')}"
    ]
    if work["bytecodes"]:
        parts.append(share_of_loops(work, summary["known"]))
    if profiled["held_back"]:
        parts.append(held_back(profiled))
    if summary["java_versions"]:
        parts.append(f"on Java {escaped(' and '.join(summary['java_versions']))}")
    if summary["thread"]:
        parts.append(f"thread {code(summary['thread'])} only")
    if summary["selection"]:
        shown = code(summary["selection"]["text"])
        parts.append(f"shown: {shown}, {size_of_part(summary)}")
    return "; ".join(parts) + "."


def _what(summary: dict[str, Any]) -> str:
    if edges_only(summary):
        return counted_edges_text(summary["known"])
    return f"k = {summary['k']}"


def _warnings(summary: dict[str, Any]) -> Iterator[str]:
    completeness = summary["completeness"]
    found = [code(reason) for reason in completeness["reasons"][:_MOST_REASONS]]
    more = len(completeness["reasons"]) - len(found)
    if nothing := nothing_entered(summary):
        found.insert(0, nothing)
    if more > 0:
        found.append(counted(more, "more reason"))
    if summary["folding"]:
        found.append("the engine's memory was full: rare sequences were folded")
    less = summary["with_less"]
    only = entries_only(less)
    if only is not None and may_be_hot(less):
        found.append(f"only entries are counted of {code(only)}")
    if failed := jvms_that_failed(summary):
        found.append(f"Failed: {escaped(failed)}")
    if summary["stand_in"]:
        found.append("a stand-in: it is not the benchmark that it is named after")
    for text in found:
        yield ""
        yield f"> {text}"
    if only is not None and not may_be_hot(less):
        yield from ("", f"Only entries are counted of {code(only)}.")


_TIME = (">of recorded code's time", ">of sampled time")


def _time(row: dict[str, Any], *, is_timed: bool) -> list[str]:
    """Returns a row's cells for shares of time; [] unless rows are ordered by time."""
    return [percent(row["share_of_time"]), percent(row["share_of_all_time"])] if is_timed else []


_EDGE_LOOP_COLUMNS: tuple[str, ...] = (">iterations", ">per entry", "<loop")
_LOOP_COLUMNS = (">iterations", ">per entry", ">paths", "<loop")


def _loop(row: dict[str, Any], *, has_paths: bool) -> list[str]:
    place, statement = row["loop"]["header_place"], row["loop"]["statement"]
    where = f"loop {row['number'] + 1}" if place is None else file_place(place)
    parts = [f"{code(row['title'])}, {where}"]
    if statement:
        parts[0] = f"{parts[0]}: {code(statement)}"
    if row["loop"]["test"]:
        parts.append(escaped(row["loop"]["test"]))
    if row["loop"]["waiting"]:
        parts.append(escaped(row["loop"]["waiting"]))
    if row["sequence"] is not None:
        sequence = row["sequence"]
        name, times, rest = about_sequence(row)
        parts.append(f"**{name}** {times}{rest}")
        if both := shared_text(sequence, code):
            parts.append(both)
        parts += [
            f"{told(path, path['briefly'])}{not_alone(path)}"
            for path in described(sequence, len(sequence["named"]))
        ]
    parts += about_next(row)
    entries = iterations_text(row["iterations_per_entry"], per_entry(row), statement)
    if entries:
        parts.insert(1, entries)
    shared = shared_header(row)
    if shared:
        parts.insert(1, escaped(shared))
    if cut_off := cut_off_in_loop(row):
        parts.insert(1, cut_off)
    is_doubtful = row["missing"] != 0 or row["whole_run"]
    if is_doubtful or not row["entries"] or never_went_round(row):
        parts.insert(1, trips(row))
    return [
        percent(row["share_of_all"]),
        "not known"
        if row["iterations"] is None
        else f"{about_trips(row)}{range_text(row['iterations'], row['iterations_most'])}",
        mean_text(row),
        *([amount(row["paths_executed"])] if has_paths else []),
        "<br>".join(parts),
    ]


_EDGE_METHOD_COLUMNS: tuple[str, ...] = (">bytecodes", ">entries", "<method")
_METHOD_COLUMNS = (">bytecodes", ">path completions", ">paths run", "<method")


def _method(row: dict[str, Any], known: dict[str, Any], *, has_paths: bool) -> list[str]:
    bytecodes, title = amount_of_bytecodes(row), code(row["title"])
    is_of_edges = row["mode"] == EDGES_MODE
    if is_of_edges and known["is_windowed"]:
        title += f"<br>{OF_WHOLE_RUN}"
    if not has_paths:
        return [percent(row["share_of_all"]), bytecodes, amount(row["entries"]), title]
    if is_of_edges:
        return [percent(row["share_of_all"]), bytecodes, "-", "-", title]
    cut_off = cut_off_in_method(row)
    lacking = f"<br>{how_many_uncompleted(not_completed(row))}; {cut_off}" if cut_off else ""
    return [
        percent(row["share_of_all"]),
        bytecodes,
        amount(row["completed"]),
        f"{amount(row['paths_executed'])} of {amount(row['paths_possible'])}",
        f"{title}{lacking}",
    ]


_PATH_COLUMNS = (">of the method's bytecodes", ">path completions", "<path")


def _path(row: dict[str, Any]) -> list[str]:
    # The path's start and end are shown, because without them a path that enters a loop may read
    # like a path of a later iteration.
    ends = f"{row['start']} to {row['end']}"
    return [
        percent(row["share_of_all"]),
        percent(row["share_of_method"]),
        amount(row["count"]),
        f"{code(row['title'])}<br>{told(row | {'begins': ends}, row['apart'])}",
    ]


def _paths(summary: dict[str, Any], heading: str, of_all: str) -> Iterator[str]:
    yield from section(heading, (of_all, *_PATH_COLUMNS), map(_path, summary["paths"]))
    if summary["paths"]:
        yield from ("", as_sentence(order_of_paths(summary["order"])))
    yield from _cover(summary, "paths")
    if covering := coverage_text(summary["coverage"]):
        yield from ("", as_sentence(covering))


def _cover(summary: dict[str, Any], kind: str) -> Iterator[str]:
    if cover := rows_cover(summary, kind):
        yield from ("", as_sentence(cover))


def _lengths(summary: dict[str, Any], of: str) -> Iterator[str]:
    found = summary.get("coverage_by_length")
    if found is not None:
        yield from ("", f"### {LENGTHS}{of}")
        columns = [">" + name.replace("\n", " ") for name in LENGTH_COLUMNS]
        yield from table(columns, length_rows(found))
        yield from ("", as_sentence(escaped(about_lengths(found))))


_EXTENDED_COLUMNS = (">of its kind", ">count", "<path")


def _extended(row: dict[str, Any]) -> list[str]:
    parts = [code(row["title"]), f"**{row['name']}** {words(row)}"]
    parts += [f"{number}: {code(', '.join(one))}" for number, one in enumerate(row["decisions"], 1)
              if one]  # fmt: skip
    if row["other"] is not None:
        lines = lines_phrase(row["other"]["lines_text"])
        parts.append(f"{code(row['other']['title'])}, {lines}")
    count = amount(row["count"])
    if row["estimate"] is not None:
        count = f"{count}, estimated {row['estimate']:,.1f}"
    return [percent(row["share_of_kind"]), count, "<br>".join(parts)]
