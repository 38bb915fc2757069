"""Tests which parts of a control-flow graph a Ball-Larus path highlights."""

from pathlib import Path

from kpath_jvm import Profile
from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal, flow
from kpath_jvm.reports.pictures.lit_path import LitPath


def lit(demo: Path, name: str, number: int) -> tuple[Flow, LitPath]:
    profile = Profile.open(demo)
    method = profile.find_method(name)
    found = flow(profile, method)
    return found, LitPath(profile.decode(method, number), found)


def test_an_iteration_is_lit_with_its_back_edge(demo: Path) -> None:
    found, path = lit(demo, "Figure3.run", 2)
    assert [block for block in range(6) if path.has_block(block)] == [1, 2, 4]
    assert [(e.source, e.target) for e in found.edges if path.has_edge(e)] == [
        (1, 2), (2, 4), (4, 1),
    ]  # fmt: skip
    assert not any(map(path.begins_by, found.starts))
    assert not any(map(path.ends_by, found.ends))


def test_a_path_is_lit_from_the_entry_to_the_exit(demo: Path) -> None:
    found, path = lit(demo, "Figure3.run", 7)
    assert all(map(path.begins_by, found.starts))
    assert all(map(path.ends_by, found.ends))
    assert not any(path.has_edge(e) for e in found.edges if e.kind == "back")


def test_a_path_is_lit_from_a_handler(demo: Path) -> None:
    found, path = lit(demo, "retry", 4)
    assert [one.kind for one in found.starts if path.begins_by(one)] == ["handler"]


def test_no_edge_is_lit_if_several_may_end_the_path(demo: Path) -> None:
    profile = Profile.open(demo)
    path = profile.decode(profile.find_method("Figure3.run"), 2)
    edges = tuple(FlowEdge(4, target, "back", 0, 5) for target in (0, 1))
    several = Flow(flow(profile, profile.find_method("Figure3.run")).blocks, edges, (), ())
    assert not any(map(LitPath(path, several).has_edge, edges))


def test_nothing_is_lit_without_a_path(demo: Path) -> None:
    found, _ = lit(demo, "Figure3.run", 2)
    path = LitPath(None, found)
    assert not path.has_block(1)
    assert not any(map(path.has_edge, found.edges))
    assert not path.begins_by(Terminal("entry", 0, 1))
    assert not path.ends_by(Terminal("exit", 5, 1))
