"""What the tests of recordings share: a contract with a made-up layout."""

from pathlib import Path

import pytest

from kpath_jvm.recording.contract import Contract
from made_up_segments import layout


@pytest.fixture
def contract() -> Contract:
    return Contract.of(layout(), Path("contract.json"))
