"""n-grams counted by brute force, and forests made of such counts."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from kpath_jvm import Profile
from kpath_jvm.profile.forest import Forest, canonical


def ngrams(sequences: Iterable[Sequence[int]], k: int) -> Counter[tuple[int, ...]]:
    """Counts all n-grams of up to k items, by brute force."""
    counts: Counter[tuple[int, ...]] = Counter()
    for sequence in sequences:
        for length in range(1, k + 1):
            for first in range(len(sequence) - length + 1):
                counts[tuple(sequence[first : first + length])] += 1
    return counts


def forest_of(sequences: dict[int, list[list[int]]], k: int, seed: int = 0) -> Forest:
    """Returns the forest of all n-grams of up to k paths. ``sequences`` has each method's streams.

    ``canonical`` gets the nodes in random order. Several nodes may stand for the same n-gram.
    """
    nodes: list[tuple[int, int, int, int, int]] = []
    for method, streams_of_method in sorted(sequences.items()):
        # Each stream gets a forest of its own. ``canonical`` merges the forests.
        for stream in streams_of_method:
            counts = ngrams([stream], k)
            order = sorted(counts)
            index = {gram: len(nodes) + at for at, gram in enumerate(order)}
            for gram in order:
                parent = index[gram[:-1]] if len(gram) > 1 else -1
                nodes.append((method, parent, gram[-1], len(gram), counts[gram]))
    if not nodes:
        return canonical([], [], [], [], [])
    shuffled = np.random.default_rng(seed).permutation(len(nodes))
    position = np.empty_like(shuffled)
    position[shuffled] = np.arange(len(nodes))
    columns = [np.array(column)[shuffled] for column in zip(*nodes, strict=True)]
    columns[1] = np.where(columns[1] < 0, -1, position[columns[1]])
    return canonical(*columns)


def expected(sequences: dict[int, list[list[int]]], k: int) -> Counter[tuple[int, tuple[int, ...]]]:
    return Counter(
        {
            (method, gram): count
            for method, own in sequences.items()
            for gram, count in ngrams(own, k).items()
        }
    )


def ngram_counts(profile: Profile, method: int) -> dict[tuple[int, ...], int]:
    """Returns the count of each n-gram of a method."""
    table = profile.ngrams(method)
    return dict(zip(table["sequence"], table["count"], strict=True))
