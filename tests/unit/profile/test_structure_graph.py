"""Tests how paths of structure graphs are decoded from their numbers.

The graphs are those of Table 2 of the paper "Structural Path Profiling".
"""

import msgspec
import pytest

from builders.paper_tables import COMPLETE_WINDOWS, GRAPHS, ONLINE_WINDOWS
from kpath_jvm.profile.recorded.structural import number_of


def test_numbers_stand_for_the_paths_of_table_2() -> None:
    """There are 2 + 6 + 6 static paths, in the table's order."""
    assert [graph.paths for graph in GRAPHS] == [2, 6, 6]
    for graph, online, complete in zip(GRAPHS, ONLINE_WINDOWS, COMPLETE_WINDOWS, strict=True):
        paths = [graph.path(number) for number in range(graph.paths)]
        assert len(set(paths)) == graph.paths
        assert set(online) | set(complete) <= set(paths)
        assert [number_of(graph, path) for path in paths] == list(range(graph.paths))


def test_starts_and_ends_have_texts() -> None:
    path = GRAPHS[1].path(5)
    assert (path.start_text, path.end_text, path.nodes) == ("loop 2", "loop 2", (2, 3, 6))
    assert (GRAPHS[0].path(0).start_text, GRAPHS[0].path(0).end_text) == ("entry", "exit")
    assert GRAPHS[2].path(0).end_text == "leave 5"


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_without_a_path_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="not a path"):
        GRAPHS[0].path(number)


def test_invalid_steps_are_refused() -> None:
    """Steps in a cycle are damage. So are steps whose values can't add up to the path's number."""
    outline = msgspec.structs.replace(GRAPHS[0], steps=((0, "edge", 1, 0), (1, "edge", 0, 0)))
    with pytest.raises(ValueError, match="aren't a numbering"):
        outline.path(0)
    with pytest.raises(ValueError, match="aren't a numbering"):
        msgspec.structs.replace(outline, steps=((0, "exit", -1, 0),)).path(1)


def test_used_blocks_are_found() -> None:
    """The used blocks are those of headers, starts and steps."""
    assert set(GRAPHS[2].used_blocks()) == {3, 4, 5, 6}
