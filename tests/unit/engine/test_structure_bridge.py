"""Tests the message about a simulated cache that can't exist."""

from types import SimpleNamespace

import pytest

from kpath_jvm.engine import structure_bridge
from kpath_jvm.engine.structure import CacheShape
from kpath_jvm.errors import KpathError


def test_impossible_caches_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class JavaError(Exception):
        """Stands for jpype.JException, so that no JVM is needed."""

    def refuses(*_: int) -> None:
        raise JavaError("java.lang.IllegalArgumentException: 3 ways of 64 bytes\n at X")

    fake = SimpleNamespace(JClass=lambda _: refuses, JException=JavaError)
    monkeypatch.setattr(structure_bridge, "jpype", fake)
    with pytest.raises(KpathError) as caught:
        structure_bridge._shape(CacheShape(1024, 3, 64))
    assert str(caught.value) == "not a possible cache: 3 ways of 64 bytes; see --l1 and --l2"
