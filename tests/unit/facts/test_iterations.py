"""Tests the iterations per entry of a loop as plain values."""

import pytest

from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.facts.iterations import entry_groups, iterations_document


def test_groups_double_and_add_up_to_all_entries() -> None:
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


def test_nothing_is_known_of_no_entries() -> None:
    assert iterations_document(None) is None
    assert iterations_document(IterationsPerEntry(4, (), (), (), 0, 0)) is None
