"""Tests the document about the number of iterations that a loop made per entry."""

from collections import Counter
from functools import reduce
from itertools import product
from operator import add, and_
from random import Random

import pytest

from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.facts.iterations import entry_groups, iterations_document
from kpath_jvm.reports.iteration_words import iterations_text


def test_groups_double_in_size_and_add_up_to_all_entries() -> None:
    known = tuple((made, 1) for made in range(20))
    found = iterations_document(IterationsPerEntry(40, known, ((18, 4),), ((0, 1),), 200, 0))
    assert found is not None
    groups = entry_groups(found)
    spans = [(one["least"], one["most"]) for one in groups if one["kind"] == "known"]
    assert spans == [(0, 0), (1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 19)]
    assert [(one["kind"], one["least"], one["most"]) for one in groups[-2:]] == [
        ("longer", 18, None), ("unfinished", 0, None),
    ]  # fmt: skip
    assert sum(one["entries"] for one in groups) == found["entries"] == 25
    assert sum(one["share"] for one in groups) == pytest.approx(1)
    assert found["longer_mean"] == 50
    assert found["percentiles"][0] == {"percent": 50, "least": 11, "most": 12}
    assert found["percentiles"][2] == {"percent": 99, "least": 19, "most": None}


@pytest.mark.parametrize("seed", range(60))
def test_groups_contain_only_entries_that_surely_belong_to_them(seed: int) -> None:
    """Tries all ways to distribute the total iterations over the ``longer`` entries."""
    random = Random(seed)
    known = {made: random.randint(1, 3) for made in random.sample(range(4), 2)}
    longer = {made: random.randint(1, 4) for made in random.sample(range(1, 4), 2)}
    rest, entries = random.randint(0, 4), [made for made, it in longer.items() for _ in range(it)]
    document = iterations_document(
        IterationsPerEntry(
            8, tuple(sorted(known.items())), tuple(sorted(longer.items())), (),
            sum(entries) + rest, 0,
        )
    )  # fmt: skip
    assert document is not None
    groups = entry_groups(document)
    assert sum(one["entries"] for one in groups) == document["entries"]
    told = {one["least"]: 0 for one in groups if one["kind"] == "known"}
    for one in groups:
        if one["kind"] == "known":
            assert one["least"] == one["most"]
            told[one["least"]] += one["entries"]
    ways = [
        Counter(map(add, entries, more)) + Counter(known)
        for more in product(range(rest + 1), repeat=len(entries))
        if sum(more) == rest
    ]
    least = reduce(and_, ways)
    assert all(least[made] >= count for made, count in told.items())
    if rest == 0:
        assert told == least


def test_loops_without_entries_have_no_distribution() -> None:
    assert iterations_document(None) is None
    assert iterations_document(IterationsPerEntry(4, (), (), (), 0, 0)) is None


@pytest.mark.parametrize("seed", range(50))
def test_a_number_with_nearly_all_entries_of_its_group_becomes_a_group(seed: int) -> None:
    random = Random(seed)
    known = {made: random.choice([1, 10, 1000]) for made in random.sample(range(30), 20)}
    found = iterations_document(
        IterationsPerEntry(40, tuple(sorted(known.items())), (), (), None, None)
    )
    assert found is not None
    groups = entry_groups(found)
    made = [one for group in groups for one in known if group["least"] <= one <= group["most"]]
    assert sorted(made) == sorted(known)
    assert [one["least"] for one in groups] == sorted(one["least"] for one in groups)
    for group in groups:
        own = {one: known[one] for one in known if group["least"] <= one <= group["most"]}
        assert group["entries"] == sum(own.values())
        if len(own) > 1:
            assert max(own.values()) < 0.9 * sum(own.values())


def test_a_group_is_divided_if_nearly_all_its_entries_made_four_iterations() -> None:
    found = IterationsPerEntry(6, ((0, 720), (3, 1), (4, 279)), (), (), None, None)
    document = iterations_document(found)
    text = iterations_text(document)
    assert "0 iterations in 72.0 %, 3 in 0.1 %, 4 in 27.9 % of entries" in text
