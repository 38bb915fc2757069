"""Tests how repetitions in the text of a sequence of paths are shortened."""

import pytest

from kpath_jvm.reports.lines import folded


@pytest.mark.parametrize(
    ("items", "text"),
    [
        ("A", "A"),
        ("AAA", "A×3"),  # noqa: RUF001
        ("ABAB", "(A B)×2"),  # noqa: RUF001
        ("AABAABC", "(A A B)×2 C"),  # noqa: RUF001
        ("EAABX", "E A×2 B X"),  # noqa: RUF001
        ("ABABABC", "(A B)×3 C"),  # noqa: RUF001
    ],
)
def test_repetitions_are_shortened(items: str, text: str) -> None:
    assert folded(list(items)) == text
