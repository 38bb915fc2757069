"""Tests control-flow graphs as DOT. The golden files show whole graphs."""

import re
from pathlib import Path

import pytest

from builders.drawn import drawn
from builders.edges import edges_profile
from builders.flows import random_walks
from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.flow import flow
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.pictures import dot
from kpath_jvm.reports.pictures.dot import Span
from kpath_jvm.reports.pictures.flow_graph import FlowOptions, flow_graph
from kpath_jvm.reports.pictures.rendering import rendered

NOTHING = FlowOptions()


def graph(demo: Path, name: str, options: FlowOptions = NOTHING, selection: Selection = ALL) -> str:
    selected = select(Profile.open(demo).merged(), selection)
    return flow_graph(selected, selected.profile.find_method(name), options)


def line(text: str, start: str) -> str:
    (found,) = [line.strip() for line in text.splitlines() if line.strip().startswith(start)]
    return found


def said(text: str, name: str) -> str:
    """Returns the text on an edge. In DOT, the text is a node between the edge's ends."""
    (found,) = re.findall(r">([^<>]+)</td>", line(text, f"said{name} ["))
    return str(found)


def test_blocks_edges_and_loops_are_drawn(demo: Path) -> None:
    text = graph(demo, "Figure3.run")
    assert re.findall(r"^ +(b\d) \[", text, re.MULTILINE) == ["b0", "b5", "b1", "b2", "b3", "b4"]
    assert "loop at line 9: 1 entry, 14 iterations, 98.1 %" in text
    assert said(text, "1_2") == "yes: 8 (57.1 %)"
    assert 'dir="none"' in line(text, "b1 -> said1_2")
    assert "dir" not in line(text, "said1_2 -> b2"), "the arrow must be at the edge's end"
    assert line(text, "b2 -> b4"), "a block's only edge needs no count, as the block has one"
    assert said(text, "4_1") == "no: 13 (92.9 %)"
    assert 'dir="back"' in line(text, "b1 -> said4_1"), "the header must lie above the latch"
    assert 'dir="none"' in line(text, "said4_1 -> b4")
    assert "label=<entry 1>" in text
    assert 'margin="18"' in text, "the loop's frame needs room for the curves of back edges"
    assert "label=<return 1>" in text


def test_a_loops_text_is_in_its_header(demo: Path) -> None:
    """If the loop's frame had a label, an arrow into the loop would cross the label."""
    text = graph(demo, "Figure3.run")
    (said,) = (one for one in text.splitlines() if "loop at line 9: 1 entry, 14 iterations" in one)
    assert said.strip().startswith("b1 [")
    after = text.partition("subgraph cluster_loop0")[2].splitlines()
    assert 'label="";' in [one.strip() for one in after[:4]]


def test_a_blocks_share_is_its_part_of_the_bytecodes(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run")
    costs = flow(profile, method).blocks * profile.code(method).instructions
    share = 100 * costs[2] / costs.sum()
    assert f"{share:.1f} %" in line(graph(demo, "Figure3.run"), "b2 [")


def test_handlers_and_throws_are_labelled(demo: Path) -> None:
    text = graph(demo, "retry")
    assert "caught IOException 2" in text
    assert "label=<throw 1>" in text


def test_a_path_is_lit(demo: Path) -> None:
    text = graph(demo, "Figure3.run", FlowOptions(path="A"))
    lit = [found.strip().split(" [")[0] for found in text.splitlines() if '"#0072B2"' in found]
    assert [name for name in lit if name.startswith("b")] == [
        "b1", "b3", "b4", "b1 -> said1_3", "b3 -> b4", "b1 -> said4_1",
    ]  # fmt: skip
    assert "path A (0), loop to loop: 6 times" in text
    with pytest.raises(KpathError, match=r"of demo.Figure3.run\(int\) is called 77"):
        graph(demo, "Figure3.run", FlowOptions(path="77"))


def test_rare_blocks_are_left_out(demo: Path) -> None:
    text = graph(demo, "Figure3.run", FlowOptions(min_share=0.5))
    assert re.findall(r"^ +(b\d) \[", text, re.MULTILINE) == ["b1", "b2", "b4"]
    assert "left out: 3 blocks with less than 50.0 % of the most executed block's count" in text
    assert said(text, "_out1") == "no: 6 (42.9 %)"
    assert said(text, "_in4") == "6"


def test_blocks_that_never_ran_are_drawn_on_demand(demo: Path) -> None:
    assert "left out: 1 block not executed" in graph(demo, "Shared.run")
    text = graph(demo, "Shared.run", FlowOptions(all_blocks=True))
    assert "left out" not in text
    assert "<b>never</b>" in text


def test_a_selection_is_named(demo: Path) -> None:
    text = graph(demo, "Figure3.run", selection=Selection(loop=("9",)))
    assert "only loop at 9" in text


def test_a_method_without_paths_is_refused(demo: Path) -> None:
    with pytest.raises(KpathError, match=r"stuck.. has no completed path"):
        graph(demo, "Shaky.stuck")


def randomly_walked(tmp_path: Path, seed: int) -> Profile:
    walks = random_walks(seed)
    builder = RecordingBuilder()
    builder.stream(builder.add(walks.method), *walks.sequences)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "it.kpath")


@pytest.mark.parametrize("seed", range(1, 13))
def test_nothing_overlaps(tmp_path: Path, seed: int) -> None:
    """An edge's text lies on no box, frame, line or other text. All other texts are in boxes."""
    profile = randomly_walked(tmp_path, seed)
    graph = flow_graph(select(profile, ALL), 0, FlowOptions(all_blocks=True))
    assert drawn(rendered(graph, "svg").content).problems() == []


def test_texts_of_a_switchs_edges_overlap_nothing(tmp_path: Path) -> None:
    profile = switching(tmp_path, [10 * at for at in range(1, 12)] + [0, 0])
    for options in (NOTHING, FlowOptions(all_blocks=True), FlowOptions(min_share=0.1)):
        text = graph(profile, "cases", options)
        assert drawn(rendered(text, "svg").content).problems() == []


def test_a_long_line_of_code_has_room_in_its_box() -> None:
    """By itself, Graphviz would make the box nine points too narrow. The text has 56 characters."""
    code = "case VALUE_NUMBER_INT: sum += p.getLongValue() & 7; brea"
    picture = rendered(
        f'digraph {{ node [shape="box", margin="0"]; a [label='
        f"{dot.table([[Span(code, is_code=True, size=9)]])}] }}",
        "svg",
    )
    assert drawn(picture.content).problems() == []


@pytest.mark.parametrize("seed", [1, 2, 5])
def test_every_block_edge_and_exit_is_drawn(tmp_path: Path, seed: int) -> None:
    profile = randomly_walked(tmp_path, seed)
    graph = flow_graph(select(profile, ALL), 0, FlowOptions(all_blocks=True))
    svg = rendered(graph, "svg").content.decode()
    blocks, edges = set(re.findall(r"<title>b(\d+)</title>", svg)), flow(profile, 0).edges
    assert len(blocks) == len(profile.code(0).offsets)
    for edge in edges:
        ends = [f"b{edge.source}", f"b{edge.target}"]
        if edge.kind == "back":
            ends.reverse()
        between = f"said{edge.source}_{edge.target}"
        direct = f"<title>{ends[0]}&#45;&gt;{ends[1]}</title>" in svg
        through = all(
            f"<title>{one}&#45;&gt;{other}</title>" in svg
            for one, other in ((ends[0], between), (between, ends[1]))
        )
        assert direct != through, edge
    assert len(re.findall(r"<title>end\d+</title>", svg)) == len(flow(profile, 0).ends)


def switching(tmp_path: Path, counts: list[int], unfinished: int = 0) -> Path:
    """Writes a profile of a switch.

    ``counts`` has the executions of each case. The last number is for the default case.
    ``unfinished`` activations were under way when the recording ended.
    """
    cases = len(counts)
    join = cases + 1
    edges = [(0, case, case - 1) for case in range(1, cases + 1)]
    edges += [(case, join, 0) for case in range(1, cases + 1)]
    spec = MethodSpec(
        "demo/Many", "cases", "(I)V",
        [(10 * b, 10 * b + 9, [(10 * b, b + 1)]) for b in range(join + 1)], edges,
        [("entry", 0, 0)], [("exit", join, 0)], cases,
        decisions=[(0, "switch", "I", ["x"], list(range(cases - 1)), list(range(1, cases + 1)))],
    )  # fmt: skip
    builder = RecordingBuilder(k=2)
    builder.add(spec)
    for case, count in enumerate(counts):
        for _ in range(count):
            builder.stream(spec, [case])
    builder.auxiliary(spec, entries=sum(counts) + unfinished)
    write_profile(tmp_path / "many.kpath", builder.build(tmp_path), demo_run())
    return tmp_path / "many.kpath"


def test_rare_cases_of_a_switch_share_an_edge(tmp_path: Path) -> None:
    counts = [0] * 180 + [1, 2, 3] * 5 + [50 + at for at in range(12)] + [0]
    profile = switching(tmp_path, counts)
    text = graph(profile, "cases")
    assert "left out: 15 blocks after rarer cases (--all-cases)" in text
    assert "left out: 181 blocks not executed" in text
    assert "181 cases: never" in said(text, "_never0")
    share = 100 * 30 / sum(counts)
    assert f"15 cases: 30 ({share:.1f} %)" in said(text, "_out0")
    assert said(text, "_in209") == "30", "an edge must lead back from the blocks that are left out"
    assert len(re.findall(r"^ +b\d+ \[", text, re.MULTILINE)) == 1 + 12 + 1
    every = graph(profile, "cases", FlowOptions(all_cases=True))
    assert len(re.findall(r"^ +b\d+ \[", every, re.MULTILINE)) == 1 + 27 + 1
    assert "rarer cases" not in every
    # The case on the highlighted path is drawn, however rare it is.
    lit = graph(profile, "cases", FlowOptions(path="180"))
    assert "14 cases: 29" in said(lit, "_out0")
    assert line(lit, "b181 [")
    blocks = graph(profile, "cases", FlowOptions(all_blocks=True))
    assert "left out: 196 blocks after rarer cases" in blocks
    assert "181 cases: never" in said(blocks, "_never0")


def test_rarer_cases_are_named_if_they_are_few(tmp_path: Path) -> None:
    text = graph(switching(tmp_path, [*range(40, 27, -1), 1, 0]), "cases")
    assert "12 / 13: 29 (6.5 %)" in said(text, "_out0")
    assert "default: never" in said(text, "_never0")


def test_never_is_limited_to_completed_paths(tmp_path: Path) -> None:
    profile = switching(tmp_path, [3, 0], unfinished=2)
    text = graph(profile, "cases")
    assert "2 paths weren't completed and are in no count" in text
    assert "left out: 1 block not executed on completed paths" in text
    assert "default: never on completed paths" in said(text, "_never0")
    assert "<b>never on completed paths</b>" in graph(
        profile, "cases", FlowOptions(all_blocks=True)
    )


def test_the_only_edge_out_of_a_block_has_no_share(tmp_path: Path) -> None:
    """Exceptions may also have left the block, so its count may be higher than its only edge's."""
    profile = select(edges_profile(tmp_path), ALL)
    text = flow_graph(profile, 1, FlowOptions())
    assert said(text, "1_0") == "3 to 7"
    assert "an edge's share is of all ways out of its source block (the block's count" in text
    assert said(text, "0_4") == "default: 1 (12.5 %)"
    assert "weren't completed" not in text
