"""Finds out who called a profile's methods: the direct callers, counted in a separate run.

An entry of a method is assigned to the nearest recorded activation further down the stack, and to
the call that this activation was executing. Unrecorded code in between, such as the JDK's, is
skipped.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from kpath_jvm.profile.callers import read_callers
from kpath_jvm.records.callers import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kpath_jvm.profile.model import Profile
    from kpath_jvm.records.callers import CallerCounts

Name = tuple[str, str, str]
Kind = Literal["call", "no call", "outside", "untold"]


class Caller(Struct, frozen=True):
    """The entries of a method that come from one line of a caller.

    ``caller`` is the class, name and descriptor of the calling method, or None if it isn't recorded
    or known. ``line`` is the line of the call in the class file, or None if there was no call or
    its line isn't known. ``kind`` is "call" for an ordinary call; "no call" if the JVM entered the
    method while the caller executed no call, for example to initialise a class; "outside" if no
    recorded method led to the entry; "untold" if the caller isn't known, for example in virtual
    threads and in methods of which only the entries are counted. ``share`` is ``count`` as a share
    of the method's entries in the run that counted callers.
    """

    kind: Kind
    caller: Name | None
    line: int | None
    count: int
    share: float


class Entered(Struct, frozen=True):
    """The entries of a method by their callers, the most frequent caller first.

    ``entries`` is the number of entries in the separate run that counted callers, and ``recorded``
    is the number of entries in the profile. ``versions`` is the number of the method's versions in
    the profile; all other figures are about all versions together.
    """

    method: int
    entries: int
    recorded: int
    versions: int
    callers: tuple[Caller, ...]


class Link(Struct, frozen=True):
    """A method from which all entries of another one come, with the lines of its calls.

    ``lines`` are in ascending order; calls whose line isn't known are left out.
    """

    method: int
    lines: tuple[int, ...]


class Callers:
    """The callers of a profile's methods."""

    def __init__(self, profile: Profile, counts: CallerCounts) -> None:
        """Takes a whole profile, possibly a merged one, and the counts of its callers."""
        self._profile = profile
        self.counts = counts

    @classmethod
    def of(cls, profile: Profile) -> Callers | None:
        """Returns the callers of a whole profile's methods, or None if callers weren't counted.

        Raises KpathError if the file of callers is damaged.
        """
        counts = read_callers(profile.path)
        return None if counts is None else cls(profile, counts)

    def entered(self, method: int) -> Entered:
        """Returns who called a method of the profile."""
        row = self._profile.method_rows.row(method)
        name = (row["class"], row["name"], row["descriptor"])
        found = sorted(self._callers(name), key=lambda one: (-one[1], one[0]))
        entries = sum(count for _, count in found)
        versions = self._profile.method_rows.by_name[name]
        return Entered(
            method,
            entries,
            sum(self._profile.method_rows.row(one)["entries"] for one in versions),
            len(versions),
            tuple(
                Caller(kind, caller or None, line if line >= 0 else None, count, count / entries)
                for (kind, caller, line), count in found
            ),
        )

    def chain(self, method: int) -> list[Link]:
        """Returns the only caller of a method, the only caller of that one, and so on.

        The chain ends before a method that has several callers, or is entered without a call.
        """
        found: list[Link] = []
        seen = {method}
        while True:
            callers = self.entered(method).callers
            names = {(one.kind, one.caller) for one in callers}
            kind, name = names.pop() if len(names) == 1 else ("outside", None)
            caller = self.method_of(name) if kind == "call" and name is not None else None
            if caller is None or caller in seen:
                return found
            lines = sorted(one.line for one in callers if one.line is not None)
            found.append(Link(caller, tuple(lines)))
            seen.add(caller)
            method = caller

    def bridges_to(self, entered: Entered) -> list[Entered]:
        """Returns the bridge methods that called a method, with their own callers.

        Bridge methods with several versions in the profile are left out.
        """
        names = dict.fromkeys(one.caller for one in entered.callers if one.caller is not None)
        found = [self.method_of(name) for name in names]
        is_bridge = self._profile.method_rows.is_bridge
        return [
            self.entered(number)
            for number in found
            if number is not None and number != entered.method and is_bridge(number)
        ]

    def method_of(self, name: Name) -> int | None:
        """Returns the number of the only method of this name; None if there are none or several."""
        versions = self._profile.method_rows.by_name.get(name, [])
        return versions[0] if len(versions) == 1 else None

    def _callers(self, name: Name) -> Iterator[tuple[tuple[Kind, Name | tuple[()], int], int]]:
        place = self._places.get(name)
        if place is None:
            return
        yield from self._by_line[place].items()
        untold = self.counts.methods[place].untold
        if untold:
            yield ("untold", (), -1), untold

    @cached_property
    def _places(self) -> dict[Name, int]:
        return {
            (one.class_name, one.name, one.descriptor): place
            for place, one in enumerate(self.counts.methods)
        }

    @cached_property
    def _by_line(self) -> dict[int, Counter[tuple[Kind, Name | tuple[()], int]]]:
        found: dict[int, Counter[tuple[Kind, Name | tuple[()], int]]] = defaultdict(Counter)
        names = list(self._places)
        for one in self.counts.entries:
            caller: Name | tuple[()] = ()
            kind: Kind = "outside"
            if one.caller != OUTSIDE:
                caller = names[one.caller]
                kind = "call" if one.offset >= 0 else "no call"
            found[one.method][kind, caller, one.line] += one.count
        return found
