"""Tests that ``decided_by_several`` finds branches that several outcomes predict better than one.

The expected counts are computed from lists of outcomes.
"""

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

import kpath_jvm
from builders.behind_inner_loop import ASKS as BEHIND
from builders.behind_inner_loop import behind_inner_loop
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.by_several import Several, decided_by_several
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.by_iteration import by_iteration_of
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.dependence import dependences_of
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.branch_words import by_several
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.page.branches import branch_rows
from kpath_jvm.reports.reading import ReadOptions

#: The block that tests i % 2 == 0, and the number of an iteration's path for each outcome.
ASKS, BY_ANSWER = 1, {True: 2, False: 0}


def of_outcomes(directory: Path, outcomes: Sequence[bool], k: int, times: int = 1) -> Profile:
    """Returns the profile of ``times`` activations whose iterations have these outcomes."""
    paths = [BY_ANSWER[one] for one in outcomes]
    paths[0] += 4
    paths[-1] += 1
    builder = RecordingBuilder(k=k)
    spec = builder.add(figure_3())
    builder.stream(spec, paths, times=times)
    builder.auxiliary(spec, entries=times)
    directory.mkdir()
    write_profile(directory / "it.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "it.kpath")


def found_in(profile: Profile, blocks: Sequence[int] = (ASKS,)) -> list[Several]:
    loops = LoopBranches(profile, 0)
    return decided_by_several(loops, dependences_of(loops), by_iteration_of(loops), blocks)


def misses(outcomes: Sequence[bool], known: int) -> int:
    """Counts the outcomes that the best guess gets wrong.

    The guess knows the outcomes of the previous ``known`` iterations, or of all previous iterations
    if there are fewer.
    """
    after: dict[tuple[bool, ...], Counter[bool]] = {}
    for at, outcome in enumerate(outcomes):
        after.setdefault(tuple(outcomes[max(at - known, 0) : at]), Counter())[outcome] += 1
    return sum(one.total() - max(one.values()) for one in after.values())


def misses_of_one(outcomes: Sequence[bool], before: int) -> int:
    """Counts the outcomes that the best guess gets wrong.

    The guess knows only the outcome ``before`` iterations earlier.
    """
    pairs = Counter(zip(outcomes, outcomes[before:], strict=False))
    return sum(min(pairs[given, True], pairs[given, False]) for given in (True, False))


def test_every_fifth_iteration_is_decided_by_the_four_before_it_together(tmp_path: Path) -> None:
    outcomes = [at % 5 == 4 for at in range(5000)]
    profile = of_outcomes(tmp_path / "5", outcomes, 5)
    (one,) = found_in(profile)
    assert one.prediction.block == ASKS
    assert one.misses_single is None
    assert one.deciding is not None
    assert (one.prediction.total, one.prediction.histories[0].missed) == (5000, misses(outcomes, 0))
    assert (one.deciding.iterations, one.deciding.missed) == (4, misses(outcomes, 4))
    assert one.deciding.missed == 0
    # The outcome of a single earlier iteration is of no use.
    assert all(misses_of_one(outcomes, before) >= 999 for before in range(1, 5))
    # These are the histories that the verb advise shows.
    (row,) = loop_rows(profile, 0)
    assert one.prediction.histories == loop_advice(profile, row).correlation[0].histories
    assert found_in(profile, []) == []


def test_k_may_show_too_few_iterations(tmp_path: Path) -> None:
    (one,) = found_in(of_outcomes(tmp_path / "4", [at % 5 == 4 for at in range(5000)], 4))
    assert one.deciding is None
    assert not one.prediction.is_known
    assert one.prediction.histories[-1].iterations == 3


def test_a_branch_that_a_single_outcome_decides_is_passed_over(tmp_path: Path) -> None:
    outcomes = [at % 5 == 4 for at in range(5000)]
    assert misses_of_one(outcomes, 5) == 0
    assert found_in(of_outcomes(tmp_path / "6", outcomes, 6)) == []


def by_the_two_before(noise: float) -> list[bool]:
    """Returns outcomes. Each is True if just one of the two before it is True.

    With the probability ``noise``, an outcome is inverted.
    """
    rng = random.Random(7)
    outcomes = [False, True]
    while len(outcomes) < 8000:
        outcomes.append(outcomes[-1] ^ outcomes[-2] ^ (rng.random() < noise))
    return outcomes


def test_a_single_outcome_that_tells_less_does_not_hide_several_outcomes(tmp_path: Path) -> None:
    """With k > 3, a single outcome predicts the next one, too, but two outcomes predict better."""
    outcomes = by_the_two_before(0.1)
    for k in (3, 4, 8):
        (one,) = found_in(of_outcomes(tmp_path / str(k), outcomes, k))
        assert one.deciding is not None
        assert (one.deciding.iterations, one.deciding.missed) == (2, misses(outcomes, 2))
        # The first two executions have fewer than two before them.
        after: dict[tuple[bool, bool], Counter[bool]] = {}
        for before, last, outcome in zip(outcomes, outcomes[1:], outcomes[2:], strict=False):
            after.setdefault((before, last), Counter())[outcome] += 1
        wrong = sum(one.total() - max(one.values()) for one in after.values())
        assert (one.deciding.whole, one.deciding.missed_whole) == (7998, wrong)
        if k == 3:
            assert one.misses_single is None
            continue
        assert one.misses_single is not None
        # An entry's first executions have no outcome so far back, so the best guess may miss some.
        least = min(misses_of_one(outcomes, before) for before in range(1, k))
        assert least <= one.misses_single <= least + k - 1
        assert one.deciding.missed < 0.6 * least


def test_an_outcome_that_is_rarely_known_does_not_hide_several_outcomes(tmp_path: Path) -> None:
    """A few executions after an outcome don't show what all others would do after it."""
    loops = LoopBranches(of_outcomes(tmp_path / "it", by_the_two_before(0.1), 4), 0)
    dependences = dependences_of(loops)
    own = next(one for one in dependences if one.branch.block == ASKS)
    others = sum(own.branch.counts) - 40
    given = (by_iteration_of(loops), (ASKS,))
    (whole,) = decided_by_several(loops, dependences, *given)
    # The guess is hardly better after this outcome: it is wrong in 18 of 40 executions.
    rare = replace(own, table=((11, 9), (9, 11)), unseen=others, absent=0)
    (found,) = decided_by_several(loops, [*dependences, rare], *given)
    assert (found.deciding, found.misses_single) == (whole.deciding, whole.misses_single)
    # It is always right after this outcome, so this outcome may decide all executions.
    sure = replace(rare, table=((20, 0), (0, 20)))
    assert decided_by_several(loops, [*dependences, sure], *given) == []


def test_several_outcomes_that_tell_hardly_more_than_one_are_passed_over(tmp_path: Path) -> None:
    """Each outcome repeats the one before it, with random errors."""
    rng = random.Random(9)
    outcomes = [True]
    while len(outcomes) < 8000:
        outcomes.append(outcomes[-1] ^ (rng.random() < 0.1))
    assert found_in(of_outcomes(tmp_path / "4", outcomes, 4)) == []


def test_thresholds_for_single_outcomes_leave_by_several_as_it_is(tmp_path: Path) -> None:
    """The thresholds filter the rows of the table, but not ``by_several``."""
    profile = of_outcomes(tmp_path / "4", by_the_two_before(0.1), 4)
    (one,) = kpath_jvm.dependences(profile, 0).attrs["by_several"]
    assert one["misses_single"] is not None
    few = kpath_jvm.dependences(profile, 0, least_explained=0.9)
    assert few.empty
    assert few.attrs["by_several"] == [one]


def test_a_branch_that_the_first_iteration_decides_is_passed_over(tmp_path: Path) -> None:
    """A history also shows whether the loop was entered just before, but that isn't an outcome.

    A branch that nothing else decides goes by the number of the iteration in the entry.
    """
    for place, outcomes in enumerate(([True, False], [False, False, True, False])):
        profile = of_outcomes(tmp_path / str(place), outcomes, 4, times=2000)
        (row,) = loop_rows(profile, 0)
        first = next(one for one in loop_advice(profile, row).correlation if one.block == ASKS)
        assert first.goes_by_number
        assert first.deciding is None
        assert found_in(profile) == []


def test_a_random_branch_is_decided_by_nothing(tmp_path: Path) -> None:
    rng = random.Random(3)
    outcomes = [rng.random() < 0.5 for _ in range(5000)]
    assert found_in(of_outcomes(tmp_path / "8", outcomes, 8)) == []
    assert found_in(of_outcomes(tmp_path / "1", outcomes, 1)) == []


def test_the_document_the_page_and_the_table_have_the_branch(tmp_path: Path) -> None:
    profile = of_outcomes(tmp_path / "5", [at % 5 == 4 for at in range(5000)], 5)
    one = {
        "block": ASKS, "count": 5000, "misses": 1000, "misses_single": None, "iterations": 4,
        "misses_given": 0, "whole": 4996, "misses_whole": 0, "seen": 4, "cut_short": True,
        "may_follow_itself": False, "hidden": 0, "too_far": 0,
    }  # fmt: skip
    (method,) = summarise_branches(profile, ReadOptions())["methods"]
    assert method["by_several"] == [one]
    table = kpath_jvm.dependences(profile, 0)
    assert table.attrs["by_several"] == [{"line": 9, "question": "i % 2 == 0", **one}]
    told = ToldMethod(profile.code(0), profile.method_rows.row(0))
    rows = branch_rows(profile, 0, told, profile, Costs(profile))
    (texts,) = (row["dependence"] for row in rows if row["block"] == ASKS)
    assert any(text.startswith("no single earlier outcome decides it; several") for text in texts)


def test_a_branch_with_few_executions_is_passed_over(tmp_path: Path) -> None:
    assert found_in(of_outcomes(tmp_path / "few", [at % 5 == 4 for at in range(900)], 5)) == []


@pytest.mark.parametrize("k", [4, 16])
def test_no_larger_k_is_promised_if_an_inner_loop_is_the_reason(tmp_path: Path, k: int) -> None:
    """In each iteration, the branch is executed after an inner loop that goes round twice."""
    coin, answers = random.Random(2), [False]
    while len(answers) < 4000:
        answers.append(not answers[-1] and coin.random() < 0.6)
    profile = behind_inner_loop(tmp_path, [[(2, one) for one in answers]], k)
    several = [one.prediction for one in found_in(profile, [BEHIND])]
    branch = next(one for one in several if one.block == BEHIND)
    assert (branch.hidden, branch.too_far, branch.is_cut_short) == (4000, 0, False)
    reason = (
        "histories don't reach back across inner loops, cut edges and handlers, whatever the -k, "
        "and so don't show its last answer before 4,000 of 4,000 executions"
    )
    document = summarise_branches(profile, ReadOptions())
    (method,) = document["methods"]
    (one,) = (it for it in method["by_several"] if it["block"] == BEHIND)
    told = by_several(one)
    assert told == (
        "no single earlier outcome decides it; whether several together do isn't known, because "
        f"{reason}"
    )
    rows = branch_rows(
        profile, 0, whole=profile, told=ToldMethod(profile.code(0), profile.method_rows.row(0)),
        costs=Costs(profile),
    )  # fmt: skip
    assert told in next(row["dependence"] for row in rows if row["block"] == BEHIND)
    # The changes from one iteration to the next are known, so unswitching is refuted.
    (loop,) = (
        it
        for it in summarise_advice(profile, ReadOptions())["loops"]
        if any(its["block"] == BEHIND for its in it["unswitching"])
    )
    (steady,) = (it for it in loop["unswitching"] if it["block"] == BEHIND)
    changes = sum(a != b for a, b in itertools.pairwise(answers))
    assert (steady["known"], steady["changed"], steady["unknown"]) == (True, changes, 0)
    (unknown,) = (it for it in loop["not_advised"] if it["block"] == BEHIND)
    assert (unknown["kind"], unknown["known"]) == ("history", False)
    assert unknown["reasons"] == [
        {
            "reason": "histories don't reach back across inner loops, cut edges and handlers, "
            "whatever the -k; the verb branches compares single outcomes across inner loops and "
            "cut edges, too",
            "extent": "they don't show the last answer before 4,000 of 4,000 executions",
        }
    ]
