"""One identity and one addition, against a brute force that knows neither.

Random streams of methods of a small program are cut into profiles: several class files of a name,
loaders, graphs, and numberings of one graph. What each user of the addition has of them (merge, in
any order and grouping, JVMs, versions of one profile, diff and the rows of a store) is held against
n-grams that are counted in the streams themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from builders.forests import ngrams
from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.matching.common import CommonPaths
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.profile.adding.profile_sum import merge_jvms
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.flat import flat

K = 3
#: How a path begins, which of blocks 2 and 3 it runs through, and how it ends.
Walk: TypeAlias = tuple[str, int, str]
#: What a method is called, its class file and its loader.
Version: TypeAlias = tuple[str, str, str]
Sums: TypeAlias = Counter[tuple[object, ...]]


@dataclass(frozen=True)
class Kind:
    """Figure 3's method in one of its versions; ``flip`` is 2 if its paths are numbered otherwise.

    ``graph`` tells graphs apart.
    """

    name: str = "run"
    digest: str = "one"
    loader: str = "app"
    flip: int = 0
    graph: int = 0

    def spec(self) -> MethodSpec:
        """Return what is recorded of it."""
        values = {(1, 3): self.flip, (1, 2): 2 - self.flip, (0, 1): 0, (2, 4): 0, (3, 4): 0,
                  (4, 5): 1}  # fmt: skip
        changes: dict[str, Any] = {"instructions": {2: 9}} if self.graph else {}
        edges = [(*edge, value) for edge, value in values.items()]
        return figure_3(
            name=self.name, digest=self.digest, loader=self.loader, edges=edges, **changes
        )


KINDS = (
    Kind(),
    Kind(flip=2),
    Kind(digest="other"),
    Kind(digest="third", graph=1),
    Kind(loader="web@1f"),
    Kind(loader="web@2e"),
    Kind(name="again"),
)
#: Numbers of paths in figure 3's own numbering, as the two bits of a start, a way and an end.
STREAM = st.lists(st.integers(0, 7), min_size=1, max_size=5)
#: By place in KINDS the streams of its activations.
PART = st.dictionaries(
    st.integers(0, len(KINDS) - 1), st.lists(STREAM, min_size=1, max_size=2), min_size=1, max_size=4
)
Part: TypeAlias = dict[int, list[list[int]]]


def walked(number: int, flip: int = 0) -> Walk:
    """Return what a path is, by its number where the ways out of block 1 have changed places."""
    number ^= flip
    return (
        "entry" if number & 4 else "loop",
        2 if number & 2 else 3,
        "exit" if number & 1 else "loop",
    )


def brute_force(parts: Iterable[Part], key: Callable[[Kind], object]) -> Sums:
    """Count the n-grams of streams by what ``key`` says of their methods."""
    sums: Sums = Counter()
    for part in parts:
        for place, streams in part.items():
            for gram, count in ngrams(streams, K).items():
                sums[key(KINDS[place]), tuple(map(walked, gram))] += count
    return sums


def written(directory: Path, part: Part) -> Profile:
    """Write a profile of streams; methods come in the order in which the part has them."""
    directory.mkdir()
    builder = RecordingBuilder(k=K)
    for place, streams in part.items():
        method = builder.add(KINDS[place].spec())
        for stream in streams:
            builder.stream(method, [number ^ KINDS[place].flip for number in stream])
        builder.auxiliary(method, entries=len(streams))
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def counted(
    tables: dict[str, pa.Table], forest: Forest, key: Callable[[dict[str, Any]], object]
) -> Sums:
    """Count the n-grams of tables by what ``key`` says of rows of ``methods``, which are apart.

    That the tables of paths and methods say the same is required on the way.
    """
    rows = {row["method"]: row for row in tables["methods"].to_pylist()}
    flips = {row["method"]: 0 if row["source"] == 1 and row["value"] == 0 and row["target"] == 3
             else 2 for row in tables["edges"].to_pylist()
             if (row["kind"], row["source"], row["target"]) == ("edge", 1, 3)}  # fmt: skip
    sums: Sums = Counter()
    singles: Counter[tuple[int, int]] = Counter()
    for node in range(len(forest)):
        method, depth = int(forest.methods[node]), int(forest.depths[node])
        paths = forest.sequences([node])[0][:depth].tolist()
        if depth == 1:
            singles[method, paths[0]] = int(forest.counts[node])
        gram = tuple(walked(path, flips[method]) for path in paths)
        sums[key(rows[method]), gram] += int(forest.counts[node])
    of_paths = {(row["method"], row["path"]): row["count"] for row in tables["paths"].to_pylist()}
    assert of_paths == singles
    completed: Counter[int] = Counter()
    for (method, _), count in singles.items():
        completed[method] += count
    assert {number: row["completed"] for number, row in rows.items()} == completed
    return sums


def tables_of(profile: Profile) -> dict[str, pa.Table]:
    return {name: profile.table(name) for name in SCHEMAS}


def merged(output: Path, *profiles: Profile) -> Profile:
    merge(MergeRequest(tuple(one.path for one in profiles), output), lambda _: None)
    return Profile.open(output)


def kind_of(loader: str) -> str:
    return loader.partition("@")[0]


def by_runs(kind: Kind) -> object:
    return kind.name, kind.digest, kind_of(kind.loader), kind.graph


def require_runs(profile: Profile, parts: Sequence[Part]) -> None:
    """Require that a merged profile is the sum of these parts."""
    graphs = {kind.digest: kind.graph for kind in KINDS}

    def key(row: dict[str, Any]) -> object:
        return row["name"], row["digest"], row["loader"], graphs[row["digest"]]

    assert counted(tables_of(profile), profile.forest, key) == brute_force(parts, by_runs)
    kinds = {by_runs(KINDS[place]) for part in parts for place in part}
    assert profile.table("methods").num_rows == len(kinds)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    return lambda: tmp_path_factory.mktemp("addition")


slowly = settings(max_examples=25, deadline=None, phases=set(Phase) - {Phase.shrink})


@slowly
@given(st.lists(PART, min_size=2, max_size=3), st.data())
def test_runs_add_up_in_any_order_and_grouping(
    places: Callable[[], Path], parts: list[Part], data: st.DataObject
) -> None:
    """Commutative and associative: all tables are equal, and the sum is that of the streams."""
    place = places()
    profiles = [written(place / str(at), part) for at, part in enumerate(parts)]
    whole = merged(place / "whole.kpath", *profiles)
    require_runs(whole, parts)
    order = data.draw(st.permutations(profiles))
    inner = merged(place / "inner.kpath", *order[:-1])
    for found in (
        merged(place / "other.kpath", *order),
        merged(place / "outer.kpath", inner, order[-1]),
        merged(place / "back.kpath", order[-1], inner),
    ):
        for name in SCHEMAS:
            assert found.table(name).equals(whole.table(name)), name


@slowly
@given(st.lists(PART, min_size=1, max_size=3))
def test_jvms_add_up(places: Callable[[], Path], parts: list[Part]) -> None:
    """By class, name, descriptor, class file, numbering, and the kinds of loaders of several."""
    place = places()
    profiles = [written(place / str(at), part) for at, part in enumerate(parts)]
    tables, folding = merge_jvms(profiles)
    assert folding is None

    def told(loader: str) -> str:
        return kind_of(loader) if len(parts) > 1 else loader

    found = counted(
        tables,
        Forest.of_table(tables["ipf"]),
        lambda row: (row["name"], row["digest"], row["loader"]),
    )
    assert found == brute_force(parts, lambda kind: (kind.name, kind.digest, told(kind.loader)))
    apart = {
        (kind.name, kind.digest, told(kind.loader), kind.flip)
        for kind in (KINDS[place] for part in parts for place in part)
    }
    assert tables["methods"].num_rows == len(apart)
    # In the order in which they come.
    first = [row["name"] for row in profiles[0].table("methods").to_pylist()]
    assert tables["methods"].column("name").to_pylist()[:1] == first[:1]


@slowly
@given(PART)
def test_versions_of_one_profile_add_up(places: Callable[[], Path], part: Part) -> None:
    """With loaders together, and apart; whole, and method by method."""
    profile = written(places() / "a", part)
    for across in (True, False):
        require_versions(profile, part, across=across)


def require_versions(profile: Profile, part: Part, *, across: bool) -> None:
    found = profile.merged(across_loaders=across)

    def told(kind: Kind) -> tuple[str, str, str]:
        return kind.name, kind.digest, "" if across else kind.loader

    kinds = {(told(kind), kind.flip) for kind in map(KINDS.__getitem__, part)}
    assert found.table("methods").num_rows == len(kinds)
    sums = counted(
        tables_of(found),
        found.forest,
        lambda row: (row["name"], row["digest"], "" if across else row["loader"]),
    )
    assert sums == brute_force([part], told)
    for method in found.method_rows.numbers.tolist():
        alone, of_whole = found.method_forest(method), found.forest.of_method(method)
        for name in Forest.__dataclass_fields__:
            assert np.array_equal(getattr(alone, name), getattr(of_whole, name)), name


@slowly
@given(st.lists(PART, min_size=1, max_size=2))
def test_runs_of_a_side_of_a_diff_add_up(places: Callable[[], Path], parts: list[Part]) -> None:
    """By name and by what the code is; each run by itself."""
    place = places()
    profiles = [written(place / str(at), part) for at, part in enumerate(parts)]
    side = Side([one.merged() for one in profiles])
    for run, part in enumerate(parts):
        sums: Sums = Counter()
        for known in side.methods:
            common = CommonPaths(MethodPair(known, None))
            forest = common.forest(known, run, K)
            identities = list(common._numbers)
            for node, (row, depth) in enumerate(
                zip(forest.sequences(range(len(forest))).tolist(), forest.depths, strict=True)
            ):
                walks = tuple(identities[path] for path in row[:depth])
                gram = tuple((one.start, one.blocks[-2 - (one.end == "exit")], one.end)
                             for one in walks)  # fmt: skip
                graph = int(known.code.instructions[2] == 9)
                sums[(known.name, graph), gram] += int(forest.counts[node])
        assert sums == brute_force([part], lambda kind: (kind.name, kind.graph))


@slowly
@given(st.lists(PART, min_size=1, max_size=3))
def test_rows_of_a_store_add_up(places: Callable[[], Path], parts: list[Part]) -> None:
    """By the columns that fleets group by: paths, of which a store has no sequences."""
    place = places()
    sums: Sums = Counter()
    graphs: dict[str, set[int]] = {}
    for at, part in enumerate(parts):
        table = flat(written(place / str(at), part), str(at), "shop", "1", "2026-11-01")
        for row in table.to_pylist():
            blocks = row["blocks"].split("-")
            walk = row["starts"], int(blocks[-2 - (row["ends"] == "exit")]), row["ends"]
            graph = int(row["digest"] == "third")
            graphs.setdefault(row["graph"], set()).add(graph)
            key = row["method"], row["digest"], row["loader"], graph
            sums[key, (walk,)] += row["completions"]
    wanted = brute_force(parts, by_runs)
    assert sums == {key: count for key, count in wanted.items() if len(key[1]) == 1}  # type: ignore[arg-type]
    assert all(len(found) == 1 for found in graphs.values()), "a digest is that of one graph"
