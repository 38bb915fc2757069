"""Tests that comments and literals in Java text are replaced by blanks."""

from kpath_jvm.source.java_text import blanked


def test_blanks_take_as_much_room() -> None:
    text = "if (a == \")\" /* ) */ && b != ')') // )"
    assert blanked(text) == "if (a ==" + 13 * " " + "&& b !=    " + ")" + 5 * " "
    assert len(blanked(text)) == len(text)


def test_a_comment_that_never_ends_is_blank_to_the_end() -> None:
    text = "while (a / b > 0) /* never closed"
    assert blanked(text).rstrip() == "while (a / b > 0)"
