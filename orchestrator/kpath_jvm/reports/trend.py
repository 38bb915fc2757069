"""Makes the text of ``fleet trend``: a table for each figure, with its rows in order of time."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, pairwise
from typing import Any

from kpath_jvm.analysis.gates.rules import FIGURE_WORDS, SHARES, FigureKind
from kpath_jvm.own_command import own_command
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.aligned import aligned
from kpath_jvm.reports.diff.words import CHANGE_DIGITS, growth_text
from kpath_jvm.reports.output import (
    counted,
    digits_to_differ,
    from_to,
    full_number,
    percent,
    signed,
)
from kpath_jvm.reports.ran_with import JAVA
from kpath_jvm.store.store import SHOWN_DIGITS

#: The values of a row, by column (fleet/trend.py).
TrendDict = Mapping[str, Any]

#: The fewest significant digits of a number, and the fewest decimals of a share in per cent. If a
#: column's numbers differ only in later digits, all of them get more.
_LEAST_DIGITS, _LEAST_DECIMALS = 5, 1
#: The column of a figure's value. Its title says what the value is (``_value_title``).
_VALUE = "value"
#: The titles of the columns; True for columns of texts, which are aligned to the left.
_TITLES = {
    "service": ("service", True), "version": ("version", True), "day": ("day", True),
    "java": ("java", True), "run": ("run", True), "runs": ("runs", False), "sum": ("sum", False),
    _VALUE: (_VALUE, False), "least": ("least", False), "most": ("most", False),
    "change": ("change", False), "since_first": ("since first", False),
    "per_entry": ("per entry", False), "per_entry_change": ("change", False),
    "rule": ("rule", True), "differs_in": ("differs in", True), "counts": ("counts", True),
}  # fmt: skip
#: The figures that are quotients by entries.
_PER_ENTRY: tuple[FigureKind, ...] = ("iterations", "bytecodes-per-entry")
#: The columns that are left out if they are the same in all rows, because the first line has them.
_IN_FIRST_LINE = ("service", "version", "java", "counts")
_PER_RUN = "per run"
#: Explains the columns of these names, if a table has them.
_LEGEND = {
    _PER_RUN: "per run: the sum over all that the run did, so it grows with the input",
    "sum": "sum: of the row's runs; mean, least, most: a run's figure",
    "per_entry": "per entry: bytecodes of one call of the method, as a mean over its entries",
    "change": "change: from the row before, for the column on the left; since first: from the "
    "first row that isn't 0",
    "rule": "rule: whether the row's profiles keep or break the rule, as `check` judges it",
    "differs_in": "differs in: what isn't as in the run before (see the notes)",
}  # fmt: skip
#: The columns of changes, each with the column that says what its runs differ in.
_SPANS = {
    "change": "change_spans", "since_first": "since_first_spans",
    "per_entry_change": "change_spans",
}  # fmt: skip
_COUNTED = (
    "counted: recorded code only. The JDK isn't recorded unless --include names it; exact counts "
    "miss nothing"
)


def lines(rows: Sequence[TrendDict]) -> Iterator[str]:
    """Yields the lines of a trend's rows.

    What is the same in all rows is in the first line. Columns that are empty in all rows of a
    figure are left out.
    """
    if not rows:
        return
    texts = [_texts(row) for row in rows]
    shared = {name for name in _IN_FIRST_LINE if len({one[name] for one in texts}) == 1}
    yield printable(_about(rows, {name: texts[0][name] for name in shared}))
    shown: set[str] = set()
    for _, group in groupby(zip(rows, texts, strict=True), key=lambda pair: pair[0]["figure"]):
        own, of_own = zip(*group, strict=True)
        yield ""
        yield printable(_heading(own))
        cells = _cells(own, of_own)
        names = [name for name in _TITLES if name not in shared and any(cells[name])]
        title = _value_title(own)
        shown |= {title, *names}
        yield from _table(names, cells, title)
    yield ""
    yield from (text for name, text in _LEGEND.items() if name in shown)
    spanned = dict.fromkeys(what for row in rows for name in _SPANS for what in _spans(row, name))
    if spanned:
        other = _other(spanned)
        yield f"in parentheses: a change between runs with {other}; it may not come from the code"
    yield _COUNTED


def _about(rows: Sequence[TrendDict], shared: Mapping[str, str]) -> str:
    """Says which runs the trend is about, and what is the same in all rows."""
    runs = sum(row["runs"] for row in rows if row["figure"] == rows[0]["figure"])
    names = [shared.get(name) for name in ("service", "version")]
    of = f"version {names[1]}" if names[0] is None and names[1] else " ".join(filter(None, names))
    days = from_to(min(row["first_day"] for row in rows), max(row["last_day"] for row in rows))
    parts = [f"{counted(runs, 'run')}{f' of {of}' if of else ''}, {days}"]
    if "java" in shared:
        parts.append("Java isn't known" if shared["java"] == "-" else f"Java {shared['java']}")
    if "counts" in shared:
        parts.append(f"counts: {shared['counts']}")
    return "; ".join(parts)


def _heading(rows: Sequence[TrendDict]) -> str:
    """Returns a figure's name, what it is, and how many profiles break its bounds."""
    row = rows[0]
    words = _words(row["figure"], row["kind"], row["methods"])
    each = f" per entry of {row['per']}"
    if row["per"] is not None and not row["figure"].endswith(each):
        words = ", ".join(filter(None, (words, each.strip())))
    parts = [f"{row['figure']}: {words}" if words else row["figure"]]
    bounds = [
        f"{word} {_bound(row[name], row['kind'])}"
        for word, name in (("at least", "at_least"), ("at most", "at_most"))
        if row[name] is not None
    ]
    if bounds:
        broken, kept = (sum(one[name] for one in rows) for name in ("broken", "kept"))
        judged = counted(broken + kept, "profile")
        parts.append(f"{' and '.join(bounds)}, broken by {broken:,} of {judged}")
    return "; ".join(parts)


def _words(figure: str, kind: Any, methods: int | None) -> str:
    """Says what a figure is. A name that says so itself needs no words."""
    if figure == kind == "total":
        return "executed bytecodes of all recorded code"
    own = "the method's own code, without what it calls"
    if methods != 1:
        count = "the" if methods is None else f"{methods:,}"
        own = f"the own code of {count} methods, without other methods that they call"
    if kind == "entries":
        is_said = figure.startswith(("entries(", "entries of "))
        together = f"{methods:,} methods together" if (methods or 1) > 1 else ""
        return together if is_said else " of ".join(filter(None, ("entries", together)))
    if kind in _PER_ENTRY:
        # A rule's name may begin with these words already.
        words = "" if figure.startswith(f"{FIGURE_WORDS[kind]} of ") else FIGURE_WORDS[kind]
        return ", ".join(filter(None, (words, own if kind == "bytecodes-per-entry" else "")))
    return {
        "total": f"bytecodes of {own}", "bytecodes": f"bytecodes of {own}",
        "share": f"share of the executed bytecodes that belongs to {own}",
        "loop-bytecodes": "bytecodes of the loop's own blocks, without inner loops and calls",
        "outcome": "share of the branch's executions", "path": "completions of the path",
    }[kind]  # fmt: skip


def _bound(value: float, kind: str) -> str:
    # repr returns the shortest decimal, which is the text that the rule has.
    exact = Decimal(repr(value)) * (100 if kind in SHARES else 1)
    text = f"{exact.normalize():,f}"
    return f"{text} %" if kind in SHARES else text


def _value_title(rows: Sequence[TrendDict]) -> str:
    if not all(map(_is_one_run, rows)):
        return "mean"
    kind = rows[0]["kind"]
    is_each = kind in _PER_ENTRY or rows[0]["per"] is not None
    return "share" if kind in SHARES else "per entry" if is_each else _PER_RUN


def _is_one_run(row: TrendDict) -> bool:
    return row["run"] is not None and row["runs"] == 1


def _texts(row: TrendDict) -> dict[str, str]:
    """Returns a row's cells that are texts, by the names of the columns; "" for an empty cell."""
    return {
        "service": row["service"],
        "version": ", ".join(row["versions"]),
        "day": from_to(row["first_day"], row["last_day"]),
        "java": ", ".join(row["java_versions"]) or "-",
        "run": (row["run"] or "")[:SHOWN_DIGITS],
        "runs": "" if _is_one_run(row) else _runs(row["known_runs"], row["runs"]),
        "rule": _judged(row),
        "differs_in": ", ".join(row["differs_in"]),
        "counts": row["verdict"],
    }


def _judged(row: TrendDict) -> str:
    kept, broken = row["kept"] or 0, row["broken"] or 0
    if kept + broken < 2:
        return "broken" if broken else "kept" if kept else ""
    return f"broken by {broken:,} of {kept + broken:,}" if broken else f"kept by {kept:,}"


def _runs(known: int, runs: int) -> str:
    return f"{runs:,}" if known in (0, runs) else f"{known:,} of {runs:,}"


def _cells(rows: Sequence[TrendDict], texts: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """Returns the columns of a figure's rows; "" stands for an empty cell.

    ``texts`` has the rows' cells that are texts (``_texts``).
    """
    is_share = rows[0]["kind"] in SHARES
    found = {name: [one[name] for one in texts] for name in texts[0]}
    value = _Numbers.of(
        (row[name] for row in rows for name in ("per_run", "lower_bound", "upper_bound")), is_share
    )
    found[_VALUE] = [row["why"] or f"{value(row['per_run'])}{_bounds(row, value)}" for row in rows]
    for name in ("sum", "least", "most"):
        own = [None if _is_one_run(row) else row[name] for row in rows]
        found[name] = [*map(_Numbers.of(own, is_share and name != "sum"), own)]
    # The entries of several methods are those of small helpers, too. So the quotient says nothing
    # about a call of any of them.
    entries = [row["per_entry"] if row["methods"] == 1 else None for row in rows]
    found["per_entry"] = [*map(_Numbers.of(entries, False), entries)]
    for name in ("change", "since_first"):
        found[name] = [_change(row, name, is_share=is_share) for row in rows]
    found["per_entry_change"] = [
        "" if entry is None else _change(row, "per_entry_change")
        for entry, row in zip(entries, rows, strict=True)
    ]
    return found


@dataclass(frozen=True)
class _Numbers:
    """Writes the numbers of a column so that different numbers have different texts."""

    write: Callable[[float, int], str]
    digits: int

    @classmethod
    def of(cls, values: Iterable[float | None], is_share: bool) -> _Numbers:
        write, least = (_share, _LEAST_DECIMALS) if is_share else (full_number, _LEAST_DIGITS)
        known = (value for value in values if value is not None)
        return cls(write, digits_to_differ(known, write, least))

    def __call__(self, value: float | None) -> str:
        return "" if value is None else self.write(value, self.digits)


def _share(value: float, decimals: int) -> str:
    if decimals == _LEAST_DECIMALS:
        return percent(value)
    return f"{Decimal(repr(float(value))).scaleb(2):.{decimals}f} %"


def _bounds(row: TrendDict, text: _Numbers) -> str:
    """Returns the bounds of a mean that isn't known exactly, as " (3 to 4)"."""
    least, value, most = row["lower_bound"], row["per_run"], row["upper_bound"]
    if least == value == most:
        return ""
    if most is None:
        return f" ({text(least)} or more)"
    return f" ({text(least)} to {text(most)})"


def _change(row: TrendDict, name: str, *, is_share: bool = False) -> str:
    """Returns a relative change, or a change of a share in points, which is a difference.

    It is in parentheses if not only the code of the runs differs.
    """
    change = row[name]
    if change is None:
        return ""
    text = "0"
    if change:
        number = signed(100 * change, CHANGE_DIGITS)
        text = f"{number} points" if is_share else growth_text(change)
    return f"({text})" if _spans(row, name) else text


def _spans(row: TrendDict, name: str) -> list[str]:
    """Returns what isn't the same in all runs that a change is between; [] if there is none."""
    return [] if row[name] is None else row[_SPANS[name]]


def _other(spanned: Iterable[str]) -> str:
    return " and ".join("another Java" if what == JAVA else f"other {what}" for what in spanned)


def _table(
    names: Sequence[str], cells: Mapping[str, Sequence[str]], value_title: str
) -> Iterator[str]:
    """Yields the lines of a table; a dash stands for an empty cell."""
    titles = [value_title if name == _VALUE else _TITLES[name][0] for name in names]
    columns = [cells[name] for name in names]
    table = [
        titles,
        *([printable(cell) or "-" for cell in row] for row in zip(*columns, strict=True)),
    ]
    yield from aligned(table, lambda _, column: not _TITLES[names[column]][1])


def next_step(
    rows: Sequence[TrendDict], store: str, by: str, options: Sequence[str] = ()
) -> str | None:
    """Returns a line with the commands that show what changed where a figure has moved last.

    Runs that were started alike are compared, if there are any between which a figure has moved.
    ``options`` are further options for the command that compares versions. Returns None if no
    figure has moved, or if the rows are days, which no command compares.
    """
    if by == "day" or not (steps := [*_steps(rows)]):
        return None
    before, base, row = max(
        reversed(steps), key=lambda step: (step[-1]["alike"] is not None, step[-1]["last_day"])
    )
    own, place = own_command(), shlex.quote(store)
    was, old, new = (_name(one)[: SHOWN_DIGITS if by == "run" else None]
                     for one in (before, base, row))  # fmt: skip
    if by == "run":
        got = (f"{own} store get {place} {name} -o {name}.kpath" for name in (old, new))
        command = " && ".join([*got, f"{own} diff {old}.kpath {new}.kpath"])
    else:
        words = ["--service", row["service"], "--base", old, "--new", new, *options]
        command = f"{own} fleet diff {place} {shlex.join(words)}"
    told = f"next: `{command}` shows what changed in the newest step"
    newest = max(reversed(steps), key=lambda step: step[-1]["last_day"])[-1]
    if _name(row) != _name(newest):
        told += " between runs that were started alike"
    if row["change_spans"]:
        because = f"{was} ran with {_other(row['change_spans'])}"
        none = f"; no earlier run was started like {new}: {because}"
        told += none if row["alike"] is None else f": {old} is compared, because {because}"
    return printable(told)


def _steps(rows: Sequence[TrendDict]) -> Iterator[tuple[TrendDict, TrendDict, TrendDict]]:
    """Yields each row whose figure has moved, after the row before it and the row to compare.

    That is the latest earlier row whose runs were started alike, or the row before if there is
    none.
    """
    for _, group in groupby(rows, key=lambda row: (row["figure"], row["service"])):
        own = [*group]
        by_name = {_name(row): row for row in own}
        for before, row in pairwise(own):
            base = before if row["alike"] is None else by_name[row["alike"]]
            if None not in (base["per_run"], row["per_run"]) and base["per_run"] != row["per_run"]:
                yield before, base, row


def _name(row: TrendDict) -> str:
    """Returns the name that ``alike`` has for a row of one run or one version."""
    return str(row["run"] or row["versions"][0])
