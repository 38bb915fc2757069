"""Judges whether sequences longer than the profile's could tell more about the next iteration.

A profile shows at most k - 1 paths before each path. So a pattern of k iterations or more can't be
seen, and is always possible. The uncertainty that the k - 1 paths leave shows how likely such a
pattern is:

- If the k - 1 paths leave at most the share ``FORETELLS`` of the uncertainty, although the caller
  has found no period, the iterations follow a pattern of more than k - 1 paths.
- If the earlier half of the known paths still reduces the uncertainty visibly, paths that weren't
  seen may reduce it further.
- With fewer than ``LEAST_SEEN`` known paths, an uncertainty that doesn't decrease proves nothing.
  For example, in the repeated pattern yes, yes, no, no, a single known path tells nothing, but two
  known paths tell everything.
"""

from collections.abc import Sequence

from kpath_jvm.analysis.uncertainty import VISIBLE
from kpath_jvm.recording.options import largest_k

#: The least number of known paths from which it can be concluded that more paths tell nothing.
LEAST_SEEN = 3
#: The known paths decide the next one if they leave at most this share of its uncertainty.
FORETELLS = 0.25


def larger_k_shows_more(k: int) -> str:
    """Says that a larger k shows more, or that ``k`` is the largest one possible."""
    return "a larger -k shows more" if k < largest_k() else f"{k} is the largest -k"


def may_tell_more(bits: Sequence[float], k: int) -> bool:
    """Returns whether more than k - 1 known paths would probably tell more about the next path.

    ``bits`` are the bits of uncertainty if 0, 1, 2 ... paths are known. If ``bits`` has fewer than
    k entries, k isn't the limit, and a larger k wouldn't tell more: either each entry into the loop
    makes fewer than k paths, or there are too few executions (analysis/uncertainty.py). Nor would a
    larger k tell more if the next path is hardly uncertain even without any known path.
    """
    if len(bits) < k or not bits or bits[0] < VISIBLE:
        return False
    seen = len(bits) - 1
    return (
        seen < LEAST_SEEN
        or bits[-1] <= FORETELLS * bits[0]
        or bits[seen // 2] - bits[-1] >= VISIBLE
    )
