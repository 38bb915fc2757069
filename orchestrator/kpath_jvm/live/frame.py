"""Shows a recording as lines of text, for the view on a terminal and for pipes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from rich.cells import cell_len
from rich.text import Text

from kpath_jvm.live.words import MARKS, ago, duration, fitted, named, share, short, spark
from kpath_jvm.profile.names import dotted, package_of, printable
from kpath_jvm.reports.cells import Cell
from kpath_jvm.reports.hot_tables import told_loop, told_sequence
from kpath_jvm.reports.loop_words import about_repeated
from kpath_jvm.reports.output import counted, size

if TYPE_CHECKING:
    from kpath_jvm.control.messages import Status
    from kpath_jvm.live.watch import View

#: The lists that a view can show.
Listed: TypeAlias = Literal["loops", "sequences"]
LISTS: tuple[Listed, ...] = ("loops", "sequences")
#: The widths below which the list of loops omits columns: first "iterations/s", and then "of all".
_FOR_RATES, _FOR_ALL = 64, 44
#: From about this width on, a loop's hottest sequence is shown beside the loop's name.
_FOR_SEQUENCE = 100
_SEQUENCE = 24
_SHARE = len("> 99.9 %")
_OF_WHAT = " (now, of all: shares of the recorded bytecodes)"
_STYLES = {"rising": "green", "falling": "red", "new": "yellow"}
_STATES = {"recording": "green", "paused": "yellow", "writing": "yellow"}
#: If a look takes at least this many seconds, its duration is shown.
_LONG = 3.0
_GAP = "  "
_KEYS = (
    ("?", "keys"), ("q", "quit"), ("tab", "list"), ("f", "filter"), ("d", "dump"),
    ("o", "order"), ("p", "pause"), ("r", "reset"), ("x", "end"),
)  # fmt: skip
#: Each key, and a phrase that says what it does; {interrupt} stands for what Ctrl-C does.
_ALL_KEYS = (
    ("?", "show or hide these keys"),
    ("q", "leave the view; the recording goes on"),
    ("ctrl-c", "{interrupt}"),
    ("tab", "show loops, or sequences"),
    ("up down j k", "choose the row above or below; home g end G: the first or the last"),
    ("page up/down", "show more about the chosen row"),
    ("o", "order rows by what they do now, or by what they have done in all"),
    ("f /", "filter by part of a name, or options like --include com.example"),
    ("space", "take the next look now"),
    ("d", "write a profile of what was counted so far"),
    ("p", "pause counting, or resume it"),
    ("r", "restart all counts from 0"),
    ("x", "end the recording of an attached program, and write its profile"),
)


def head(view: View, width: int, *, is_once: bool = False) -> list[Text]:
    """Returns the lines above the list: the recording, its rate and cost, and what is shown.

    A line that is too long is shortened, usually in its middle. ``is_once`` is for lines that are
    printed only once, after two looks: the last line may then wrap, and omits the share of the time
    that dumps take.
    """
    if view.status is None:
        return [Text(fitted(view.over or "waiting for the recording to begin", width), "bold")]
    about = _about(view, is_once=is_once)
    if not is_once:
        if about.cell_len > width:
            about = _about(view, with_total=False)
        about = Text(fitted(about.plain, width), about.style)
    return [_title(view, width), *_figures(view, width), about]


def _title(view: View, width: int) -> Text:
    status = view.status
    assert status is not None
    state = "over" if view.over is not None else status.state
    behind = f"{_GAP}pid {status.pid}{_GAP}k {status.k}{_GAP}{duration(status.seconds)}{_GAP}"
    room = max(width - len(behind) - len(state), 1)
    text = Text(fitted(printable(status.program), room), "bold")
    text.append(behind, "default")
    return text.append(state, _STATES.get(state, "red"))


def _figures(view: View, width: int) -> list[Text]:
    """Returns lines with path completions per second, time waited, memory and backlog."""
    status = view.status
    assert status is not None
    if view.over is not None:
        return _final_figures(view, width)
    now = view.rate
    rate = f"{short(now)} path completions/s"
    of = "" if status.waited_share is None else " of the time"
    waited = f"waiting {share(status.waited_share)}{of}"
    limit = f" of {size(status.engine_limit)}" if status.engine_limit else ""
    memory = f"engine {size(status.engine_bytes)}{limit}" if status.engine_bytes is not None else ""
    spilled = f"{_GAP}{_backlog(status)}" if status.backlog_bytes else ""
    total = status.streamed
    rest = _GAP.join(one for one in (total, waited, memory) if one) + spilled
    room = width - len(rate) - len(rest) - 2 * len(_GAP)
    if room >= 8:
        line = Text(f"{rate}{_GAP}")
        line.append(spark(view.rates, room), "cyan")
        return [line.append(f"{_GAP}{rest}")]
    line = Text(f"{rate}{_GAP}")
    line.append(spark(view.rates, min(width - len(rate) - len(_GAP) - len(total) - 2, 40)), "cyan")
    line.append(f"{_GAP}{total}")
    line.truncate(width)
    costs = f"{waited}{_GAP if memory else ''}{memory}"
    if len(costs + spilled) <= width:
        return [line, Text(costs + spilled)]
    return [
        line,
        Text(fitted(costs, width)),
        *([Text(fitted(spilled.strip(), width))] if spilled else []),
    ]


def _final_figures(view: View, width: int) -> list[Text]:
    """Returns a line with the figures of the recording's profile; [] if there is no profile."""
    status = view.status
    assert status is not None
    if not view.is_final:
        return []
    figures = [status.streamed]
    if view.completions is not None:
        figures.insert(0, f"{counted(view.completions, 'path completion')} in all")
    if view.completeness is not None and not view.completeness.is_exact:
        figures.append(str(view.completeness.verdict))
    if status.engine_bytes is not None:
        figures.append(f"engine {size(status.engine_bytes)}")
    while len(figures) > 1 and len(_GAP.join(figures)) > width:
        figures.pop()
    return [Text(fitted(_GAP.join(figures), width))]


def _backlog(status: Status) -> str:
    """Returns how much data isn't counted yet, and how long ago the oldest of it was emitted."""
    behind = f", {ago(status.behind_seconds)} behind" if status.behind_seconds else ""
    return f"not counted yet {size(status.backlog_bytes or 0)}{behind}"


def _about(view: View, *, with_total: bool = True, is_once: bool = False) -> Text:
    """Returns the line about the list: a problem, or the list's age, rates and filter."""
    if view.over is not None:
        older = "" if view.age is None else f"; the lists are from a look {ago(view.age)} ago"
        return Text(printable(view.over) + older, "bold yellow")
    long = view.looking is not None and view.looking >= _LONG
    taking = f"a look has been under way for {ago(view.looking or 0)}" if long else ""
    if view.age is None:
        told = view.problem or taking or "the first look is being taken"
        return Text(printable(told), "dim")
    if problem := _problem(view):
        return Text(problem, "yellow")
    ranking = view.ranking
    # The lists call some figures "now", so the line says which moment that is.
    parts = [f"now means {ago(view.age)} ago"]
    if with_total and view.completions is not None:
        parts.append(f"{counted(view.completions, 'path completion')} in all")
    if taking:
        parts.append(taking)
    if view.completeness is not None and not view.completeness.is_exact:
        parts.append(str(view.completeness.verdict))
    if ranking is not None and ranking.seconds is not None:
        parts.append(f"rates over {ranking.seconds:.1f} s")
    if not is_once:
        parts.append(f"dumps take {share(view.dumping)} of the time")
    if view.wanted.filter.text:
        parts.append(view.wanted.filter.text)
    return Text(", ".join(parts), "dim")


def _problem(view: View) -> str | None:
    """Returns why the list isn't newer, or what it lacks; None if there is no problem."""
    ranking = view.ranking
    problem = view.problem or (None if ranking is None else ranking.problem)
    if problem:
        return printable(problem)
    return _two_moments(view) if ranking is not None and ranking.is_at_least else None


def _two_moments(view: View) -> str:
    """Returns why the lists have no shares and no rates."""
    pid = "" if view.status is None else f" {view.status.pid}"
    filtered = f"; {view.wanted.filter.text}" if view.wanted.filter.text else ""
    return (
        "no shares and no rates: the engine is behind, so sequences are older than the counters "
        f"beside them; figures are lower bounds, as of {ago(view.age or 0)} ago; `kpath-jvm "
        f"ctl{pid} dump` waits until everything is counted{filtered}"
    )


def rows_of(view: View, listed: Listed) -> list[dict[str, Any]]:
    """Returns the rows of a list, the hottest first."""
    if view.ranking is None:
        return []
    return view.ranking.loops if listed == "loops" else view.ranking.sequences


def lines(
    view: View, listed: Listed, width: int, most: int, cursor: int | None = None, first: int = 0
) -> list[Text]:
    """Returns the line of column names, and at most ``most`` rows, beginning with row ``first``.

    The row at ``cursor`` is highlighted.
    """
    rows = rows_of(view, listed)
    is_at_least = view.ranking is not None and view.ranking.is_at_least
    if is_at_least:
        names = ["iterations"] if listed == "loops" else ["times"]
        key = "iterations" if listed == "loops" else "count"
        figures = [[f"≥ {short(row[key])}"] for row in rows]
    elif listed == "loops":
        names = ["now", "of all", "iterations/s"]
        figures = [_loop_figures(row) for row in rows]
    else:
        names = ["times/s", "times"]
        figures = [_sequence_figures(row) for row in rows]
    kept = len(names)
    if width < _FOR_RATES and listed == "loops":
        kept = min(kept, 2 if width >= _FOR_ALL else 1)
    # Each column has room for the widest share, so that nothing moves when that share appears.
    widths = [max([len(name), _SHARE, *(len(row[n]) for row in figures)])
              for n, name in enumerate(names[:kept])]  # fmt: skip
    top = Text(_GAP, "dim")
    for name, room in zip(names[:kept], widths, strict=True):
        top.append(f"{name:>{room}}{_GAP}")
    top.append("loop" if listed == "loops" else "sequence")
    note = _OF_WHAT if listed == "loops" else _order_of_sequences(view)
    if not is_at_least and len(top) + len(note) <= width:
        top.append(note)
    top.truncate(width)
    made = [top]
    left = 2 + sum(room + len(_GAP) for room in widths)
    longest = max((cell_len(row["text"]) for row in rows), default=0) if listed != "loops" else 0
    shown = list(zip(rows, figures, strict=True))[first : first + max(most, 0)]
    for number, (row, cells) in enumerate(shown, first):
        line = Text()
        trend = row.get("trend")
        line.append(f"{MARKS[trend]} ", _STYLES.get(trend or "", "default"))
        for cell, room in zip(cells, widths, strict=False):
            line.append(f"{cell:>{room}}{_GAP}")
        room = max(width - left, 1)
        most_text = min(longest, max(room // 2, 4))
        line.append_text(
            _loop_name(row, room) if listed == "loops" else _sequence_name(row, room, most_text)
        )
        if number == cursor:
            line.pad_right(max(width - line.cell_len, 0))
            # The row loses its own colours, which would be too bright beside the highlighting.
            line = Text(line.plain, "reverse")
        made.append(line)
    return made


def _order_of_sequences(view: View) -> str:
    is_by_now = view.ranking is not None and view.ranking.is_by_now(view.wanted.order)
    return f" (first those that cover the most path completions {'now' if is_by_now else 'in all'})"


def _loop_figures(row: dict[str, Any]) -> list[str]:
    rate = row["iterations_per_second"]
    return [share(row["share_of_now"]), share(row["share_of_all"]), short(rate)]


def _sequence_figures(row: dict[str, Any]) -> list[str]:
    return [short(row["count_per_second"]), short(row["count"])]


def _without_package(row: dict[str, Any]) -> str:
    package = dotted(package_of(row["class"]))
    title: str = row["title"]
    return title.removeprefix(f"{package}.") if package else title


def _loop_name(row: dict[str, Any], room: int) -> Text:
    place = row["loop"]["header_place"] or f"loop {row['number'] + 1}"
    wide = room >= _FOR_SEQUENCE - 34
    own = room - _SEQUENCE - len(_GAP) if wide and row.get("sequence") is not None else room
    name = named(_without_package(row), printable(place), own)
    text = Text().append(name, "cyan")
    if own < room:
        text.pad_right(own - text.cell_len)
        text.append(_GAP + fitted(row["sequence"]["text"], _SEQUENCE), "bold")
    return text


def _sequence_name(row: dict[str, Any], room: int, most: int) -> Text:
    place = "several loops"
    if row["loop"] is not None:
        place = row["loop"]["header_place"] or "a loop"
    text = Text().append(fitted(row["text"], most), "bold")
    text.pad_right(most - text.cell_len)
    behind = room - text.cell_len - len(_GAP)
    if behind >= 8:
        text.append(_GAP)
        text.append(named(_without_package(row), printable(place), behind), "cyan")
    return text


def keys(width: int) -> Text:
    """Returns a line with as many keys as fit."""
    text = Text()
    for key, does in _KEYS:
        added = f"{key} {does}"
        if text.cell_len + len(added) + len(_GAP) > width:
            break
        text.append(_GAP if text else "").append(key, "bold").append(f" {does}", "dim")
    return text


def all_keys(width: int, interrupt: str, most: int = len(_ALL_KEYS)) -> list[Text]:
    """Returns, for each key, a line that says what it does; ``interrupt`` is what Ctrl-C does.

    If the keys need more than ``most`` lines, the last line says how many keys are left out.
    """
    room = max(cell_len(key) for key, _ in _ALL_KEYS)
    found = []
    for key, does in _ALL_KEYS:
        text = Text().append(key, "bold")
        text.pad_right(room - text.cell_len)
        behind = fitted(does.format(interrupt=interrupt), max(width - room - len(_GAP), 1))
        found.append(text.append(_GAP + behind, "default"))
    if len(found) <= most:
        return found
    kept = found[: max(most - 1, 0)]
    more = f"… and {len(found) - len(kept)} more keys, which need a taller terminal"
    return [*kept, Text(fitted(more, width), "dim")]


def detail(row: dict[str, Any], listed: Listed, *, is_final: bool = False) -> Any:
    """Returns all details of a row, as reports give them.

    ``is_final`` means that the row is from the profile of a recording that is over. For a row whose
    figures are only lower bounds, the result is empty.
    """
    if "trend" not in row:
        return Text("")
    if listed == "sequences":
        return told_sequence(row, with_counts=True)
    cell: Cell = told_loop(row, is_of_look=not is_final)
    following = row["next_iteration"]
    if following is not None and (about := about_repeated([following])):
        cell.append(f"\n{about}")
    if row["bytecodes_per_second"] is not None:
        many = counted(round(row["bytecodes_per_second"]), "bytecode")
        cell.append(f"\nin this loop, {many} a second since the previous look")
    return cell
