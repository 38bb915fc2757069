"""Tests how the folding records of several engines are added up to one record."""

from itertools import permutations

from kpath_jvm.records.folding import Folding

PARTS = (
    Folding(memory_bytes=9, times=1, nodes=2, restarts=3, least_count=4, parts=2, errors=(5, 6)),
    Folding(memory_bytes=7, times=10, nodes=20, restarts=0, least_count=9, parts=1, errors=()),
    None,
)


def test_sums_are_the_same_in_any_order() -> None:
    wanted = Folding(
        memory_bytes=9, times=11, nodes=22, restarts=3, least_count=9, parts=4, errors=()
    )
    for order in permutations(PARTS):
        assert Folding.sum_of(order, parts=4) == wanted
        inner = Folding.sum_of(order[:2], parts=1)
        assert Folding.sum_of((inner, order[2]), parts=4) == wanted


def test_the_sum_of_no_folding_is_none() -> None:
    assert Folding.sum_of((None, None), parts=2) is None
    assert Folding.sum_of((), parts=2) is None


def test_k_ipfs_without_a_sequence_may_lack_occurrences() -> None:
    """A k-IPF that lacks a sequence may hide 3 occurrences, because ``least_count`` is 4.

    At least one of the added k-IPFs has the sequence. Three parts have 3 k-IPFs of a method with
    one version, and 6 k-IPFs of a method with two.
    """
    folding = Folding.sum_of(PARTS[:1], parts=3)
    assert folding is not None
    assert (folding.hidden(1), folding.hidden(2)) == (3 * 2, 3 * 5)
