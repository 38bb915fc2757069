"""Tests that an error in a workload's file is reported in one line."""

import re
from pathlib import Path

import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.configuration import read_workload

CONFIG = installation.dacapo_configs() / "eclipse.toml"


class TestConfiguration:
    @pytest.mark.parametrize(
        ("pattern", "replacement", "complaint"),
        [
            (r'^suite = "dacapo"\n', "", "suite is missing"),
            (r"^threads = 1", "threads = 0", "threads is 0, not 1 or more"),
            (r"^threads = 1", "threads = true", "threads is true, not a whole number"),
            (r"^threads = 1", 'threads = "1"', "threads is '1', not a whole number"),
            (
                r"^threads = 1",
                "thraeds = 1\nthreads = 1",
                "thraeds is unknown; did you mean threads?",
            ),
            (
                r"^release = 11",
                "release = [11]",
                "settings.release is [11], not a string or a whole number",
            ),
            (
                r"^release = 11",
                "release = true",
                "settings.release is true, not a string or a whole number",
            ),
            (
                r"^release = 11",
                'release = 11\n[excluded_jdks]\nnewest = "no"',
                "excluded_jdks.newest is not a JDK's feature version",
            ),
            (
                r"^release = 11",
                'release = 11\n[jvm_options_from]\n24 = "-x"',
                "jvm_options_from.24 is '-x', not a list",
            ),
            (r'^kind = "stand-in"', 'kind = "real"', "kind is 'real', not 'stand-in'"),
            (
                r'^class_path = \["ecj"\]',
                "class_path = [1]",
                "class_path is [1], not a list of strings",
            ),
            (
                r'^class_path = \["ecj"\]',
                'class_path = ["ejc"]',
                "class_path names 'ejc', which is not among the artifacts",
            ),
            (
                r'"org.eclipse.jdt:ecj:3[^"]*"',
                '"ecj"',
                "artifacts.ecj.coordinates is 'ecj', "
                "not group:artifact:version[:classifier][@packaging]",
            ),
            (
                r'sha256 = "14c4[^"]*"',
                'sha256 = "14"',
                "artifacts.ecj.sha256 is '14', not a SHA-256 in 64 hex digits",
            ),
            (r"^digest = .*", "", "sizes.small.digest is missing"),
            (
                r"^inputs.sources = .*",
                'inputs.sources = ["commons"]',
                "sizes.small.inputs.sources names 'commons', which is not among the artifacts",
            ),
            (
                r"^\[sizes.default\]",
                "[sizes.medium]",
                "sizes are small, medium, large, not small, default, large",
            ),
            (r'^  "gson",\n', "", "artifacts.gson isn't used by the workload"),
        ],
    )
    def test_errors_in_a_workload_s_file_are_reported_in_one_line(
        self, tmp_path: Path, pattern: str, replacement: str, complaint: str
    ) -> None:
        changed, count = re.subn(
            pattern, replacement, CONFIG.read_text("utf-8"), count=1, flags=re.MULTILINE
        )
        assert count == 1
        path = tmp_path / "changed.toml"
        path.write_text(changed, "utf-8")
        with pytest.raises(KpathError) as raised:
            read_workload(path)
        remedy = "" if complaint.endswith("?") else "; correct the file"
        assert str(raised.value) == f"{path}: {complaint}{remedy}"

    def test_files_that_are_not_toml_are_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "broken.toml"
        path.write_text("suite = ", "utf-8")
        with pytest.raises(KpathError, match=r"^cannot read the workload .*broken\.toml: "):
            read_workload(path)
