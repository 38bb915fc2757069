"""Checks the forest that is made of packed words and their contexts, against brute force."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.profile.recorded.ksf_to_ipf import ksf_to_ipf
from kpath_jvm.profile.recorded.words_to_ksf import words_to_ksf
from kpath_jvm.recording.inline import Words

FIRST = 10
BITS = 2


def packed(activations: list[list[int]], size: int, k: int) -> Words:
    """Returns what the agent counts if sequences are divided into words of ``size`` paths."""
    rows: dict[tuple[int, tuple[int, ...]], int] = {}
    origin: dict[tuple[int, ...], int] = {}
    counts: Counter[int] = Counter()
    for sequence in activations:
        for start in range(0, len(sequence), size):
            behind = tuple(sequence[:start][-(k - 1) :])
            context = origin[behind] if start else -1
            word = tuple(sequence[start : start + size])
            row = rows.setdefault((context, word), len(rows))
            counts[row] += 1
            origin.setdefault(tuple(sequence[: start + size][-(k - 1) :]), row)
    words = [1 << BITS * len(word) for _, word in rows]
    for number, (_, word) in enumerate(rows):
        for place, path in enumerate(reversed(word)):
            words[number] |= path << BITS * place
    return Words(
        np.array([context for context, _ in rows], dtype=np.int64),
        np.full(len(rows), FIRST),
        np.full(len(rows), BITS),
        np.array([len(word) for _, word in rows], dtype=np.int64),
        np.array(words, dtype=np.uint64),
        np.array([counts[row] for row in range(len(rows))], dtype=np.int64),
    )


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=40), max_size=6),
    st.integers(1, 9),
    st.integers(2, 12),
)
def test_the_forest_has_all_sequences_up_to_k(
    activations: list[list[int]], size: int, k: int
) -> None:
    forest = ksf_to_ipf(words_to_ksf(packed(activations, size, k)), k)
    grams: list[tuple[int, ...]] = []
    for parent, path in zip(forest.parents, forest.ids, strict=True):
        grams.append((*(grams[parent] if parent >= 0 else ()), int(path) - FIRST))
    expected = Counter(
        tuple(sequence[end - n : end])
        for sequence in activations
        for end in range(1, len(sequence) + 1)
        for n in range(1, min(k, end) + 1)
    )
    assert dict(zip(grams, forest.counts.tolist(), strict=True)) == expected


def test_a_word_of_a_single_path_keeps_its_id() -> None:
    one = np.array([1])
    nodes = words_to_ksf(Words(-one, one * 700, one * 0, one, one.astype(np.uint64), one * 3))
    assert (nodes.parents.tolist(), nodes.ids.tolist()) == ([-1], [700])
    assert nodes.counts.tolist() == [3]
