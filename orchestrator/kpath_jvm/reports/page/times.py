"""Makes the page's data about shares of time."""

from collections.abc import Collection
from functools import cached_property
from typing import Any

from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.time_shares import OUTSIDE_LOOPS, TimeShare, TimeShares
from kpath_jvm.facts.times import time_rows
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.hot_tables import between
from kpath_jvm.reports.inclusive_time import (
    about_inclusive,
    inclusive_figures,
    inclusive_samples_text,
    inclusive_share_text,
    others_text,
)
from kpath_jvm.reports.output import as_sentence
from kpath_jvm.reports.time_lines import MOST_OF_IT, most_of_it, time_lines
from kpath_jvm.reports.times import (
    MOST_LOOPS,
    about_samples,
    all_share_text,
    disagreement,
    has_samples,
    interval_text,
    loop_words,
    other_rows,
    outside_loops,
    outside_words,
    time_document,
    time_figures,
    where_words,
)
from kpath_jvm.shown import ROWS

#: Says where the page has the shares of time, which have no list of their own.
_WHERE = (
    "The tables of the hottest methods and loops have these shares beside those of bytecodes, and "
    "can be ordered by time"
)


class PageTimes:
    """A profile's samples of time, and how they compare with the bytecodes of methods and loops."""

    def __init__(self, selected: Selected, times: TimeShares) -> None:
        """Takes the selection that the page shows, and the samples of the whole profile."""
        self._selected = selected
        self.shares = times

    @classmethod
    def of(cls, selected: Selected) -> "PageTimes | None":
        """Returns the samples of the whole profile, or None if it has none.

        Raises KpathError if the samples are damaged.
        """
        times = TimeShares.of(selected.whole)
        return None if times is None else cls(selected, times)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """A report's facts about the samples (reports/times.py), with a row for every method."""
        return time_document(self._selected, self.shares, len(self.shares.methods))

    def document(self) -> dict[str, Any]:
        """Returns what the overview says about all samples.

        ``most`` names the methods with most of the time, or is None if it isn't known. ``lines``
        are sentences on the samples, and on code that isn't recorded. A row of ``rows`` has a
        method's title, its inclusive share, the share's interval, its own share, and a text on
        methods that are on the same stacks, or "". A row of ``different`` has a method's title, and
        sentences about the method or its loops if these take much more or much less time than their
        bytecodes suggest. ``warning`` is a sentence about the largest difference, for the page's
        first lines, or None. ``inclusive`` are sentences about inclusive shares, or None if no
        method has such a share.
        """
        time = self.summary
        different = []
        for row in time["methods"]:
            words = [as_sentence(row["words"])] if row["words"] else []
            loops = [loop for loop in row["loops"] if loop["words"]][:MOST_LOOPS]
            words += [as_sentence(printable(loop_words(loop))) for loop in loops]
            outside = row["outside_loops"]
            if outside is not None and outside["words"]:
                words.append(as_sentence(printable(outside_words(outside))))
            if words:
                different.append([printable(row["title"]), words])
        warning = disagreement(time)
        return {
            "warning": None if warning is None else printable(f"Time {warning}."),
            "about": as_sentence(about_samples(time, _WHERE)),
            "most": None
            if (most := most_of_it(time)) is None
            else f"Most of the sampled time: {most}.",
            "lines": [as_sentence(text) for label, text in time_lines(time) if label != MOST_OF_IT],
            "few": time["few"],
            "samples": time["samples_counted"],
            "few_inclusive": time["few_inclusive"],
            "all_samples": time["samples"],
            "rows": [
                [
                    printable(row["title"]),
                    inclusive_share_text(row["inclusive"]),
                    between(row["inclusive"]["interval"]),
                    all_share_text(row),
                    printable(others_text(row)),
                ]
                for row in (time["most_inclusive"] or [])[:ROWS]
            ],
            "different": different,
            "others": [as_sentence(other.text) for other in other_rows(time)],
            "inclusive": None if not time["most_inclusive"] else as_sentence(about_inclusive(time)),
        }

    def of_method(self, method: int) -> dict[str, Any] | None:
        """Returns what the page says about a method's time.

        Returns None if the method's bytecodes aren't counted, or if it has neither bytecodes nor
        samples. ``share`` is the method's share of the samples in methods whose bytecodes are
        counted, and ``share_of_all`` its share of all samples. Each is None if there are no such
        samples. ``with_below`` is like ``share_of_all``, but includes the samples in unrecorded
        code to which the method led; it is None if there are no samples in such code. ``between``
        is the interval of ``share`` as a text. ``where`` says at which lines samples are. ``words``
        say how the method's share of time differs from its share of bytecodes, and are None if
        these shares hardly differ. ``inclusive`` has the method's inclusive ``share``, by which
        methods are ordered, and texts about this share. ``inclusive`` is None if this share isn't
        known. ``of_lines`` is a sentence about the code outside the method's loops, or says where
        the samples of a method without loops are; it is None without samples.
        """
        found = self._figures.get((method, None))
        if found is None:
            return None
        outside = outside_loops(self._selected.whole, self.shares, method)
        told = None
        if outside is None:
            told = found["where"]
        elif has_samples(outside):
            told = as_sentence(printable(outside_words(outside)))
        return {**found, "of_lines": told}

    def of_loop(self, method: int, loop: int) -> dict[str, Any] | None:
        """Returns for a loop what ``of_method`` returns for a method, but without ``of_lines``.

        Blocks of inner loops aren't counted. Loops have no inclusive shares.
        """
        return self._figures.get((method, loop))

    def first_methods(self, methods: Collection[int], most: int) -> set[int]:
        """Returns those ``methods`` that the overview's tables show first, ordered by time.

        These are the first ``most`` by share and by inclusive share, and the methods of the first
        ``most`` loops by share.
        """
        rows = [one for one in self.shares.methods if one.method in methods]
        loops = [
            one
            for one in self.shares.loops
            if one.method in methods
            and one.loop not in (None, OUTSIDE_LOOPS)
            and (self._selected.is_all or self._selected.has_loop(one.method, one.loop))
        ]
        found = set()
        for some, share_of in ((rows, _share), (rows, _inclusive_share), (loops, _share)):
            shares = [(share_of(self._figures[one.method, one.loop]), one) for one in some]
            ranked = [(share, one) for share, one in shares if share]
            ranked.sort(key=lambda pair: (-pair[0], -pair[1].bytecodes))
            found |= {one.method for _, one in ranked[:most]}
        return found

    @cached_property
    def _figures(self) -> dict[tuple[int, int | None], dict[str, Any]]:
        rows: list[TimeShare] = [*self.shares.methods, *self.shares.loops]
        return {
            (row["method"], row["loop"]): _figures(row)
            for row in time_rows(self._selected.whole, rows)
        }


def _share(figures: dict[str, Any]) -> float | None:
    found: float | None = figures["share"]
    return found


def _inclusive_share(figures: dict[str, Any]) -> float | None:
    inclusive = figures["inclusive"]
    return None if inclusive is None else inclusive["share"]


def _figures(row: dict[str, Any]) -> dict[str, Any]:
    found = time_figures(row)
    return {
        "share": found["share_of_time"],
        "share_of_all": found["share_of_all_time"],
        "with_below": found["share_with_below"] if found["samples_below"] else None,
        "samples": found["samples"],
        "where": as_sentence(printable(where_words(found))),
        "between": interval_text(found).strip(" ()"),
        "words": None if found["words"] is None else as_sentence(found["words"]),
        "inclusive": _inclusive(inclusive_figures(row)),
    }


def _inclusive(found: dict[str, Any] | None) -> dict[str, Any] | None:
    if found is None or found["interval"] is None:
        return None
    return {
        "share": found["share_of_samples"],
        "text": inclusive_share_text(found),
        "between": between(found["interval"]),
        "samples": inclusive_samples_text(found),
    }
