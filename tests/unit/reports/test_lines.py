"""Lines of source and sequences, shortened."""

import pytest

from kpath_jvm.reports.lines import compact, folded


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([10, 11, 13], "10-13"),
        ([10, 13], "10, 13"),
        ([13, 10, 11, 10], "13, 10-11, 10"),
        ([99], "99"),
        ([], ""),
    ],
)
def test_compact_lines(lines: list[int], text: str) -> None:
    assert compact(lines, {10, 11, 13, 20}) == text


@pytest.mark.parametrize(
    ("items", "text"),
    [
        ("a", "a"),
        ("aaa", "a ×3"),  # noqa: RUF001
        ("abab", "(a → b) ×2"),  # noqa: RUF001
        ("eaabx", "e → a ×2 → b → x"),  # noqa: RUF001
        ("abababc", "(a → b) ×3 → c"),  # noqa: RUF001
    ],
)
def test_folded_sequences(items: str, text: str) -> None:
    assert folded(list(items)) == text
