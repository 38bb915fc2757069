"""Tests how repetitions in the text of a sequence of paths are shortened."""

import pytest

from kpath_jvm.reports.lines import folded, rounds


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


@pytest.mark.parametrize(
    ("items", "period", "text"),
    [
        ("ABCD", 4, "A B C D"),
        ("AABCDAA", 5, "A×2 B C D and again A×2"),  # noqa: RUF001
        ("BAAB", 3, "B A×2 and again B"),  # noqa: RUF001
        ("ABABA", 2, "(A B)×2 A"),  # noqa: RUF001
        ("AAAA", 1, "A×4"),  # noqa: RUF001
    ],
)
def test_a_second_round_that_is_not_complete_is_set_apart(
    items: str, period: int, text: str
) -> None:
    assert rounds(list(items), period) == text
