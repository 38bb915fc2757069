"""Tests what is known of a loop's entries and iterations in one or several versions of a method.

tests/unit/analysis/test_loops.py compares the counts with everything that ran.
"""

from collections.abc import Iterator
from dataclasses import Field, fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.wild_walks import WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.of_loops.loop_counts import CountedLoops, LoopCounts, summed_counts
from kpath_jvm.profile.decoding import PathDecoder

#: Four numbers: counted entries, counted iterations, missing entries and missing iterations.
parts = st.tuples(*[st.integers(0, 20)] * 4)


def counted(entries: int, iterations: int, more_entries: int, more_iterations: int) -> LoopCounts:
    return LoopCounts(
        entries=entries,
        iterations=iterations,
        missing=max(more_entries, more_iterations),
        missing_entries=more_entries,
        missing_iterations=more_iterations,
    )


@given(st.lists(parts, min_size=1, max_size=3))
def test_bounds_of_a_sum_of_versions_hold(versions: list[tuple[int, int, int, int]]) -> None:
    entries = sum(one[0] + one[2] for one in versions)
    iterations = sum(one[1] + one[3] for one in versions)
    found = summed_counts([counted(*one) for one in versions])
    assert found.entries_most is not None
    assert found.iterations_most is not None
    assert found.entries <= entries <= found.entries_most
    assert found.iterations <= iterations <= found.iterations_most
    if entries:
        most = float("inf") if found.mean_most is None else found.mean_most
        assert (found.mean_least or 0.0) <= iterations / entries <= most
    assert found.mean_iterations in (None, iterations / entries if entries else None)


def test_figures_unknown_for_one_version_are_unknown_for_the_sum() -> None:
    known = counted(2, 6, 0, 0)
    assert summed_counts([known, known]).mean_iterations == 3
    unknown = LoopCounts(entries=2, iterations=6, missing=None, is_at_least=True)
    found = summed_counts([known, unknown])
    assert (found.entries, found.iterations, found.is_at_least) == (4, 12, True)
    assert (found.entries_most, found.iterations_most, found.mean_iterations) == (None, None, None)
    assert (found.mean_least, found.mean_most) == (None, None)
    never = LoopCounts(
        entries=2, iterations=0, missing=None, is_estimate=True, has_iterations=False
    )
    assert summed_counts([known, never]).known_iterations is None
    assert summed_counts([]).missing == 0


@pytest.mark.parametrize("field", fields(LoopCounts), ids=lambda field: field.name)
def test_no_field_is_left_out_of_a_sum(field: Field[Any]) -> None:
    """A field that ``summed_counts`` forgot would have its default value in each sum."""
    kind = get_type_hints(LoopCounts)[field.name]
    # These values differ from all defaults. A field of another type needs a value here.
    value = {int: 7, int | None: 7, bool: not field.default}[kind]
    one = replace(counted(2, 6, 0, 0), **{field.name: value})
    assert getattr(summed_counts([one]), field.name) == value


#: Random reducible methods with cut-off paths. Each end of a path leads to one block, so the starts
#: of cut-off paths are known.
METHODS = [
    method
    for seed in range(150)
    if (method := walked_method(seed)) is not None
    and method.broken_off
    and all(len(method.ways(block, end)) < 2 for (block, _), end in method.kinds.items())
]  # fmt: skip


def ways_from(method: WalkedMethod, block: int) -> Iterator[list[int]]:
    """Yields all ways that a cut-off path can have taken from a block on."""
    yield [block]
    for to in set(method.successors[block]):
        if (block, to) not in method.kinds:
            yield from ([block, *way] for way in ways_from(method, to))


@pytest.mark.parametrize("method", METHODS)
def test_only_paths_that_may_have_run_in_a_loop_hide_its_entries_and_iterations(
    tmp_path: Path, method: WalkedMethod
) -> None:
    """Tries all ways from the start of each cut-off path, and notes which lead through a loop."""
    profile = Profile.open(walked_profile(tmp_path, method, k=2))
    found = CountedLoops(profile, 0)
    for loop, one in enumerate(profile.code(0).loops):
        body, rest = method.loops[one.header], method.loops[one.header] - found.nest.test(loop)

        def leaves(way: list[int], _: str, rest: set[int] = rest, body: set[int] = body) -> bool:
            return any(a in rest and b not in body for a, b in pairwise(way))

        def runs(way: list[int], _: str, body: set[int] = body) -> bool:
            return not body.isdisjoint(way)

        def enters(way: list[int], start: str, header: int = one.header) -> bool:
            return header in (way if start in ("entry", "handler") else way[1:])

        inside, entering, leaving = (
            sum(
                any(does(way, path.start) for way in ways_from(method, path.blocks[0]))
                for path in method.broken_off
            )
            for does in (runs, enters, leaves)
        )
        counts = found.counts(loop)
        assert counts.missing_entries is not None
        assert counts.missing_iterations is not None
        assert counts.ran_inside == inside
        assert counts.missing_entries <= entering
        assert counts.missing_iterations <= leaving
        # The bounds hold for what the cut-off paths really did. If only one of them can have
        # entered the loop, that entry may still be known.
        is_known = entering == 1 and not counts.missing_entries
        entered = sum(enters(path.blocks, path.start) for path in method.broken_off)
        assert entered - is_known <= counts.missing_entries
        left = sum(leaves(path.blocks, path.start) for path in method.broken_off)
        assert left <= counts.missing_iterations


def test_each_block_is_examined_once_for_all_cut_off_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    following = PathDecoder.following

    def counting(decoder: PathDecoder, block: int) -> frozenset[int]:
        asked.append(block)
        return following(decoder, block)

    monkeypatch.setattr(PathDecoder, "following", counting)
    for number, method in enumerate(METHODS[:20]):
        (tmp_path / str(number)).mkdir()
        profile = Profile.open(walked_profile(tmp_path / str(number), method, k=2))
        found = CountedLoops(profile, 0)
        for loop, one in enumerate(profile.code(0).loops):
            # The first call also looks at the loop's nest, and keeps what it finds.
            found.counts(loop)
            asked.clear()
            found.counts(loop)
            assert sorted(asked) == sorted(set(one.blocks) - found.nest.test(loop))


def test_there_are_enough_random_methods_and_some_catch_exceptions() -> None:
    assert len(METHODS) > 20
    assert any(method.caught for method in METHODS)
