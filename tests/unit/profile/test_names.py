"""Tests how names are shown, with and without strange characters."""

import pytest

from kpath_jvm.profile.names import dotted, method_title, printable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("größe", "größe"),
        ("a\x1b[31mb", "a\\u001b[31mb"),
        ("a\nb\tc\x7f\x9b", "a\\u000ab\\u0009c\\u007f\\u009b"),
        ("\u202egnp", "\\u202egnp"),
        ("\ud800", "\\ud800"),
    ],
)
def test_strange_characters_are_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_titles_use_the_notation_of_java_source() -> None:
    assert dotted("a/b/C$D") == "a.b.C$D"
    assert method_title("a/B", "<init>", "([[ILjava/util/Map;JZ)V") == (
        "a.B.<init>(int[][], Map, long, boolean)"
    )
    for descriptor in ("", "()", "(", "(L", "([", "(Q)V"):
        assert method_title("a/B", "m", descriptor).startswith("a.B.m(")
