"""Checks that a k-slab forest becomes the right k-iteration path forest.

The counts are compared with brute-force counts by Definition 2 of the k-BLPP paper.
"""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.profile.recorded.ksf_to_ipf import PathForest, ksf_to_ipf
from kpath_jvm.recording.inline import Nodes

#: The sequence of the paper's Example 3. An id is the paper's path number plus 1.
EXAMPLE = [value + 1 for value in (6, 2, 0, 0, 2, 2, 0, 0, 2, 2, 0, 0, 2, 3)]


class SlabForest:
    """The algorithm of the paper's Fig. 6 as printed, for one thread."""

    def __init__(self, k: int) -> None:
        self._slab = k - 1
        self.parents: list[int] = []
        self.ids: list[int] = []
        self.counts: list[int] = []
        self._children: dict[tuple[int, int], int] = {}

    def _child(self, parent: int, label: int) -> int:
        if (parent, label) not in self._children:
            self._children[parent, label] = len(self.ids)
            self.parents.append(parent)
            self.ids.append(label)
            self.counts.append(0)
        return self._children[parent, label]

    def feed(self, sequence: list[int]) -> None:
        """Counts a sequence: the items between two markers of the paper's algorithm."""
        top, bottom = -1, -1
        for n, label in enumerate(sequence):
            if n % self._slab == 0:
                top, bottom = self._child(-1, label), top
            else:
                top = self._child(top, label)
            if bottom >= 0:
                bottom = self._child(bottom, label)
            self.counts[bottom if bottom >= 0 else top] += 1

    def nodes(self) -> Nodes:
        """Returns the nodes as they are read from a file."""
        return Nodes(
            np.array(self.parents, np.int32),
            np.array(self.ids, np.int32),
            np.array(self.counts, np.int64),
        )


def grams(forest: PathForest) -> dict[tuple[int, ...], int]:
    """Returns the counts of a k-IPF's n-grams. Requires that each n-gram is there only once."""
    found: list[tuple[int, ...]] = []
    for parent, label, depth in zip(
        forest.parents.tolist(), forest.ids.tolist(), forest.depths.tolist(), strict=True
    ):
        found.append(((*found[parent], label)) if parent >= 0 else (label,))
        assert len(found[-1]) == depth
    assert len(set(found)) == len(found)
    return dict(zip(found, forest.counts.tolist(), strict=True))


def brute_force(sequences: list[list[int]], k: int) -> Counter[tuple[int, ...]]:
    """Counts n-grams by Definition 2."""
    return Counter(
        tuple(sequence[start : start + n])
        for sequence in sequences
        for n in range(1, k + 1)
        for start in range(len(sequence) - n + 1)
    )


def joined(sequences: list[list[int]], recorded_k: int, k: int) -> PathForest:
    forest = SlabForest(recorded_k)
    for sequence in sequences:
        forest.feed(sequence)
    return ksf_to_ipf(forest.nodes(), k)


@given(
    st.lists(st.lists(st.integers(1, 6), max_size=30), max_size=6),
    st.integers(2, 9),
    st.integers(1, 9),
)
def test_the_k_ipf_agrees_with_brute_force(
    sequences: list[list[int]], recorded_k: int, k: int
) -> None:
    k = min(k, recorded_k)
    assert grams(joined(sequences, recorded_k, k)) == brute_force(sequences, k)


def test_the_papers_example_has_22_n_grams() -> None:
    found = grams(joined([EXAMPLE], 4, 4))
    assert len(found) == 22
    assert found[3, 1, 1, 3] == 3
    assert {gram[0]: count for gram, count in found.items() if len(gram) == 1} == {
        1: 6, 3: 6, 4: 1, 7: 1
    }  # fmt: skip
