"""Tests which guides an experiment passes to the agent, and the error if a profile is missing."""

from pathlib import Path

import pytest

from builders.evaluation.guiding import guiding_profile
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.guides import guide_content, guide_digest
from kpath_jvm.sessions.guide import Guide


def test_an_experiment_makes_the_same_guides_as_run(tmp_path: Path) -> None:
    demo = guiding_profile(tmp_path)
    assert guide_content("blpp", str(demo)) == Guide.of(demo, packs=False).content
    assert guide_content("stream", str(demo)) == Guide.of(demo, packs=True).content
    assert guide_digest("blpp", str(demo)) != guide_digest("stream", str(demo))
    assert len(guide_digest("blpp", str(demo))) == 16


def test_the_error_names_the_key_and_the_missing_profile(tmp_path: Path) -> None:
    with pytest.raises(KpathError) as raised:
        guide_content("blpp", str(tmp_path / "none.kpath"))
    assert str(raised.value).startswith("profilers.blpp.guides: ")
    assert "none.kpath" in str(raised.value)
    assert raised.value.exit_status == 2
