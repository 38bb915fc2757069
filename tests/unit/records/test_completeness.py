"""Tests the verdict on a profile's counts, which follows from facts about the recording."""

from itertools import combinations

import pytest

from kpath_jvm.records.completeness import (
    ACCEPTABLE,
    VERDICTS,
    Cause,
    Completeness,
    Fact,
    Verdict,
    decided,
    of_parts,
    of_runs,
)

#: The verdict that each fact leads to by itself. The tested module has the same table, so a slip in
#: either table is noticed.
ALONE = {
    "note": "exact",
    "killed": "truncated",
    "held back": "truncated",
    "lost events": "lower bounds",
    "unlisted classes": "lower bounds",
    "ended early": "lower bounds",
    "engine failed": "lower bounds",
    "folded": "lower bounds",
    "unreadable metadata": "lower bounds",
    "unknown completions": "lower bounds",
    "not told": "lower bounds",
    "threads left out": "lower bounds",
    "JVMs left out": "lower bounds",
    "windows": "lower bounds",
    "estimated": "estimates",
    "sampled": "lower bounds",
    "two moments": "lower bounds",
    "still counting": "lower bounds",
    "no room to count": "lower bounds",
    "cut off": "lower bounds",
    "disagreement": "not exact",
}
ORDER = ["exact", "truncated", "lower bounds", "estimates", "not exact"]


def fact(cause: Cause | str, figure: int = 1) -> Fact:
    return Fact(cause=Cause(cause), text=f"why {Cause(cause)}", figure=figure)


def test_each_cause_has_a_verdict() -> None:
    assert set(VERDICTS) == set(Cause)
    assert {str(cause): str(verdict) for cause, verdict in VERDICTS.items()} == ALONE


@pytest.mark.parametrize(
    "causes",
    [some for size in (0, 1, 2, 3) for some in combinations(Cause, size)],
    ids=lambda some: "+".join(map(str, some)) or "nothing",
)
def test_the_worst_fact_decides_the_verdict(
    causes: tuple[Cause, ...],
) -> None:
    for order in (causes, causes[::-1]):
        found = decided(map(fact, order))
        worst = max((ORDER.index(ALONE[cause.value]) for cause in causes), default=0)
        assert str(found.verdict) == ORDER[worst]
        assert found.is_exact == (worst == 0)
        assert found.is_unremarkable == (not causes)
        assert found.lacks_only_the_end == (ORDER[worst] in ("exact", "truncated"))
        assert sorted(found.reasons) == sorted(f"why {cause}" for cause in causes)
        assert found.figures == {str(it): 1 for it in causes if it is not Cause.NOTE}
        what = ORDER[worst]
        what += ", exact but for the end" if what == "truncated" else ""
        assert found.text == ": ".join(filter(None, (what, "; ".join(found.reasons))))
        if Cause.DISAGREEMENT in causes:
            assert found.reasons[0] == "why disagreement"
            assert not found.is_exact


def test_further_facts_lower_the_verdict_and_their_figures_add_up() -> None:
    found = decided([fact("lost events", 3)]).with_facts([fact("killed"), fact("lost events", 4)])
    assert found.verdict is Verdict.LOWER_BOUNDS
    assert found.figures == {"lost events": 7, "killed": 1}
    assert found.has(Cause.LOST_EVENTS)
    assert not found.has(Cause.FOLDED)


def test_a_note_changes_no_verdict_and_can_be_removed() -> None:
    killed = decided([fact("killed")])
    found = killed.noted("of unknown end")
    assert (found.verdict, found.reasons) == (
        Verdict.TRUNCATED, ("why killed", "of unknown end"),
    )  # fmt: skip
    assert found.without("of unknown end") == killed
    assert Completeness().noted("a note").is_exact


@pytest.mark.parametrize(
    ("cause", "accepted", "is_accepted"),
    [
        ("note", [], True),
        ("killed", [], False), ("killed", ["truncated"], True), ("killed", ["lower-bounds"], False),
        ("folded", [], False), ("folded", ["truncated"], False), ("folded", ["lower-bounds"], True),
        ("estimated", ["truncated", "lower-bounds"], False), ("estimated", ["estimates"], True),
        ("folded", ["estimates"], False),
        ("disagreement", [*ACCEPTABLE], False),
    ],
)  # fmt: skip
def test_a_cause_is_accepted_by_the_name_of_its_verdict(
    cause: str, accepted: list[str], is_accepted: bool
) -> None:
    assert decided([fact(cause)]).is_accepted(accepted) == is_accepted


def test_a_contradiction_cannot_be_accepted() -> None:
    assert set(ACCEPTABLE.values()) == set(Verdict) - {Verdict.EXACT, Verdict.NOT_EXACT}
    assert decided([fact("disagreement")]).acceptable_as is None
    assert decided([fact("sampled")]).acceptable_as == "lower-bounds"


def test_the_worst_part_decides_and_a_contradiction_comes_first() -> None:
    one = decided([fact("killed")])
    other = decided([fact("folded", 2), fact("disagreement", 3)])
    whole = of_parts([("A", one), ("B", other)])
    assert whole.verdict is Verdict.NOT_EXACT
    assert whole.reasons == ("B: why disagreement", "A: why killed", "B: why folded")
    assert whole.figures == {"killed": 1, "folded": 2, "disagreement": 3}
    runs = of_runs([one, one, other])
    assert runs.verdict is Verdict.NOT_EXACT
    assert runs.reasons == (
        "1 of 3 runs: why disagreement", "2 of 3 runs: why killed", "1 of 3 runs: why folded",
    )  # fmt: skip
    (kept,) = runs.contradictions()
    assert (kept.text, kept.figure) == ("1 of 3 runs: why disagreement", 3)
    assert one.contradictions() == []
    assert of_parts([]) == of_runs([]) == Completeness()


def test_a_contradiction_comes_before_many_other_reasons() -> None:
    runs = [decided([fact("note")]).noted(f"note {number}") for number in range(20)]
    found = of_runs([*runs, decided([fact("disagreement")])])
    assert found.reasons[0] == "1 of 21 runs: why disagreement"
    assert len(found.reasons) == 9
    assert found.reasons[-1].endswith("more reasons, which run.json lists by run")


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        (Cause.NOTE, "is exact"),
        (Cause.KILLED, "is truncated"),
        (Cause.ENGINE_FAILED, "has lower bounds"),
        (Cause.ESTIMATED, "has estimates"),
        (Cause.DISAGREEMENT, "is not exact"),
    ],
)
def test_the_predicate_states_the_verdict(cause: Cause, expected: str) -> None:
    assert decided([fact(cause)]).predicate == expected


def test_counts_may_disagree_after_a_loss_during_the_recording() -> None:
    assert not decided([fact(Cause.KILLED), fact(Cause.FOLDED), fact(Cause.NOTE)]).is_torn
    assert decided([fact(Cause.KILLED), fact(Cause.LOST_EVENTS)]).is_torn
    assert decided([fact(Cause.DISAGREEMENT)]).is_torn
