"""Tests how lines are named, above all lines of inlined code."""

import pytest

from kpath_jvm.profile.places import Place, Places, lines_phrase

#: Lines 21 to 23 are copies of a function that was inlined into line 7. Lines 25 to 27 come from
#: the same function, which was inlined into line 9, too. Lines 31, 33 and 34 come from two other
#: functions, inlined into line 9. Line 24 comes from a function in the class's own file, inlined
#: into line 8.
MAPPED = {
    **{21 + at: Place("Util.kt", "a/b", 7, 12 + at) for at in range(3)},
    **{25 + at: Place("Util.kt", "a/b", 9, 12 + at) for at in range(3)},
    24: Place("", "", 8, 3),
    31: Place("More.kt", "a", 9, 40),
    33: Place("More.kt", "a", 9, 42),
    34: Place("More.kt", "a", 9, 90),
}
LINES = (3, 7, 8, 9, 10, 21, 22, 23, 24, 25, 26, 27, 31, 33, 34)


@pytest.mark.parametrize(
    ("line", "name", "phrase"),
    [
        (7, "7", "line 7"),
        (22, "Util.kt:13@7", "Util.kt:13@7"),
        (27, "Util.kt:14@9", "Util.kt:14@9"),
        (24, "3@8", "line 3@8"),
        (3, "3", "line 3"),
        (31, "More.kt:40", "More.kt:40"),
        (99, "99", "line 99"),
    ],
)
def test_a_line_has_a_name_and_a_phrase(line: int, name: str, phrase: str) -> None:
    places = Places(LINES, MAPPED)
    assert (places.name(line), places.phrase(line)) == (name, phrase)


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([7, 8, 9, 10], "7-10"),
        ([7, 21, 22, 23, 9], "7, Util.kt:12-14@7, 9"),
        ([10, 21, 22, 25, 27], "10, Util.kt:12-13@7, Util.kt:12@9, Util.kt:14@9"),
        ([9, 31, 33, 10], "9, More.kt:40-42, 10"),
        # Lines 33 and 34 come from different functions, so they aren't joined.
        ([31, 33, 34], "More.kt:40-42, More.kt:90"),
        ([3, 7, 24], "3-7, 3@8"),
        ([], ""),
    ],
)
def test_lines_form_ranges_within_a_file(lines: list[int], text: str) -> None:
    assert Places(LINES, MAPPED).names(lines) == text


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
def test_lines_with_only_comments_between_them_form_one_range(lines: list[int], text: str) -> None:
    assert Places({10, 11, 13, 20}, {}).names(lines) == text


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([9, 7], "lines 7, 9"),
        ([7, 7], "line 7"),
        ([8, 7, 9], "lines 7-9"),
        ([7, 23, 21, 31], "lines 7, Util.kt:12@7, Util.kt:14@7, More.kt:40"),
        ([21], "Util.kt:12@7"),
        ([24, 7], "lines 7, 3@8"),
        ([], ""),
    ],
)
def test_a_phrase_suits_the_number_of_lines(lines: list[int], text: str) -> None:
    assert Places(LINES, MAPPED).names_phrase(lines) == text


@pytest.mark.parametrize(
    ("names", "phrase"),
    [
        ("354", "line 354"),
        ("3@8", "line 3@8"),
        ("my-util.kt:12", "line my-util.kt:12"),
        ("3-8", "lines 3-8"),
        ("3, 8", "lines 3, 8"),
        ("Util.kt:12-14@7", "lines Util.kt:12-14@7"),
        ("7, Util.kt:12", "lines 7, Util.kt:12"),
        ("5 → Util.kt:3", "lines 5 → Util.kt:3"),
        ("unknown", "lines unknown"),
    ],
)
def test_a_single_line_is_in_the_singular(names: str, phrase: str) -> None:
    assert lines_phrase(names) == phrase


def test_markers_of_inlined_code_are_left_out_if_there_are_other_lines() -> None:
    places = Places([7, 49], {49: Place("fake.kt", "kotlin/jvm/internal", -1, 1)})
    assert places.names([7, 49, 7]) == "7"
    assert places.names([49]) == "fake.kt:1"


def test_code_inlined_only_once_is_named_without_the_calls_line() -> None:
    places = Places((7, 21, 22, 23), MAPPED)
    assert places.names([7, 21, 22, 23]) == "7, Util.kt:12-14"


def test_class_file_lines_are_named_by_their_source_lines() -> None:
    page = {number: Place("page.jsp", "", -1, 5 + number // 110) for number in range(100, 120)}
    places = Places(page, page)
    assert places.names([100, 101, 109, 110, 119]) == "page.jsp:5-6"
    assert places.name(110) == "page.jsp:6"


def test_strange_characters_in_a_files_name_are_escaped() -> None:
    assert Places([1], {1: Place("a\x1b.kt", "", -1, 2)}).name(1) == "a\\u001b.kt:2"


def test_only_unmapped_lines_are_the_methods_own() -> None:
    """Line 24 is inlined, too, though from the class's own file."""
    places = Places(LINES, MAPPED)
    assert [line for line in LINES if places.is_own(line)] == [3, 7, 8, 9, 10]
