"""Turns names from class files into text that is safe to show.

The names in a class file can contain terminal escapes, line breaks, and marks that change the
direction of writing. Such characters must not reach a terminal.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

#: The Unicode categories of characters that move the cursor, hide or reorder text, or have no
#: glyph.
_UNSAFE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))

_PRIMITIVES = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
    "V": "void",
}


def printable(text: str) -> str:
    r"""Returns the text with an escape, such as \u001b, in place of each unsafe character."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        f"\\u{ord(character):04x}" if unicodedata.category(character) in _UNSAFE else character
        for character in text
    )


def printable_lines(text: str) -> str:
    """Returns the text with ``printable`` applied to each line, so that line breaks stay."""
    return "\n".join(map(printable, text.split("\n")))


def dotted(class_name: str) -> str:
    """Returns a class name as Java writes it: a.b.C."""
    return printable(class_name.replace("/", "."))


def package_of(class_name: str) -> str:
    """Returns the package of a class, such as a/b for a/b/C, or "" if the class has none."""
    return class_name.rpartition("/")[0]


def method_title(class_name: str, name: str, descriptor: str) -> str:
    """Returns a title such as a.b.C.m(int, String), with the simple names of parameters' types."""
    return f"{dotted(class_name)}.{printable(name)}({', '.join(_parameters(descriptor))})"


def short_title(class_name: str, name: str) -> str:
    """Returns C.m: the class's name without its package, and the method's name alone."""
    return f"{dotted(class_name).rpartition('.')[2]}.{printable(name)}"


def without_package(title: str, class_name: str) -> str:
    """Returns a method's title (``method_title``) without the package of its class."""
    return title.removeprefix(f"{dotted(package_of(class_name))}.")


def title_of(row: Mapping[str, Any]) -> str:
    """Returns ``method_title`` of a row of the table ``methods``."""
    return method_title(row["class"], row["name"], row["descriptor"])


def _parameters(descriptor: str) -> list[str]:
    inner = descriptor[1 : descriptor.rfind(")")]
    found: list[str] = []
    at = 0
    while at < len(inner):
        dimensions = 0
        while inner[at : at + 1] == "[":
            dimensions += 1
            at += 1
        if inner[at : at + 1] == "L" and ";" in inner[at:]:
            end = inner.index(";", at)
            name = inner[at + 1 : end].rpartition("/")[2]
            at = end + 1
        else:
            name = _PRIMITIVES.get(inner[at : at + 1], inner[at:])
            at = at + 1 if inner[at : at + 1] in _PRIMITIVES else len(inner)
        found.append(printable(name) + "[]" * dimensions)
    return found
