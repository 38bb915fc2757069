"""Decides when counts allow a statement about all executions of a method's branches.

Two things can keep executions out of the counts. First, the profile may lack events. Second, a path
that an exception or the program's end breaks off isn't counted, although branches on it were
executed. For example, a branch may lead to a call that always throws.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.profile.model import Profile
from kpath_jvm.records.completeness import Cause

#: The least number of executions for a statement about all of them. If each execution went an
#: unseen way with a probability of 0.3 % or more, independently of the others, at least one of
#: 1,000 executions would do so with 95 % probability (the rule of three: 3 / n). Advice on loops
#: needs the same number.
LEAST_COUNT = 1000
#: The largest number of uncompleted paths for a statement about all executions, as a share of the
#: executions. Even if each uncompleted path had gone another way, that way would be no more
#: frequent than this share.
MOST_UNCOMPLETED = 0.001
#: Causes that make counts of sequences too low, but leave those of paths exact.
_OF_SEQUENCES = frozenset({str(Cause.FOLDED)})


class Basis(Struct, frozen=True):
    """The facts about a method's paths that decide which statements are possible.

    ``uncompleted`` is the number of paths that were begun but not completed. ``why_not`` is the
    reason why no statement is made about all executions of a branch, or None. ``why_no_sequences``
    is the reason why no statement is made about an execution and the one before it; it equals
    ``why_not`` unless ``why_not`` is None. ``repetitions`` is how often the method seems to have
    done the same work (analysis/repeated.py).
    """

    uncompleted: int
    why_not: str | None
    why_no_sequences: str | None
    repetitions: int = 1

    def is_enough(self, count: int) -> bool:
        """Returns whether ``count`` executions of a branch allow a statement about all of them."""
        return count >= LEAST_COUNT and self.uncompleted <= MOST_UNCOMPLETED * count


def basis_of(profile: Profile, method: int, k: int | None = None) -> Basis:
    """Returns the basis of statements about a method; ``k`` defaults to the profile's k."""
    row = profile.method_rows.row(method)
    uncompleted = profile.method_rows.uncompleted(method)
    why_not = _why_not(profile, method, row)
    why_no_sequences = why_not
    if why_not is None and not profile.counts_sequences_exactly(method):
        why_no_sequences = "the engine's memory was full, so counts of sequences are too low"
    elif why_not is None and (profile.k if k is None else k) < 2:
        why_no_sequences = "with k = 1 it isn't known which path came before a path"
    elif why_not is None and row["irreducible"]:
        why_no_sequences = (
            "the method's control flow is irreducible, so its iterations aren't clear"
        )
    repeated = 1 if why_no_sequences is not None else repetitions(profile, method)
    return Basis(uncompleted, why_not, why_no_sequences, repeated)


def _why_not(profile: Profile, method: int, row: Mapping[str, Any]) -> str | None:
    worth = profile.completeness
    if not worth.is_exact and not (worth.figures and set(worth.figures) <= _OF_SEQUENCES):
        return f"the profile's counts are {worth.verdict}"
    if counted_edges(profile, method):
        return "edges were counted instead of paths"
    if profile.run.inline is not None:
        return "this profiler doesn't count the paths that exceptions broke off"
    if not row["completed"]:
        return "no path of the method is known"
    forest = profile.method_forest(method)
    if int(forest.counts[forest.parents < 0].sum()) != row["completed"]:
        # A part of a profile has only the selected paths, but the counts of the whole method.
        return "only a part of the method's paths is looked at"
    begun, over = row["entries"] + row["handler_entries"], row["exits"] + row["abandoned"]
    if begun - over - row["undecided"] < row["unfinished"]:
        # More activations ended than began, so it isn't known how many paths weren't completed.
        return "activations of the method were under way when counting began"
    return None
