"""Tests when a branch is steady enough to be worth unswitching, and when that isn't known."""

from msgspec.structs import replace

from builders.steady import branch


def test_when_it_is_worth_it() -> None:
    assert branch(((1_000, 0), (0, 5_000))).is_worth_it
    # The branch changed once.
    assert not branch(((1_000, 1), (0, 5_000))).is_worth_it
    # The other outcome ends the loop or is rare, so unswitching gains nothing.
    assert not branch(((0, 0), (0, 5_000))).is_worth_it
    assert not branch(((999, 0), (0, 5_000))).is_worth_it
    # Too many executions have an unknown predecessor.
    assert not branch(((1_000, 0), (0, 5_000)), (400, 0)).is_worth_it


def test_steadiness_is_unknown_after_too_few_comparisons() -> None:
    assert not branch(((1_000, 0), (0, 5_000)), (400, 0)).is_known
    # Hardly any executions, or none, can be compared with the one before.
    assert not branch(((0, 0), (0, 0)), (20_000, 21_000)).is_known
    assert not branch(((600, 0), (0, 1_260)), (4_860, 9_720)).is_known
    # The branch did change, or an outcome is certainly too rare.
    assert branch(((1_000, 1), (0, 5_000)), (400, 0)).is_known
    assert branch(((500, 0), (0, 5_000)), (499, 9_999)).is_known
    assert not branch(((500, 0), (0, 5_000)), (500, 9_999)).is_known
    assert branch(((1_000, 0), (0, 5_000))).is_known
    # Nothing can follow an outcome that leaves the loop.
    leaving = branch(((0, 0), (0, 5_000)), (9_000, 9_000))
    assert not leaving.is_known
    assert replace(leaving, exits=(3,)).is_known
