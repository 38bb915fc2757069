"""Tests how held-back paths are added up and reported."""

from kpath_jvm.records.held_back import HeldBack


def test_counts_of_several_jvms_are_added_up() -> None:
    parts = [HeldBack(activations=1, paths=63), None, HeldBack(activations=2, paths=20)]
    assert HeldBack.sum_of(parts) == HeldBack(activations=3, paths=83)
    assert HeldBack.sum_of([None]) is None


def test_the_reason_is_one_line_with_a_remedy() -> None:
    assert HeldBack(activations=1, paths=63).reason() == (
        "1 unfinished activation may have held back its last path completions: at most 63 are "
        "missing in all (with --no-packing, none are held back)"
    )
    assert HeldBack(activations=1200, paths=5000).reason() == (
        "1,200 unfinished activations may have held back their last path completions: at most "
        "5,000 are missing in all (with --no-packing, none are held back)"
    )
