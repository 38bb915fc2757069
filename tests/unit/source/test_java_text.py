"""Tests that comments and literals in Java text are replaced by blanks."""

from kpath_jvm.source.java_text import blanked, primitive_classes


def test_blanks_take_as_much_room() -> None:
    text = "if (a == \")\" /* ) */ && b != ')') // )"
    assert blanked(text) == "if (a ==" + 13 * " " + "&& b !=    " + ")" + 5 * " "
    assert len(blanked(text)) == len(text)


def test_a_comment_that_never_ends_is_blank_to_the_end() -> None:
    text = "while (a / b > 0) /* never closed"
    assert blanked(text).rstrip() == "while (a / b > 0)"


def test_classes_of_primitive_types_have_one_spelling() -> None:
    assert primitive_classes("a == int.class")[0] == {"int.class"}
    assert primitive_classes("a == Integer . TYPE || a == java.lang.Void.TYPE")[0] == {
        "int.class", "void.class",
    }  # fmt: skip
    assert primitive_classes("MyInteger.TYPE + Integer.TYPES + Integer.class")[0] == set()
    assert primitive_classes("Long.TYPE, TYPE") == ({"long.class"}, ", TYPE")
