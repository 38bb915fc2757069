"""A method's code: any of its paths can be decoded."""

from pathlib import Path

import pytest

from kpath_jvm import Profile
from kpath_jvm.errors import KpathError


def test_decoding(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run(I)V")
    path = profile.decode(method, 7)
    assert path.blocks == (0, 1, 2, 4, 5)
    assert path.offsets == ((0, 3), (4, 8), (9, 14), (21, 27), (28, 28))
    assert path.lines == (8, 9, 10, 11, 15, 9, 17)
    assert (path.start, path.end) == ("entry", "exit")
    with pytest.raises(KpathError, match="no path 8"):
        profile.decode(method, 8)
