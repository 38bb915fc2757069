"""What is read of contract.json; another version of the layout is refused."""

import json
from pathlib import Path

import msgspec
import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.recording import contract
from kpath_jvm.recording.contract import Contract
from kpath_jvm.records.record import Length
from made_up_segments import layout


def test_the_layout_is_taken_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "contract.json"
    path.write_text(json.dumps({"segment": layout()}))
    read = Contract.load(path)
    assert read["SLOT_COUNT"] == 8192
    assert read.fields["DESCRIPTOR_STATE"] == (8, 4)
    assert (read.header["MAGIC"].offset, read.header["MAGIC"].size_bytes) == (8, 8)
    assert [region.name for region in read.regions][:2] == ["HEADER", "THREADS"]


@pytest.mark.parametrize("version", [1, 3])
def test_a_contract_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "contract.json"
    other = layout()
    other["constants"]["VERSION"] = version
    path.write_text(json.dumps({"segment": other}))
    with pytest.raises(KpathError, match=f"version {version}"):
        Contract.load(path)


@pytest.mark.parametrize("text", ["{", "{}", "[]", "7"])
def test_what_is_no_contract(tmp_path: Path, text: str) -> None:
    path = tmp_path / "contract.json"
    path.write_text(text)
    with pytest.raises(KpathError, match="not a readable contract"):
        Contract.load(path)


def test_the_largest_k_is_the_contracts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(installation.JARS_VARIABLE, str(tmp_path))
    contract.largest_k.cache_clear()
    try:
        with pytest.raises(KpathError, match="not a readable contract"):
            contract.largest_k()
        (tmp_path / "contract.json").write_text(json.dumps({"largest_k": 17}))
        assert contract.largest_k() == 17
    finally:
        contract.largest_k.cache_clear()


def test_records_have_the_contracts_bound_of_k() -> None:
    most = contract.largest_k()
    assert msgspec.convert(most, Length) == most
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(most + 1, Length)
