"""Finds out whether a method's counts look as if the same work was done several times.

The tests for chance in information.py assume that executions are independent. A program that does
the same work r times, as benchmarks do, also repeats each coincidence r times. Then all counts of
the method's paths and sequences are multiples of r. A single additional execution hides the
repetition, so nothing can be concluded if the counts have no common factor.
"""

import numpy as np

from kpath_jvm.analysis.information import CHANCE
from kpath_jvm.profile.model import Profile


def repetitions(profile: Profile, method: int) -> int:
    """Returns how often a method seems to have done the same work; 1 without signs of repetition.

    All counts of sequences are multiples of the result r. If r is more than 1, that is unlikely to
    be chance: n independent counts are all multiples of r with a probability of r^-n. The counts of
    executed paths are regarded as independent, except for one, which follows from the others
    because a method is left as often as it is entered.
    """
    forest = profile.method_forest(method)
    if not len(forest):
        return 1
    factor = int(np.gcd.reduce(forest.counts))
    unrelated = len(forest.levels[0]) - 1
    return factor if factor > 1 and float(factor) ** -unrelated <= CHANCE else 1
