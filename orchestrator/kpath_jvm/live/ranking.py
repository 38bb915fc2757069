"""The hottest loops and sequences of a look as plain data, with their present rates.

A look is a profile of what a running recording has counted so far.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from kpath_jvm.analysis.entered import NOTHING_ENTERED, has_counted_nothing
from kpath_jvm.analysis.hot_loops import rows_at
from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.live.filtering import Filter
from kpath_jvm.live.look import Key, Look, LookChange, changed
from kpath_jvm.reports.hottest import Hottest
from kpath_jvm.shown import LIVE_ORDER, LIVE_ROWS, LiveOrder

if TYPE_CHECKING:
    from kpath_jvm.profile.forest import IndexArray
    from kpath_jvm.source.annotation import SourceTexts

#: How a loop's share of the executed bytecodes has moved from one look to the next.
Trend: TypeAlias = Literal["new", "rising", "falling", "steady"]
#: A share has moved if it has changed by more than this factor, and also by more than this amount.
_TIMES, _BY = 1.2, 0.005
#: For each sequence to be shown, this many of the hottest sequences of the whole recording are
#: examined. Of these, the ones that are hottest at present are shown.
_SPARE = 3
#: The keys by which a row names its method.
_METHOD = ("class", "method", "descriptor", "loader", "title")


@dataclass(frozen=True)
class Ranking:
    """The rows of a look that are shown; ``problem`` says in one line why there are no rows.

    ``seconds`` is the time that the rates cover, or None if there are no rates. ``bytecodes`` is
    the number of bytecodes executed in the whole look. ``shares`` are the loops' shares of the new
    bytecodes; trends are found by comparing the next look's shares with them.

    If ``is_at_least``, the look's counters were read at a later moment than its sequences. Then
    rows have neither shares nor rates, but lower bounds of the numbers of iterations
    (``iterations``) and of occurrences (``count``).
    """

    loops: list[dict[str, Any]]
    sequences: list[dict[str, Any]]
    seconds: float | None
    bytecodes: int
    problem: str | None = None
    shares: dict[Key, float] | None = field(default=None, repr=False)
    is_at_least: bool = False

    def is_by_now(self, order: LiveOrder) -> bool:
        """Returns whether rows are ordered by what ran since the previous look.

        If ``order`` is "all", or if there are no rates, rows are ordered by what ran in all.
        """
        return order == "now" and self.seconds is not None


@dataclass(frozen=True)
class Wanted:
    """What to show; a ``k`` of None stands for the recording's k."""

    top: int = LIVE_ROWS
    k: int | None = None
    order: LiveOrder = LIVE_ORDER
    filter: Filter = Filter()  # noqa: RUF009


def ranked(
    look: Look,
    before: Look | None,
    shares_before: dict[Key, float] | None,
    wanted: Wanted,
    sources: SourceTexts | None = None,
) -> Ranking:
    """Returns the hottest rows of a look; raises KpathError if the filter leaves nothing."""
    if sources is not None:
        sources.judge_by(look.profile)
    if has_counted_nothing(look.profile):
        return Ranking([], [], None, look.bytecodes, NOTHING_ENTERED)
    if look.is_of_two_moments:
        return _at_least(look, wanted, sources)
    change = changed(before, look)
    selected = wanted.filter.of(look.profile)
    k = look.profile.k if wanted.k is None else min(wanted.k, look.profile.k)
    lists = Hottest(selected, k, wanted.top * _SPARE, sources)
    places = _places(look, lists.loops_shown, change, wanted)
    loops = lists.loops_at(places)
    shares = None if change is None else change.shares(look)
    earlier = _iterations(look, before, places, k) if change is not None else {}
    for row, place in zip(loops, places.tolist(), strict=True):
        row.update(_of_loop(place, row, change, earlier))
        row["trend"] = _trend(look, place, change, shares, shares_before)
    sequences = [
        {**row, **_of_sequence(row, look.key(method), before, change)}
        for method, row in lists.sequences_by_method()
    ]
    if wanted.order == "now" and change is not None:
        sequences.sort(key=lambda row: -row["covered_now"])
    return Ranking(
        loops, sequences[: wanted.top], None if change is None else change.seconds,
        look.bytecodes, shares=shares,
    )  # fmt: skip


def _at_least(look: Look, wanted: Wanted, sources: SourceTexts | None) -> Ranking:
    """Returns what has certainly run, without figures that compare two counts."""
    k = look.profile.k if wanted.k is None else min(wanted.k, look.profile.k)
    lists = Hottest(wanted.filter.of(look.profile), k, wanted.top, sources)
    shown = lists.loops_shown
    busiest = shown[largest(look.costs.visits[shown], wanted.top)]
    loops = [
        {name: row[name] for name in (*_METHOD, "loop", "number", "iterations")}
        for row in lists.loops_at(busiest)
        if row["iterations"]
    ]
    loops.sort(key=lambda row: -row["iterations"])
    sequences = [
        {name: row[name] for name in (*_METHOD, "loop", "text", "paths", "count")}
        for row in lists.sequences()
    ]
    return Ranking(loops, sequences, None, look.bytecodes, is_at_least=True)


def _places(look: Look, shown: IndexArray, change: LookChange | None, wanted: Wanted) -> IndexArray:
    """Returns the loops to show, the hottest first.

    Loops are ordered by their cost since the last look, then by their total cost. If the wanted
    order is "all", or if the cost since the last look isn't known, only the total counts.
    """
    shown = shown[look.costs.costs[shown] > 0]
    in_all = look.costs.costs[shown]
    if wanted.order == "all" or change is None:
        return shown[largest(in_all, wanted.top)]
    order: IndexArray = np.lexsort((shown, -in_all, -change.costs[shown]))
    return shown[order[: wanted.top]]


def _iterations(look: Look, before: Look | None, places: IndexArray, k: int) -> dict[int, int]:
    """Returns the loops' iterations up to the previous look, by the loops' rows in ``look``."""
    assert before is not None
    keys = look.loop_keys
    then = {place: before.loops[keys[place]] for place in places.tolist()
            if keys[place] in before.loops}  # fmt: skip
    ran = {now: place for now, place in then.items() if before.costs.is_executed[place]}
    rows = rows_at(before.profile, before.costs, np.array(list(ran.values()), dtype=np.intp), k)
    return {now: row.iterations for now, row in zip(ran, rows, strict=True)}


def _of_loop(
    place: int, row: dict[str, Any], change: LookChange | None, earlier: dict[int, int]
) -> dict[str, Any]:
    if change is None:
        return {"share_of_now": None, "bytecodes_per_second": None, "iterations_per_second": None}
    cost = int(change.costs[place])
    return {
        "share_of_now": cost / change.bytecodes if change.bytecodes else 0.0,
        "bytecodes_per_second": cost / change.seconds,
        "iterations_per_second": None
        if row["iterations"] is None
        else (row["iterations"] - earlier.get(place, 0)) / change.seconds,
    }


def _trend(
    look: Look,
    place: int,
    change: LookChange | None,
    shares: dict[Key, float] | None,
    before: dict[Key, float] | None,
) -> Trend | None:
    if change is None or shares is None:
        return None
    key = look.loop_keys[place]
    if 0 < change.costs[place] == look.costs.costs[place]:
        return "new"
    if before is None:
        return None
    now, then = shares.get(key, 0.0), before.get(key, 0.0)
    if now > then * _TIMES and now - then > _BY:
        return "rising"
    if then > now * _TIMES and then - now > _BY:
        return "falling"
    return "steady"


def _of_sequence(
    row: dict[str, Any], key: Key, before: Look | None, change: LookChange | None
) -> dict[str, Any]:
    """Returns how often a sequence has occurred since the previous look.

    ``key`` is the key of the sequence's method.
    """
    if change is None or before is None:
        return {"count_per_second": None, "covered_now": 0, "trend": None}
    number = before.methods.get(key)
    then = 0 if number is None else before.count(number, tuple(row["paths"]))
    came = row["count"] - then
    return {
        "count_per_second": came / change.seconds,
        "covered_now": came * row["period"],
        "trend": "new" if came == row["count"] else None,
    }
