"""What the tests of experiments share: the class directory of a program."""

import pytest

from kpath_command import compiled, ensure_jars


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    ensure_jars()
    return compiled("TimedLoop", tmp_path_factory.mktemp("classes"))
