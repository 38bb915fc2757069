"""Tests how messages spell values of TOML files."""

import pytest

from kpath_jvm.toml_values import spelt


@pytest.mark.parametrize(
    ("value", "text"),
    [(True, "true"), (False, "false"), (1, "1"), ("True", "'True'"), (0.5, "0.5"), ([1], "[1]")],
)
def test_values_are_spelt_as_in_the_file(value: object, text: str) -> None:
    assert spelt(value) == text
