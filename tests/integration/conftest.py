"""Fixtures shared by the tests of the command line: the programs that they run."""

import pytest

from kpath_command import compile_programs, ensure_jars


@pytest.fixture(scope="session")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the class directory of all programs. Also makes sure that kpath-jvm's jars exist."""
    ensure_jars()
    return str(compile_programs(tmp_path_factory.mktemp("classes")))
