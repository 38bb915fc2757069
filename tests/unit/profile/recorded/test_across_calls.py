"""Tests paths across calls: the example of Tallam, Zhang and Gupta, and damaged recordings."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from builders.checked import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod, read_metadata
from kpath_jvm.profile.recorded.across_calls import across_calls
from kpath_jvm.recording.calls import NEVER, Call, Use

#: The methods f and g of figure 2 of the paper by Tallam, Zhang and Gupta. The blocks of f are fEn
#: P1 P2 B1 B2 B3 C1 P3 B4 B5 B6 fEx, and those of g are gEn P1 P2 B1 P3 B2 B3 gEx. f has three
#: paths to the call and two after it, and g has five paths.
F = {0: [1], 1: [2, 4], 2: [3, 4], 3: [5], 4: [5], 5: [6], 6: [7], 7: [8, 9], 8: [10], 9: [10],
     10: [11], 11: []}  # fmt: skip
G = {0: [1], 1: [2, 6], 2: [3, 4], 3: [4], 4: [5, 6], 5: [6], 6: [7], 7: []}
SITE = 6
FIRST_F, FIRST_G = 1, 7


def method(name: str, graph: dict[int, list[int]], first_id: int) -> dict[str, Any]:
    """Returns a method's line of the metadata, with Ball-Larus path numbers."""
    paths: dict[int, int] = {}
    edges = []
    for block in sorted(graph, reverse=True):
        paths[block] = 0 if graph[block] else 1
        for to in graph[block]:
            edges.append([block, to, paths[block]])
            paths[block] += paths[to]
    return {
        "kind": "method", "class": "demo/Figure2", "name": name, "descriptor": "()V",
        "mode": "counted", "first_id": first_id, "paths": paths[0], "counters": {},
        "blocks": [[3 * block, 3 * block + 2, [], 1] for block in graph], "edges": edges,
        "starts": [["entry", 0, 0]], "ends": [["exit", max(graph), 0]], "rung": "full",
    }  # fmt: skip


@pytest.fixture
def methods(tmp_path: Path) -> list[InstrumentedMethod]:
    caller = method("f", F, FIRST_F)
    assert caller["paths"] == 6
    caller["calls"] = [[SITE, 3 * SITE, False, "demo/Figure2", "g", "()V"]]
    lines = (caller, method("g", G, FIRST_G))
    (tmp_path / "methods.jsonl").write_text(checked(*lines))
    return read_metadata(tmp_path / "methods.jsonl").methods


def every_use() -> list[Use]:
    """Returns a ``Use`` for each pair of a path of f, which calls g, and a path of g."""
    return [
        Use(FIRST_F + path, (Call(0, FIRST_G + callee, FIRST_G + callee),), 1)
        for path in range(6)
        for callee in range(5)
    ]


@pytest.mark.parametrize(("kind", "numbers"), [("call", [3, 6, 6, 12]), ("return", [5, 10])])
def test_rows_are_as_many_as_in_the_papers_tables_6_and_7(
    methods: list[InstrumentedMethod], kind: str, numbers: list[int]
) -> None:
    """Counts, for each degree, the rows that end with a predicate.

    A row stands for a path up to the call or return, and for the beginning of a path after the call
    or return. Paths with the same beginning share a row; at the highest degree, none do.
    """
    found = []
    for degree in range(len(numbers)):
        rows = [row for row in across_calls(methods, every_use(), degree) if row.kind == kind]
        assert sum(row.count for row in rows) == 30
        assert len({row.number for row in rows}) == len(rows)
        found.append(sum(row.end.split()[2] == "predicate" for row in rows))
        assert (len(rows) == {"call": 15, "return": 10}[kind]) == (degree == len(numbers) - 1)
    assert found == numbers


def test_a_rows_second_part_ends_with_a_predicate(methods: list[InstrumentedMethod]) -> None:
    use = Use(FIRST_F, (Call(0, FIRST_G, FIRST_G),), 4)
    into, back = across_calls(methods, [use], 1)
    assert (into.start, into.end, into.count) == ("entry", "call 18 predicate 2", 4)
    assert (into.blocks, into.other_blocks) == ((0, 1, 2, 3, 5, 6), (0, 1, 2))
    assert (back.start, back.end, back.count) == ("entry", "return 18 predicate 11", 4)
    assert back.other_blocks == (6, 7, 8, 10, 11)
    assert all(to in G[block] for block, to in pairwise(back.blocks))
    assert (back.first_id, back.other_first_id) == (FIRST_G, FIRST_F)


def test_an_uncompleted_first_path_of_a_callee_has_no_call_row(
    methods: list[InstrumentedMethod],
) -> None:
    rows = across_calls(methods, [Use(FIRST_F, (Call(0, NEVER, FIRST_G),), 4)], 1)
    assert [row.kind for row in rows] == ["return"]


def test_a_call_to_a_method_that_its_site_does_not_name_has_no_row(
    methods: list[InstrumentedMethod],
) -> None:
    assert across_calls(methods, [Use(FIRST_F, (Call(0, FIRST_F, FIRST_F),), 4)], 1) == []


@pytest.mark.parametrize(
    "use",
    [
        Use(FIRST_F, (Call(1, FIRST_G, FIRST_G),), 1),
        Use(FIRST_G, (Call(0, FIRST_G, FIRST_G),), 1),
        Use(FIRST_F, (Call(0, FIRST_G, FIRST_G + 5),), 1),
        Use(FIRST_G + 5, (), 1),
    ],
)
def test_impossible_calls_are_refused(methods: list[InstrumentedMethod], use: Use) -> None:
    with pytest.raises(KpathError, match=r"the recording is damaged: .*; record again"):
        across_calls(methods, [use], 1)
