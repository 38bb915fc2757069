"""Tests flame graphs: they have the weights of collapsed stacks, and names aren't markup."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from builders.flames import empty_flames
from builders.hostile import hostile_profile
from builders.pages import harmful_profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.reports.flames.flamegraph import SCRIPTS, STYLES, FrameTree
from kpath_jvm.reports.flames.stacks import Frame, Stack
from page_reading import check_policy, data_of


def exported(profile: Path, output: Path, kind: str, *arguments: str) -> str:
    command = ["export", str(profile), "--format", kind, "-o", str(output), "--force", *arguments]
    assert run_verb(command) == 0
    return output.read_text("utf-8")


def document_of(text: str) -> dict[str, Any]:
    found = data_of(text)
    assert set(found) == {"document"}
    document: dict[str, Any] = found["document"]
    return document


def test_a_node_adds_up_the_stacks_through_it() -> None:
    a, b, c = (Frame(name, name, "", 0, "class") for name in "abc")
    tree = FrameTree.of(
        [Stack((a, b), 1, 10), Stack((a,), 2, 20), Stack((c, b), 4, 40), Stack((a, b), 8, 80)]
    )
    assert tree.distinct == [a, b, c]
    assert tree.parents == [-1, 0, 1, 0, 3]
    assert tree.frames == [-1, 0, 1, 2, 1]
    assert tree.completions == [15, 11, 9, 4, 4]
    assert tree.bytecodes == [150, 110, 90, 40, 40]


@pytest.mark.parametrize("weight", ["cost", "count"])
@pytest.mark.parametrize("more", [[], ["-k", "2"], ["--top", "2"], ["--method", "Figure3.run"]])
def test_the_nodes_own_weights_are_those_of_collapsed_stacks(
    demo: Path, tmp_path: Path, weight: str, more: list[str]
) -> None:
    lines = exported(demo, tmp_path / "out", "collapsed", "--weight", weight, *more)
    expected = Counter[tuple[str, ...]]()
    for line in lines.splitlines():
        stack, _, value = line.rpartition(" ")
        expected[tuple(stack.split(";"))] += int(value)
    found = document_of(exported(demo, tmp_path / "out", "flamegraph", "--weight", weight, *more))
    nodes, texts = found["nodes"], found["frames"]["text"]
    own = list(nodes[weight])
    stacks: list[tuple[str, ...]] = [()]
    for node, parent in enumerate(nodes["parent"][1:], 1):
        assert parent < node
        own[parent] -= nodes[weight][node]
        stacks.append((*stacks[parent], texts[nodes["frame"][node]]))
    assert Counter(dict(zip(stacks, own, strict=True))) == expected
    assert nodes[weight][0] == expected.total() > 0
    assert found["weight"] == weight


def test_the_graph_names_the_shown_part_of_the_profile(demo: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    whole = document_of(exported(demo, output, "flamegraph"))
    assert whole["shown"] is None
    assert whole["all"] == {name: whole["nodes"][name][0] for name in ("cost", "count")}
    part = document_of(
        exported(demo, output, "flamegraph", "--method", "demo.Figure3.*", "--top", "1")
    )
    assert part["shown"] == "method demo.Figure3.*, 1 method with the most bytecodes"
    assert part["all"] == whole["all"]
    assert 0 < part["nodes"]["cost"][0] < whole["nodes"]["cost"][0]
    assert (whole["verdict"], whole["exact"]) == ("exact", True)


def test_equal_profiles_make_equal_files(demo: Path, tmp_path: Path) -> None:
    files = [exported(demo, tmp_path / name, "flamegraph") for name in ("one", "other")]
    assert files[0] == files[1]


@pytest.mark.parametrize("make", [harmful_profile, hostile_profile])
def test_names_are_only_data(tmp_path: Path, make: Any) -> None:
    text = exported(make(tmp_path), tmp_path / "out", "flamegraph")
    assert "harmed" not in text.replace("<title>", "").partition("<style>")[2]
    assert text.count("<script>") == text.count("</script>") - 1 == len(SCRIPTS)
    assert not set("\x1b\x07\u202e\u2066\u2028\x9b") & set(text)
    check_policy(text, scripts=len(SCRIPTS), styles=len(STYLES))


def test_the_file_has_no_external_addresses(demo: Path, tmp_path: Path) -> None:
    text = exported(demo, tmp_path / "out", "flamegraph")
    assert text.replace("http://www.w3.org/2000/svg", "").count("://") == 0


def test_a_profile_without_paths_can_be_exported(tmp_path: Path) -> None:
    found = document_of(exported(empty_flames(tmp_path), tmp_path / "out", "flamegraph"))
    assert found["nodes"]["cost"] == found["nodes"]["count"] == [0]
