"""Tests that the sum of profiles depends neither on their order nor on the ids of their methods."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, figure_3, plain
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.resampled import resample
from kpath_jvm import Profile
from kpath_jvm.profile.forest import Forest, check
from kpath_jvm.profile.profile_sum import Apart, ProfileSum, merge_jvms
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_profile


def added(scratch: Path, *profiles: Path, most_nodes: int = 1 << 20) -> dict[str, pa.Table]:
    whole = ProfileSum(scratch, most_nodes)
    for path in profiles:
        whole.add(Profile.open(path))
    found = whole.concluded()
    ipf = pa.concat_tables([SCHEMAS["ipf"].empty_table(), *found.ipf()]).combine_chunks()
    assert ipf.column("node").to_pylist() == list(range(ipf.num_rows)), (
        "nodes must be numbered consecutively over all tables of the forest"
    )
    return {**found.tables(), "ipf": ipf}


def numbered(directory: Path, name: str, flip: int) -> Path:
    """Writes a profile of ``figure_3()``. If ``flip`` is 2, bit 1 of path numbers is flipped."""
    edges = {(1, 3): 0 ^ flip, (1, 2): 2 ^ flip, (0, 1): 0, (2, 4): 0, (3, 4): 0, (4, 5): 1}
    builder = RecordingBuilder(k=4)
    spec = figure_3(edges=[(*edge, value) for edge, value in edges.items()])
    method = builder.add(spec)
    builder.stream(method, [path ^ flip for path in FIGURE_3_STREAM])
    builder.auxiliary(method, entries=1)
    write_profile(directory / name, builder.build(directory), demo_run())
    return directory / name


def test_paths_are_told_apart_by_their_blocks(tmp_path: Path) -> None:
    """Two numberings of one graph give the same paths different numbers."""
    one, other = (numbered(tmp_path, f"{flip}.kpath", flip) for flip in (0, 2))
    digests = {
        flip: Profile.open(path).table("methods").column("path_tables")[0].as_py()
        for flip, path in ((0, one), (2, other))
    }
    assert digests[0] != digests[2]
    first = min(digests, key=lambda flip: digests[flip])
    alike = [numbered(tmp_path, f"{name}.kpath", first) for name in ("a", "b")]
    wanted = added(tmp_path / "alike", *alike)
    for number, order in enumerate(([one, other], [other, one])):
        mixed = added(tmp_path / str(number), *order)
        for name in SCHEMAS:
            assert mixed[name].equals(wanted[name]), name


@pytest.fixture
def three(tmp_path: Path) -> list[Path]:
    source = Profile.open(demo_profile(tmp_path, k=4))
    ks = (4, 3, 4)
    return [resample(source, tmp_path / f"{seed}.kpath", seed, k=k) for seed, k in enumerate(ks)]


def test_any_order_gives_the_same_tables(tmp_path: Path, three: list[Path]) -> None:
    wanted = added(tmp_path / "first", *three)
    forest = Forest.of_table(wanted["ipf"])
    possible = wanted["methods"].column("possible_paths").to_numpy()
    assert check(forest, len(possible), possible) is None
    assert forest.max_depth == 3
    for number, order in enumerate(permutations(three)):
        # Every second sum may hold only four nodes in memory.
        found = added(tmp_path / str(number), *order, most_nodes=[1 << 20, 4][number % 2])
        for name in SCHEMAS:
            assert found[name].equals(wanted[name]), name


def test_versions_from_loaders_of_one_class_are_merged(tmp_path: Path) -> None:
    tables = added(tmp_path / "scratch", demo_profile(tmp_path))
    shared = [row for row in tables["methods"].to_pylist() if row["class"] == "demo/Shared"]
    assert [(row["loader"], row["completed"]) for row in shared] == [("web", 16)]


def test_methods_are_ordered_by_name_and_rows_by_method(tmp_path: Path, three: list[Path]) -> None:
    tables = added(tmp_path / "scratch", *three)
    keys = [(row["class"], row["name"]) for row in tables["methods"].to_pylist()]
    assert keys == sorted(keys)
    for name in SCHEMAS:
        assert (np.diff(tables[name].column("method").to_numpy()) >= 0).all(), name


def test_versions_from_different_class_files_stay_apart(tmp_path: Path) -> None:
    paths = []
    for digest in ("one", "other"):
        builder = RecordingBuilder(k=4)
        method = builder.add(figure_3(digest=digest))
        builder.stream(method, FIGURE_3_STREAM)
        write_profile(tmp_path / digest, builder.build(tmp_path), demo_run())
        paths.append(tmp_path / digest)
    whole = ProfileSum(tmp_path / "scratch")
    assert [whole.add(Profile.open(path)) for path in paths] == [1, 1]
    found = whole.concluded()
    assert found.apart == Apart(class_files=1, loaders=0, graphs=0)
    assert sum(len(forest) for forest in found.forests()) == 2 * len(Profile.open(paths[0]).forest)
    assert found.tables()["methods"].column("digest").to_pylist() == ["one", "other"]


@pytest.mark.parametrize(
    ("differing", "expected"),
    [
        (({}, {"loader": "web@1"}), Apart(0, 1, 0)),
        (({"loader": "web@2"}, {"loader": "web@1"}), Apart(0, 0, 0)),
        (({}, {"cuts": [(0, 1)]}), Apart(0, 0, 1)),
        (({}, {"digest": "x", "loader": "web@1"}), Apart(1, 0, 0)),
        (({}, {"digest": "x"}, {"digest": "x", "loader": "web@1"}), Apart(1, 1, 0)),
    ],
)
def test_reasons_that_keep_versions_apart_are_counted(
    tmp_path: Path, differing: tuple[dict[str, Any], ...], expected: Apart
) -> None:
    whole = ProfileSum(tmp_path / "scratch")
    for number, changes in enumerate(differing):
        builder = RecordingBuilder(k=4)
        builder.stream(builder.add(figure_3(**changes)), (6, 3))
        write_profile(tmp_path / f"{number}.kpath", builder.build(tmp_path), demo_run())
        whole.add(Profile.open(tmp_path / f"{number}.kpath"))
    assert whole.concluded().apart == expected


def of_jvm(directory: Path, name: str, *, loader: str = "app", plainly: int = 0) -> Profile:
    """Writes a profile of ``plain()``, which ran ``plainly`` times, and of ``figure_3()`` after it.

    If ``plainly`` is 0, the profile has only ``figure_3()``, with other ids.
    """
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
    return [of_jvm(tmp_path, "one"), of_jvm(tmp_path, "two", plainly=5)]


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


def test_blocks_and_paths_are_not_repeated(two: list[Profile]) -> None:
    tables, _ = merge_jvms(two)
    for name in ("blocks", "edges", "loops"):
        assert tables[name].num_rows == len(getattr(two[1], name)), name
    assert tables["paths"].num_rows == len(two[1].paths)


def test_methods_of_different_loaders_stay_apart(tmp_path: Path) -> None:
    tables, _ = merge_jvms([of_jvm(tmp_path, "one"), of_jvm(tmp_path, "two", loader="web@1")])
    assert tables["methods"].column("completed").to_pylist() == [14, 14]
    assert tables["methods"].column("loader").to_pylist() == ["app", "web"]


def test_loaders_identity_hashes_are_ignored_across_jvms(tmp_path: Path) -> None:
    one, other = of_jvm(tmp_path, "one", loader="web@1f"), of_jvm(tmp_path, "b", loader="web@2e")
    tables, _ = merge_jvms([one, other])
    assert tables["methods"].column("completed").to_pylist() == [28]
    assert tables["methods"].column("loader").to_pylist() == ["web"]
    # Within one JVM, the hashes tell apart loaders that are instances of one class.
    alone, _ = merge_jvms([one])
    assert alone["methods"].column("loader").to_pylist() == ["web@1f"]
