"""Tests how lines of JSON that the agent wrote are read."""

import pytest

from kpath_jvm.profile.json_lines import encodable


def test_lone_surrogates_are_escaped_in_keys_and_values() -> None:
    line = '{"a\ud800": ["\udfff", 1, null]}'.encode("utf-8", "surrogatepass")
    assert encodable(line) == {"a\\ud800": ["\\udfff", 1, None]}


def test_what_is_no_json_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        encodable(b'{"a":')
