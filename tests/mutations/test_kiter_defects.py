"""Each seeded defect of the k-iteration profiler makes a profile contradict the trace."""

from pathlib import Path

import pytest

from iterated import k_of, paths_of, record_kiter
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.records.completeness import Cause
from mutations.kiter_defects import KITER_DEFECTS, KiterDefect
from mutations.mutant import REPOSITORY, build_mutant
from oracle.iterations import iteration_profile, iterations_cut_off
from oracle.targets import DIRECTORY, compiled, read_target, traced

K = 3


def is_right(defect: KiterDefect, jars: Path, directory: Path) -> bool:
    """Returns whether the profile of the defect's target agrees with the target's trace."""
    target = read_target(DIRECTORY / defect.target)
    program = compiled(target)
    trace, _ = traced(target)
    try:
        recording = record_kiter(program, (K, defect.array, 60000), directory, jars)
    except (AssertionError, KpathError):
        # There is no recording, or it can't be read.
        return False
    iterations = k_of(recording.lines, K)
    profile = Profile.open(recording.profile)
    cut_off = sum(iterations_cut_off(trace, program.classes, iterations).values())
    return (
        paths_of(profile) == iteration_profile(trace, program.classes, iterations)
        and profile.completeness.figures.get("cut off", 0) == cut_off
        and not profile.completeness.has(Cause.DISAGREEMENT)
    )


@pytest.mark.parametrize("defect", KITER_DEFECTS, ids=lambda one: one.name.replace(" ", "-"))
def test_a_defect_can_be_seeded(defect: KiterDefect) -> None:
    source = (REPOSITORY / defect.source).read_text(encoding="utf-8")
    assert source.count(defect.find) == 1


@pytest.mark.slow
@pytest.mark.parametrize("defect", KITER_DEFECTS, ids=lambda one: one.name.replace(" ", "-"))
def test_a_seeded_defect_is_caught(defect: KiterDefect, tmp_path: Path) -> None:
    """The check fails with the defect, and passes without it."""
    jars = require_jars().directory
    mutant = build_mutant(jars, tmp_path, defect.source, defect.find, defect.replacement)
    (tmp_path / "with").mkdir()
    (tmp_path / "without").mkdir()
    assert not is_right(defect, mutant, tmp_path / "with")
    assert is_right(defect, jars, tmp_path / "without")
