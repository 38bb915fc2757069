"""Tests the share of a run's paths that an earlier run had, too."""

from pathlib import Path

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.prediction.path_coverage import path_coverage
from kpath_jvm.profile.writer import write_profile


def profile(directory: Path, counts: dict[int, int], digest: str | None = None) -> Profile:
    """Writes a profile of figure_3(). ``counts`` maps each path to its number of completions.

    The only path of a second method has 7 completions.
    """
    directory.mkdir()
    builder = RecordingBuilder()
    method = builder.add(figure_3() if digest is None else figure_3(digest=digest))
    for path, count in counts.items():
        builder.stream(method, [path], times=count)
    builder.count(builder.add(plain()), 0, 7)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def test_shares_are_by_path_by_completion_and_by_bytecode(tmp_path: Path) -> None:
    """Path 2 is new. Paths that only the earlier run had don't matter."""
    ref = profile(tmp_path / "ref", {0: 5, 2: 3})
    train = profile(tmp_path / "train", {0: 1, 4: 9})
    found = path_coverage(ref, train)
    assert (found.paths, found.trained_paths) == (3, 2)
    assert (found.completions, found.trained_completions) == (15, 12)
    sizes = ref.code(0).instructions
    missing = 3 * sum(sizes[block] for block in ref.decode(0, 2).blocks)
    assert missing > 0
    assert found.bytecodes - found.trained_bytecodes == missing


def test_a_run_covers_itself(tmp_path: Path) -> None:
    ref = profile(tmp_path / "ref", {0: 5, 2: 3})
    found = path_coverage(ref, ref)
    assert (found.paths, found.completions) == (found.trained_paths, found.trained_completions)
    assert found.bytecodes == found.trained_bytecodes > 0


def test_paths_of_different_class_files_are_different(tmp_path: Path) -> None:
    """The paths run through the same blocks."""
    ref = profile(tmp_path / "ref", {0: 5})
    found = path_coverage(ref, profile(tmp_path / "train", {0: 5}, "ab" * 16))
    assert (found.trained_paths, found.trained_completions) == (1, 7)
