"""Lines of JSON that the agent wrote."""

from pathlib import Path

import pytest

from kpath_jvm.profile.json_lines import encodable, json_lines


def test_blank_lines_are_none_and_the_last_may_be_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_bytes(b'{"a":1}\n\n  \n{"b":')
    assert list(json_lines(path)) == [(b'{"a":1}\n', True), (b'{"b":', False)]


def test_lone_surrogates_are_escaped_in_keys_and_values() -> None:
    line = '{"a\ud800": ["\udfff", 1, null]}'.encode("utf-8", "surrogatepass")
    assert encodable(line) == {"a\\ud800": ["\\udfff", 1, None]}


def test_what_is_no_json_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="Expecting"):
        encodable(b'{"a":')
