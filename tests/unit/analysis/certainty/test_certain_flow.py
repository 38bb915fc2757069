"""Tests how much of the real flow a profile determines, in a run that was counted by hand.

The real flow is the number of times that sequences of a given length really occurred.
"""

from pathlib import Path

import pytest

from builders.worlds.enumerated import Activation, grams
from builders.worlds.profiled import WORLD, edges, sequences
from kpath_jvm import Profile
from kpath_jvm.analysis.certainty.certain_flow import CertainFlow, certain_flow
from kpath_jvm.errors import KpathError


@pytest.fixture
def exact(tmp_path: Path) -> Profile:
    return sequences(tmp_path, "stream", 4)


def test_the_exact_profile_determines_the_whole_flow(exact: Profile) -> None:
    """The run's activations have 20, 18 and 3 paths.

    So the run has 19 + 17 + 2 pairs, and 17 + 15 sequences of four paths.
    """
    counts = grams(WORLD, 4)
    for length, flow in ((2, 38), (4, 32)):
        (found,) = certain_flow(exact, exact, [length])
        distinct = sum(1 for gram in counts if len(gram) == length)
        assert found == CertainFlow(length, flow, flow, 0, 0, 0, 0, distinct, distinct)


def test_counted_sequences_are_exact_and_longer_ones_bounded(
    tmp_path: Path, exact: Profile
) -> None:
    twos, threes = certain_flow(sequences(tmp_path, "k-blpp", 2), exact, [2, 3])
    assert (twos.exact, twos.bounded) == (38, 0)
    # C and D stand for the paths of iterations through block C or block D.
    # C C occurred 16 times and C 25 times, so C C C occurred at least 16 + 16 - 25 = 7 times. In
    # fact it occurred 8 times. C D occurred 7 times, D C 6 times and D 11 times, so C D C occurred
    # at least 7 + 6 - 11 = 2 times. In fact it occurred twice.
    assert (threes.exact, threes.bounded, threes.touched) == (0, 7 + 2, 8 + 2)


def test_a_profile_with_more_counts_never_determines_less(tmp_path: Path, exact: Profile) -> None:
    profiles = [
        edges(tmp_path), sequences(tmp_path, "blpp", 1), sequences(tmp_path, "k-blpp", 2),
        sequences(tmp_path, "k-blpp", 3), sequences(tmp_path, "k-blpp", 4),
    ]  # fmt: skip
    found = [certain_flow(one, exact, [4])[0].definite for one in profiles]
    assert found == sorted(found)
    assert found[-1] == 32


def test_a_method_that_the_profile_lacks_is_unmatched(tmp_path: Path, exact: Profile) -> None:
    """The profile's method is from another class file, so it's another method."""
    (found,) = certain_flow(sequences(tmp_path, "blpp", 1, digest="other"), exact, [2])
    assert (found.flow, found.unmatched, found.definite) == (38, 38, 0)


def test_a_method_that_ran_differently_is_left_out(tmp_path: Path, exact: Profile) -> None:
    """The other run had one more activation, so its profile has more pairs than the exact one."""
    other = sequences(tmp_path, "k-blpp", 2, (*WORLD, Activation("CC")))
    (found,) = certain_flow(other, exact, [2])
    assert (found.differing, found.definite) == (38, 0)


def test_only_a_profile_of_stream_is_exact(tmp_path: Path, exact: Profile) -> None:
    with pytest.raises(KpathError, match="isn't exact about sequences; record with `run`"):
        certain_flow(exact, sequences(tmp_path, "blpp", 1))
    with pytest.raises(KpathError, match="sequences of up to 4 paths, not 8; record with -k 8"):
        certain_flow(exact, exact)


def test_with_a_smaller_k_only_shorter_sequences_are_known(tmp_path: Path, exact: Profile) -> None:
    assert certain_flow(exact, exact, [2, 3, 4], k=2) == certain_flow(
        sequences(tmp_path, "k-blpp", 2), exact, [2, 3, 4]
    )
