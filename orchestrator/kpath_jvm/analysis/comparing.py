"""Compares two profiles, for example of a program on two JVMs, or before and after a change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from kpath_jvm.analysis.matching.common import CommonPaths
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.worth_told import tells_worth
from kpath_jvm.profilers import Tells, told_by

_IN = {(True, True): "both", (True, False): "first", (False, True): "second"}


@checked
@tells_worth
def compare_methods(one: Profile, other: Profile) -> pd.DataFrame:
    """Returns a row for each method of either profile; counts of all class loaders are added up.

    Methods are matched by name and descriptor first, then by their code. A method that was renamed
    or moved has one row, under its name in the second profile; ``class_1`` and ``name_1`` are its
    class and name in the first. Columns: class, name, descriptor, ``completed_1`` and
    ``completed_2`` (path completions, 0 where the method is missing), ``entries_1`` and
    ``entries_2``, ``factor`` (completed_2 / completed_1; NaN if ``completed_1`` is 0), ``in``
    ("both", "first" or "second"), ``same_code`` (whether the class files are equal), ``code``,
    ``class_1``, ``name_1``, ``version`` and ``version_1``.

    ``code`` is "same" if the class files are equal, and "unchanged" if only the method's
    instructions are. It is "alike" if the profiles lack the instructions, but agree about the code
    except for line numbers. It is None if one profile lacks the method, and "changed" otherwise.
    Versions of a method are added up if their code is alike, and have a row each otherwise.
    ``version`` distinguishes the method's versions in the second profile, and ``version_1`` those
    in the first, for example as "version 1 of 2, class file 5c0fca54"; either is None if there is
    only one. The method whose completions differ most comes first. Counts of a profile that adds up
    several runs are means per run. Raises KpathError if a profile has counts of edges only.
    """
    for profile in (one, other):
        require_paths(profile, "number of path completions")
    rows = [_row(pair) for pair in _pairs(one, other)]
    frame: pd.DataFrame = pd.DataFrame(rows)
    frame["factor"] = frame["completed_2"] / frame["completed_1"].replace(0, np.nan)
    difference = (frame["completed_2"] - frame["completed_1"]).abs()
    order = difference.sort_values(ascending=False, kind="stable").index
    columns = [
        "class", "name", "descriptor", "completed_1", "completed_2", "entries_1", "entries_2",
        "factor", "in", "same_code", "code", "class_1", "name_1", "version", "version_1",
    ]  # fmt: skip
    compared: pd.DataFrame = frame.loc[order, columns].reset_index(drop=True)
    return compared


def _pairs(one: Profile, other: Profile) -> list[MethodPair]:
    return match_methods(*(Side([profile.merged()]) for profile in (one, other)))


def _row(pair: MethodPair) -> dict[str, object]:
    known = pair.known
    first = known if pair.base is None else pair.base
    return {
        "class": known.class_name,
        "name": known.name,
        "descriptor": known.descriptor,
        **{f"completed_{at}": _completed(it) for at, it in enumerate((pair.base, pair.new), 1)},
        **{
            f"entries_{at}": 0 if it is None else _of_a_run(it, sum(it.entries))
            for at, it in enumerate((pair.base, pair.new), 1)
        },
        "in": _IN[pair.base is not None, pair.new is not None],
        "same_code": pair.code == "same",
        "code": pair.code,
        "class_1": first.class_name,
        "name_1": first.name,
        "version": pair.new and pair.new.version,
        "version_1": pair.base and pair.base.version,
    }


def _completed(known: KnownMethod | None) -> int | float:
    if known is None:
        return 0
    (profile,), (numbers,) = known.side.runs, known.numbers
    return _of_a_run(known, int(profile.method_rows.completed[list(numbers)].sum()))


def _of_a_run(known: KnownMethod, count: int) -> int | float:
    """Returns a count of a profile, or the mean per run if the profile adds up several runs."""
    (runs,) = known.side.summed
    return count if runs == 1 else count / runs


@checked
@tells_worth
def compare_sequences(one: Profile, other: Profile, method: str) -> pd.DataFrame:
    """Returns one method's n-grams: ``sequence``, ``count_1``, ``count_2``, ``factor``.

    ``method`` is a name that ``Profile.find_method`` finds in the second profile, or else in the
    first. The n-gram whose counts differ most comes first. N-grams are matched by their paths'
    blocks. Where the code has changed, blocks that only one of the profiles has are ignored. The
    n-grams are given in path numbers of the second profile, or of the first if they occurred only
    there.

    A count is 0 if the n-gram never occurred. It is missing (``pd.NA``) if the profile doesn't show
    it: the profiler kiter doesn't follow every sequence, and an engine whose memory is full gives
    up rare n-grams. Rows with a missing count come last. Counts of a profile that adds up several
    runs are means per run. ``factor`` is count_2 / count_1, and NaN if count_1 is 0 or a count is
    missing. Raises KpathError for a profile that has only counts of edges.
    """
    for profile in (one, other):
        require_paths(profile, "n-gram")
    pair = _pair_of(_pairs(one, other), method)
    common = CommonPaths(pair)
    k = min(one.k, other.k)
    sides = (pair.base, pair.new)
    counts: dict[tuple[int, ...], list[int | float | None]] = {}
    for at, known in enumerate(sides):
        if known is not None:
            for paths, count in _counted(common.forest(known, 0, k)):
                counts.setdefault(paths, [0, 0])[at] = _of_a_run(known, count)
    for at, known in enumerate(sides):
        if known is not None and not _lists_all(known):
            for paths, found in counts.items():
                if len(paths) > 1 and not found[at]:
                    found[at] = None
    is_mean = any(known is not None and known.side.summed != (1,) for known in sides)
    kind = "Float64" if is_mean else "Int64"
    table = pd.DataFrame(list(counts.values()), columns=["count_1", "count_2"], dtype=kind)
    names = [_numbers(common, (pair.new, pair.base), paths) for paths in counts]
    table.insert(0, "sequence", pd.Series(names, dtype=object))
    numbers = table[["count_1", "count_2"]].astype("float64")
    table["factor"] = numbers["count_2"] / numbers["count_1"].replace(0, np.nan)
    difference = (numbers["count_2"] - numbers["count_1"]).abs()
    order = difference.sort_values(ascending=False, kind="stable").index
    compared: pd.DataFrame = table.loc[order].reset_index(drop=True)
    return compared


def _lists_all(known: KnownMethod) -> bool:
    (profile,), (numbers,) = known.side.runs, known.numbers
    tells = told_by(profile.run.option("profiler", str))
    return tells is not Tells.ITERATED and all(
        profile.counts_sequences_exactly(number) for number in numbers
    )


def _pair_of(pairs: list[MethodPair], text: str) -> MethodPair:
    failure: KpathError | None = None
    for name in ("new", "base"):
        known = {pair: getattr(pair, name) for pair in pairs}
        side = next((it.side for it in known.values() if it is not None), None)
        if side is None:
            continue
        try:
            number = side.runs[0].find_method(text)
        except KpathError as error:
            failure = failure or error
            continue
        return next(pair for pair, it in known.items() if it and number in it.numbers[0])
    raise failure or KpathError(f"no method {printable(text)} in either profile")


def _counted(forest: Forest) -> Iterator[tuple[tuple[int, ...], int]]:
    rows = forest.sequences(np.arange(len(forest))).tolist()
    for row, depth, count in zip(rows, forest.depths.tolist(), forest.counts.tolist(), strict=True):
        yield tuple(row[:depth]), count


def _numbers(
    common: CommonPaths, known: Sequence[KnownMethod | None], paths: tuple[int, ...]
) -> tuple[int, ...]:
    for it in known:
        found = None if it is None else common.numbers_in(it, paths)
        if found is not None:
            return found
    return paths
