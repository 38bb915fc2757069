"""Compiles two versions of a program, for tests that compare the versions."""

from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command
from oracle.harness import compile_java


@pytest.fixture(scope="session")
def compiled_versions(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[str, Callable[[int], str]], tuple[Path, Path]]:
    """Returns a function that compiles a class's versions 0 and 1, each in its own directory."""

    def compiled(class_name: str, source: Callable[[int], str]) -> tuple[Path, Path]:
        kpath_command.ensure_jars()
        places = tmp_path_factory.mktemp("before"), tmp_path_factory.mktemp("after")
        for version, place in enumerate(places):
            (place / f"{class_name}.java").write_text(source(version))
            compile_java([place / f"{class_name}.java"], place)
        return places

    return compiled
