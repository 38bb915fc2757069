"""Provides the demo profile and the number of one method."""

from pathlib import Path

import pytest

from kpath_jvm import Profile


@pytest.fixture
def profile(demo: Path) -> Profile:
    """Returns the demo profile, with the versions of each method added up, as in reports."""
    return Profile.open(demo).merged()


@pytest.fixture
def figure(profile: Profile) -> int:
    """Returns the number of Figure3.run."""
    return profile.find_method("Figure3.run")
