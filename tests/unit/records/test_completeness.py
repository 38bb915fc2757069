"""Completeness: only ever lowered, with reasons."""

from itertools import product

import pytest

from kpath_jvm.records.completeness import Completeness, Verdict


@pytest.mark.parametrize(("first", "second"), [*product(Verdict, Verdict)])
def test_it_is_only_ever_lowered(first: Verdict, second: Verdict) -> None:
    found = Completeness().lowered(first, "a").lowered(second, "b", "c")
    order = [Verdict.EXACT, Verdict.TRUNCATED, Verdict.LOWER_BOUNDS]
    assert order.index(found.verdict) == max(order.index(first), order.index(second))
    assert found.reasons == ("a", "b", "c")


def test_a_note_lowers_nothing_and_can_be_taken_back() -> None:
    found = Completeness().lowered(Verdict.TRUNCATED, "killed").noted("of unknown end")
    assert (found.verdict, found.reasons) == (Verdict.TRUNCATED, ("killed", "of unknown end"))
    assert found.without("of unknown end") == Completeness().lowered(Verdict.TRUNCATED, "killed")


def test_metadata_that_does_not_explain_the_counts() -> None:
    assert Completeness().with_metadata(0, 0) == Completeness()
    truncated = Completeness().lowered(Verdict.TRUNCATED, "killed")
    found = truncated.with_metadata(unreadable_lines=1, unknown_completions=2)
    assert found.verdict is Verdict.LOWER_BOUNDS
    assert [reason.partition(" ")[0] for reason in found.reasons] == ["killed", "1", "2"]
