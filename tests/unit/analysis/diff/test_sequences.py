"""Tests the sequences that a comparison reports because they are hot on one side."""

from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.versions import LEFT, RIGHT, Version, compared_profiles, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.changes import SequenceChange, Status
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.diff.sequences import (
    _without_tests,
    are_equal,
    runs_in_one_of,
    sequence_changes,
    without_rewritten,
)
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.hot_sequences import lies_in
from kpath_jvm.analysis.matching.common import CommonPaths
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.diff.gates import of_conditions


def pair_of(
    directory: Path, base: Version, new: Version
) -> tuple[MethodPair, KnownMethod, KnownMethod]:
    sides = [
        Side([versions_profile(directory, name, version)])
        for name, version in (("base", base), ("new", new))
    ]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    return pair, pair.base, pair.new


def changes(directory: Path, base: Version, new: Version, k: int = 4) -> list[SequenceChange]:
    pair, one, other = pair_of(directory, base, new)
    return list(sequence_changes(pair, one, other, k))


def test_the_same_paths_in_another_order_give_other_sequences(tmp_path: Path) -> None:
    runs = Version().walked(*[LEFT] * 8, *[RIGHT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    found = changes(tmp_path, *runs)
    assert {one.of for one in found} == {"base", "new"}
    fresh = next(one for one in found if one.of == "new")
    # All iterations but the first begin at the header, and go left and right in turn.
    assert len(set(fresh.paths)) == 2
    assert fresh.count.means[1] > fresh.count.means[0]
    # No sequence is reported a second time as a rotation or as a longer sequence.
    assert not any(
        lies_in(one.paths, other.paths)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if one.of == other.of
    )


def test_equally_frequent_sequences_of_edited_code_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, new = Version().walked(*[LEFT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    (tmp_path / "edited").mkdir()
    edited, _, _ = pair_of(
        tmp_path / "edited", base, replace(new, digest="x", operands={2: "kind.sort"})
    )
    assert edited.code == "changed"
    (gone, *_) = changes(tmp_path, base, new)

    def one(status: Status, count: float, paths: int = 2) -> SequenceChange:
        counts = Figure((0.0,), (count,)) if status == "new" else Figure((count,), (0.0,))
        return replace(gone, pair=edited, status=status, count=counts, paths=(1,) * paths)

    # The base lacks the code of new sequences.
    module = "kpath_jvm.analysis.diff.sequences"
    monkeypatch.setattr(f"{module}.is_in_both", lambda one: one.status != "new")

    pair = [one("gone", 8), one("new", 8)]
    assert without_rewritten(pair) == []
    for other in (one("new", 9), one("new", 8, 3), one("shifted", 8), one("gone", 8)):
        assert without_rewritten([pair[0], other]) == [pair[0], other]
    # Two gone sequences can't have become one.
    assert without_rewritten([pair[0], *pair]) == [pair[0]]
    unchanged = [replace(each, pair=gone.pair) for each in pair]
    assert without_rewritten(unchanged) == unchanged
    # If both sides have the code, the program does something else.
    monkeypatch.setattr(f"{module}.is_in_both", lambda _: True)
    assert without_rewritten(pair) == pair


def test_a_sequence_of_one_side_is_weighed_by_that_sides_bytecodes(tmp_path: Path) -> None:
    """The iterations are random, so ``run`` has a different share of the bytecodes on each side."""
    seen: set[str] = set()
    for seed in range(12):
        random = Random(seed)
        sides = []
        for name in ("base", "new"):
            (tmp_path / f"{seed}").mkdir(exist_ok=True)
            rounds = [random.choice((LEFT, RIGHT)) for _ in range(random.randint(4, 40))]
            rest = [LEFT] * random.randint(1, 60)
            sides.append(
                Side([
                    versions_profile(
                        tmp_path / f"{seed}", name,
                        Version().walked(*rounds), Version(name="rest").walked(*rest),
                    )
                ])
            )  # fmt: skip
        pair = next(one for one in match_methods(*sides) if one.known.name == "run")
        assert pair.base is not None
        assert pair.new is not None
        shares = [one.bytecodes[0] / one.side.bytecodes[0] for one in (pair.base, pair.new)]
        of = {"gone": shares[0], "new": shares[1], "shifted": max(shares)}
        for one in sequence_changes(pair, pair.base, pair.new, 4):
            assert one.weight == pytest.approx(of[one.status] * abs(one.share.change))
            seen.add(one.status)
    assert seen == {"gone", "new", "shifted"}


def test_sequences_through_a_new_loop_are_new_because_of_it(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    for sides, status in (((base, new), "new"), ((new, base), "gone")):
        found = difference(*(Side([Profile.open(path)]) for path in sides))
        grown = [one for one in found.sequences if one.pair.known.name == "grows"]
        through = {one.paths for one in grown if runs_in_one_of(found.loops, one)}
        # Blocks 6 and 7 are the loop that only one side has.
        of_loop = set()
        for one in grown:
            known = one.pair.base if one.of == "base" else one.pair.new
            assert known is not None
            blocks = {it for path in one.paths for it in known.code.decode(path).blocks}
            if one.status == status and blocks & {6, 7}:
                of_loop.add(one.paths)
        assert through == of_loop
        assert 0 < len(of_loop) < len(grown)
        # Both sides have all loops of the method ``run``, so none of its sequences runs through a
        # new or gone loop.
        assert not any(
            runs_in_one_of(found.loops, one)
            for one in found.sequences
            if one.pair.known.name == "run"
        )


def test_single_paths_give_no_sequences_to_report(tmp_path: Path) -> None:
    runs = Version().walked(*[LEFT] * 8, *[RIGHT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    assert changes(tmp_path, *runs, k=1) == []


def test_a_smaller_k_applies_to_both_sides(tmp_path: Path) -> None:
    runs = Version().walked(*[LEFT] * 8, *[RIGHT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    assert all(len(one.paths) <= 2 for one in changes(tmp_path, *runs, k=2))


def test_forests_are_equal_if_all_their_counts_are_equal(tmp_path: Path) -> None:
    walked = Version().walked(LEFT, RIGHT)
    _, one, other = pair_of(tmp_path, walked, walked)
    assert are_equal(one, other, 4)
    (tmp_path / "more").mkdir()
    # The paths ran as often as before, but in another order. Only longer sequences show that.
    runs = Version().walked(LEFT, LEFT, RIGHT, LEFT), Version().walked(LEFT, RIGHT, LEFT, LEFT)
    _, one, other = pair_of(tmp_path / "more", *runs)
    assert are_equal(one, other, 1)
    assert not are_equal(one, other, 3)


def test_paths_that_are_cut_elsewhere_are_not_compared(tmp_path: Path) -> None:
    walked = Version().walked(*[LEFT] * 8, *[RIGHT] * 8)
    other = Version(cut="loop-header").walked(*[LEFT, RIGHT] * 8)
    assert changes(tmp_path, walked, other) == []
    # Gates that need the sequences can't be judged. Gates on other figures pass.
    sides = [Side([versions_profile(tmp_path, f"cut {one.cut}", one)]) for one in (walked, other)]
    found = difference(*sides)
    texts = ("new-sequence", "gone-sequence", "any", "bytecodes > 1%", "new-loop")
    outcomes = judge(found, [parsed(text) for text in texts])
    assert [one.is_untold for one in outcomes] == [True, True, True, False, False]
    assert not any(one.is_failed for one in outcomes)
    (gate, *_) = of_conditions(outcomes)
    assert gate["error"] == (
        "condition 'new-sequence': it can't be told: demo.Work.run(int): its paths were recorded "
        "in two ways, so its sequences can't be compared; what wasn't counted, or was counted in "
        "paths of another kind, can't be compared; record both sides with the same options and "
        "without --profiler"
    )


def test_a_sequence_that_a_profiler_does_not_count_is_no_difference(tmp_path: Path) -> None:
    """Paths 0 and 2 end at a back edge, but kiter doesn't count what follows path 0."""
    sides = []
    for name, profiler, streams in (
        ("base", "stream", [[6, *[2, 2, 0] * 50, 3]]),
        ("new", "kiter", [[6, 2, 2, 0], *[[2, 2, 0]] * 49, [3]]),
        ("other", "stream", [[6, 2, 2, 0], *[[2, 2, 0]] * 49, [3]]),
    ):
        builder = RecordingBuilder(k=4)
        builder.stream(builder.add(figure_3()), *streams)
        run = demo_run(options={"profiler": profiler})
        write_profile(tmp_path / name, builder.build(tmp_path), run)
        sides.append(Side([Profile.open(tmp_path / name)]))
    base, new, other = sides

    def statuses(one: Side, two: Side) -> set[str]:
        (pair,) = match_methods(one, two)
        assert pair.base is not None
        assert pair.new is not None
        found = [*sequence_changes(pair, pair.base, pair.new, 4)]
        known = [it for it in found if not it.may_be_uncounted]
        # Sequences that one of the profilers may not have counted come last. Whether their counts
        # differ isn't known, so gates can't judge them.
        assert found[: len(known)] == known
        is_open = len(found) > len(known)
        for text in (f"{status}-sequence" for status in ("new", "gone")):
            (outcome,) = judge(difference(one, two), [parsed(text)])
            by_status = any(it.status == text.partition("-")[0] for it in found[len(known) :])
            assert outcome.is_untold == (is_open and by_status and not outcome.is_failed)
        return {it.status for it in known}

    assert "gone" in statuses(base, other)
    assert "gone" not in statuses(base, new)
    assert "new" not in statuses(new, base)


def held_back_gates(
    directory: Path, *, in_base: int, completed_only: bool
) -> dict[str, dict[str, Any]]:
    """Returns the JSON objects of three gates, by condition.

    In the base, ``in_base`` activations may have held back paths.
    """
    sides = [
        Side([versions_profile(directory, name, version)])
        for name, version in (
            ("base", Version(unfinished=in_base).walked(*[LEFT] * 8, times=5)),
            ("new", Version().walked(*[LEFT, RIGHT] * 8, times=5)),
        )
    ]
    found = difference(*sides)
    texts = ("new-sequence", "gone-sequence", "any")
    gates = of_conditions(judge(found, [parsed(it, completed_only=completed_only) for it in texts]))
    assert all(it.may_have_run == (in_base > 0) for it in found.sequences if it.status == "new")
    assert not any(it.may_have_run for it in found.sequences if it.status != "new")
    return dict(zip(texts, gates, strict=True))


def test_a_sequence_that_may_have_been_held_back_is_not_surely_new(tmp_path: Path) -> None:
    for name in ("none", "held", "counted"):
        (tmp_path / name).mkdir()
    gates = held_back_gates(tmp_path / "none", in_base=0, completed_only=False)
    assert all(gate["error"] is None for gate in gates.values())
    assert not gates["new-sequence"]["passed"]
    gates = held_back_gates(tmp_path / "held", in_base=1, completed_only=False)
    text = gates["new-sequence"]["error"]
    assert "the base didn't count it, but may have held it back" in text
    assert text.endswith("pass --completed-only to judge what was counted, or record both sides "
                         "with --no-packing")  # fmt: skip
    # A sequence that only the base counted is surely gone.
    assert gates["gone-sequence"]["error"] is None
    assert gates["any"]["error"] is None
    assert not gates["any"]["passed"]
    gates = held_back_gates(tmp_path / "counted", in_base=1, completed_only=True)
    assert gates["new-sequence"]["error"] is None
    assert not gates["new-sequence"]["passed"]


def test_a_passed_gate_reports_what_may_have_been_held_back(tmp_path: Path) -> None:
    sides = [
        Side([versions_profile(tmp_path, name, version.walked(*[LEFT] * 8, times=times))])
        for name, version, times in (("base", Version(), 5), ("new", Version(unfinished=2), 6))
    ]
    (gate,) = of_conditions(judge(difference(*sides), [parsed("new-sequence")]))
    assert gate["passed"]
    assert gate["text"] == (
        "no new sequence; activations of 1 method may have held back their last paths when their "
        "JVM was killed or halted; these paths are in no sequence"
    )


def _found(status: str, base: float, new: float) -> Any:
    return SimpleNamespace(status=status, count=Figure((base,), (new,)))


def test_a_path_that_no_longer_runs_through_a_test_is_the_same_path() -> None:
    pair = SimpleNamespace(base=SimpleNamespace(code=SimpleNamespace(deciding={2: "a test"})))
    common = CommonPaths(pair)  # type: ignore[arg-type]
    paths = [
        PathIdentity("back", (1, 2, 3), "back"), PathIdentity("back", (1, 3), "back"),
        PathIdentity("back", (1, 4, 3), "back"), PathIdentity("back", (1, 3), "exit"),
        PathIdentity("back", (1,), "back"),
    ]  # fmt: skip
    common._numbers.update({path: number for number, path in enumerate(paths)})
    assert [common.are_alike_but_for_tests(0, other) for other in range(5)] == [
        True, True, False, False, False
    ]  # fmt: skip
    assert common.are_alike_but_for_tests(1, 0)
    gone, come = ((0, 4), _found("gone", 8, 0)), ((1, 4), _found("new", 0, 8))
    assert _without_tests([gone, come], common) == []
    rarer = ((1, 4), _found("new", 0, 7))
    assert _without_tests([gone, rarer], common) == [gone, rarer]
    other = ((2, 4), _found("new", 0, 8))
    assert _without_tests([gone, other], common) == [gone, other]
    # A sequence has at most one counterpart, so there is none left for ``again``.
    again = ((0, 1), _found("gone", 8, 0))
    assert _without_tests([gone, come, again], common) == [again]
