"""Tests an experiment's guides: the agent's file, and the error if a guide's profile is missing."""

from pathlib import Path

import pytest

from builders.evaluation.guiding import guiding_profile
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.guides import guide_content, guide_digest
from kpath_jvm.sessions.guide import Guide


def test_guides_are_those_that_run_would_give_the_agent(tmp_path: Path) -> None:
    demo = guiding_profile(tmp_path)
    assert guide_content("blpp", str(demo)) == Guide.of(demo, packs=False).content
    assert guide_content("stream", str(demo)) == Guide.of(demo, packs=True).content
    assert guide_digest("blpp", str(demo)) != guide_digest("stream", str(demo))
    assert len(guide_digest("blpp", str(demo))) == 16


def test_a_missing_profile_is_named_with_its_key(tmp_path: Path) -> None:
    with pytest.raises(KpathError) as raised:
        guide_content("blpp", str(tmp_path / "none.kpath"))
    assert str(raised.value).startswith("profilers.blpp.guides: ")
    assert "none.kpath" in str(raised.value)
    assert raised.value.exit_status == 2
