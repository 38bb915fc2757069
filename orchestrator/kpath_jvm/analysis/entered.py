"""Finds out which methods ran while they were recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import BoolArray

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile

#: The first sentence of each output about a profile in which nothing was counted.
NOTHING_ENTERED = (
    "no method was entered while it was recorded, so nothing was counted; activations that had "
    "begun before aren't counted"
)


def methods_entered(profile: Profile) -> int:
    """Counts the methods that ran, as far as the profile shows."""
    return int(entered(profile).sum())


def entered(profile: Profile) -> BoolArray:
    """Returns for each method whether it has entries, completed paths or counts of edges."""
    found: BoolArray = profile.method_rows.is_entered | _has_edges(profile)
    return found


def has_unknown_entries(profile: Profile) -> BoolArray:
    """Returns for each method whether the number of its entries is unknown.

    An inline profiler of paths counts an entry when the entry's first path is completed. So a
    method without counted entries was entered nevertheless if anything else of it was counted.
    """
    rows = profile.method_rows
    is_none = rows.column("entries") == 0
    ran = _has_edges(profile) | (rows.column("completed") > 0)
    found: BoolArray = is_none & ran & (profile.run.inline is not None)
    return found


def known_entries(profile: Profile, method: int) -> int | None:
    """Returns how often a method was entered, or None if that isn't known."""
    is_unknown = has_unknown_entries(profile)[profile.method_rows.numbers == method].any()
    return None if is_unknown else int(profile.method_rows.row(method)["entries"])


def _has_edges(profile: Profile) -> BoolArray:
    found: BoolArray = np.isin(
        profile.method_rows.numbers, integers(profile.table("edge_counts"), "method")
    )
    return found


def has_counted_nothing(profile: Profile) -> bool:
    """Returns whether none of the recorded methods ran."""
    return methods_entered(profile) == 0
