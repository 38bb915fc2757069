"""What an engine with a bounded memory gave up, and the error that follows from it.

When its memory is full the engine folds: occurrences of rare contexts are counted with a shorter
context. So counts of n-grams of two paths and more are lower bounds, counts of paths stay exact.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from kpath_jvm.recording.sizes import format_size


@dataclass(frozen=True)
class Folding:
    """``folding`` of run.json (docs/formats/profile.md).

    ``errors`` holds for n = 2 to k by how much the count of an n-gram in the profile can be too
    low; one that is not in the profile may have occurred ``least_count`` - 1 times more. ``parts``
    is how many k-IPFs (of several JVMs) a method's is the sum of: each may lack what another has.
    """

    memory_bytes: int
    times: int
    nodes: int
    restarts: int
    least_count: int
    parts: int
    errors: tuple[int, ...]

    @classmethod
    def of(cls, statistics: Mapping[str, Any]) -> "Folding | None":
        """From the engine's statistics; None when every count is exact."""
        times, least = statistics.get("folds", 0), statistics.get("ipf_least_count", 1)
        if times == 0 and least <= 1:
            return None
        restarts = statistics["folded_restarts"]
        # Each sequence begun anew can hide n - 1 occurrences of an n-gram: those across that place.
        errors = (
            error + restarts * n for n, error in enumerate(statistics["folding_errors"], start=1)
        )
        return cls(
            memory_bytes=statistics["memory_budget"],
            times=times,
            nodes=statistics["folded_nodes"],
            restarts=restarts,
            least_count=least,
            parts=1,
            errors=tuple(errors),
        )

    @classmethod
    def of_run(cls, run: Mapping[str, Any]) -> "Folding | None":
        """From run.json; None when every count is exact, or what stands there is no use."""
        told = run.get("folding")
        if not isinstance(told, dict):
            return None
        names = ("memory_bytes", "times", "nodes", "restarts", "least_count", "parts")
        numbers: dict[str, Any] = {name: told.get(name) for name in names}
        errors = told.get("errors")
        if not isinstance(errors, list) or not all(
            type(number) is int for number in (*numbers.values(), *errors)
        ):
            return None
        return cls(**numbers, errors=tuple(errors))

    def hidden(self, versions: int) -> int:
        """By how much a count can be too low because parts of the sum left the n-gram out.

        ``versions`` of the method were added up, each of ``parts`` k-IPFs; one has the n-gram.
        """
        return (self.least_count - 1) * (self.parts * versions - 1)

    def document(self) -> dict[str, Any]:
        """For run.json."""
        return {**asdict(self), "errors": list(self.errors)}

    def reason(self) -> str:
        """Why the counts are no longer exact, and by how much, in one line."""
        parts = []
        if self.times:
            parts.append(
                f"folded: counts of n-grams with n >= 2 are lower bounds, too low by at most "
                f"{max(self.errors):,} (n = 2: {self.errors[0]:,}); single paths are exact; "
                f"{self.nodes:,} nodes were folded in {self.times:,} "
                f"{'time' if self.times == 1 else 'times'}"
            )
        if self.restarts:
            parts.append(f"{self.restarts:,} sequences began anew")
        if self.least_count > 1:
            parts.append(
                f"n-grams with n >= 2 that were counted less than {self.least_count:,} times "
                "are left out"
            )
        return (
            f"{'; '.join(parts)}: --engine-memory was {format_size(self.memory_bytes)}, "
            "more of it or a smaller -k keeps more"
        )


def table_errors(folded: pa.Table, folding: Folding, k: int, versions: int = 1) -> list[int]:
    """Return for n = 2 to k the greatest error of an n-gram, from rows of the table ``folded``.

    Of ``folding`` the other terms are taken; so many versions of a method were added up at most.
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
