"""Checks the tables and the forest of a selected part of a profile against the whole profile."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from builders.forests import ngram_counts, ngrams
from builders.nested import INNER, PATHS, STREAMS, nested_profile
from kpath_jvm import Profile
from kpath_jvm.analysis import part
from kpath_jvm.analysis.part import ProfilePart
from kpath_jvm.profile.forest import check
from kpath_jvm.profile.schema import SCHEMAS


@pytest.fixture(params=[0, 16], ids=["whole forest is read", "each method's forest is read"])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part, "_FEW", request.param)


@pytest.mark.usefixtures("few")
def test_a_part_has_the_paths_and_sequences_of_its_loop(tmp_path: Path) -> None:
    whole = nested_profile(tmp_path)
    numbers = np.array([0], dtype=np.int32)
    tables = ProfilePart(whole, numbers, {0: frozenset({1})})
    inside = {path for path, own in PATHS.items() if INNER & set(own)}
    assert 0 < len(inside) < len(PATHS)
    expected = Counter(
        {
            gram: count
            for gram, count in ngrams(STREAMS, 4).items()
            if all(path in inside for path in gram)
        }
    )
    assert ngram_counts(whole.part(tables), 0) == expected
    assert check(tables.forest, 2, np.array([8, 8])) is None
    assert tables.table("paths").column("path").to_pylist() == sorted(
        gram[0] for gram in expected if len(gram) == 1
    )
    assert tables.selected_paths() == {0: frozenset(g[0] for g in expected if len(g) == 1)}
    assert len(tables.forest) == tables.table("ipf").num_rows == len(expected)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("numbers", [[0], [1], [0, 1]])
def test_a_part_has_the_tables_of_its_methods(tmp_path: Path, numbers: list[int]) -> None:
    whole = nested_profile(tmp_path)
    tables = ProfilePart(whole, np.array(numbers, dtype=np.int32))
    for name in set(SCHEMAS) - {"ipf"}:
        rows = [row for row in whole.table(name).to_pylist() if row["method"] in numbers]
        assert tables.table(name).to_pylist() == rows
        assert tables.table(name).schema == whole.table(name).schema
    for method in numbers:
        assert ngram_counts(whole.part(tables), method) == ngram_counts(whole, method)
    assert len(tables.forest) == sum(len(whole.method_forest(method)) for method in numbers)
    assert tables.selected_paths() == {}


@pytest.mark.usefixtures("few")
def test_a_part_has_only_the_rows_of_its_methods(demo: Path) -> None:
    whole = Profile.open(demo)
    numbers = [0, 2, 3, 6]
    tables = ProfilePart(whole, np.array(numbers, dtype=np.int32))
    for name in set(SCHEMAS) - {"ipf"}:
        rows = [row for row in whole.table(name).to_pylist() if row["method"] in numbers]
        assert tables.table(name).to_pylist() == rows
    columns = ("method", "path", "depth", "count")
    kept = [row for row in whole.table("ipf").to_pylist() if row["method"] in numbers]
    found = tables.table("ipf").to_pylist()
    for name in columns:
        assert [row[name] for row in found] == [row[name] for row in kept]
    assert check(tables.forest, 7, np.full(7, 100)) is None
