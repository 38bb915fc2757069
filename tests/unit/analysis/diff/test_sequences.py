"""Tests sequences that are hot on one side."""

from pathlib import Path

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.changes import SequenceChange
from kpath_jvm.analysis.diff.sequences import are_equal, sequence_changes
from kpath_jvm.analysis.hot_sequences import lies_in
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.profile.writer import write_profile


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


def test_the_same_paths_in_another_order(tmp_path: Path) -> None:
    runs = Version().walked(*[LEFT] * 8, *[RIGHT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    found = changes(tmp_path, *runs)
    assert {one.of for one in found} == {"base", "new"}
    fresh = next(one for one in found if one.of == "new")
    # All rounds but the first begin at the header, and go left and right in turn.
    assert len(set(fresh.paths)) == 2
    assert fresh.count.means[1] > fresh.count.means[0]
    # No sequence is reported a second time as a rotation or as a longer sequence.
    assert not any(
        lies_in(one.paths, other.paths)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if one.of == other.of
    )


def test_sequences_of_one_path_say_nothing_of_what_follows(tmp_path: Path) -> None:
    runs = Version().walked(*[LEFT] * 8, *[RIGHT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    assert changes(tmp_path, *runs, k=1) == []


def test_a_shorter_k_is_that_of_both(tmp_path: Path) -> None:
    runs = Version().walked(*[LEFT] * 8, *[RIGHT] * 8), Version().walked(*[LEFT, RIGHT] * 8)
    assert all(len(one.paths) <= 2 for one in changes(tmp_path, *runs, k=2))


def test_equal_forests(tmp_path: Path) -> None:
    walked = Version().walked(LEFT, RIGHT)
    _, one, other = pair_of(tmp_path, walked, walked)
    assert are_equal(one, other, 4)
    (tmp_path / "more").mkdir()
    # The paths ran as often but in another order, which only longer sequences show.
    runs = Version().walked(LEFT, LEFT, RIGHT, LEFT), Version().walked(LEFT, RIGHT, LEFT, LEFT)
    _, one, other = pair_of(tmp_path / "more", *runs)
    assert are_equal(one, other, 1)
    assert not are_equal(one, other, 3)


def test_paths_that_are_cut_elsewhere_are_not_compared(tmp_path: Path) -> None:
    walked = Version().walked(*[LEFT] * 8, *[RIGHT] * 8)
    other = Version(cut="loop-header").walked(*[LEFT, RIGHT] * 8)
    assert changes(tmp_path, walked, other) == []


def test_a_sequence_that_a_profiler_does_not_count_is_no_difference(tmp_path: Path) -> None:
    """Paths 0 and 2 end at a back edge; the new profile has nothing of what follows path 0."""
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
        return {it.status for it in sequence_changes(pair, pair.base, pair.new, 4)}

    assert "gone" in statuses(base, other)
    assert "gone" not in statuses(base, new)
    assert "new" not in statuses(new, base)
