"""Makes a report's first lines: what was profiled and what wasn't, how well, and at what cost."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kpath_jvm.analysis.entered import NOTHING_ENTERED
from kpath_jvm.profile.entries_only import entries_only, may_be_hot, may_be_missing
from kpath_jvm.profile.metadata import EDGES_MODE
from kpath_jvm.profile.names import printable, without_package
from kpath_jvm.records.java_command import COMPILE_HUGE_METHODS, shortened
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.counted.edges import (
    bytecodes_text,
    counted_edges_text,
    edges_only,
    extended_text,
    of_first_paths,
)
from kpath_jvm.reports.ladder import MEANINGS, NAMES, PAGE, REASONS, why_left_out
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.loop_words import share_of_loops
from kpath_jvm.reports.output import amount, counted, percent, seconds, size
from kpath_jvm.reports.shares import asked_for, of_bytecodes, what_shares_are_of
from kpath_jvm.reports.time_lines import time_lines
from kpath_jvm.reports.times import disagreement

_MOST_REASONS = 8
_MOST_NAMED = 5
#: At most this many of the loops that --loop or --line selects are named.
_MOST_LOOPS = 3


def header(summary: dict[str, Any], *, verbose: bool = False) -> RenderableType:
    """Returns the header of a summary (summary.py).

    The header of a part of a profile is short, unless it is ``verbose``.
    """
    is_part = summary["selection"] is not None
    rows = [] if is_part and not verbose else [*_first_rows(summary, is_whole=verbose)]
    rows += _part_rows(summary, verbose=verbose)
    rows.append(("shares", what_shares_are_of(summary), ""))
    if nothing := nothing_entered(summary):
        rows.insert(0, ("empty", nothing, "yellow"))
    return _labelled([*rows, *_time_rows(summary)])


def _time_rows(summary: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields rows on the samples of time, and on where time and bytecodes differ much."""
    if "time" not in summary:
        return
    for label, text in time_lines(summary["time"]):
        yield label, text, ""
    differs = disagreement(summary["time"])
    if differs is not None:
        yield "time", differs, "yellow"


def nothing_entered(summary: dict[str, Any]) -> str | None:
    """Says that a profile has counted nothing; returns None if it has counted something."""
    return None if summary["profiled"]["methods_entered"] else NOTHING_ENTERED


def footer(summary: dict[str, Any]) -> RenderableType:
    """Returns a report's last lines: what the recording cost, which few readers look for first."""
    rows = [*_cost_rows(summary)]
    if "time" not in summary:
        rows.insert(1, ("time", "where it was spent was not measured (run --time)", ""))
    return _labelled(rows)


def _labelled(rows: Iterable[tuple[str, str, str]]) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for label, text, style in rows:
        said = wrapped(Text(printable(text), style=style), hanging=0)
        table.add_row(Text(label, style="bold"), said)
    return table


def _part_rows(summary: dict[str, Any], *, verbose: bool) -> Iterator[tuple[str, str, str]]:
    """Yields rows on the part of the profile that is shown.

    Unless ``verbose``, a summary of the whole profile comes first, because no other rows describe
    the whole profile.
    """
    part = summary["selection"]
    if part is None:
        return
    if not verbose:
        thread = f", thread {summary['thread']}" if summary["thread"] else ""
        verdict, style = _completeness(summary)
        folded = "; folded: counts of n-grams are too low" if summary["folding"] else ""
        yield (
            "profile",
            f"{summary['profile']} of {shortened(summary['title'])}{_ending(summary)}{thread}; "
            f"{_about_counts(summary)}; {verdict}{folded}",
            style,
        )
        if summary["profiled"]["held_back"]:
            yield "held back", held_back(summary["profiled"]), "yellow"
    more = "" if verbose else "; with -v all about the recording"
    yield "shown", f"{part['text']}: {size_of_part(summary)}{more}", ""


def size_of_part(summary: dict[str, Any]) -> str:
    """Says which part of a profile the filters leave, and its size; there must be a selection."""
    part = summary["selection"]
    loops = which_loops(part["loops_asked"])
    paths = "" if edges_only(summary) else f"{amount(part['completions'])} path completions, "
    return (
        f"{loops}{'; ' if loops else ''}"
        f"{amount(part['methods'])} of {counted(part['methods_of_all'], 'method')}, {paths}"
        f"{percent(part['share_of_all'])} {of_bytecodes(summary['known'])}"
    )


def which_loops(asked: Sequence[dict[str, Any]]) -> str:
    """Says which loops --loop or --line selects; "" if no loops are selected.

    ``asked`` is a result of ``loops_asked`` (summary.py). The tables don't show which loop was
    meant: they are ordered by cost, so an inner loop may come first.
    """
    told = []
    for one in asked[:_MOST_LOOPS]:
        inside = one["inside"]
        also = f" and the {counted(inside, 'loop')} in it" if inside > 1 else " and the loop in it"
        place = f"at {one['place']}" if one["place"] else str(one["number"] + 1)
        told.append(f"the loop {place} of {printable(one['title'])}{also if inside else ''}")
    if len(asked) > _MOST_LOOPS:
        told.append(counted(len(asked) - _MOST_LOOPS, "more loop"))
    return ", ".join(told)


def _about_counts(summary: dict[str, Any]) -> str:
    if edges_only(summary):
        return counted_edges_text(summary["known"])
    return _cutting(summary)


def header_rows(summary: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields all rows about a recording, each with a label, a text and a style."""
    if nothing := nothing_entered(summary):
        yield "empty", nothing, "yellow"
    yield from _first_rows(summary, is_whole=True)
    yield from _time_rows(summary)
    yield from _cost_rows(summary)


def _first_rows(summary: dict[str, Any], *, is_whole: bool) -> Iterator[tuple[str, str, str]]:
    """Yields rows of label, text and style: what was profiled, what wasn't, and how well.

    A long command is shortened unless ``is_whole``.
    """
    profiled = summary["profiled"]
    yield from _program_rows(summary, is_whole=is_whole)
    is_of_edges = edges_only(summary)
    yield from _counted_rows(summary)
    work, whole_run = _work(summary)
    yield (
        "profiled",
        f"{counted(profiled['methods'], 'method')}{_versions(profiled)} of "
        f"{counted(profiled['classes'], 'class', 'classes')}, "
        f"{_at_least(summary)}{amount(profiled['methods_entered'])} entered; "
        f"{work if is_of_edges else _completions(summary, work)}{whole_run}; "
        f"threads: {'1 of ' if summary['thread'] else ''}{amount(profiled['threads'])}",
        "",
    )
    if profiled["held_back"]:
        yield "held back", held_back(profiled), "yellow"
    if sequences := _sequences(summary):
        yield "sequences", sequences, ""
    if summary["hot"]:
        yield "in scope", _hot(summary["hot"]), ""
    yield "not profiled", not_profiled(summary["not_profiled"]), ""
    yield from _less_rows(summary)
    if summary["guide"]:
        yield "guide", *_guide(summary["guide"])
    yield "completeness", *_completeness(summary)
    if summary["folding"]:
        yield "folded", _folded(summary["folding"], summary["only_method"]), "yellow"
    log = summary["completeness"]["agent_log"]
    if log:
        # Frames of stack traces are no help to users, so the last line that isn't a frame is shown.
        told = [line for line in log if not line.startswith("    at ")] or log
        yield "agent's log", f"{counted(len(log), 'line')}, the last: {told[-1]}", "yellow"


def _sequences(summary: dict[str, Any]) -> str:
    """Says how much of the work is in sequences of paths, and how much in loops.

    This bounds what earlier paths can tell. The text is empty if it isn't known.
    """
    following, completions = summary["profiled"]["following"], summary["profiled"]["completions"]
    if following is None or not completions:
        return ""
    text = (
        f"{percent(following / completions)} of the path completions follow another path of their "
        "call; about the others, no earlier path can tell anything"
    )
    if summary["selection"] is not None:
        return text
    return f"{text}. {share_of_loops(summary['work'], summary['known'])}"


def _versions(profiled: dict[str, Any]) -> str:
    more = profiled["versions"] > profiled["methods"]
    return f" ({amount(profiled['versions'])} versions, --no-merge shows each)" if more else ""


def _at_least(summary: dict[str, Any]) -> str:
    """Returns "at least " if some entered methods may not have been counted.

    An inline profiler of paths counts only completed paths. A profiler with path windows counts
    nothing in a method whose window never opened.
    """
    is_of_paths = summary["profiled"]["completions"] or summary["known"]["is_windowed"]
    is_unknown = summary["profiled"]["abandoned"] is None and is_of_paths
    profiled = summary["profiled"]
    return "at least " if is_unknown and profiled["methods_entered"] < profiled["methods"] else ""


def _work(summary: dict[str, Any]) -> tuple[str, str]:
    """Says how many bytecodes were executed; the second text has those that path windows lack.

    If only first paths were counted, the second text has the bytecodes of methods whose edges were
    counted in the whole run, if there are such methods.
    """
    if not summary["known"]["is_windowed"]:
        return bytecodes_text(summary["work"]), ""
    return of_first_paths(summary["work"])


def _counted_rows(summary: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    if not edges_only(summary):
        yield "paths", _cutting(summary), ""
    if summary["known"]["edges"]:
        yield "edges", counted_edges_text(summary["known"]), ""
    if summary["known"]["extended"]:
        yield "other paths", extended_text(summary), ""


def _completions(summary: dict[str, Any], work: str) -> str:
    profiled, k = summary["profiled"], summary["profile_k"]
    distinct = counted(profiled["paths_executed"], "distinct path")
    if k > 1:
        distinct += f", {counted(profiled['ipf_nodes'], 'distinct sequence')} of 1 to {k} paths"
    return (
        f"{counted(profiled['completions'], 'path completion')} of {work} ({distinct}), "
        f"{_not_completed(profiled)}"
    )


def held_back(profiled: dict[str, Any]) -> str:
    """Says how many path completions are missing at most, and their share of all completions."""
    held, all_of_them = profiled["held_back"], profiled["held_back"] + profiled["completions"]
    return (
        f"at most {counted(held, 'path completion')} missing, "
        f"{percent(held / max(all_of_them, 1))} of all: the last ones of activations that had not "
        "ended"
    )


def _cost_rows(summary: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    cost = summary["cost"]
    yield "slowdown", _slowdown(cost), ""
    if cost["table_bytes"] is None:
        yield (
            "memory",
            f"segment {size(cost['segment_peak_bytes'])} at its peak, of "
            f"{size(cost['segment_bytes'])} reserved; engine {size(cost['engine_bytes'])}",
            "",
        )
        yield "target waited", _waited(cost), ""
    else:
        yield "memory", f"tables of {size(cost['table_bytes'])} in the target's heap", ""
    yield "over 8,000 bytes", _pushed(cost), ""


def _waited(cost: dict[str, Any]) -> str:
    """Says how long the target waited for the engine, and how much was spilled to disk instead."""
    waited, wall, spilled = cost["waited_seconds"], cost["wall_seconds"], cost["spilled_bytes"]
    text = seconds(waited)
    if waited and wall:
        text = f"{text}, {percent(waited / wall)} of the run (all threads together)"
    if spilled:
        text = f"{text}; {size(spilled)} went to the disk and were counted later"
    return text


def _hot(hot: dict[str, Any]) -> str:
    if hot["first_millis"] is None:
        return "no method was found hot (--scope hot), or no hot method could be instrumented"
    first, last = (seconds(hot[which] / 1000) for which in ("first_millis", "last_millis"))
    until = "" if first == last else f", the last from {last} on"
    return (
        f"{counted(hot['methods'], 'method')} found hot (--scope hot), from {first} of the "
        f"recording on{until}; activations that began before are not counted"
    )


def _guide(guide: dict[str, Any]) -> tuple[str, str]:
    text = (
        f"{guide['profile']}: {amount(guide['matched'])} of its "
        f"{counted(guide['methods'], 'hot method')} matched; in "
        f"{amount(guide['renumbered'])}, paths are numbered by the guide"
    )
    return text, "" if guide["matched"] else "yellow"


def _not_completed(profiled: dict[str, Any]) -> str:
    if profiled["abandoned"] is None:
        return "the number of paths that exceptions ended is not known"
    abandoned, unfinished, undecided = (
        profiled[term] for term in ("abandoned", "unfinished", "undecided")
    )
    text = (
        f"{counted(abandoned, 'path')} ended by exceptions{_where(profiled)}, "
        f"{amount(unfinished)} unfinished at the end"
    )
    if undecided:
        text += f" (of {amount(undecided)} more it isn't known which of the two)"
    return text


def _where(profiled: dict[str, Any]) -> str:
    """Says in which methods the most paths were abandoned; returns "" if no path was."""
    rows = profiled["most_abandoned"]
    if not rows:
        return ""
    named = ", ".join(f"{amount(row['paths'])} in {_short(row)}" for row in rows)
    is_all = sum(row["paths"] for row in rows) == profiled["abandoned"]
    return f" ({'' if is_all else 'most of them: '}{named})"


def _less_rows(summary: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields rows on the methods of which less was recorded than of others."""
    yield from _lower_rungs(summary["profiled"])
    if cut := divided(summary):
        yield "cut edges", cut, ""
    if only := entries_only(summary["with_less"]):
        yield "entries only", only, "yellow" if may_be_hot(summary["with_less"]) else ""


def _lower_rungs(profiled: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yields rows on methods that had no room for all probes, and on irreducible ones."""
    less = []
    for rung, reasons in profiled["reasons_by_rung"].items():
        why = ", ".join(
            f"{REASONS.get(reason, reason)}: {amount(count)}" for reason, count in reasons.items()
        )
        methods = f"{counted(sum(reasons.values()), 'method')} had no room for all probes"
        if rung in MEANINGS:
            less.append(f"{methods}: {MEANINGS[rung]} ({why})")
        else:
            text = f"{methods}; everything is recorded all the same ({why}); {PAGE} explains it"
            yield NAMES[rung], text, ""
    explained = [f"{PAGE} explains it"] if less else []
    if profiled["methods_irreducible"]:
        less.append(counted(profiled["methods_irreducible"], "irreducible method"))
    if less:
        yield "with less", "; ".join([*less, *explained]), ""


def divided(summary: Mapping[str, Any]) -> str:
    """Says how much work is in methods whose paths are divided by cut edges; names some of them.

    The text is empty if no such method was entered, because no count is affected then. A method
    whose edges were counted has no paths that could be divided.
    """
    methods = [
        one
        for one in summary["profiled"]["cut_methods"]
        if one["entries"] and one["mode"] != EDGES_MODE
    ]
    if not methods:
        return ""
    most, total = summary["max_paths"], summary["work"]["bytecodes"]
    limit = "run --max-paths" if most is None else f"run --max-paths, here {amount(most)}"
    completions = summary["profiled"]["completions"]
    completed = percent(sum(one["completed"] for one in methods) / max(completions, 1))
    bytecodes = sum(one["bytecodes"] for one in methods)
    named = ", ".join(
        f"{_short(one)} ({percent(one['bytecodes'] / max(total, 1))})"
        for one in methods[:_MOST_CUT]
    )
    which = "the costliest are " if len(methods) > _MOST_CUT else ""
    its = "its" if len(methods) == 1 else "their"
    return (
        f"{amount(len(methods))} of the {counted(summary['profiled']['methods_entered'], 'method')}"
        f" entered {'has' if len(methods) == 1 else 'have'} too many paths ({limit}), so cut edges "
        f"divide {its} paths: {completed} of the path completions, "
        f"{percent(bytecodes / max(total, 1))} {of_bytecodes(summary['known'])}; {which}{named}. "
        "An iteration there may be several paths, so k paths are fewer iterations; a loop's row "
        "says how often that is so (docs/loops.md#cut-edges)"
    )


#: At most this many methods with too many paths are named.
_MOST_CUT = 3


def _short(row: Mapping[str, Any]) -> str:
    return printable(without_package(row["title"], row["class"]))


def _program_rows(summary: dict[str, Any], *, is_whole: bool) -> Iterator[tuple[str, str, str]]:
    started = summary["started"] or "at an unknown time"
    javas = summary["java_versions"]
    on = f", on Java {' and '.join(javas)}" if javas else ""
    by = f", by kpath-jvm {summary['version']}" if summary["version"] else ""
    yield "profile", f"{summary['profile']}, started {started}{on}{by}", ""
    title = summary["title"] if is_whole else shortened(summary["title"])
    yield "of", title + _ending(summary), ""
    if failed := jvms_that_failed(summary):
        yield "failed", failed, "yellow"
    if summary["members"]:
        yield "sum of", _members(summary["members"]), ""
    if summary["thread"]:
        yield "thread", f"{summary['thread']}: only what it did", ""
    if summary["stand_in"]:
        yield "", "a stand-in: it is not the benchmark that it is named after", "yellow"


def _members(members: Sequence[dict[str, Any]]) -> str:
    verdicts = {one["verdict"] for one in members}
    named = [
        one["profile"] + (f" ({one['verdict']})" if len(verdicts) > 1 else "") for one in members
    ]
    left = len(named) - _MOST_NAMED
    more = f"; and {left:,} more (report --json has all)" if left > 0 else ""
    return "; ".join(named[:_MOST_NAMED]) + more


def _ending(summary: dict[str, Any]) -> str:
    if summary["members_ended"]:
        return f", {summary['members_ended']}"
    if summary["signal"]:
        return f", killed by signal {summary['signal']}"
    if summary["exit_status"]:
        return f", exit status {summary['exit_status']}"
    return ""


def jvm_ending(jvm: dict[str, Any]) -> str:
    """Says how a JVM failed; the text is empty if it didn't, or if that isn't known."""
    if jvm["signal"]:
        return f"killed by signal {jvm['signal']}"
    return f"exit status {jvm['exit_status']}" if jvm["exit_status"] else ""


def jvms_that_failed(summary: dict[str, Any]) -> str:
    """Names the JVMs that failed, in a profile of several JVMs; the text is empty if none did.

    A command may end well although a JVM that it started failed.
    """
    jvms = summary["per_jvm"]
    told = [
        f"{jvm['name']} (process {jvm['pid']}: {ending})"
        for jvm in jvms
        if (ending := jvm_ending(jvm))
    ]
    if not told:
        return ""
    left = len(told) - _MOST_NAMED
    more = f"; and {left:,} more (report --json has all)" if left > 0 else ""
    return f"{len(told):,} of {counted(len(jvms), 'JVM')}: {'; '.join(told[:_MOST_NAMED])}{more}"


def _cutting(summary: dict[str, Any]) -> str:
    k, profile_k = summary["k"], summary["profile_k"]
    what = "single paths (k = 1)" if k == 1 else f"sequences of up to k = {k} paths"
    less = f" of {profile_k} recorded" if k != profile_k else ""
    places = {"back-edge": "a back edge", "loop-header": "a loop's header"}
    scope = "; only methods with loops (--scope loops)" if summary["scope"] == "loops" else ""
    place = places.get(summary["cut"], "an unknown place")
    return f"{what}{less}; a path ends at {place}{scope}"


def not_profiled(skipped: dict[str, Any]) -> str:
    """Says what was left out of the recording, and what wasn't asked for."""
    reasons = [
        f"{why_left_out(reason['reason'], skipped)} ({_things(reason)})"
        for reason in skipped["reasons"][:_MOST_REASONS]
    ]
    if len(skipped["reasons"]) == 1:
        # A single reason's number is the total, which the text has already.
        reasons = [why_left_out(skipped["reasons"][0]["reason"], skipped)]
    more = len(skipped["reasons"]) - _MOST_REASONS
    if more > 0:
        reasons.append(counted(more, "more reason"))
    left_out = f"{_things(skipped)}: {'; '.join(reasons)}" if reasons else "no method was left out"
    return f"{left_out}; {asked_for(skipped)}"


def _things(counts: dict[str, Any]) -> str:
    kinds = (("classes", "class"), ("methods", "method"))
    return " and ".join(counted(counts[many], one, many) for many, one in kinds if counts.get(many))


def _completeness(summary: dict[str, Any]) -> tuple[str, str]:
    completeness = summary["completeness"]
    is_unremarkable = completeness["exact"] and not completeness["reasons"]
    text = completeness["text"]
    # "exact" alone would read as if the profile had every hot method.
    if missing := may_be_missing(summary["with_less"]):
        if is_unremarkable:
            return f"what was recorded is exact, but {missing}", "yellow"
        return f"{text}; {missing}", "yellow"
    return text, "green" if is_unremarkable else "yellow"


def _folded(folding: dict[str, Any], only_method: str | None) -> str:
    if not any(entry["error"] for entry in folding["errors"]):
        least = f"{folding['least_count']:,}"
        return (
            f"n-grams counted fewer than {least} times are left out; folding has changed no other "
            "count"
        )
    errors = [(entry["n"], entry["error"]) for entry in folding["errors"]]
    shown = [entry for entry in errors if entry[0] in (2, 4, 8, 16, 32, len(errors) + 1)]
    bounds = ", ".join(f"{amount(error)} for n = {n}" for n, error in shown)
    return (
        f"counts of n-grams are too low by at most {bounds}"
        f"{f' in {only_method}' if only_method else ''}; "
        f"contexts of {counted(folding['methods_folded'], 'method')} were folded"
    )


def _slowdown(cost: dict[str, Any]) -> str:
    """Says how much slower the recording made the program."""
    if cost["wall_seconds"] is None:
        return "not measured"
    took = f"took {seconds(cost['wall_seconds'])}"
    if cost["slowdown"] is None:
        of_cpu = ""
        if cost["cpu_seconds"] is not None:
            of_cpu = f", and {seconds(cost['cpu_seconds'])} of CPU time"
        return f"not measured (run --compare-native); with the recording, it {took}{of_cpu}"
    native = seconds(cost["native_wall_seconds"])
    text = f"{cost['slowdown']:.2f} {TIMES} ({took}, without the agent {native})"
    if cost["cpu_slowdown"] is None:
        return text
    return (
        f"{text}; of CPU time {cost['cpu_slowdown']:.2f} {TIMES} "
        f"({seconds(cost['cpu_seconds'])}, without the agent {seconds(cost['native_cpu_seconds'])})"
    )


def _pushed(cost: dict[str, Any]) -> str:
    """Names the methods that probes made too large for HotSpot, and says whether it compiles them.

    HotSpot compiles such methods only with an option. The option may also be set where no record
    shows it, for example in an environment variable.
    """
    methods = cost["methods_pushed_over_8000_bytes"]
    if not methods:
        return "the probes pushed no method over HotSpot's limit"
    named = [
        f"{method['class'].replace('/', '.')}.{method['method']} "
        f"(from {amount(method['bytes'])} to {amount(method['instrumented_bytes'])} bytes)"
        for method in methods[:_MOST_NAMED]
    ]
    more = len(methods) - len(named)
    what = "it" if len(methods) == 1 else "them"
    compiled = f"does not compile {what} unless the program's JVM has {COMPILE_HUGE_METHODS}"
    if cost["compiles_huge_methods"]:
        compiled = (
            f"compiles {what} all the same, because the program's command has "
            f"{COMPILE_HUGE_METHODS}"
        )
    return (
        f"the probes pushed {counted(len(methods), 'method')} over HotSpot's limit, and HotSpot "
        f"{compiled}: {', '.join(named)}{f' and {more} more' if more else ''}"
    )
