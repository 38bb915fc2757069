"""Profiles of several JVMs become one: tables one behind the other, equal methods added up."""

from pathlib import Path

import pytest

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.forest import Forest, check
from kpath_jvm.profile.merging_jvms import merge_jvms
from kpath_jvm.profile.writer import write_profile


def profile(directory: Path, name: str, *, loader: str = "app", plainly: int = 0) -> Profile:
    """Figure 3's method, and another if it is to run so many times; ids differ with that."""
    builder = RecordingBuilder(k=4)
    if plainly:
        other = builder.add(plain())
        builder.count(other, 1, plainly)
        builder.auxiliary(other, entries=plainly)
    method = builder.add(figure_3(loader=loader))
    builder.stream(method, FIGURE_3_STREAM)
    builder.auxiliary(method, entries=1)
    write_profile(directory / name, builder.build(directory), demo_run())
    return Profile.open(directory / name)


@pytest.fixture
def two(tmp_path: Path) -> list[Profile]:
    return [profile(tmp_path, "one"), profile(tmp_path, "two", plainly=5)]


def test_equal_methods_are_added_up_whatever_their_ids(two: list[Profile]) -> None:
    tables, folding = merge_jvms(two)
    assert folding is None
    rows = tables["methods"].select(["method", "name", "entries", "completed"]).to_pylist()
    assert rows == [
        {"method": 0, "name": "run", "entries": 2, "completed": 28},
        {"method": 1, "name": "plain", "entries": 5, "completed": 5},
    ]


def test_n_grams_are_added_up(two: list[Profile]) -> None:
    tables, _ = merge_jvms(two)
    forest = Forest.of_table(tables["ipf"])
    possible = tables["methods"].column("possible_paths").to_numpy()
    assert check(forest, len(possible), possible) is None
    own = forest.of_method(0)
    counts = dict(
        zip(
            (tuple(row[:depth]) for row, depth in zip(
                own.sequences(range(len(own))).tolist(), own.depths.tolist(), strict=True
            )),
            own.counts.tolist(),
            strict=True,
        )
    )  # fmt: skip
    assert counts == ngrams([FIGURE_3_STREAM] * 2, 4)


def test_blocks_and_paths_are_there_once(two: list[Profile]) -> None:
    tables, _ = merge_jvms(two)
    for name in ("blocks", "edges", "loops"):
        assert tables[name].num_rows == len(getattr(two[1], name)), name
    assert tables["paths"].num_rows == len(two[1].paths)


def test_other_loaders_methods_stay_apart(tmp_path: Path) -> None:
    tables, _ = merge_jvms([profile(tmp_path, "one"), profile(tmp_path, "two", loader="web@1")])
    assert tables["methods"].column("completed").to_pylist() == [14, 14]
    assert tables["methods"].column("loader").to_pylist() == ["app", "web"]


def test_identity_hashes_of_loaders_mean_nothing_in_another_jvm(tmp_path: Path) -> None:
    one, other = profile(tmp_path, "one", loader="web@1f"), profile(tmp_path, "b", loader="web@2e")
    tables, _ = merge_jvms([one, other])
    assert tables["methods"].column("completed").to_pylist() == [28]
    assert tables["methods"].column("loader").to_pylist() == ["web"]
    # Of one JVM they tell the loaders of a class apart.
    alone, _ = merge_jvms([one])
    assert alone["methods"].column("loader").to_pylist() == ["web@1f"]
