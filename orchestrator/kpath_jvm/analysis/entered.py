"""Counts the methods that ran while they were recorded, and says so if none ran."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kpath_jvm.profile.consistency import integers

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile

#: The first sentence of each output about a profile that has counted nothing.
NOTHING_ENTERED = (
    "no method was entered while it was recorded, so nothing was counted; activations that had "
    "begun before aren't counted"
)


def methods_entered(profile: Profile) -> int:
    """Counts the methods that ran: those with entries, completed paths, or counts of edges."""
    rows = profile.method_rows
    with_edges = np.isin(rows.numbers, integers(profile.table("edge_counts"), "method"))
    return int((rows.is_entered | with_edges).sum())


def has_counted_nothing(profile: Profile) -> bool:
    """Returns whether none of the recorded methods ran."""
    return methods_entered(profile) == 0
