"""The edges of one method with their counts, of profilers that count edges."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class CountedEdge:
    """A row of the table ``edge_counts``; ``most`` is None where there is no upper bound."""

    kind: str
    source: int
    target: int
    count: int
    least: int
    most: int | None

    @property
    def is_exact(self) -> bool:
        """Whether the count is known, whatever exceptions did."""
        return self.least == self.most


def counted_edges(profile: Profile, method: int) -> list[CountedEdge]:
    """Returns what is known of a method by its edges; nothing if it is known by its paths."""
    table = profile.table("edge_counts")
    bounds = np.array([method, method + 1], dtype=np.int32)
    first, end = np.searchsorted(table.column("method").to_numpy(), bounds).tolist()
    if first == end or profile.method_rows.row(method)["completed"]:
        return []
    rows: list[dict[str, Any]] = table.slice(first, end - first).to_pylist()
    return [
        CountedEdge(
            row["kind"], row["source"], row["target"], row["count"], row["least"],
            None if row["most"] < 0 else row["most"],
        )
        for row in rows
    ]  # fmt: skip
