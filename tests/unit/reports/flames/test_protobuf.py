"""Tests protobuf's wire format with examples from its documentation and with random numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.reports.flames import protobuf


def test_the_documentations_examples_are_written() -> None:
    assert protobuf.number(1, 150) == b"\x08\x96\x01"
    assert protobuf.text(2, "testing") == b"\x12\x07testing"
    assert protobuf.message(3, protobuf.number(1, 150)) == b"\x1a\x03\x08\x96\x01"
    assert protobuf.numbers(6, [3, 270, 86942]) == b"\x32\x06\x03\x8e\x02\x9e\xa7\x05"
    assert protobuf.number(1, -2) == b"\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01"


@pytest.mark.parametrize("field", [1, 15, 16, 2000])
def test_a_number_of_0_is_not_written(field: int) -> None:
    assert protobuf.number(field, 0) == b""
    assert len(protobuf.number(field, 1)) == (2 if field < 16 else 3)


@given(st.integers(-(2**63), 2**63 - 1))
def test_numbers_can_be_read_back(value: int) -> None:
    content = protobuf.numbers(1, [value])[2:]
    bits = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(content))
    assert all(byte & 0x80 for byte in content[:-1])
    assert not content[-1] & 0x80
    assert (bits - (1 << 64) if bits >> 63 else bits) == value
