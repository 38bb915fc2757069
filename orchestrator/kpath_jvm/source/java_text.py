"""Finds comments, literals and classes of primitive types in Java text that isn't parsed."""

import re

_COMMENT = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_LITERAL = (
    r'"""(?:\\.|[^\\])*?"""'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
)
_OPAQUE = re.compile(f"{_COMMENT}|{_LITERAL}", re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')

_PRIMITIVES = {
    "Boolean": "boolean", "Byte": "byte", "Character": "char", "Double": "double",
    "Float": "float", "Integer": "int", "Long": "long", "Short": "short", "Void": "void",
}  # fmt: skip
#: The class object of a primitive type, as in ``int.class`` or, in bytecode, ``Integer.TYPE``.
_PRIMITIVE_CLASS = re.compile(
    rf"(?<![\w$])(?:({'|'.join(_PRIMITIVES.values())})\s*\.\s*class"
    rf"|(?:java\.lang\.)?({'|'.join(_PRIMITIVES)})\s*\.\s*TYPE)(?![\w$])"
)


def primitive_classes(text: str) -> tuple[set[str], str]:
    """Returns the class objects of primitive types that a text names, and the text without them.

    The class objects are returned as ``int.class`` and so on. The text may also have
    ``Integer.TYPE``: javac compiles ``int.class`` to this field, and sources may read it.
    """
    found = {f"{one[1] or _PRIMITIVES[one[2]]}.class" for one in _PRIMITIVE_CLASS.finditer(text)}
    return found, _PRIMITIVE_CLASS.sub("", text)


def without_strings(text: str) -> str:
    """Returns the text of an expression without its string literals."""
    return _STRING.sub("", text)


def blanked(text: str) -> str:
    """Returns the text with a blank instead of each character of comments and literals."""
    return _OPAQUE.sub(lambda match: " " * len(match.group()), text)
