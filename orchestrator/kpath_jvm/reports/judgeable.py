"""Says whether a profile has counts that a gate can judge, and how its program ended.

A gate is a rule of ``check`` or a condition of ``diff``.
"""

from __future__ import annotations

from collections.abc import Sequence

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.filters import FILTERS, recorded_with, said
from kpath_jvm.records.merged import ended, members_ended
from kpath_jvm.records.run import RunRecord
from kpath_jvm.reports.output import counted

#: At most this many profiles are named.
_MOST_TOLD = 4


def without_counts(profile: Profile, bytecodes: int) -> str | None:
    """Says that a profile has nothing that a gate can judge; returns None if it has something.

    ``bytecodes`` is the sum over all methods of the profile. A program that failed immediately may
    have entered a method without completing a path. A method of which only the entries are counted
    has no bytecodes, but a gate can judge the entries.
    """
    rows = profile.method_rows
    entered = [(mode, entries) for mode, entries in rows.tuples(("mode", "entries")) if entries]
    if bytecodes or any(mode == "entry" for mode, _ in entered):
        return None
    recorded = recorded_with(profile.run)
    filters = [said(recorded, name) for name in FILTERS]
    told = " ".join(one for one in filters if not one.startswith("no "))
    # If methods were entered, the filters aren't the reason.
    by = [f"it was recorded with {told}"] if told and not entered else []
    end = ending(profile.run)
    by += [f"the program {end}"] if end else []
    if not by and not entered:
        by = ["activations that had begun before it was recorded aren't counted"]
    why = f" ({'; '.join(by)})" if by else ""
    if not entered:
        return f"{profile.path} has counted nothing{why}"
    return (
        f"{profile.path} has counted 0 bytecodes: {counted(len(entered), 'method')} "
        f"{'was' if len(entered) == 1 else 'were'} entered, and no path was completed{why}"
    )


def ending(run: RunRecord) -> str | None:
    """Says how the program ended; returns None if it ended with status 0, or if that isn't known.

    If the profile is the sum of several profiles, the text says in how many of them the program
    failed.
    """
    return members_ended(run.merged or ()) or ended(run.exit_status, run.signal)


def endings(profiles: Sequence[Profile]) -> list[str]:
    """Returns notes about profiles of failed programs."""
    told = [
        f"{profile.path}: the program {end}, so it may have done less than usual"
        for profile in profiles
        if (end := ending(profile.run)) is not None
    ]
    left = len(told) - _MOST_TOLD
    if left <= 0:
        return told
    return [*told[:_MOST_TOLD], f"the program also failed in {counted(left, 'more profile')}"]
