"""Whether longer sequences than those of the profile could tell more about the next iteration.

A profile shows k - 1 paths before the next one. A pattern of k iterations or more can't be seen in
it, so its absence is never known for certain. What the k - 1 paths tell says how likely it is:

- If they hardly leave any uncertainty and yet no period was seen, the iterations follow a pattern
  that is longer than what was seen.
- If each further known path still tells more, so may those that weren't seen.
- With fewer than ``LEAST_SEEN`` known paths, a flat line says nothing: of the pattern yes, yes, no,
  no, a single known path tells nothing at all, and two tell everything.
"""

from collections.abc import Sequence

from kpath_jvm.analysis.uncertainty import VISIBLE

#: The fewest known paths with which it can be said that more of them would tell nothing.
LEAST_SEEN = 3
#: The paths before foretell the next one if they leave at most this share of its uncertainty.
FORETELLS = 0.25


def may_tell_more(bits: Sequence[float], k: int) -> bool:
    """Returns whether more than k - 1 known paths may well tell more about the next one.

    ``bits`` are the bits of uncertainty if 0, 1, 2 ... paths are known. If there are fewer than k,
    something else than k limits what is known: entries are shorter, or there are too few executions
    (analysis/uncertainty.py). Then a larger k tells no more.
    """
    if len(bits) < k or not bits or bits[0] < VISIBLE:
        return False
    seen = len(bits) - 1
    return (
        seen < LEAST_SEEN
        or bits[-1] <= FORETELLS * bits[0]
        or bits[seen // 2] - bits[-1] >= VISIBLE
    )
