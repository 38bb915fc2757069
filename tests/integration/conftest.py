"""Fixtures shared by the tests of the command line: the programs that they run."""

from pathlib import Path

import pytest

from kpath_command import compile_programs, ensure_jars

#: The module that compares profiles with a tracer's counts. It marks its tests itself, because the
#: README's test command runs some of them.
MARKED_BY_ITSELF = "test_differential.py"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder as ``integration``, except those in MARKED_BY_ITSELF.

    ``items`` are the tests of all folders.
    """
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.name != MARKED_BY_ITSELF:
            item.add_marker("integration")


@pytest.fixture(scope="session")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Returns the class directory of all programs. Also makes sure that kpath-jvm's jars exist."""
    ensure_jars()
    return str(compile_programs(tmp_path_factory.mktemp("classes")))
