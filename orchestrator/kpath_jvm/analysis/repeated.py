"""Whether a method's counts look like those of the same work, done several times.

What is said about chance assumes that executions are independent. A program that does the same work
r times, as benchmarks do, also repeats each coincidence r times. Then all counts of the method's
paths and sequences are multiples of r. One more execution of anything hides that, so nothing
follows if they aren't multiples.
"""

import numpy as np

from kpath_jvm.analysis.information import CHANCE
from kpath_jvm.profile.model import Profile


def repetitions(profile: Profile, method: int) -> int:
    """Returns how often a method seems to have done the same work, 1 if it doesn't seem so.

    All counts of sequences are multiples of that number, and that would hardly be so by chance: n
    unrelated counts are multiples of r with a probability of r^-n. The counts of the executed paths
    are taken as all but unrelated: one of them follows from the others, because entries are exits.
    """
    forest = profile.method_forest(method)
    if not len(forest):
        return 1
    factor = int(np.gcd.reduce(forest.counts))
    unrelated = len(forest.levels[0]) - 1
    return factor if factor > 1 and float(factor) ** -unrelated <= CHANCE else 1
