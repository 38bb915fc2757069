"""Tests when a branch is steady enough to be worth unswitching, and when that isn't known."""

from msgspec.structs import replace

from builders.steady import branch


def test_unswitching_is_worth_it_only_for_steady_branches() -> None:
    assert branch(((1_000, 0), (0, 5_000))).is_worth_it
    # The branch changed once.
    assert not branch(((1_000, 1), (0, 5_000))).is_worth_it
    # One of the outcomes ends the loop or is rare, so unswitching gains nothing.
    assert not branch(((0, 0), (0, 5_000))).is_worth_it
    assert not branch(((999, 0), (0, 5_000))).is_worth_it
    # For too many executions, the previous outcome is unknown.
    assert not branch(((1_000, 0), (0, 5_000)), (400, 0)).is_worth_it


def test_unswitching_is_not_worth_it_if_the_loop_assigns_what_the_branch_reads() -> None:
    assigned = replace(branch(((1_000, 0), (0, 5_000))), is_assigned=True)
    assert assigned.is_steady
    assert assigned.is_known
    assert not assigned.is_worth_it


def test_steadiness_is_unknown_after_too_few_comparisons() -> None:
    assert not branch(((1_000, 0), (0, 5_000)), (400, 0)).is_known
    # Hardly any executions, or none, can be compared with the execution before.
    assert not branch(((0, 0), (0, 0)), (20_000, 21_000)).is_known
    assert not branch(((600, 0), (0, 1_260)), (4_860, 9_720)).is_known
    # The branch did change.
    assert branch(((1_000, 1), (0, 5_000)), (400, 0)).is_known
    # With 499 unknown executions, the first outcome is surely too rare. With 500, it may not be.
    assert branch(((500, 0), (0, 5_000)), (499, 9_999)).is_known
    assert not branch(((500, 0), (0, 5_000)), (500, 9_999)).is_known
    # No execution is unknown.
    assert branch(((1_000, 0), (0, 5_000))).is_known
    # After an outcome that leaves the loop, the branch isn't executed again in the same entry.
    leaving = branch(((0, 0), (0, 5_000)), (9_000, 9_000))
    assert not leaving.is_known
    assert replace(leaving, exits=(3,)).is_known
