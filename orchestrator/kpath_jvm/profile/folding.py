"""Computes the largest errors of counts after the engine has folded sequences.

When its memory is full, the engine folds: it gives up rare contexts, and adds their counts to those
of shorter contexts. Counts of n-grams of two or more paths are then lower bounds; counts of single
paths stay exact.
"""

import numpy as np
import pyarrow as pa

from kpath_jvm.recording.sizes import format_size
from kpath_jvm.records.folding import Folding


def reason(folding: Folding) -> str:
    """Returns in one line why the counts are no longer exact, and how large the errors can be."""
    parts = []
    if folding.times:
        parts.append(
            f"folded: counts of n-grams with n >= 2 are lower bounds, too low by at most "
            f"{max(folding.errors):,} (n = 2: {folding.errors[0]:,}); single paths are exact; "
            f"{folding.nodes:,} nodes were folded in {folding.times:,} "
            f"{'pass' if folding.times == 1 else 'passes'}"
        )
    if folding.restarts:
        parts.append(f"{folding.restarts:,} sequences began anew")
    if folding.least_count > 1:
        parts.append(
            f"n-grams with n >= 2 that were counted fewer than {folding.least_count:,} times "
            "are left out"
        )
    return (
        f"{'; '.join(parts)}: --engine-memory was {format_size(folding.memory_bytes)}; "
        "give it more, or use a smaller -k"
    )


def table_errors(folded: pa.Table, folding: Folding, k: int, versions: int = 1) -> list[int]:
    """Returns, for each n from 2 to k, the largest error that the count of an n-gram can have.

    ``versions`` is the largest number of versions of one method that were added up.
    """
    method, path, length, count = (
        np.asarray(folded.column(name).to_numpy(), dtype=np.int64)
        for name in ("method", "path", "length", "count")
    )
    keys = method << 32 | path
    errors = []
    for n in range(2, k + 1):
        shorter = length < n
        _, places = np.unique(keys[shorter], return_inverse=True)
        sums = np.zeros(int(places.max(initial=-1)) + 1, dtype=np.int64)
        np.add.at(sums, places, count[shorter])
        rest = folding.restarts * (n - 1) + folding.hidden(versions)
        errors.append(int(sums.max(initial=0)) + rest)
    return errors
