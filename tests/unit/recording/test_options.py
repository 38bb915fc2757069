"""Tests the largest k, which contract.json sets, and the advice if no method was recorded."""

import json
from pathlib import Path

import msgspec
import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.recording import options
from kpath_jvm.records.record import Length


def test_the_largest_k_is_in_contract_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(installation.JARS_VARIABLE, str(tmp_path))
    options.largest_k.cache_clear()
    try:
        with pytest.raises(KpathError, match="not a readable contract"):
            options.largest_k()
        (tmp_path / "contract.json").write_text(json.dumps({"largest_k": 17}))
        assert options.largest_k() == 17
    finally:
        options.largest_k.cache_clear()


def test_records_refuse_a_k_above_the_largest() -> None:
    most = options.largest_k()
    assert msgspec.convert(most, Length) == most
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(most + 1, Length)


def test_the_advice_for_a_recording_without_methods_depends_on_the_scope() -> None:
    assert "check --include" in options.AgentOptions({"scope": "loops"}).why_no_method
    assert "try --scope loops" in options.AgentOptions({"scope": "hot"}).why_no_method
    assert options.AgentOptions({"scope": "loops"}).shows_all_entered
    assert not options.AgentOptions({"scope": "hot"}).shows_all_entered
