"""A fixture with the code of the method in Fig. 3 of the k-BLPP paper."""

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.writer import write_profile


@pytest.fixture(scope="session")
def code(tmp_path_factory: pytest.TempPathFactory) -> MethodCode:
    """Returns the code from a profile that was written and read."""
    directory = tmp_path_factory.mktemp("figure-3")
    builder = RecordingBuilder(k=2)
    figure = builder.add(figure_3())
    builder.stream(figure, (6, 3))
    builder.auxiliary(figure, entries=1)
    write_profile(directory / "figure.kpath", builder.build(directory), demo_run(workload=None))
    return Profile.open(directory / "figure.kpath").code(0)
