"""Tests what the HTML page says about one method."""

from collections import Counter
from pathlib import Path

import pytest

from builders.looping import profile_of, random_program
from builders.methods import FIGURE_3_STREAM, else_if
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.selection import Selection, select
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.page.method import MethodPages
from kpath_jvm.reports.pictures.block_texts import BlockTexts


@pytest.fixture
def pages(profile: Profile) -> MethodPages:
    return MethodPages(profile, profile, Costs(profile), 4)


def test_paths_are_listed_by_heat_with_costs_and_decisions(
    profile: Profile, pages: MethodPages, figure: int
) -> None:
    paths = pages.document(figure, 1000)["paths"]
    counts = Counter(FIGURE_3_STREAM)
    assert dict(zip(paths["numbers"], paths["counts"], strict=True)) == counts
    assert paths["counts"] == sorted(counts.values(), reverse=True)
    assert paths["names"] == ["A", "B", "C", "D"]
    code = profile.code(figure)
    for number, bytecodes, decoded in zip(
        paths["numbers"], paths["bytecodes"], paths["decoded"], strict=True
    ):
        path = code.decode(number)
        assert decoded["blocks"] == list(path.blocks)
        assert (decoded["start"], decoded["end"]) == (path.start, path.end)
        assert bytecodes == sum(code.instructions[block] for block in path.blocks)
    told = paths["decoded"][paths["numbers"].index(0)]["told"]
    assert any("i % 2 == 0: no" in text for text in told)


def test_the_graph_has_the_counts_of_blocks_and_edges(pages: MethodPages, figure: int) -> None:
    graph = pages.document(figure, 1000)["graph"]
    assert [block["count"] for block in graph["blocks"]] == [1, 14, 8, 6, 14, 1]
    assert [4, 1, "back", 13, 13, "", 13 / 14] in graph["edges"]
    assert graph["starts"] == [["entry", 0, 1, ""]]
    assert graph["ends"] == [["exit", 5, 1, ""]]


def test_blocks_are_labelled_with_the_lines_that_they_execute(tmp_path: Path) -> None:
    """Block 2 ends with a goto on line 4, but the rest of line 4 is in block 3."""
    builder = RecordingBuilder(k=2)
    builder.stream(builder.add(else_if()), (3, 0, 1, 2))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    document = MethodPages(profile, profile, Costs(profile), 2).document(0, 10)
    blocks = document["graph"]["blocks"]
    assert [block["label"] for block in blocks] == ["1", "2", "3", "4", "5", "7"]
    assert blocks[2]["lines"] == [3]
    texts = BlockTexts(profile.code(0), profile.method_rows.row(0), range(6))
    assert [texts.where(block) for block in range(6)] == [
        f"line {block['label']}" for block in blocks
    ]
    # In the table of paths, the first and last lines are those of a path's first and last blocks.
    for row in profile.paths.itertuples():
        labels = [int(blocks[block]["label"]) for block in row.blocks]
        assert (row.first_line, row.last_line) == (labels[0], labels[-1])


def test_the_forest_is_limited_and_its_least_count_is_given(
    pages: MethodPages, profile: Profile, figure: int
) -> None:
    whole = profile.method_forest(figure)
    document = pages.document(figure, 1000)
    assert document["nodes"] == {"shown": len(whole), "all": len(whole), "least": 1}
    less = pages.document(figure, 5)
    assert less["nodes"]["shown"] == len(less["forest"]["paths"]) <= 5
    assert less["nodes"]["all"] == len(whole)
    assert min(less["forest"]["counts"]) >= less["nodes"]["least"] > 1


def test_a_selection_keeps_the_names_of_paths(profile: Profile) -> None:
    method = profile.find_method("Tangle.spin")
    selected = select(profile, Selection(method=("Tangle.spin",), loop=("6",)))
    part = MethodPages(selected.profile, selected.whole, Costs(selected.whole), 4)
    paths = part.document(method, 1000)["paths"]
    names = names_of_paths(profile, method)
    assert paths["numbers"]
    assert {number: names[number] for number in paths["numbers"]} == dict(
        zip(paths["numbers"], paths["names"], strict=True)
    )


@pytest.mark.parametrize(("name", "where"), [("Figure3.run", ""), ("retry", " on completed paths")])
def test_never_is_limited_to_completed_paths_if_others_were_cut_off(
    pages: MethodPages, profile: Profile, name: str, where: str
) -> None:
    assert pages.document(profile.find_method(name), 10)["where"] == where


@pytest.mark.parametrize("seed", range(30))
def test_paths_with_different_starts_have_different_texts(seed: int) -> None:
    with profile_of(random_program(seed), 2) as found:
        page = page_document(found, PageOptions())
        for method in page.methods:
            rows = [one for one in method["paths"]["decoded"] if one["apart"] is not None]
            read: dict[tuple[str, ...], set[str]] = {}
            for one in rows:
                read.setdefault(tuple(one["apart"]), set()).add(one["start"])
            assert all(len(starts) == 1 for starts in read.values())
