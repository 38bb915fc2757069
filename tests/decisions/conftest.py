"""Marks the tests of this folder as ``integration``: each compiles and records programs."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of this folder; ``items`` has the tests of all folders."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("integration")
