"""The options that say what is counted, and how they differ between profiles.

If two profiles were recorded with different options, their comparison or sum may mislead: code that
was counted in only one of them seems to be new, gone or rare. So outputs mention the difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kpath_jvm.records.recording import Options
    from kpath_jvm.records.run import RunRecord

#: Options of the agent that are patterns for classes and methods.
FILTERS = ("include", "exclude")
#: The options that can differ between the parts of a sum: the patterns and the scope. Profiles of
#: different profilers are never added up.
SCOPES = (*FILTERS, "scope")
OPTIONS = (*SCOPES, "profiler")

#: An option's values in sorted order. An option that takes one value has at most one.
Values = tuple[str, ...]
#: For each of OPTIONS, the different ``Values`` with which a profile's parts were recorded. There
#: are several if the parts of a sum differ, and none if nothing is known about the option.
Recorded = Mapping[str, tuple[Values, ...]]


def values_of(options: Options, name: str) -> Values:
    """Returns an option's values; () if the option wasn't given."""
    value = options.get(name)
    if value is None:
        return ()
    return tuple(sorted(map(str, value))) if isinstance(value, list | tuple) else (str(value),)


def asked_by(name: str, values: Values) -> str:
    """Returns an option as a user gives it: ``--scope loops``, or ``no --include``."""
    return " ".join(f"--{name} {value}" for value in values) or f"no --{name}"


def recorded_with(run: RunRecord) -> Recorded:
    """Returns the options that say what a profile counts.

    A sum of profiles that were recorded differently has several values of an option. If an older
    kpath-jvm made the sum and didn't record the patterns, the patterns have no values here.
    """
    is_unknown = bool(run.merged) and run.differing is None and "profiler" in run.options
    differing = run.differing or {}
    found = {}
    for name in OPTIONS:
        if name in differing:
            found[name] = differing[name]
        elif is_unknown and name in FILTERS and name not in run.options:
            found[name] = ()
        else:
            found[name] = (values_of(run.options, name),)
    return found


def said(recorded: Recorded, name: str) -> str:
    """Returns an option of a profile in words; in a sum, it may have several values."""
    every = [asked_by(name, one) for one in recorded[name]]
    return " and with ".join(every) or f"different --{name}"


def parts_told(recorded: Recorded) -> str | None:
    """Returns in words the options in which the parts of a sum differ; None if no option does."""
    mixed = [name for name in OPTIONS if _is_mixed(recorded, name)]
    return ", ".join(said(recorded, name) for name in mixed) or None


def note_on(recorded: Recorded) -> str | None:
    """Returns a note on a sum whose parts count different things; None for any other profile."""
    told = parts_told(recorded)
    if told is None:
        return None
    return f"adds up profiles that were recorded with {told}, so its parts count different things"


def differences(
    profiles: Sequence[tuple[object, Recorded]], names: Sequence[str] = OPTIONS
) -> Iterator[str]:
    """Yields in words which options differ between profiles.

    ``profiles`` has the name of each profile and its options. A sum isn't compared by an option in
    which its parts differ, because ``note_on`` mentions that option.
    """
    for name in names:
        alike = [one for one in profiles if not _is_mixed(one[1], name)]
        for place, recorded in alike[1:]:
            first, own = alike[0]
            if recorded[name] != own[name]:
                yield (
                    f"{first} was recorded with {said(own, name)} and {place} with "
                    f"{said(recorded, name)}"
                )
                break


def all_differences(profiles: Sequence[tuple[object, Recorded]]) -> list[str]:
    """Returns in words how the options of profiles that will be added up differ.

    If a profile is a sum itself, differences between its parts are also mentioned.
    """
    notes = ((name, note_on(recorded)) for name, recorded in profiles)
    return [*(f"{name} {note}" for name, note in notes if note), *differences(profiles, SCOPES)]


def differing_in_sum(one: RunRecord, other: RunRecord) -> dict[str, tuple[Values, ...]]:
    """Returns the options in which the two parts of a sum differ, with all of their values.

    An option whose values aren't known for one of the parts has no values here.
    """
    found: dict[str, tuple[Values, ...]] = {}
    own, theirs = recorded_with(one), recorded_with(other)
    for name in SCOPES:
        every = {*own[name], *theirs[name]}
        if not own[name] or not theirs[name]:
            found[name] = ()
        elif len(every) > 1:
            found[name] = tuple(sorted(every))
    return found


def _is_mixed(recorded: Recorded, name: str) -> bool:
    return len(recorded[name]) != 1
