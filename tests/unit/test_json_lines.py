"""Tests how lines of JSON that the agent wrote are read."""

from typing import Any

import msgspec
import pytest

from kpath_jvm.json_lines import decoded


class Named(msgspec.Struct):
    name: str


def test_lone_surrogates_are_escaped_in_keys_and_values() -> None:
    line = '{"a\ud800": ["\udfff", 1, null]}'.encode("utf-8", "surrogatepass")
    assert decoded(line, dict[str, Any]) == {"a\\ud800": ["\\udfff", 1, None]}


def test_lines_decoded_to_a_struct_may_have_lone_surrogates() -> None:
    assert decoded(b'{"name": "a"}', Named) == Named("a")
    line = '{"name": "\ud800", "more": 1}'.encode("utf-8", "surrogatepass")
    assert decoded(line, Named) == Named("\\ud800")


@pytest.mark.parametrize("line", [b'{"a":', b"[" * 100_000, b"\xff", b'{"name": 1}', b'["name"]'])
def test_lines_of_another_form_raise_a_value_error(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decoded(line, Named)
