"""Tests the trees of figure 4: their data, and the paths at which the trees begin."""

from pathlib import Path

import pytest

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM
from builders.recordings import demo_profile
from chart_texts import check_texts
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.figure04_tree import (
    TreeRequest,
    draw_tree,
    tree_data,
    turning_point,
)
from kpath_jvm.evaluation.figures.drawing import path_legend
from kpath_jvm.profile.forest import canonical


def test_the_tree_has_the_sequences_of_example_1(tmp_path: Path) -> None:
    profile = pd_profile(tmp_path)
    data = tree_data(profile, TreeRequest("Figure3.run", 4, 0.1, root=2))
    # In Example 1 of the k-BLPP paper, path 2 is executed six times. Then the paths 0, 0 and 2
    # follow three times, path 2 twice, and path 3 once.
    rows = data[["depth", "path", "count"]].to_numpy().tolist()
    assert rows == [
        [1, 2, 6], [2, 0, 3], [3, 0, 3], [4, 2, 3], [2, 2, 2], [3, 0, 2], [4, 0, 2], [2, 3, 1],
    ]  # fmt: skip
    called = names_of_paths(profile, profile.find_method("Figure3.run"))
    assert data["name"].tolist() == [called[path] for path in data["path"]]
    assert tree_data(profile, TreeRequest("Figure3.run", 4, root=called[2])).equals(data)
    assert path_legend(data).startswith("A is path ")
    assert data["share_of_parent"].tolist()[:3] == [1.0, 0.5, 1.0]
    pruned = tree_data(profile, TreeRequest("Figure3.run", 4, 0.4, root=2))
    assert pruned["path"].tolist() == [2, 0, 0, 2]
    with style.styled():
        figure = draw_tree(data, "A tree", "A note.")
    check_texts(figure)
    boxes = [text.get_text() for text in figure.axes[0].texts if text.get_bbox_patch()]
    assert boxes == data["name"].tolist()
    for wrong, message in (
        (TreeRequest("Figure3.run", 9), "has sequences of up to 4 paths, not 9"),
        (
            TreeRequest("Figure3.run", 4, root=1),
            r"no completed path of .*run\(int\) is called 1",
        ),
    ):
        with pytest.raises(KpathError, match=message):
            tree_data(profile, wrong)
    with pytest.raises(KpathError) as failure:
        tree_data(profile, TreeRequest("Figure3.run", 9))
    assert str(failure.value).endswith("paths, not 9; ask for k = 4 or less, or record with -k 9")


def pd_profile(tmp_path: Path):
    from kpath_jvm import Profile

    return Profile.open(demo_profile(tmp_path))


def test_the_tree_begins_at_the_pattern_s_first_path() -> None:
    # The pattern of four paths begins with 7, and goes on with either 1, 1, 2 or 5, 5, 2.
    turns = ([7, 1, 1, 2] * 9 + [7, 5, 5, 2] * 4) * 20
    counts = ngrams([turns], 8)
    order = sorted(counts, key=lambda gram: (len(gram), gram))
    node = {gram: at for at, gram in enumerate(order)}
    forest = canonical(
        [0] * len(order), [node.get(gram[:-1], -1) for gram in order],
        [gram[-1] for gram in order], [len(gram) for gram in order],
        [counts[gram] for gram in order],
    )  # fmt: skip
    roots = (forest.parents < 0).nonzero()[0]
    assert forest.paths[turning_point(forest, roots, 0.1)] == 7


def test_without_a_pattern_the_tree_begins_at_the_most_frequent_root() -> None:
    counts = ngrams([FIGURE_3_STREAM[:3], [5, 5, 5]], 3)
    order = sorted(counts, key=lambda gram: (len(gram), gram))
    node = {gram: at for at, gram in enumerate(order)}
    forest = canonical(
        [0] * len(order), [node.get(gram[:-1], -1) for gram in order],
        [gram[-1] for gram in order], [len(gram) for gram in order],
        [counts[gram] for gram in order],
    )  # fmt: skip
    roots = (forest.parents < 0).nonzero()[0]
    assert forest.paths[turning_point(forest, roots, 0.1)] == 5
