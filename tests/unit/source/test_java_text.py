"""Tests how comments, literals and classes of primitive types are found in Java text."""

from kpath_jvm.source.java_text import blanked, primitive_classes


def test_blanks_are_as_long_as_the_replaced_text() -> None:
    text = "if (a == \")\" /* ) */ && b != ')') // )"
    assert blanked(text) == "if (a ==" + 13 * " " + "&& b !=    " + ")" + 5 * " "
    assert len(blanked(text)) == len(text)


def test_an_unclosed_comment_reaches_to_the_end_of_the_text() -> None:
    text = "while (a / b > 0) /* never closed"
    assert blanked(text).rstrip() == "while (a / b > 0)"


def test_classes_of_primitive_types_have_one_spelling() -> None:
    assert primitive_classes("a == int.class")[0] == {"int.class"}
    assert primitive_classes("a == Integer . TYPE || a == java.lang.Void.TYPE")[0] == {
        "int.class", "void.class",
    }  # fmt: skip
    assert primitive_classes("MyInteger.TYPE + Integer.TYPES + Integer.class")[0] == set()
    assert primitive_classes("Long.TYPE, TYPE") == ({"long.class"}, ", TYPE")
