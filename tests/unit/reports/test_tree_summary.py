"""Tests the tree's options, and that its nodes are the profile's n-grams."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, figure_3
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.folding import Folding
from kpath_jvm.reports.output import write
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.tree import renderables
from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree

METHOD = "Figure3.run"


def _walked(
    node: dict[str, Any], before: tuple[int, ...] = ()
) -> Iterator[tuple[tuple[int, ...], dict[str, Any]]]:
    gram = (*before, node["path"])
    yield gram, node
    for child in node["children"]:
        yield from _walked(child, gram)


def test_nodes_are_the_profile_s_n_grams(demo: Path) -> None:
    tree = summarise_tree(Profile.open(demo), METHOD, TreeOptions(min_share=0, top=100))
    assert complaints(tree, "tree") == []
    nodes = dict(found for root in tree["roots"] for found in _walked(root))
    grams = ngrams([FIGURE_3_STREAM], 4)
    assert {gram: node["count"] for gram, node in nodes.items()} == grams
    completed = sum(count for gram, count in grams.items() if len(gram) == 1)
    assert tree["completed"] == completed
    for gram, node in nodes.items():
        assert node["rarer"] is None
        assert node["share_of_root"] == node["count"] / grams[gram[:1]]
        parent = grams[gram[:-1]] if len(gram) > 1 else completed
        assert node["share_of_parent"] == node["count"] / parent
    assert tree["left_out"]["roots"] == 0


def test_nodes_have_the_share_without_a_next_path(tmp_path: Path) -> None:
    streams = [(2, 2, 0, 3), (2, 2), (2,), (2, 0, 2, 2, 3)]
    builder = RecordingBuilder(k=3)
    builder.stream(builder.add(figure_3()), *map(list, streams))
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    grams = ngrams(streams, 3)
    for k in (2, 3):
        tree = summarise_tree(profile, METHOD, TreeOptions(k=k, min_share=0, top=100))
        assert complaints(tree, "tree") == []
        for gram, node in (found for root in tree["roots"] for found in _walked(root)):
            last = sum(stream[-len(gram) :] == gram for stream in streams)
            known = last if len(gram) < k else 0
            assert node["ended"] == (
                {"count": known, "share": known / grams[gram]} if known else None
            )
    text = io.StringIO()
    write(text, 200, *renderables(summarise_tree(profile, METHOD, TreeOptions(min_share=0.2))))
    # Path 2 came eight times, and was the last path of two activations.
    assert "no next path in 25.0 %" in text.getvalue()
    few = io.StringIO()
    write(few, 200, *renderables(summarise_tree(profile, METHOD, TreeOptions(min_share=0.3))))
    assert "no next path in 25.0 %" not in few.getvalue()


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6])
def test_rarer_nodes_are_counted(demo: Path, share: float) -> None:
    tree = summarise_tree(Profile.open(demo), METHOD, TreeOptions(min_share=share, top=2))
    grams = ngrams([FIGURE_3_STREAM], 4)
    for root in tree["roots"]:
        for gram, node in _walked(root):
            followers = {g: n for g, n in grams.items() if g[:-1] == gram}
            rarer = [n for n in followers.values() if n < share * root["count"]]
            assert len(node["children"]) == len(followers) - len(rarer)
            found = node["rarer"] or {"nodes": 0, "count": 0}
            assert (found["nodes"], found["count"]) == (len(rarer), sum(rarer))
    assert sum(root["count"] for root in tree["roots"]) + tree["left_out"]["count"] == 14


def test_a_root_is_named_by_letter_or_number(demo: Path) -> None:
    profile = Profile.open(demo)
    only = Selection(method=(METHOD,))
    report = summarise(profile, ReportOptions(selection=only, top=100))
    names = {path["name"]: path["path"] for path in report["paths"]}
    assert len(names) == 4
    for name, path in names.items():
        for text in (name, name.lower(), str(path)):
            (root,) = summarise_tree(profile, METHOD, TreeOptions(root=text))["roots"]
            assert (root["name"], root["path"]) == (name, path)
    for text in ("E", "77", "", "\x1b"):
        with pytest.raises(KpathError) as caught:
            summarise_tree(profile, METHOD, TreeOptions(root=text))
        message = str(caught.value)
        assert f"{METHOD}(int) is called " in message
        assert "; the completed paths are A (0), B (2), C (3), D (6)" in message
        assert message.isprintable()
    with pytest.raises(KpathError, match=r"A B is a sequence of paths of .*; give one path"):
        summarise_tree(profile, METHOD, TreeOptions(root="A B"))


def test_names_do_not_depend_on_k(demo: Path) -> None:
    profile = Profile.open(demo)
    whole, less = (summarise_tree(profile, METHOD, TreeOptions(k=k, top=9)) for k in (4, 1))
    for one, other in zip(whole["roots"], less["roots"], strict=True):
        assert (one["name"], one["path"]) == (other["name"], other["path"])


def test_errors_of_a_folded_profile_are_in_the_document(tmp_path: Path) -> None:
    folding = Folding(
        memory_bytes=1, times=1, nodes=1, restarts=2, least_count=3, parts=1, errors=(1, 1, 1)
    )
    profile = Profile.open(demo_profile(tmp_path, folding=folding))
    tree = summarise_tree(profile, METHOD, TreeOptions(k=3))
    assert complaints(tree, "tree") == []
    assert tree["folding"]["least_count"] == 3
    assert [it["error"] for it in tree["folding"]["errors"]] == [2, 4]


def test_a_profile_of_single_paths_has_no_sequences(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    builder.stream(builder.add(figure_3()), FIGURE_3_STREAM)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    tree = summarise_tree(Profile.open(tmp_path / "it.kpath"), METHOD, TreeOptions())
    assert tree["not_followed"].startswith("with k = 1 no sequences are recorded")
    stream = io.StringIO()
    write(stream, 120, *renderables(tree))
    assert "no sequences are recorded" in stream.getvalue()
    assert "percentages" not in stream.getvalue()


def test_no_other_executed_path_fits_the_text_beside_a_node(demo: Path) -> None:
    profile = Profile.open(demo)
    every = summarise_tree(profile, METHOD, TreeOptions(min_share=0, top=100))["paths"]
    few = summarise_tree(profile, METHOD, TreeOptions(k=3, min_share=0.5, root="B"))
    assert [path["name"] for path in few["paths"]] == ["B", "A"]
    assert len(every) == 4
    for path in few["paths"]:
        fitting = [
            one["name"]
            for one in every
            if one["start"] == path["start"] and set(path["briefly"]) <= set(_told(one))
        ]
        assert fitting == [path["name"]]
        assert set(path["briefly"]) <= set(path["apart"])


def _told(path: dict[str, Any]) -> list[str]:
    return [
        f"{one['place']} #{one['ordinal']} {one['question']}: {one['answer']}"
        for one in path["decisions"]
    ]


def test_a_single_rarer_path_is_named(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    builder.stream(builder.add(figure_3()), [2, 2, 2, 2, 0, 2, 2])
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    options = TreeOptions(min_share=0.5, root="A")
    tree = summarise_tree(Profile.open(tmp_path / "it.kpath"), METHOD, options)
    assert complaints(tree, "tree") == []
    (root,) = tree["roots"]
    # Path 2 came six times: path 2 followed it four times, and path 0 once.
    assert root["rarer"] == {
        "nodes": 1, "count": 1, "share_of_parent": 1 / 6, "name": "B", "path": 0,
    }  # fmt: skip
    assert [path["path"] for path in tree["paths"]] == [2, 0]
    text = io.StringIO()
    write(text, 200, *renderables(tree))
    assert "1 rarer path comes next in 16.7 %: B  line 9 #1 i % 2 == 0: no\n" in text.getvalue()


def test_paths_that_always_come_next_share_a_line(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    builder.stream(builder.add(figure_3()), *[[2, 0, 0, 2]] * 3, [2, 0, 0])
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    # Path 0 (A) came after path 2 (B) in 4 of 7 cases, and always twice. Then path 2 came in 3 of 4
    # cases.
    lines = _drawn(profile, TreeOptions(min_share=0.2, root="2"))
    at = lines.index("├── A  57.1 %, 57.1 % of the root")
    assert lines[at + 1 : at + 3] == ["│   then always A", "│   then B  75.0 %, 42.9 % of the root"]
    # Path 0 was always followed by the paths 2, 6 and 2.
    builder = RecordingBuilder(k=4)
    builder.stream(builder.add(figure_3()), *[[0, 2, 6, 2]] * 3)
    write_profile(tmp_path / "more.kpath", builder.build(tmp_path), demo_run())
    lines = _drawn(Profile.open(tmp_path / "more.kpath"), TreeOptions(root="0"))
    at = next(place for place, line in enumerate(lines) if line.startswith("└── A  100.0 %"))
    assert lines[at + 1] == "then always C A"


def _drawn(profile: Profile, options: TreeOptions) -> list[str]:
    """Returns the lines of a tree without the decisions beside its nodes."""
    text = io.StringIO()
    write(text, 200, *renderables(summarise_tree(profile, METHOD, options)))
    return [line.partition("  line 9")[0].strip() for line in text.getvalue().splitlines()]
