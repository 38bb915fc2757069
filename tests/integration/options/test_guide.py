"""No guide may change what ``run --guide`` records."""

from pathlib import Path

import pandas as pd
import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from oracle.harness import compile_java


def run(
    classes: str | Path, directory: Path, name: str, hot: int, *words: str, ends: bool = False
) -> tuple[Profile, list[str]]:
    """Records HotWays, and returns the profile and kpath-jvm's own lines."""
    arguments = [str(hot), *(["exit"] if ends else [])]
    done = kpath.run(
        "run", "-q", "--no-report", "-k", "3", "-o", name, *words, "--", "java", "-cp",
        str(classes), "HotWays", *arguments, directory=directory,
    )  # fmt: skip
    assert done.returncode == (4 if ends else 0), done.stderr
    return Profile.open(directory / name), kpath.own_lines(done.stderr)


def assert_same(one: Profile, other: Profile) -> None:
    """Checks that two profiles are equal, except for ids and the sizes of instrumented code."""
    ids = ["first_id", "instrumented_bytes"]
    assert one.run.completeness == other.run.completeness
    pd.testing.assert_frame_equal(one.methods.drop(columns=ids), other.methods.drop(columns=ids))
    for table in ("blocks", "edges", "loops", "paths", "ipf"):
        pd.testing.assert_frame_equal(getattr(one, table), getattr(other, table))


@pytest.mark.parametrize("cut", ["back-edge", pytest.param("loop-header", marks=pytest.mark.slow)])
def test_guided_runs_have_the_same_profile(classes: str, tmp_path: Path, cut: str) -> None:
    """One guide is from an equal run, the other from a run with other hot paths and cut edges."""
    own, _ = run(classes, tmp_path, "own", 9, "--cut", cut)
    other, _ = run(classes, tmp_path, "other", 22, "--cut", cut, "--max-paths", "8")
    for guide in (own, other):
        guided, lines = run(
            classes, tmp_path, f"by-{guide.path.name}", 9, "--cut", cut, "--guide", str(guide.path)
        )
        assert lines == []
        assert_same(guided, own)
        use = guided.run.guide
        assert use is not None
        assert (use.profile, use.matched) == (str(guide.path), use.methods)
        assert use.renumbered > 0


def test_system_exit_loses_no_held_back_paths(classes: str, tmp_path: Path) -> None:
    """At the exit, activations hold back several hot paths in a word, or a single cold path."""
    own, _ = run(classes, tmp_path, "own", 9, "--no-packing", ends=True)
    other, _ = run(classes, tmp_path, "other", 22, ends=True)
    guided, _ = run(classes, tmp_path, "guided", 9, "--guide", str(other.path), ends=True)
    pd.testing.assert_frame_equal(guided.paths, own.paths)
    pd.testing.assert_frame_equal(guided.ipf, own.ipf)
    assert guided.run.held_back is None


def test_a_guided_stream_gives_the_same_profile(classes: str, tmp_path: Path) -> None:
    own, _ = run(classes, tmp_path, "own", 9)
    run(classes, tmp_path, "guided", 9, "--guide", str(own.path), "--record", "stream")
    built = kpath.run("build", "stream", "-k", "3", "-o", "built.kpath", directory=tmp_path)
    assert built.returncode == 0, built.stderr
    assert_same(Profile.open(tmp_path / "built.kpath"), own)


def test_a_guide_of_other_class_files_is_unused(classes: str, tmp_path: Path) -> None:
    """`run` reports that the guide was of no use."""
    source = (kpath.PROGRAMS / "HotWays.java").read_text().replace("i < 200", "i < 201")
    (tmp_path / "HotWays.java").write_text(source)
    compile_java([tmp_path / "HotWays.java"], tmp_path)
    earlier, _ = run(classes, tmp_path, "earlier", 9)
    own, _ = run(tmp_path, tmp_path, "own", 9)
    guided, lines = run(tmp_path, tmp_path, "guided", 9, "--guide", str(earlier.path))
    assert_same(guided, own)
    assert lines == [
        f"kpath-jvm: no method of the guide {earlier.path} is in this run, so the guide is of no "
        "use; give --guide the profile of an earlier run of this program"
    ]
    use = guided.run.guide
    assert use is not None
    assert (use.matched, use.renumbered) == (0, 0)


def test_a_wrong_guide_is_refused_before_anything_runs(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    done = kpath.run("run", "--guide", "p", "--", "java", "-version", directory=tmp_path)
    assert done.returncode == kpath.OWN_FAILURE
    assert done.stderr.decode() == (
        "kpath-jvm: --guide: p is not a profile: it has no run.json; give the profile of an "
        "earlier run of the program\n"
    )
