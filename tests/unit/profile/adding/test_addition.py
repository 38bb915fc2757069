"""Compares sums of profiles with brute-force counts.

Random streams of a small program's methods are written to profiles. The methods differ in their
class files, loaders and graphs, and one graph is numbered in two ways. All sums are compared with
n-grams that are counted in the streams.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
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
from kpath_jvm.analysis.matching import common
from kpath_jvm.analysis.matching.common import CommonPaths
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.identity import paths
from kpath_jvm.profile.identity.methods import Loaders, MethodNumbers, MethodVersion
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.profile_sum import ConcludedSum, merge_jvms
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.flat import flat

K = 3
#: A path: its start, the block that it runs through (2 or 3), and its end.
Walk: TypeAlias = tuple[str, int, str]
#: A method's name, its class file and its loader.
Version: TypeAlias = tuple[str, str, str]
Sums: TypeAlias = Counter[tuple[Any, ...]]


@dataclass(frozen=True)
class Kind:
    """A version of the method of ``figure_3()``.

    ``flip`` is 2 if the Vals of the two edges from block 1 are swapped, so that paths have other
    numbers. ``graph`` is 1 if the version has another graph than ``figure_3()``.
    """

    name: str = "run"
    digest: str = "one"
    loader: str = "app"
    flip: int = 0
    graph: int = 0

    def spec(self) -> MethodSpec:
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
#: Path numbers as in ``figure_3()``. One bit says where the path starts, another whether it runs
#: through block 2 or 3, and a third where it ends.
STREAM = st.lists(st.integers(0, 7), min_size=1, max_size=5)
#: A part is what one profile records. It maps an index in KINDS to the streams of the activations
#: of this kind; a stream is a list of path numbers.
PART = st.dictionaries(
    st.integers(0, len(KINDS) - 1), st.lists(STREAM, min_size=1, max_size=2), min_size=1, max_size=4
)
Part: TypeAlias = dict[int, list[list[int]]]


def walked(number: int, flip: int = 0) -> Walk:
    """Returns the path that has the given number in a version with ``flip``."""
    number ^= flip
    return (
        "entry" if number & 4 else "loop",
        2 if number & 2 else 3,
        "exit" if number & 1 else "loop",
    )


def brute_force(parts: Iterable[Part], key: Callable[[Kind], object]) -> Sums:
    """Counts the n-grams of streams, grouped by what ``key`` returns for their methods."""
    sums: Sums = Counter()
    for part in parts:
        for place, streams in part.items():
            for gram, count in ngrams(streams, K).items():
                sums[key(KINDS[place]), tuple(map(walked, gram))] += count
    return sums


def written(directory: Path, part: Part) -> Profile:
    """Writes a profile of a part's streams. The methods are in the part's order."""
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
    """Counts the n-grams of tables, grouped by what ``key`` returns for the rows of ``methods``.

    Also requires that the tables of paths and methods agree with the forest.
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
    """Requires that a merged profile is the sum of these parts."""
    graphs = {kind.digest: kind.graph for kind in KINDS}

    def key(row: dict[str, Any]) -> object:
        return row["name"], row["digest"], row["loader"], graphs[row["digest"]]

    assert counted(tables_of(profile), profile.forest, key) == brute_force(parts, by_runs)
    kinds = {by_runs(KINDS[place]) for part in parts for place in part}
    assert profile.table("methods").num_rows == len(kinds)


def profiles_of(place: Path, parts: Sequence[Part]) -> list[Profile]:
    return [written(place / str(at), part) for at, part in enumerate(parts)]


def check_runs(place: Path, parts: Sequence[Part], order: Sequence[int]) -> None:
    """Checks that a merge is right, and has the same tables in any order and grouping."""
    profiles = profiles_of(place, parts)
    whole = merged(place / "whole.kpath", *profiles)
    require_runs(whole, parts)
    *some, last = (profiles[at] for at in order)
    inner = merged(place / "inner.kpath", *some)
    for found in (
        merged(place / "other.kpath", *some, last),
        merged(place / "outer.kpath", inner, last),
        merged(place / "back.kpath", last, inner),
    ):
        for name in SCHEMAS:
            assert found.table(name).equals(whole.table(name)), name


def check_jvms(place: Path, parts: Sequence[Part]) -> None:
    """Checks sums for each version of a method.

    With several JVMs, loaders that differ only in their hashes count as one loader.
    """
    profiles = profiles_of(place, parts)
    tables, folding = merge_jvms(profiles)
    assert folding is None

    def told(kind: Kind) -> Version:
        loader = kind_of(kind.loader) if len(parts) > 1 else kind.loader
        return kind.name, kind.digest, loader

    def key(row: dict[str, Any]) -> Version:
        return row["name"], row["digest"], row["loader"]

    found = counted(tables, Forest.of_table(tables["ipf"]), key)
    assert found == brute_force(parts, told)
    # The methods are in the order in which they first occur in the profiles.
    apart = {(told(KINDS[at]), KINDS[at].flip): None for part in parts for at in part}
    assert list(map(key, tables["methods"].to_pylist())) == [version for version, _ in apart]


def check_versions(place: Path, part: Part) -> None:
    """Checks sums over all loaders, and sums for each loader.

    Each method's own forest must equal the method's part of the whole forest.
    """
    profile = written(place / "a", part)
    for across in (True, False):
        require_versions(profile, part, across=across)


def require_versions(profile: Profile, part: Part, *, across: bool) -> None:
    found = profile.merged(across_loaders=across)

    def told(kind: Kind) -> Version:
        return kind.name, kind.digest, "" if across else kind.loader

    def key(row: dict[str, Any]) -> Version:
        return row["name"], row["digest"], "" if across else row["loader"]

    kinds = {(told(kind), kind.flip) for kind in map(KINDS.__getitem__, part)}
    assert found.table("methods").num_rows == len(kinds)
    assert counted(tables_of(found), found.forest, key) == brute_force([part], told)
    for method in found.method_rows.numbers.tolist():
        alone, of_whole = found.method_forest(method), found.forest.of_method(method)
        for name in Forest.__dataclass_fields__:
            assert np.array_equal(getattr(alone, name), getattr(of_whole, name)), name


def check_side(place: Path, parts: Sequence[Part]) -> None:
    """Checks each run's counts by method name and code, with path numbers that all runs share."""
    side = Side([one.merged() for one in profiles_of(place, parts)])
    sums: list[Sums] = [Counter() for _ in parts]
    for known in side.methods:
        numbered = CommonPaths(MethodPair(known, None))
        graph = int(known.code.instructions[2] == 9)
        for run, own in enumerate(sums):
            forest = numbered.forest(known, run, K)
            identities = list(numbered._numbers)
            rows = forest.sequences(range(len(forest))).tolist()
            for row, depth, count in zip(rows, forest.depths, forest.counts, strict=True):
                gram = tuple(
                    (one.start, one.blocks[-2 - (one.end == "exit")], one.end)
                    for one in (identities[path] for path in row[:depth])
                )
                own[(known.name, graph), gram] += int(count)
    assert sums == [brute_force([part], lambda kind: (kind.name, kind.graph)) for part in parts]
    kinds = {(KINDS[at].name, KINDS[at].graph) for part in parts for at in part}
    assert len(side.methods) == len(kinds)


def check_store(place: Path, parts: Sequence[Part]) -> None:
    """Checks the sum of a store's rows for each method and path. A store has no sequences."""
    sums: Sums = Counter()
    graphs: dict[str, set[int]] = {}
    for at, profile in enumerate(profiles_of(place, parts)):
        for row in flat(profile, str(at), "shop", "1", "2026-11-01").to_pylist():
            blocks = row["blocks"].split("-")
            walk = row["starts"], int(blocks[-2 - (row["ends"] == "exit")]), row["ends"]
            graph = int(row["digest"] == "third")
            graphs.setdefault(row["graph"], set()).add(graph)
            sums[(row["method"], row["digest"], row["loader"], graph), (walk,)] += row[
                "completions"
            ]
    wanted = brute_force(parts, by_runs)
    assert sums == {key: count for key, count in wanted.items() if len(key[1]) == 1}
    assert all(len(found) == 1 for found in graphs.values()), "two graphs have one digest"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    return lambda: tmp_path_factory.mktemp("addition")


# Examples aren't shrunk. Each example writes files, so shrinking one would take minutes, and
# examples are small enough to be read.
_SOME = settings(max_examples=25, deadline=None, phases=set(Phase) - {Phase.shrink})


@_SOME
@given(st.lists(PART, min_size=2, max_size=3), st.data())
def test_runs_add_up_in_any_order_and_grouping(
    places: Callable[[], Path], parts: list[Part], data: st.DataObject
) -> None:
    check_runs(places(), parts, data.draw(st.permutations(range(len(parts)))))


@_SOME
@given(st.lists(PART, min_size=1, max_size=3))
def test_jvms_add_up(places: Callable[[], Path], parts: list[Part]) -> None:
    check_jvms(places(), parts)


@_SOME
@given(PART)
def test_versions_of_one_profile_add_up(places: Callable[[], Path], part: Part) -> None:
    check_versions(places(), part)


@_SOME
@given(st.lists(PART, min_size=1, max_size=2))
def test_runs_of_a_side_of_a_diff_add_up(places: Callable[[], Path], parts: list[Part]) -> None:
    check_side(places(), parts)


@_SOME
@given(st.lists(PART, min_size=1, max_size=3))
def test_rows_of_a_store_add_up(places: Callable[[], Path], parts: list[Part]) -> None:
    check_store(places(), parts)


#: Two parts. Together they have all kinds, and paths with all starts, blocks and ends. Some kinds
#: are in both parts.
BOTH: tuple[Part, Part] = (
    {0: [[6, 2, 0, 3]], 1: [[4, 0, 1], [7]], 3: [[6, 2, 3]], 4: [[5]], 5: [[6, 1]]},
    {2: [[4, 2, 1]], 1: [[6, 2, 2, 3]], 0: [[5]], 6: [[4, 3]], 5: [[7]], 3: [[4, 1]]},
)
_add = MethodNumbers.add


def without(**changes: Any) -> Callable[[pytest.MonkeyPatch], None]:
    """Returns a patch that gives all methods' identities the same values in the given fields."""

    def seed(patch: pytest.MonkeyPatch) -> None:
        def add(numbers: MethodNumbers, versions: Iterable[MethodVersion]) -> Any:
            return _add(numbers, [one._replace(**changes) for one in versions])

        patch.setattr(MethodNumbers, "add", add)

    return seed


def without_sizes(patch: pytest.MonkeyPatch) -> None:
    """Makes graphs equal even if their blocks have different numbers of instructions."""
    blocks = Shapes.__dict__["_blocks"].func
    patch.setattr(Shapes, "_blocks", cached_property(lambda shapes: blocks(shapes)[:2]))
    Shapes._blocks.__set_name__(Shapes, "_blocks")


def without_ends(patch: pytest.MonkeyPatch) -> None:
    """Makes paths equal even if they end in different ways."""
    found = paths.identities_in
    patch.setattr(
        common, "identities_in", lambda rows: [one._replace(end="loop") for one in found(rows)]
    )


DEFECTS: dict[str, tuple[Callable[[pytest.MonkeyPatch], None], str]] = {
    "the class file is left out": (without(digest=""), "runs jvms versions"),
    "the name is left out": (without(name=""), "runs jvms versions"),
    "loaders are left out": (without(loader=""), "runs jvms versions"),
    "the numbering is left out": (without(path_tables=""), "runs jvms versions"),
    "names of loaders keep their hashes": (
        lambda patch: patch.setattr(Loaders, "name_of", lambda _, loader: loader),
        "runs jvms versions store",
    ),
    "sizes of blocks are no part of a graph": (without_sizes, "side store"),
    "ends are no part of paths": (without_ends, "side"),
    "numbers of paths aren't translated": (
        lambda patch: patch.setattr(ConcludedSum, "_translations", lambda _: {}), "runs",
    ),
}  # fmt: skip
CHECKS: dict[str, Callable[[Path], None]] = {
    "runs": lambda place: check_runs(place, BOTH, (1, 0)),
    "jvms": lambda place: check_jvms(place, BOTH),
    "versions": lambda place: check_versions(place, BOTH[1]),
    "side": lambda place: check_side(place, BOTH),
    "store": lambda place: check_store(place, BOTH),
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_checks_pass_without_a_defect(tmp_path: Path, check: str) -> None:
    CHECKS[check](tmp_path)


@pytest.mark.parametrize(
    ("name", "check"), [(name, one) for name, (_, said) in DEFECTS.items() for one in said.split()]
)
def test_seeded_defects_of_identity_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, check: str
) -> None:
    DEFECTS[name][0](monkeypatch)
    with pytest.raises((AssertionError, KpathError)):
        CHECKS[check](tmp_path)
