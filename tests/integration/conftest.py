"""What the tests of the command line share: the programs that it runs."""

import pytest

from kpath_command import compile_programs, ensure_jars


@pytest.fixture(scope="session")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the class directory of all programs; kpath-jvm's own jars are there after it."""
    ensure_jars()
    return str(compile_programs(tmp_path_factory.mktemp("classes")))
