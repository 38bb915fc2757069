"""Checks an engine's result against brute force, after the result is put in a profile's order."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import ngrams
from builders.methods import instrumented
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Forest, check
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.profile.recorded.streamed_forest import located, streamed_forest
from kpath_jvm.recording.recorded import Recorded

PATHS = 3
#: The number of ids of a method: one for each path, and then one for a counter.
IDS = PATHS + 1
METHODS = 4
#: In every method, the path whose repeats are counted.
REPEATED = 1

sequences = st.lists(st.lists(st.integers(0, PATHS - 1), min_size=1, max_size=12), max_size=4)


def method(number: int) -> InstrumentedMethod:
    first = 1 + IDS * number
    return instrumented(
        class_name="C", name=f"m{number}", descriptor="()V", mode="streamed", first_id=first,
        paths=PATHS, repeats=(REPEATED,), counters={"entries": first + PATHS}, blocks=(), edges=(),
        starts=(), ends=(), rung="full",
    )  # fmt: skip


def recording(counts: Counter[tuple[int, ...]], counted: Counter[int], k: int) -> Recorded:
    """Returns a recording with its nodes in an engine's order: by level, parent and id."""
    order = sorted(counts, key=lambda gram: (len(gram), gram))
    node = {gram: index for index, gram in enumerate(order)}
    counters = np.zeros(1 + IDS * METHODS, dtype=np.int64)
    for number, count in counted.items():
        counters[number] = count
    return Recorded(
        methods_path=Path("-"), k=k, counters=counters,
        ipf_parents=np.array([node.get(gram[:-1], -1) for gram in order], dtype=np.int32),
        ipf_paths=np.array([gram[-1] for gram in order], dtype=np.int32),
        ipf_depths=np.array([len(gram) for gram in order], dtype=np.int32),
        ipf_counts=np.array([counts[gram] for gram in order], dtype=np.int64),
    )  # fmt: skip


def grams(forest: Forest) -> dict[tuple[int, tuple[int, ...]], int]:
    rows = forest.sequences(np.arange(len(forest))).tolist()
    names = [
        (number, tuple(row[:depth]))
        for number, row, depth in zip(
            forest.methods.tolist(), rows, forest.depths.tolist(), strict=True
        )
    ]
    return dict(zip(names, forest.counts.tolist(), strict=True))


def counted_grams(counters: Counter[int], known: set[int], k: int) -> Counter[tuple[int, ...]]:
    """Returns the counts of the sequences that counters stand for.

    A counter stands for a single path, or for a path repeated up to k times.
    """
    found: Counter[tuple[int, ...]] = Counter()
    for number, count in counters.items():
        owner, path = divmod(number - 1, IDS)
        longest = k if path == REPEATED and owner in known else 1
        for length in range(1, longest + 1):
            found[(number,) * length] += count
    return found


@given(
    st.lists(sequences, min_size=METHODS, max_size=METHODS),
    st.dictionaries(st.integers(1, IDS * METHODS), st.integers(1, 9)),
    st.sets(st.integers(0, METHODS - 1)),
    st.integers(1, 5),
    st.integers(1, IDS * METHODS + 1),
)
def test_the_k_ipf_agrees_with_brute_force(
    streams: list[list[list[int]]], counted: dict[int, int], known: set[int], k: int, first: int
) -> None:
    """Some methods have lost their metadata, or have the ids of an earlier recording.

    Counted ids may be streamed, too, or may belong to no path.
    """
    ids = [
        [1 + IDS * number + path for path in sequence]
        for number, own in enumerate(streams)
        for sequence in own
    ]
    streamed = ngrams(ids, k)
    counters = Counter({number: count for number, count in counted.items() if number % IDS})
    entries = {number: count for number, count in counted.items() if not number % IDS}
    numbers = {number: at for at, number in enumerate(sorted(known))}
    expected: Counter[tuple[int, tuple[int, ...]]] = Counter()
    unknown = 0
    for gram, count in (streamed + counted_grams(counters, known, k)).items():
        owner = (gram[0] - 1) // IDS
        if owner in numbers:
            local = tuple((id_ - 1) % IDS for id_ in gram)
            expected[numbers[owner], local] += count
        elif len(gram) == 1 and gram[0] >= first:
            unknown += count
    # Without metadata, nothing shows that the ids of counters aren't ids of paths.
    unknown += sum(
        count
        for number, count in entries.items()
        if number // IDS - 1 not in numbers and number >= first
    )
    forest, left_out = streamed_forest(
        [method(number) for number in sorted(known)],
        replace(recording(streamed, counters + Counter(entries), k), first_id=first),
    )
    assert grams(forest) == expected
    assert left_out == unknown
    assert check(forest, METHODS, np.full(METHODS, PATHS)) is None


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, PATHS - 1), st.integers(1, 12)), min_size=1, max_size=6),
        max_size=4,
    ),
    st.integers(1, 5),
)
def test_repeats_after_the_kth_may_be_counted(streams: list[list[tuple[int, int]]], k: int) -> None:
    """The k-IPF is the same as if the repeats were in the streams."""
    whole, written, repeats = [], [], 0
    for stream in streams:
        whole.append([1 + path for path, length in stream for _ in range(length)])
        kept: list[int] = []
        for path, length in stream:
            most = k if path == REPEATED else length
            repeats += max(0, length - most)
            kept += [1 + path] * min(length, most)
        written.append(kept)
    counted = Counter({1 + REPEATED: repeats}) if repeats else Counter()
    expected, _ = streamed_forest([method(0)], recording(ngrams(whole, k), Counter(), k))
    forest, _ = streamed_forest([method(0)], recording(ngrams(written, k), counted, k))
    assert grams(forest) == grams(expected)
    assert check(forest, 1, np.full(1, PATHS)) is None


def test_ids_are_located_in_their_methods() -> None:
    methods = [method(0), method(2)]
    numbers, paths, has_method = located(methods, np.array([1, 3, 4, 5, 9, 11, 12, 40], np.int32))
    assert has_method.tolist() == [True, True, False, False, True, True, False, False]
    assert numbers[has_method].tolist() == [0, 0, 1, 1]
    assert paths[has_method].tolist() == [0, 2, 0, 2]
    assert not located([], np.array([1], np.int32))[2].any()


GOOD: dict[str, tuple[list[int], Any]] = {
    "ipf_parents": ([-1, -1, 0, 0, 1], np.int32),
    "ipf_paths": ([1, 2, 1, 2, 1], np.int32),
    "ipf_depths": ([1, 1, 2, 2, 2], np.int32),
    "ipf_counts": ([3, 3, 1, 1, 1], np.int64),
}


def handed_over(**changes: list[int]) -> Recorded:
    arrays: dict[str, Any] = {
        name: np.array(changes.get(name, values), dtype=kind)
        for name, (values, kind) in GOOD.items()
    }
    return Recorded(methods_path=Path("-"), k=2, counters=np.zeros(1, np.int64), **arrays)


@pytest.mark.parametrize(
    ("name", "values", "complaint"),
    [
        ("ipf_parents", [-1, -1, 0, 0, 2], "parents and depths disagree"),
        ("ipf_parents", [-1, -1, 0, 0, -1], "parents and depths disagree"),
        ("ipf_parents", [-1, 0, 0, 0, 1], "parents and depths disagree"),
        ("ipf_parents", [-1, -1, 1, 1, 0], "aren't ordered by parent and path"),
        ("ipf_paths", [2, 1, 1, 2, 1], "aren't ordered by parent and path"),
        ("ipf_paths", [1, 2, 2, 2, 1], "aren't ordered by parent and path"),
        ("ipf_paths", [1, 2, 1, 5, 1], "spans two methods"),
        ("ipf_paths", [0, 2, 1, 2, 1], "below 1"),
        ("ipf_depths", [0, 1, 2, 2, 2], "out of range"),
        ("ipf_depths", [1, 1, 2, 2, 3], "out of range"),
        ("ipf_depths", [1, 2, 1, 2, 2], "parents and depths disagree"),
        ("ipf_counts", [3, 3, 1, 0, 1], "below 1"),
        ("ipf_counts", [3, 3, 1], "differ in length"),
    ],
)
def test_contradictory_results_are_refused(name: str, values: list[int], complaint: str) -> None:
    methods = [method(0), method(1)]
    forest, _ = streamed_forest(methods, handed_over())
    assert len(forest) == 5
    with pytest.raises(KpathError, match=complaint):
        streamed_forest(methods, handed_over(**{name: values}))
