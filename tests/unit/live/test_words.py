"""Tests how figures and names are shortened."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from kpath_jvm.live.words import ago, duration, fitted, named, short, spark


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (None, "-"), (0, "0"), (0.25, "0.2"), (7, "7"), (7.5, "7.5"), (12.4, "12"), (999, "999"),
        (999.6, "1.0 k"), (1234, "1.2 k"), (99_940, "99.9 k"), (99_960, "100 k"),
        (999_499, "999 k"), (999_500, "1.0 M"), (4_300_000, "4.3 M"), (8.2e9, "8.2 G"),
        (3e15, "3000 T"),
    ],
)  # fmt: skip
def test_numbers_are_shortened(number: float | None, text: str) -> None:
    assert short(number) == text


def test_times_are_shown_in_suitable_units() -> None:
    assert [duration(it) for it in (0, 9.9, 83, 723, 3723)] == [
        "0:00", "0:09", "1:23", "12:03", "1:02:03"
    ]  # fmt: skip
    assert [ago(it) for it in (0.2, 3.4, 99, 100, 600)] == ["0 s", "3 s", "99 s", "2 min", "10 min"]


def test_bars_show_the_latest_values() -> None:
    assert spark([0, 1, 2, 4], 3) == "▃▅█"
    assert spark([0, 0], 5) == "▁▁"
    assert spark([], 5) == ""
    assert spark([1, 2], 0) == ""


NAME = "org.eclipse.Scanner.checkTaskTag(int, int)"


@pytest.mark.parametrize(
    ("width", "text"),
    [
        (60, "org.eclipse.Scanner.checkTaskTag(int, int), line 342"),
        (46, "org.eclipse.Scanner.checkTaskTag(…), line 342"),
        (30, "org.eclips…askTag(…), line 342"),
        (12, "org.ec…e 342"),
        (1, "…"),
        (0, ""),
    ],
)
def test_names_lose_their_parameters_before_their_middle(width: int, text: str) -> None:
    found = named(NAME, "line 342", width)
    assert cell_len(found) <= width
    assert found == text


@given(st.text(max_size=40), st.text(max_size=10), st.integers(0, 50))
def test_no_text_is_wider_than_its_room(title: str, place: str, width: int) -> None:
    assert cell_len(named(title, place, width)) <= width
    assert cell_len(fitted(title, width)) <= width
    if cell_len(title) <= width:
        assert fitted(title, width) == title
