"""Tests how paths are derived from counts of edges."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

from builders.edges import counted_figure_3, edges_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.sessions.edge_paths import GuidePath, edge_paths

#: The start, end and blocks of each path of ``figure_3()``, by number.
FIGURE_3_PATHS: dict[int, GuidePath] = {
    0: ("loop", "loop", (1, 3, 4)),
    1: ("loop", "exit", (1, 3, 4, 5)),
    2: ("loop", "loop", (1, 2, 4)),
    3: ("loop", "exit", (1, 2, 4, 5)),
    4: ("entry", "loop", (0, 1, 3, 4)),
    5: ("entry", "exit", (0, 1, 3, 4, 5)),
    6: ("entry", "loop", (0, 1, 2, 4)),
    7: ("entry", "exit", (0, 1, 2, 4, 5)),
}


def paths_of(profile: Profile, most: int = 512) -> dict[int, dict[GuidePath, int]]:
    """Returns the paths derived from a profile."""
    return edge_paths(*(profile.table(name) for name in ("methods", "edges", "edge_counts")), most)


def steps_of(paths: dict[GuidePath, int]) -> "Counter[tuple[object, ...]]":
    """Returns how often each edge, start and end occurs in paths."""
    found: Counter[tuple[object, ...]] = Counter()
    for (start, end, blocks), count in paths.items():
        found["start", start, blocks[0]] += count
        found["end", end, blocks[-1]] += count
        for pair in pairwise(blocks):
            found[pair] += count
    return found


@pytest.mark.parametrize("seed", range(5))
def test_paths_take_steps_as_often_as_counted(seed: int, tmp_path: Path) -> None:
    """The derived paths may differ from the real ones, but together they take the same steps."""
    random = Random(seed)
    real: Counter[GuidePath] = Counter()
    taken: Counter[tuple[int, int]] = Counter()
    activations = random.randrange(1, 20)
    for _ in range(activations):
        number = random.choice([4, 5, 6, 7])
        while True:
            start, end, blocks = FIGURE_3_PATHS[number]
            real[start, end, blocks] += 1
            taken.update(pairwise(blocks))
            if end == "exit":
                break
            taken[4, 1] += 1
            number = random.choice([0, 1, 2, 3])
    builder = RecordingBuilder(k=1)
    method = builder.add(counted_figure_3())
    builder.auxiliary(method, entries=activations)
    counted = {(source, target) for source, target, has in method.edge_counters if has}
    builder.taken(method, {edge: taken[edge] for edge in counted})
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    (found,) = paths_of(Profile.open(tmp_path / "p.kpath")).values()
    assert steps_of(found) == steps_of(real)
    assert found.keys() <= set(FIGURE_3_PATHS.values())


def test_paths_cover_all_counts_even_if_the_counts_are_no_flow(tmp_path: Path) -> None:
    """Because of exceptions, the second method's counts aren't a flow.

    Even so, no step is taken less often than it was counted.
    """
    profile = edges_profile(tmp_path)
    rows = profile.edge_counts.to_dict("records")
    for method, paths in paths_of(profile).items():
        steps = steps_of(paths)
        code = profile.code(method)
        for row in rows:
            source, target = row["source"], row["target"]
            if row["method"] == method and target in code.decoder.following(source):
                assert steps[source, target] >= row["count"], row
    (first, second) = paths_of(profile, 1).values()
    assert (len(first), len(second)) == (1, 1)


def test_methods_with_counted_paths_get_no_derived_paths(tmp_path: Path, demo: Path) -> None:
    assert paths_of(Profile.open(demo)) == {}
    builder = RecordingBuilder(k=1)
    method = builder.add(figure_3(edge_counters=[(4, 4, True)]))
    builder.taken(method, {(4, 4): 70})
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    assert paths_of(Profile.open(tmp_path / "p.kpath")) == {}


@pytest.mark.parametrize("kept", ["edge", "end", "start"])
def test_damaged_tables_are_refused(kept: str, tmp_path: Path) -> None:
    """Damaged tables give an error instead of an endless loop."""
    profile = edges_profile(tmp_path)
    edges = profile.table("edges")
    kinds = edges.column("kind").to_pylist()
    damaged = edges.filter(pa.array([kind == kept for kind in kinds]))
    with pytest.raises(KpathError, match="corrupt"):
        edge_paths(profile.table("methods"), damaged, profile.table("edge_counts"), 512)
