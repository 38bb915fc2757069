"""The layout's contract: another version is refused."""

import json
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.contract import Contract
from made_up_segments import layout


def test_a_contract_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "contract.json"
    for version in (1, 3):
        path.write_text(json.dumps({"SegmentLayout": {**layout(), "VERSION": version}}))
        with pytest.raises(KpathError, match=f"version {version}"):
            Contract.load(path)
    path.write_text("{")
    with pytest.raises(KpathError, match="not a readable contract"):
        Contract.load(path)
