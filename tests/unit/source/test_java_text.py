"""Tests comments and literals in text of Java."""

import pytest

from kpath_jvm.source.java_text import blanked, on_one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("for (int i = 0; // from\n     i < n; /* up */ i++)", "for (int i = 0; i < n; i++)"),
        ('while (!s.startsWith("//"))', 'while (!s.startsWith("//"))'),
        ('while (s.contains("/* a  b */")) // why', 'while (s.contains("/* a  b */"))'),
        ("while (c != '\"' && d != '/' /* \" */)", "while (c != '\"' && d != '/' )"),
        (r"""while (c != '\'' && s != "\"//")""", r"""while (c != '\'' && s != "\"//")"""),
        ('if (s == """\n    a // b \\""" c\n    """)', 'if (s == """ a // b \\""" c """)'),
        ('while (s.equals("""\n  \\\\""") && b) // c', 'while (s.equals(""" \\\\""") && b)'),
        ("while (a / b > 0) /* never closed", "while (a / b > 0)"),
    ],
)  # fmt: skip
def test_one_line_without_comments(text: str, shown: str) -> None:
    assert on_one_line(text) == shown


def test_blanks_take_as_much_room() -> None:
    text = "if (a == \")\" /* ) */ && b != ')') // )"
    assert blanked(text) == "if (a ==" + 13 * " " + "&& b !=    " + ")" + 5 * " "
    assert len(blanked(text)) == len(text)
