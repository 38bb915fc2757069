"""Shows shares of time beside shares of bytecodes: in documents, in words, and in a table."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rich.console import RenderableType

from kpath_jvm.analysis.sampled.bootstrap import LEVEL
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.time_shares import FEW_SAMPLES, HeavyCall, TimeShare, TimeShares
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.times import time_rows
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import dotted, printable
from kpath_jvm.reports.cells import Cell, FactTable, titled
from kpath_jvm.reports.hot_tables import between
from kpath_jvm.reports.inclusive_time import inclusive_figures, inclusive_rows
from kpath_jvm.reports.output import as_sentence, counted, percent
from kpath_jvm.reports.shares import OF_RECORDED
from kpath_jvm.reports.time_lines import about_sampled_time

_MOST_ELSEWHERE = 3
#: At most this many lines are named at which a method or a part of it has samples.
_MOST_LINES = 3
#: The words for the count by which ``--sort count`` orders rows, for each kind of rows.
_COUNTED = {
    "loops": "executions of their headers", "methods": "path completions",
    "methods without paths": "entries", "paths": "completions",
}  # fmt: skip
#: At most this many methods and loops whose shares disagree are named in a report's first lines.
_MOST_DISAGREEING = 3
#: At most this many loops are shown below each method; the others with samples are counted.
MOST_LOOPS = 5
_MORE = (
    "branches that the processor guesses wrong (the verb branches says which are hard to guess), "
    "waiting for memory, allocating and clearing arrays, division, calls into native code or the "
    "JVM (its garbage collector, too), or locks; neither a wrong guess nor a cache miss is a "
    "bytecode"
)
_LESS = "its bytecodes are cheap beside those of other code"

_Counted = TypeVar("_Counted", bound=tuple[Any, ...])

#: The words after a share of time.
OF_TIME = "of the recorded code's time"


def times_to_order_by(profile: Profile, times: TimeShares | None) -> TimeShares:
    """Returns ``times``, a whole profile's shares of time, if rows can be ordered by them.

    Raises KpathError if the profile has no samples of time, or none in methods whose bytecodes are
    counted.
    """
    if times is None:
        raise KpathError(
            f"--sort time: {printable(str(profile.path))} has no samples of time; record it with "
            "run --time",
            2,
        )
    if not times.counted:
        raise KpathError(
            f"--sort time: {printable(str(profile.path))} has no samples in methods whose "
            "bytecodes are counted; sample a run that has more CPU time",
            2,
        )
    return times


def time_of_loop(
    profile: Profile, times: TimeShares | None, method: int, loop: int
) -> dict[str, Any] | None:
    """Returns the figures of a loop (``time_figures``).

    ``times`` are the shares of time in ``profile``, and ``loop`` is an index of MethodCode.loops.
    Returns None if ``times`` is None, or if the loop neither ran nor has samples.
    """
    row = None if times is None else times.row_of_loop(method, loop)
    if row is None:
        return None
    (found,) = time_rows(profile, [row])
    return time_figures(found)


#: The order of the rows in reports.
_ORDERED = "Rows are ordered by the first column"


def time_document(selected: Selected, times: TimeShares, top: int) -> dict[str, Any]:
    """Returns the value of the key ``time`` for the samples ``times`` of a whole profile.

    It has at most ``top`` selected methods, those with the most time. Of each method, it has
    the loops with samples, and others if there are fewer than ``top``. It also has at most ``top``
    rows of methods with the greatest inclusive shares.
    """
    whole = selected.whole
    disagreeing = [
        row
        for row in times.disagreeing
        if selected.has_method(row.method)
        and (row.loop is None or selected.has_loop(row.method, row.loop))
    ]
    methods = [row for row in times.methods if selected.has_method(row.method)]
    shown = methods[:top]
    loops: dict[int, list[TimeShare]] = {row.method: [] for row in shown}
    for row in times.loops:
        if row.method in loops and row.loop is not None and selected.has_loop(row.method, row.loop):
            own = loops[row.method]
            if len(own) < top or row.has_samples:
                own.append(row)
    samples, inclusive = times.samples, times.most_inclusive
    heaviest = times.heaviest_calls(set(filter(selected.has_method, times.numbers)))
    return {
        "sampler": samples.sampler,
        "period_millis": samples.period_millis,
        "wall_seconds": samples.wall_seconds,
        "cpu_seconds": samples.cpu_seconds,
        "exit_status": samples.exit_status,
        "recordings": samples.recordings,
        "debug_non_safepoints": samples.debug_non_safepoints,
        "collections": samples.collections,
        "pause_seconds": samples.pause_seconds,
        "samples": times.total,
        "samples_of_cpu_time": None
        if samples.cpu_seconds is None
        else round(samples.cpu_seconds * 1000 / samples.period_millis),
        "samples_counted": times.counted,
        "samples_elsewhere": times.elsewhere,
        "samples_below": times.below,
        "most_below": [
            {**whole.method_rows.identity(method), "samples": count}
            for method, count in _ahead(times.most_below)
        ],
        "most_elsewhere": [
            {"class": owner, "method": name, "samples": count}
            for owner, name, count in _ahead(times.methods_elsewhere)
        ],
        "to_include": None
        if not times.to_include
        else {
            "packages": [
                {"pattern": printable(pattern), "samples": count}
                for pattern, count in times.to_include
            ],
            "given": [printable(one) for one in selected.whole.run.option("include", tuple) or ()],
            "own": [printable(one) for one in times.own_patterns],
        },
        "samples_in_several_versions": times.several_versions,
        "samples_partial": times.partial,
        "few": times.is_few,
        "few_inclusive": None if inclusive is None else times.is_few_inclusive,
        "level": LEVEL,
        "methods_sampled": sum(row.has_samples for row in methods),
        "disagreeing": [
            {
                **whole.method_rows.identity(row["method"]),
                "number": row["loop"],
                "line": row["line"],
                "place": row["place"],
                **time_figures(row),
            }
            for row in time_rows(whole, disagreeing)
        ],
        "methods": [
            _method(whole, times, row, time_rows(whole, loops[row["method"]]))
            for row in time_rows(whole, shown)
        ],
        "heaviest_calls": None if heaviest is None else _heaviest(whole, heaviest),
        "most_inclusive": None
        if inclusive is None
        else inclusive_rows(
            whole, times, [row for row in inclusive if selected.has_method(row.method)], top
        ),
    }


def _heaviest(whole: Profile, calls: Sequence[HeavyCall]) -> list[dict[str, Any]]:
    found = []
    caller: HeavyCall | None = None
    for one, row in zip(calls, time_rows(whole, [one.row for one in calls]), strict=True):
        place = None
        if caller is not None and one.line is not None:
            place = whole.code(caller.row.method).places.phrase(one.line)
        found.append(
            {
                **whole.method_rows.identity(one.row.method),
                "line": one.line,
                "place": place,
                "skipped": one.skipped,
                "inclusive": inclusive_figures(row),
            }
        )
        caller = one
    return found


def _ahead(rows: Sequence[_Counted]) -> Sequence[_Counted]:
    """Returns the first rows, each of which ends with a number of samples, the greatest first.

    A row is left out if a row that isn't shown has as many samples: nothing would set it apart.
    """
    least = rows[_MOST_ELSEWHERE][-1] if len(rows) > _MOST_ELSEWHERE else 0
    return [row for row in rows[:_MOST_ELSEWHERE] if row[-1] > least]


def _method(
    whole: Profile, times: TimeShares, row: dict[str, Any], loops: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        **whole.method_rows.identity(row["method"]),
        **time_figures(row),
        "inclusive": inclusive_figures(row),
        "loops": [
            {
                "number": loop["loop"],
                "line": loop["line"],
                "place": loop["place"],
                **time_figures(loop),
            }
            for loop in loops
        ],
        "outside_loops": outside_loops(whole, times, row["method"]),
    }


def outside_loops(whole: Profile, times: TimeShares, method: int) -> dict[str, Any] | None:
    """Returns the figures of a method's code outside its loops; None for a method without loops.

    ``times`` are those of ``whole``.
    """
    row = times.row_outside_loops(method)
    return None if row is None else time_figures(*time_rows(whole, [row]))


def time_figures(row: dict[str, Any]) -> dict[str, Any]:
    """Returns the figures of a row of ``time_rows``, as reports' documents have them."""
    low, high = row["time_low"], row["time_high"]
    return {
        "samples": row["samples"],
        "share_of_time": row["time_share"],
        "share_of_all_time": row["time_share_of_all"],
        "samples_below": row["samples_below"],
        "share_with_below": row["time_share_with_below"],
        "interval": None if low is None else {"low": low, "high": high},
        "bytecodes": row["bytecodes"],
        "share_of_bytecodes": row["share"],
        "interval_of_all": None
        if row["time_of_all_low"] is None
        else {"low": row["time_of_all_low"], "high": row["time_of_all_high"]},
        "difference": row["difference"],
        "words": difference_words(row),
        "at_one_instruction": row["at_one_instruction"],
        "lines": row["lines"],
    }


def has_samples(figures: Mapping[str, Any]) -> bool:
    """Returns for ``time_figures`` what ``TimeShare.has_samples`` says."""
    return bool(figures["samples"] or figures["samples_below"])


def difference_words(row: dict[str, Any]) -> str | None:
    """Says how much the shares in a row of ``time_rows`` differ; None if they hardly differ."""
    if row["difference"] is None:
        return None
    why = _MORE if row["difference"] == "more" else _LESS
    return f"takes {_shares(row['time_share'], row['share'])}: {why}"


def _shares(of_time: float, of_bytecodes: float) -> str:
    return f"{percent(of_time)} {OF_TIME} but {percent(of_bytecodes)} {OF_RECORDED}"


def in_order(summary: Mapping[str, Any], rows: str) -> str:
    """Returns what a list's heading says about the order; "" if the order is by bytecodes.

    ``summary`` is the report's document. ``rows`` are "loops", "methods", "paths", or "methods
    without paths" where edges were counted. Samples can't tell paths apart, so paths are ordered by
    bytecodes if other rows are ordered by time.
    """
    order = summary["order"]
    if order == "time":
        if rows == "paths":
            return ", by bytecodes"
        time = summary["time"]
        few = f" (only {counted(time['samples_counted'], 'sample')}: too few to rank by)"
        return f", by time{few if time['few'] else ''}"
    return f", by {_COUNTED[rows]}" if order == "count" else ""


def disagreement(time: Mapping[str, Any], quote: Callable[[str], str] = str) -> str | None:
    """Names methods and loops whose shares of time and of bytecodes differ much.

    Returns None if no shares differ much. ``quote`` marks the names of methods.
    """
    rows = time["disagreeing"]
    if not rows:
        return None
    parts = [
        f"{_named(row, quote)} takes {_shares(row['share_of_time'], row['share_of_bytecodes'])} "
        f"({counted(row['samples'], 'sample')}: {between(row['interval'])})"
        for row in rows[:_MOST_DISAGREEING]
    ]
    more = len(rows) - _MOST_DISAGREEING
    if more > 0:
        parts.append(f"and {more:,} more")
    return f"differs from the bytecodes: {'; '.join(parts)} (see Time beside bytecodes)"


def _named(row: Mapping[str, Any], quote: Callable[[str], str]) -> str:
    title = quote(row["title"])
    if row["number"] is None:
        return title
    return f"the loop at {row['place']} of {title}" if row["place"] else f"a loop of {title}"


#: The order of the loops in advice.
ADVISED = "Loops are ordered by bytecodes; report --sort time orders them by time"


def about_samples(time: dict[str, Any], rows: str = _ORDERED) -> str:
    """Says how to read the shares; ``about_sampled_time`` says what the samples are.

    ``rows`` is a sentence, without its full stop, about the order of the rows or the place
    of the shares.
    """
    return (
        f"{of_samples(time)}. All shares are those of a method's or a loop's own "
        f"instructions{_with_below(time)}. {rows}. The samples are of another run, without the "
        f"agent, of {time['wall_seconds']:.1f} s. {_placing(time)}. A % to B %: with "
        f"{percent(time['level'])} confidence, the share would be in this range if samples were "
        "independent. Samples depend on each other, because a program stays with the same work "
        "for a while, and the sampler sees some instructions more often than others. So the share "
        "is more often outside of the range than this confidence says"
    )


def about_all_samples(time: dict[str, Any], rows: str) -> str:
    """Returns what outputs without a report's first lines say about samples.

    ``rows`` is as in ``about_samples``.
    """
    return f"the time of a run without the agent was sampled: {about_sampled_time(time)}. " + (
        as_sentence(about_samples(time, rows)).removesuffix(".")
    )


def of_samples(time: Mapping[str, Any]) -> str:
    """Says of which samples the shares of time are shares."""
    return (
        f"shares of the sampled time are of all {counted(time['samples'], 'sample')}, and shares "
        f"of the recorded code's time are of the {counted(time['samples_counted'], 'sample')} in "
        "methods whose bytecodes are counted"
    )


def _with_below(time: dict[str, Any]) -> str:
    if time["samples_below"] is None:
        return ""
    return (
        ", except those with unrecorded code: they also contain the samples in code that isn't "
        "recorded if the method is the nearest recorded one on the stack, and for a loop, if the "
        "method's call is in the loop's own code"
    )


def _placing(time: dict[str, Any]) -> str:
    option = "-XX:+DebugNonSafepoints"
    placed = time["debug_non_safepoints"]
    if placed:
        return (
            f"It ran with {option}, so samples in compiled code aren't moved to the next safepoint"
        )
    told = f"It isn't known whether it ran with {option}; without this option"
    if placed is False:
        told = f"The program's own options turned {option} off: without it"
    return (
        f"{told}, samples in compiled code count for the next safepoint, which may be in another "
        "method or loop"
    )


@dataclass(frozen=True)
class OtherTime:
    """Samples outside of the methods whose bytecodes are counted.

    ``name`` says in which code the samples are, and ``where`` explains the name. ``share`` is the
    samples' share of all samples.
    """

    name: str
    samples: int
    share: float
    where: str

    @property
    def text(self) -> str:
        """The name, the figures and ``where`` as one text."""
        samples = counted(self.samples, "sample")
        return f"{self.name}: {percent(self.share)} of the sampled time ({samples}); {self.where}"


def other_rows(time: dict[str, Any]) -> list[OtherTime]:
    """Returns rows on samples outside of the methods whose bytecodes are counted."""
    found = [
        (
            "code that isn't recorded",
            time["samples_elsewhere"],
            "its bytecodes aren't counted: the JDK, what was left out, native and generated code "
            f"(the JVM's own threads aren't sampled){_led_to(time)}{_most_elsewhere(time)}",
        ),
        (
            "methods of several versions",
            time["samples_in_several_versions"],
            "these methods have several class files, and it isn't known which of them ran",
        ),
    ]
    return [
        OtherTime(name, count, count / time["samples"], where)
        for name, count, where in found
        if count
    ]


def _led_to(time: dict[str, Any]) -> str:
    """Says to how many samples in unrecorded code recorded methods led, and which led to the most.

    The table isn't ordered by these samples, so it may lack the methods that led to the most.
    """
    if time["samples_below"] is None:
        return ""
    most = ", ".join(
        f"{printable(one['title'])} ({counted(one['samples'], 'sample')})"
        for one in time["most_below"]
    )
    led = f"; recorded methods led to {counted(time['samples_below'], 'sample')} of them"
    return f"{led}, most often {most}" if most else led


def _most_elsewhere(time: dict[str, Any]) -> str:
    found = [
        f"{printable(dotted(one['class']))}.{printable(one['method'])} "
        f"({counted(one['samples'], 'sample')})"
        for one in time["most_elsewhere"]
    ]
    return "" if not found else f"; the most frequent: {', '.join(found)}"


def times_table(time: dict[str, Any]) -> RenderableType:
    """Returns a table of the methods, with their loops below them; other code comes last."""
    has_stacks = time["samples_below"] is not None
    with_below = ["of sampled time,\nwith unrecorded\ncode it called"] if has_stacks else []
    heads = [*with_below, "of sampled\ntime", "of recorded\ncode's time", "of recorded\nbytecodes"]
    listed = FactTable(heads, "method", 2)
    for row in time["methods"]:
        cell = titled(row["title"], row["class"])
        cell.append(f"\n{samples_words(row)}", "default")
        if row["words"]:
            cell.append(f"\n{row['words']}", "yellow")
        for words in parts_words(row, time["samples"]):
            cell.append(f"\n{words}", "default")
        figures = [*([with_below_text(row)] if has_stacks else []), all_share_text(row)]
        listed.add([*figures, share_text(row), percent(row["share_of_bytecodes"])], cell)
    for other in other_rows(time):
        cell = Cell("")
        cell.append(other.name, "cyan")
        cell.append(f"\n{counted(other.samples, 'sample')}", "default")
        cell.append(f"\n{other.where}", "default")
        listed.rest.append(([*([""] if has_stacks else []), percent(other.share), "", ""], cell))
    return listed


def times_cover(time: Mapping[str, Any]) -> str:
    """Says how much of the time the rows of a table of times have; "" if the table lacks none."""
    rows = [row for row in time["methods"] if has_samples(row)]
    if len(rows) == time["methods_sampled"]:
        return ""
    share = percent(sum(row["samples"] for row in rows) / time["samples"])
    below = ""
    if time["samples_below"]:
        both = sum(row["samples"] + row["samples_below"] for row in rows)
        below = f", {percent(both / time['samples'])} with unrecorded code"
    return (
        f"{len(rows):,} of the {counted(time['methods_sampled'], 'method')} that have samples or "
        f"led to some are shown; these have {share} of the sampled time{below}"
    )


def samples_words(row: Mapping[str, Any]) -> str:
    """Says how many samples a method has and at which lines, and in which ranges its shares lie.

    The lines are left out if the method has loops, because its parts have them.
    """
    told = where_words(row, with_lines=row["outside_loops"] is None)
    of_all, of_recorded = row["interval_of_all"], row["interval"]
    ranges = [f"{between(of_all)} of the sampled time"] if of_all is not None else []
    if of_recorded is not None and row["samples"]:
        ranges.append(f"{between(of_recorded)} {OF_TIME}")
    return f"{told}: {', '.join(ranges)}" if ranges else told


def where_words(part: Mapping[str, Any], *, with_lines: bool = True) -> str:
    """Says how many samples a method or a part of it has, and at which lines."""
    own, below = part["samples"], part["samples_below"] or 0
    found = counted(own, "sample") if own or not below else "no sample in its own code"
    if with_lines:
        at = "at one instruction in" if part["at_one_instruction"] else "at"
        found += _at(part["lines"], "samples", own, f", all {at}" if own > 1 else " at")
    if below:
        found += f", {below:,} in unrecorded code that it called"
        if with_lines:
            found += _at(part["lines"], "samples_below", below, " at")
    return found


def _at(lines: Sequence[Mapping[str, Any]], key: str, samples: int, all_at: str) -> str:
    """Names the lines with the most of some samples; returns "" if no line is known.

    ``all_at`` are the words before the line if all of the samples are there.
    """
    found = sorted(((one["place"], one[key]) for one in lines if one[key]), key=lambda one: -one[1])
    if not found:
        return ""
    if found[0][1] == samples:
        return f"{all_at} {found[0][0]}"
    named = ", ".join(f"{place} ({count:,})" for place, count in found[:_MOST_LINES])
    return f", most at {named}"


def parts_words(row: Mapping[str, Any], samples: int) -> list[str]:
    """Returns texts on the parts of a method: its loops, and the code outside its loops.

    ``row`` is a method of ``time_document``, and ``samples`` is the number of all samples. Parts
    without samples are left out, unless that differs much from their bytecodes.
    """
    loops = [loop for loop in row["loops"] if _is_told(loop)]
    parts = [(_with_unrecorded(loop), loop_words(loop)) for loop in loops[:MOST_LOOPS]]
    outside = row["outside_loops"]
    if outside is not None and _is_told(outside):
        parts.append((_with_unrecorded(outside), outside_words(outside)))
    found = [words for _, words in sorted(parts, key=lambda one: one[0], reverse=True)]
    if rest := loops[MOST_LOOPS:]:
        share = percent(sum(loop["samples"] for loop in rest) / samples)
        found.append(f"own code of {counted(len(rest), 'more loop')}: {share} of the sampled time")
    return found


def _is_told(part: Mapping[str, Any]) -> bool:
    return has_samples(part) or bool(part["difference"])


def _with_unrecorded(part: Mapping[str, Any]) -> tuple[int, float]:
    return part["samples"] + (part["samples_below"] or 0), part["share_of_bytecodes"]


def share_text(row: Mapping[str, Any]) -> str:
    """Returns a share of the recorded code's time, or "" if there are no samples."""
    return "" if row["share_of_time"] is None else percent(row["share_of_time"])


def all_share_text(row: Mapping[str, Any]) -> str:
    """Returns a share of all samples, or "" if there are no samples."""
    return "" if row["share_of_all_time"] is None else percent(row["share_of_all_time"])


def with_below_text(row: Mapping[str, Any]) -> str:
    """Returns a row's share of all samples, unrecorded code included; "" if it isn't known."""
    return "" if row["share_with_below"] is None else percent(row["share_with_below"])


def loop_words(loop: Mapping[str, Any]) -> str:
    """Says what the shares of the time and of the bytecodes of a loop's own code are."""
    place = f"the loop at {loop['place']}" if loop["place"] else f"loop {loop['number'] + 1}"
    return f"own code of {place}: {_part_words(loop)}"


def outside_words(outside: Mapping[str, Any]) -> str:
    """Says the same as ``loop_words`` about the code outside a method's loops."""
    return f"code outside its loops: {_part_words(outside)}"


def _part_words(part: Mapping[str, Any]) -> str:
    share = share_text(part) or "unknown"
    but = "but" if part["difference"] else "and"
    where = f"; {where_words(part)}" if has_samples(part) else ""
    return (
        f"{_of_all(part)}{share} {OF_TIME}{interval_text(part)} {but} "
        f"{percent(part['share_of_bytecodes'])} {OF_RECORDED}{where}"
    )


def time_of_advised(loop: Mapping[str, Any], time: Mapping[str, Any] | None) -> str:
    """Returns words about a loop's share of the time, to put after its share of the bytecodes.

    ``loop`` is a loop of the document of ``advise``, and ``time`` is the value of the document's
    key ``time``, or None. Returns "" if the profile has no samples of time.
    """
    row = loop["time"]
    if row is None or time is None:
        return ""
    if row["share_of_time"] is None:
        return f", an unknown share {OF_TIME} (it has no samples)"
    if time["few"]:
        return f", {_few_samples(row, time['samples_counted'])}"
    told = f"{percent(row['share_of_time'])} {OF_TIME}"
    return f"{' but' if row['difference'] else ','} {told} ({between(row['interval'])})"


def _few_samples(row: Mapping[str, Any], samples: int) -> str:
    """Returns a loop's samples, for a text that says elsewhere that they are too few."""
    return f"{row['samples']:,} of {counted(samples, 'sample')} in recorded code"


def time_bounds(
    figures: Mapping[str, Any] | None,
) -> tuple[float | None, float | None, float | None]:
    """Returns a share of time and its bounds, from 0 to 1; all are None if there are no samples.

    ``figures`` are the figures of a loop (``time_figures``), or None.
    """
    if figures is None or figures["interval"] is None:
        return None, None, None
    return figures["share_of_time"], figures["interval"]["low"], figures["interval"]["high"]


def time_in_short(row: Mapping[str, Any] | None, samples: int) -> str:
    """Returns words about a loop's share of the time, to put after the loop's place.

    ``row`` has the loop's figures (``time_figures``), or is None. ``samples`` is the number of all
    samples in recorded code. Returns "" if the loop has no share of the time.
    """
    if row is None or row["share_of_time"] is None:
        return ""
    if samples < FEW_SAMPLES:
        return f", {_few_samples(row, samples)}"
    told = f"{percent(row['share_of_time'])} {OF_TIME} ({between(row['interval'])})"
    all_time = f"{all_share_text(row)} of the sampled time"
    return f",{' but' if row['difference'] else ''} {told}, {all_time}"


def _of_all(part: Mapping[str, Any]) -> str:
    text = all_share_text(part)
    if not text:
        return ""
    more = f", {with_below_text(part)} with unrecorded code" if part["samples_below"] else ""
    return f"{text} of the sampled time{more}; "


def interval_text(row: Mapping[str, Any]) -> str:
    """Returns the bounds of a share of time in parentheses, or "" if there are no samples."""
    return "" if row["interval"] is None else f" ({between(row['interval'])})"
