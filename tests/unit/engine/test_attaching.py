"""Tests the messages that say why the agent can't be loaded into a running JVM."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.engine import attaching
from kpath_jvm.errors import KpathError

JAR = Path("/kpath.jar")


def machine(monkeypatch: pytest.MonkeyPatch, kind: Any) -> None:
    """Puts ``kind`` in place of jpype.JClass, which finds the Java class that attaches to JVMs."""
    monkeypatch.setattr(attaching, "jpype", SimpleNamespace(JClass=kind))


def test_a_failure_to_attach_is_reported_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def attach(_: str) -> None:
        raise AssertionError

    def fails(_: object) -> None:
        raise KpathError("the engine failed: java.io.IOException: no such process")

    machine(monkeypatch, lambda _: SimpleNamespace(attach=attach))
    monkeypatch.setattr(attaching, "in_background", fails)
    with pytest.raises(KpathError) as caught:
        attaching.load_agent(7, JAR, "")
    assert str(caught.value) == (
        "cannot attach to process 7: no such process; is it alive, and was it started without "
        "-XX:+DisableAttachMechanism?"
    )
    assert caught.value.exit_status == 125


def test_a_jdk_without_the_attach_module_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(_: str) -> None:
        raise TypeError

    machine(monkeypatch, lacks)
    with pytest.raises(KpathError, match=r"lacks the module jdk\.attach; pass a full JDK with"):
        attaching.load_agent(7, JAR, "")


def test_too_long_options_are_refused() -> None:
    with pytest.raises(
        KpathError, match=r"have 2000 characters, and a running JVM takes at most 989; give"
    ):
        attaching.load_agent(7, JAR, "x" * 2000)
