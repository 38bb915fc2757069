"""Tests trees as DOT. The golden files show whole trees."""

import re
from pathlib import Path
from typing import Any

from builders.drawn import drawn
from kpath_jvm import Profile
from kpath_jvm.reports.pictures.rendering import rendered
from kpath_jvm.reports.pictures.tree_graph import tree_graph
from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree


def summary(demo: Path, **options: Any) -> dict[str, Any]:
    return summarise_tree(Profile.open(demo), "Figure3.run", TreeOptions(**options))


def test_every_node_has_its_share(demo: Path) -> None:
    found = summary(demo, min_share=0.0, top=100)
    text = tree_graph(found)
    waiting, shares, names = list(found["roots"]), [], []
    while waiting:
        node = waiting.pop()
        names.append(node["name"])
        shares += [100 * child["share_of_parent"] for child in node["children"]]
        waiting += node["children"]
    said = re.findall(r"n\d+ \[label=<.*<td [^>]+>([\d.]+) %</td>", text)
    assert sorted(said) == sorted(f"{share:.1f}" for share in shares)
    assert text.count("tooltip=") == len(names)
    assert "left out" in text
    assert "rarer" not in text
    assert drawn(rendered(text, "svg").content).problems() == []


def test_nodes_with_half_of_the_roots_count_are_filled(demo: Path) -> None:
    text = tree_graph(summary(demo, root="A", k=2, min_share=0.0))
    filled = [line for line in text.splitlines() if 'fillcolor="#CDE6F5"' in line]
    assert len(filled) == 3
    assert all("<b>" in line for line in filled)


def test_rarer_nodes_and_the_decisions_of_paths_are_shown(demo: Path) -> None:
    text = tree_graph(summary(demo, root="B", min_share=0.4))
    assert "2 rarer ones: 50.0 %" in text
    assert drawn(rendered(text, "svg").content).problems() == []
    assert "line 9 #1 i % 2 == 0: yes" in text
    assert "path 2, loop to loop" in text
    # Blanks keep the columns apart if a viewer's font is wider than Graphviz's.
    assert "lines 9-11, 15, 9\u00a0\u00a0" in text


def test_the_most_frequent_node_is_drawn_last(demo: Path) -> None:
    text = tree_graph(summary(demo, k=1))
    counts = [int(count) for count in re.findall(r'point-size="8">(\d+)</font>', text)]
    assert counts == sorted(counts)
    assert len(counts) == 3


def test_folded_counts_are_lower_bounds(demo: Path) -> None:
    found = summary(demo) | {"folding": {"least_count": 1, "errors": []}}
    assert "lower bounds" in tree_graph(found)


def test_the_share_without_a_next_path_is_shown_unless_it_is_small(demo: Path) -> None:
    """In the demo, only the path to the exit comes last, so the test sets the counts itself."""
    found = summary(demo, min_share=0.1, root="A", k=2)
    (root,) = found["roots"]
    root["ended"] = {"count": root["count"] // 4, "share": 0.25}
    text = tree_graph(found)
    assert "label=<no next path: 25.0 %>" in text
    assert "no next path: an exit, an exception" in text
    root["ended"] = {"count": root["count"] // 20, "share": 0.05}
    assert "no next path" not in tree_graph(found)


def test_with_k_1_no_percentages_at_edges_are_explained(demo: Path) -> None:
    text = tree_graph(summary(demo, k=1))
    assert "the percentage at an edge" not in text
    assert "are left out" not in text
    assert "with k = 1 a tree is a single path; -k 2 or more shows what came after it" in text
