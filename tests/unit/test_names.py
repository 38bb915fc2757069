"""Tests rules about names of modules, tests and classes, and about which command runs a test."""

import ast
from pathlib import Path

import pytest

from kpath_command import REPOSITORY

PACKAGE = REPOSITORY / "orchestrator" / "kpath_jvm"
#: A module with fewer lines decides little, and needs no test module of its name.
LEAST_LINES = 60
#: Modules without a test module of their name, and the tests that cover these modules.
SHOWN_BY = {
    "analysis/of_loops/next_iteration.py": "unit/analysis/of_loops/test_loop_windows.py",
    "analysis/uncertainty.py": "unit/analysis/test_iterations.py",
    "analysis/reachable.py": "unit/analysis/test_line_counts.py",
    "profile/recorded/circulation.py": "unit/profile/recorded/test_possible_counts.py",
    "reports/counted/extended_table.py": "unit/reports/counted/test_extended.py",
    "reports/prediction/summary.py": "unit/reports/prediction/test_text.py",
    "reports/shares.py": "unit/reports/test_header.py",
    "reports/advised_loop.py": "unit/reports/test_advice_summary.py",
    "reports/always_words.py": "unit/reports/test_always.py",
    "reports/coverage_words.py": "unit/facts/test_coverage.py",
    "cli/options/counting.py": "unit/cli/options/test_restated_defaults.py",
    "cli/options/recorded.py": "unit/cli/options/test_restated_defaults.py",
    "cli/bounds.py": "golden/test_accuracy.py",
    "reports/accuracy/bounds_text.py": "golden/test_accuracy.py",
    "reports/accuracy/overlap_text.py": "golden/test_accuracy.py",
    "analysis/diff/changes.py": "unit/analysis/diff/test_difference.py",
    "__init__.py": "unit/api/test_api.py",
    "cli/many/fleet.py": "unit/cli/many/test_store.py",
    "cli/recover.py": "integration/test_recover.py",
    "cli/report.py": "golden/test_golden.py",
    "cli/run.py": "integration/test_run_bad_input.py",
    "sessions/beforehand.py": "unit/sessions/test_native.py",
    "cli/structure.py": "integration/evaluation/test_structure.py",
    "cli/tree.py": "golden/test_golden.py",
    "engine/bridge.py": "integration/test_differential.py",
    "engine/structure.py": "integration/evaluation/test_structure.py",
    "evaluation/experiments/experiment.py": "integration/evaluation/test_experiment.py",
    "fleet/asking.py": "unit/fleet/test_answers.py",
    "fleet/queries.py": "unit/fleet/test_answers.py",
    "records/callers.py": "unit/analysis/test_callers.py",
    "records/time_samples.py": "unit/sessions/test_timing.py",
    "reports/markdown/times.py": "unit/reports/test_inclusive_time.py",
    "recording/recorded.py": "unit/profile/test_tables.py",
    "records/run.py": "unit/profile/test_reader.py",
    "sessions/bursts/session.py": "integration/running/test_bursts.py",
    "sessions/drained.py": "integration/test_record.py",
    "sessions/components/dead.py": "integration/test_recover.py",
    "sessions/components/source.py": "integration/test_run_process.py",
    "cli/build.py": "integration/test_build.py",
    "sessions/build.py": "integration/test_build.py",
    "sessions/ctl.py": "unit/cli/running/test_ctl.py",
    "sessions/doctor.py": "unit/evaluation/experiments/trials/test_hardware_counters.py",
    "sessions/follow/records.py": "integration/test_follow_children.py",
    "sessions/follow/recover.py": "integration/test_recover_children.py",
    "sessions/follow/session.py": "integration/test_follow_children.py",
    "sessions/inline.py": "integration/test_inline_profilers.py",
    "sessions/record.py": "integration/test_run_process.py",
    "source/condition.py": "unit/source/test_conditions.py",
}
#: Modules that only declare something. Tests in unit/reports compare them with the outputs.
DECLARATIONS = ("reports/documents/", "reports/export/meanings.py")
#: Verbs of the evaluation, which are in cli/ and have their own tests.
OF_THE_EVALUATION = {"cli/experiment.py", "cli/reproduce.py", "cli/workloads.py"}


def modules() -> list[str]:
    """Returns the modules that need a test module of their name, or an entry in SHOWN_BY."""
    found = (path.relative_to(PACKAGE).as_posix() for path in sorted(PACKAGE.rglob("*.py")))
    return [
        name
        for name in found
        if (not name.startswith("evaluation/") or name.startswith("evaluation/experiments/"))
        and name not in OF_THE_EVALUATION
        and not name.startswith(DECLARATIONS)
        and len((PACKAGE / name).read_text("utf-8").splitlines()) >= LEAST_LINES
    ]


@pytest.mark.parametrize("name", modules())
def test_each_module_has_a_test_module_of_its_name(name: str) -> None:
    path = Path(name)
    own = REPOSITORY / "tests" / "unit" / path.parent / f"test_{path.name}"
    if name in SHOWN_BY:
        assert not own.exists(), "the module now has a test module; take its entry out of SHOWN_BY"
        own = REPOSITORY / "tests" / SHOWN_BY[name]
    assert own.is_file(), f"{name} needs {own.relative_to(REPOSITORY)}, or an entry in SHOWN_BY"


def test_all_modules_in_shown_by_need_tests() -> None:
    assert set(SHOWN_BY) <= set(modules())


def test_all_tests_are_run_by_one_of_two_commands() -> None:
    """.ci/slow runs the slow tests, and .ci/run runs all others.

    .ci/run first runs the README's command, and then the integration tests, which the README's
    command leaves out.
    """
    readme = (REPOSITORY / "README.md").read_text("utf-8")
    ci = (REPOSITORY / ".ci" / "run").read_text("utf-8").splitlines()
    slow = (REPOSITORY / ".ci" / "slow").read_text("utf-8").splitlines()
    settings = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    assert '.venv/bin/python -m pytest -n auto -m "not slow and not integration"\n```' in readme
    assert 'bash -euo pipefail -c "$command"' in ci
    assert '.venv/bin/python -m pytest -n auto -m "integration and not slow"' in ci
    assert ".venv/bin/python -m pytest -n auto -m slow --ignore tests/stress" in slow
    assert ".venv/bin/python -m pytest -m slow tests/stress" in slow
    # .ci/run and .ci/slow fail if a JDK is missing. The README's command runs with a single JDK.
    assert "export KPATH_ALL_JDKS=1" in ci
    assert "export KPATH_ALL_JDKS=1" in slow
    assert "KPATH_ALL_JDKS" not in readme
    assert settings.count('"slow: ') == 1
    (options,) = [line for line in settings.splitlines() if line.startswith("addopts")]
    assert not {"-m", "-k", "--ignore", "--deselect"} & set(options.strip('"').split())


def test_each_public_class_has_a_name_of_its_own() -> None:
    """Pages and messages name classes without their modules."""
    places: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(path.relative_to(PACKAGE).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_each_java_class_has_a_name_of_its_own() -> None:
    """The runtime's classes are all defined in one package, so only their names tell them apart."""
    sources = [
        path.stem
        for path in (REPOSITORY / "agent").glob("*/src/main/java/**/*.java")
        if path.stem != "package-info"
    ]
    assert len(sources) > 400
    assert sorted({name for name in sources if sources.count(name) > 1}) == []
