"""Tests when a run imports modules, and the note on JVMs that aren't recorded."""

import subprocess
import sys

import pytest

from kpath_jvm.sessions.run import unrecorded

#: Importing any of these modules takes a tenth of a second or more.
DEAR = {"jpype", "numpy", "pandas", "pyarrow", "matplotlib", "urllib.request"}


def test_few_modules_are_imported_before_the_target_starts() -> None:
    """The target can't start until the modules below are imported.

    Other modules are imported while the target runs.
    """
    modules = "kpath_jvm.cli.main, kpath_jvm.cli.run, kpath_jvm.sessions.run"
    code = f"import sys, {modules}, kpath_jvm.sessions.record; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "kpath_jvm.sessions.launched" in loaded
    assert loaded & DEAR == set()


@pytest.mark.parametrize("no_report", [True, False])
def test_later_modules_are_imported_while_the_target_runs(no_report: bool) -> None:
    code = (
        "import sys; from types import SimpleNamespace; "
        "from kpath_jvm.sessions.components.imports import import_writer; "
        f"import_writer(SimpleNamespace(no_report={no_report})); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "kpath_jvm.profile.writer" in loaded
    assert ("kpath_jvm.reports.report" in loaded) is not no_report
    assert loaded & {"pandas", "matplotlib", "pyarrow.compute"} == set()


def test_jvms_that_are_not_recorded_are_named() -> None:
    assert unrecorded(["Main"]) == (
        "the target started at least 1 JVM that isn't recorded (Main); "
        "--follow-children records every one"
    )
    assert unrecorded(["A", "B", "B", "C", "D", "E"]) == (
        "the target started at least 6 JVMs that aren't recorded (A, B, C, D, …); "
        "--follow-children records every one"
    )
