"""Tests that the Python function ``structure`` rejects wrong arguments and missing recordings.

integration/test_api_of_verbs.py compares the table that ``structure`` returns with the output of
the verb.
"""

from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from kpath_jvm import KpathError


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ({"lengths": (2, 1)}, r"lengths has 1; give whole numbers from 2 to \d+"),
        ({"lengths": (2, 2.5)}, r"lengths has 2\.5; give whole numbers"),
        ({"lengths": "2-8"}, "lengths is '2-8', of type str; give a list of whole numbers"),
        ({"l1": "32K:8"}, "l1 is '32K:8'; give caches=True with it"),
        ({"cache_items": 9}, "cache_items is 9; give caches=True with it"),
        ({"caches": True, "cache_items": 0}, "cache_items is 0; give a whole number from 1 on"),
        ({"caches": True, "l2": "much"}, "l2 is 'much'; give its size, its ways"),
        ({"caches": 1}, "caches is 1, of type int; give True or False"),
        ({"engine_memory": "2 gigabytes"}, "engine_memory is '2 gigabytes'; give a size"),
        ({"engine_memory": 5}, "engine_memory is 5, of type int; give a text, or None"),
        ({"java_home": 5}, "java_home is 5, of type int; give a path"),
    ],
)
def test_senseless_arguments_give_an_error_of_one_line(
    tmp_path: Path, named: dict[str, Any], error: str
) -> None:
    with pytest.raises(TypeError, match=error):
        kpath_jvm.structure(tmp_path, **named)


def test_missing_recordings_give_an_error_of_one_line(tmp_path: Path) -> None:
    with pytest.raises(KpathError) as caught:
        kpath_jvm.structure(tmp_path / "none")
    assert "none" in str(caught.value)
    assert "\n" not in str(caught.value)
