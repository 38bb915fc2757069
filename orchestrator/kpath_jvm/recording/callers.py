"""Reads the counts of the profiler `callers`: entries into methods, by the calls that led there."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from kpath_jvm.checked_lines import checked_lines
from kpath_jvm.errors import KpathError
from kpath_jvm.json_lines import decoded
from kpath_jvm.recording.inline import InlineRecording
from kpath_jvm.records.callers import OUTSIDE, EntriesFrom, NamedMethod

#: The site number of all entries in virtual threads. The callers of these entries are unknown (see
#: Java's CallerProbes.UNTOLD).
_UNTOLD = 2**31 - 1
_NO_CALL = (-1, -1)

_Method = tuple[str, str, str]


class _Line(msgspec.Struct, frozen=True, rename={"class_name": "class"}):
    """The fields of a line of the metadata that give sites their numbers.

    A site is a place in a caller from which a method can be entered: one of the caller's calls, or
    the caller as a whole if it is executing no call. The site of a whole method has the number of
    the method's counter ``entries``. The sites of the method's calls have the next numbers, in the
    order of ``call_sites``, which has the offset and line of each call. Lines whose kind isn't
    "method" lack these fields, or have None in them.
    """

    kind: str
    class_name: str | None = None
    name: str | None = None
    descriptor: str | None = None
    counters: dict[str, int] = {}
    call_sites: tuple[tuple[int, int], ...] = ()


@dataclass
class _Sites:
    """The method of each site, and the offset and line of the site's call, by the site's number."""

    of_method: dict[int, tuple[_Method, tuple[int, int]]] = field(default_factory=dict)
    #: The offsets of each method's calls, in all of its versions.
    offsets: dict[_Method, set[int]] = field(default_factory=dict)

    def add(self, line: _Line) -> None:
        method = (line.class_name or "", line.name or "", line.descriptor or "")
        own = line.counters["entries"]
        self.offsets.setdefault(method, set()).update(offset for offset, _ in line.call_sites)
        for site, call in enumerate([_NO_CALL, *line.call_sites], own):
            self.of_method[site] = (method, call)


def counted_callers(
    recording: InlineRecording,
) -> tuple[tuple[NamedMethod, ...], tuple[EntriesFrom, ...]]:
    """Returns the methods that were entered or made calls, and the counts of entries by call.

    All versions of a class count as one class. A call in a subroutine can have several copies,
    which count as one call. Raises KpathError if the recording is damaged.
    """
    sites = _sites(recording.methods)
    untold = Counter[_Method]()
    entries = Counter[tuple[_Method, _Method | None, tuple[int, int]]]()
    try:
        for site, own, count in recording.entries_by_site():
            method, _ = sites.of_method[own]
            if site == _UNTOLD:
                untold[method] += count
            else:
                caller, call = sites.of_method[site] if site else (None, _NO_CALL)
                entries[method, caller, call] += count
        for own, count in zip(*(array.tolist() for array in recording.counters()), strict=True):
            # This method had room only for a counter of entries.
            untold[sites.of_method[own][0]] += count
    except KeyError as error:
        raise KpathError(
            f"{recording.directory} is damaged: site {error.args[0]} is in no line of "
            "methods.jsonl; record again"
        ) from None
    methods = sorted(
        {*untold, *(key[0] for key in entries), *(key[1] for key in entries if key[1])}
    )
    places = {method: place for place, method in enumerate(methods)}
    return (
        tuple(
            NamedMethod(
                class_name=owner,
                name=name,
                descriptor=descriptor,
                untold=untold[one],
                call_offsets=tuple(sorted(sites.offsets[one])),
            )
            for one in methods
            for owner, name, descriptor in [one]
        ),
        tuple(
            EntriesFrom(
                method=places[method],
                caller=OUTSIDE if caller is None else places[caller],
                offset=offset,
                line=line,
                count=count,
            )
            for (method, caller, (offset, line)), count in sorted(
                entries.items(), key=lambda one: (one[0][0], -one[1], one[0][1] or (), one[0][2])
            )
        ),
    )


def _sites(path: Path) -> _Sites:
    found = _Sites()
    for line in checked_lines(path):
        if not line.is_whole:
            raise KpathError(f"{path} is damaged: a line has changed or is cut off; record again")
        try:
            told = decoded(line.content, _Line)
        except ValueError:
            raise KpathError(f"{path} is damaged: it isn't metadata; record again") from None
        if told.kind == "method":
            found.add(told)
    return found
