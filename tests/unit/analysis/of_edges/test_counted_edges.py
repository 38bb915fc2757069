"""Tests ``counted_edges``, which returns the counts of one method's edges."""

from pathlib import Path

from builders.edges import edges_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.of_edges.counted_edges import CountedEdge, counted_edges


def test_each_counter_of_a_method_gives_an_edge(tmp_path: Path) -> None:
    found = counted_edges(edges_profile(tmp_path), 0)
    assert found[0] == CountedEdge("entry", -1, 0, 3, 3, 3)
    assert found[-1] == CountedEdge("exit", 5, -1, 3, 0, 3)
    assert [one.is_exact for one in found] == [True] * 8 + [False]
    again = tmp_path / "again"
    again.mkdir()
    (caught,) = [one for one in counted_edges(edges_profile(again), 1)
                 if one.kind == "handler"]  # fmt: skip
    assert (caught.count, caught.least, caught.most) == (4, 4, None)
    assert not caught.is_exact


def test_a_method_with_paths_has_no_counted_edges(demo: Path) -> None:
    assert counted_edges(Profile.open(demo), 0) == []
