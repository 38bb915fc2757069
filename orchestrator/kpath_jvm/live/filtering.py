"""Chooses what to show of a look (a profile of what a running recording has counted so far)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from kpath_jvm.analysis.part import ProfilePart
from kpath_jvm.analysis.selection import ALL, Selected, Selection, select
from kpath_jvm.errors import KpathError
from kpath_jvm.profile import names
from kpath_jvm.profile.names import printable

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile

#: The options of `report` that a filter may contain; each takes a value.
OPTIONS = ("include", "exclude", "method", "loop", "line")


@dataclass(frozen=True)
class Filter:
    """Selects, out of ``selection``, the methods whose names contain all of the ``parts``.

    The case of letters doesn't matter.
    """

    parts: tuple[str, ...] = ()
    selection: Selection = ALL

    @classmethod
    def parse(cls, text: str) -> Filter:
        """Returns the filter that a line such as ``scan --include org.foo`` describes.

        Raises KpathError if the line isn't a filter.
        """
        try:
            words = shlex.split(text)
        except ValueError as error:
            is_open = "quotation" in str(error)
            remedy = "close the quotes" if is_open else "double the backslash at the end"
            raise KpathError(f"filter {text!r}: {error}; {remedy}") from None
        parts: list[str] = []
        found: dict[str, Any] = {}
        given = iter(words)
        for word in given:
            if not word.startswith("--"):
                parts.append(word)
                continue
            name, has_value, value = word[2:].partition("=")
            if name not in OPTIONS:
                raise KpathError(f"no filter {word}; there are --{', --'.join(OPTIONS)}")
            value = value if has_value else next(given, "")
            if not value:
                raise KpathError(f"--{name} needs a value: {_EXAMPLES[name]}")
            found[name] = (*found.get(name, ()), value)
        return cls(tuple(parts), Selection(**{name: found.get(name, ()) for name in OPTIONS}))

    @property
    def text(self) -> str:
        """The filter in words; "" if it lets everything through."""
        named = [f"name has {printable(part)}" for part in self.parts]
        return ", ".join([*named, *([self.selection.text] if not self.selection.is_all else [])])

    def of(self, profile: Profile) -> Selected:
        """Returns the selected part of a profile. Raises KpathError if nothing is left."""
        selected = select(profile, self.selection)
        if not self.parts:
            return selected
        fits = [self._fits(profile, number) for number in selected.methods.tolist()]
        numbers = selected.methods[np.array(fits, dtype=bool)]
        if not len(numbers):
            raise KpathError(f"no method that has run so far fits the filter: {self.text}")
        loops = None
        if selected.loops is not None:
            loops = {method: selected.loops[method] for method in numbers.tolist()}
        tables = ProfilePart(profile, numbers, loops)
        part = profile.part(tables)
        return Selected(self.selection, profile, part, numbers, loops, tables.selected_paths())

    def _fits(self, profile: Profile, method: int) -> bool:
        row = profile.method_rows.row(method)
        title = names.title_of(row).casefold()
        return all(part.casefold() in title for part in self.parts)


_EXAMPLES = {
    "include": "--include org.foo", "exclude": "--exclude '*Test'", "method": "--method 'scan*'",
    "loop": "--loop Scanner:42", "line": "--line Scanner.java:42",
}  # fmt: skip


def words_of(selection: Selection, parts: Sequence[str] = ()) -> str:
    """Returns the line from which Filter.parse makes a filter of ``selection`` and ``parts``."""
    options = [
        f"--{name} {shlex.quote(value)}" for name in OPTIONS for value in getattr(selection, name)
    ]
    return " ".join([*map(shlex.quote, parts), *options])
