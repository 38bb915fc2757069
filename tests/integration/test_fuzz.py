"""Runs the fuzzers of tests/fuzz/ briefly: random class files, and damaged files for the readers.

The seeds are always the same, so a failure is due to the change at hand. The fuzzers' own commands
try new seeds.
"""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from fuzz.checking import Trial
from fuzz.damage import damage, without_digests
from fuzz.differential import try_seed
from fuzz.programs import Shape
from fuzz.readers import fuzz
from fuzz.variants import CODE_LIMIT, PLAIN, variants_of
from kpath_jvm.profile.model import Profile
from oracle.harness import find_java_homes
from oracle.oracle import BACK_EDGE, LOOP_HEADER

pytestmark = pytest.mark.slow

SEEDS_OF_DAMAGE = 120


@pytest.mark.parametrize("seed", [8, 24, 57])
def test_counts_of_a_random_program_equal_those_of_its_log(seed: int, tmp_path: Path) -> None:
    """The program behaves in the same way with and without the agent.

    Its twin, which is a copy with logging instructions, writes a log. Each count of the profile
    equals the count in the log.
    """
    assert try_seed(seed, tmp_path).failures == []


def test_a_debugger_sees_what_the_twin_logs(tmp_path: Path) -> None:
    """The log can serve as a reference only if the slow tracer, a debugger, agrees with it."""
    trial = Trial(Shape(3, 1, 6), tmp_path / "trial", find_java_homes()[0])
    assert trial.event_count > 100
    assert trial.judged(3, BACK_EDGE) == []


def test_the_check_can_fail(tmp_path: Path) -> None:
    """The check fails for another k, another cut mode, and a shortened log."""
    home = find_java_homes()[0]
    trial = Trial(Shape(5, 1, 12), tmp_path / "trial", home)
    variant = replace(
        variants_of(5, [home])[0],
        cut=BACK_EDGE, k=3, max_paths=4096, code_limit=CODE_LIMIT, way=PLAIN,
    )  # fmt: skip
    assert trial.problems(variant) == []
    profile = Profile.open(trial.directory / "profile.kpath")
    assert trial.compare(profile, replace(variant, k=4))
    assert trial.compare(profile, replace(variant, cut=LOOP_HEADER))
    trial.activations.pop()
    assert trial.compare(profile, variant)


def test_damaged_files_get_a_line_or_a_result() -> None:
    """Many verbs read damaged profiles or damaged recordings."""
    totals = fuzz(first=0, count=SEEDS_OF_DAMAGE, jobs=2, minutes=10)
    assert totals.failures == []
    assert totals.tried == SEEDS_OF_DAMAGE


def test_the_fuzzer_writes_through_no_link(tmp_path: Path) -> None:
    """The fuzzer also replaces files by links to other files, and mustn't change those files."""
    outside = tmp_path / "outside"
    outside.write_text("of somebody else", "utf-8")
    directory = tmp_path / "damaged"
    directory.mkdir()
    (directory / "run.json").symlink_to(outside)
    (directory / "methods.jsonl").write_text("{}\n", "utf-8")
    for seed in range(50):
        damage(Random(seed), directory)
    without_digests(directory)
    assert outside.read_text("utf-8") == "of somebody else"
