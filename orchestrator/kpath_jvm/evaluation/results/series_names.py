"""The names of the data series in charts."""

import re
from typing import NamedTuple

from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.schema import ALL_METHODS


class SeriesName(NamedTuple):
    """The parts of a series' name.

    ``of`` is a profiler's name, or a word for other data, such as ``loop-free``. It is "" where a
    chart compares one profiler at several k. ``cut`` is "" if paths are cut as the chart's view
    says. ``scope`` is "" if all methods were profiled. ``own`` has the options that were set for
    the profiler, even those that were set to their defaults.
    """

    of: str = ""
    k: int | None = None
    cut: str = ""
    scope: str = ALL_METHODS
    own: settings.Chosen = ()

    def __str__(self) -> str:
        of_k = None if self.k is None else f"k = {self.k}"
        of_scope = f"scope {self.scope}" if self.scope else ""
        of_cut = f"({self.cut})" if self.cut else ""
        set_to = settings.in_words(self.own)
        return " ".join(filter(None, (self.of, of_k, set_to, of_scope, of_cut)))

    def of_defaults(self) -> "SeriesName":
        """Returns the name without the settings whose values are the profiler's defaults."""
        return self._replace(own=settings.without_defaults(self.own))

    @classmethod
    def parse(cls, text: str) -> "SeriesName":
        """Returns the parts of a name that ``str`` has returned."""
        match = _SERIES.fullmatch(text)
        assert match is not None
        k = None if match["k"] is None else int(match["k"])
        scope = match["scope"] or ALL_METHODS
        return cls(match["of"], k, match["cut"] or "", scope, settings.parsed(match))


_SERIES = re.compile(
    r"(?P<of>.*?) ?(?:k = (?P<k>\d+))?"
    + settings.PATTERN
    + r" ?(?:scope (?P<scope>[a-z]+))?(?: \((?P<cut>[a-z-]+)\))?"
)
