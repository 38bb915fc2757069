"""Made-up figures of how steadily a branch keeps its outcome."""

from kpath_jvm.analysis.steadiness import Steadiness


def branch(
    pairs: tuple[tuple[int, int], tuple[int, int]], unknowns: tuple[int, int] = (0, 0)
) -> Steadiness:
    """Returns a branch's figures. Ten executions were the first in an entry of the loop."""
    executions = sum(map(sum, pairs)) + 10 + sum(unknowns)
    return Steadiness(2, (3, 4), executions, pairs, 10, unknowns)
