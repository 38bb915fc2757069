"""Finds methods whose counters and paths contradict each other.

Counters and paths are recorded separately, so results that depend on both can be checked. The
number of activations that began can't be negative, nor can the numbers of paths that are abandoned,
unfinished or undecided. If one of these numbers is negative, either a counter or the paths are
wrong, and it isn't known which.
"""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.names import printable
from kpath_jvm.records.completeness import Cause, Fact

#: Columns of ``methods`` that are computed as differences of counters and counts of paths.
TERMS = ("entries", "abandoned", "unfinished", "undecided")
_MOST_NAMED = 3


def disagreements(methods: pa.Table) -> Iterator[Fact]:
    """Yields a fact about the methods that contradict themselves; nothing if there are none.

    ``methods`` is a profile's table of that name, before versions are added up: a sum could hide a
    contradiction.
    """
    terms = [np.asarray(methods.column(name).to_numpy()) for name in TERMS]
    places = np.flatnonzero(np.any([term < 0 for term in terms], axis=0))
    if not len(places):
        return
    named = [
        f"{row['class'].replace('/', '.')}.{row['name']}{row['descriptor']}"
        for row in methods.select(["class", "name", "descriptor"])
        .take(places[:_MOST_NAMED])
        .to_pylist()
    ]
    count = len(places)
    more = f" and {count - len(named):,} more" if count > len(named) else ""
    text = (
        f"counters and paths disagree in {count:,} {'method' if count == 1 else 'methods'}: "
        f"{', '.join(named)}{more}"
    )
    yield Fact(cause=Cause.DISAGREEMENT, text=printable(text), figure=count)
