"""Tests that the seal of a JSON text reveals each flipped bit that changes the text's meaning."""

import json

import pytest

from kpath_jvm.seals import BrokenSealError, digest_of, has_whole_seal, sealed


def test_a_seal_is_one_more_member_of_the_json() -> None:
    content = sealed('{\n "a": [1, "\ud800"]\n}\n')
    assert json.loads(content).keys() == {"a", "seal"}
    assert has_whole_seal(content)
    assert not has_whole_seal(b'{"a": 1}')
    with pytest.raises(ValueError, match="only a JSON object can be sealed"):
        sealed("[1]")


def test_no_bit_flips_unnoticed() -> None:
    """After a flip, the text isn't JSON, has no seal or a broken seal, or still means the same."""
    content = sealed(json.dumps({"files": {"a": digest_of(b"a")}, "k": 8}))
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        try:
            document = json.loads(bytes(changed))
            is_whole = has_whole_seal(bytes(changed))
        except ValueError:
            # The text isn't JSON, or the seal is broken: BrokenSealError is a ValueError.
            continue
        assert not is_whole or document == json.loads(content), bit
        # A document without a seal is taken for an old one only if it has no "files".
        assert is_whole or "files" in document or "seal" in document, bit


def test_a_changed_member_breaks_the_seal() -> None:
    with pytest.raises(BrokenSealError):
        has_whole_seal(sealed('{"k": 8}').replace(b"8", b"9", 1))
