"""Finds comments and literals of Java in text that isn't parsed."""

import re

_COMMENT = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_LITERAL = (
    r'"""(?:\\.|[^\\])*?"""'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
)
#: Matches comments and literals. A pattern that is added with ``|`` can't match within them.
OPAQUE = f"{_COMMENT}|{_LITERAL}"
_PARTS = re.compile(rf"(?P<blank>(?:\s|{_COMMENT})+)|(?P<literal>{_LITERAL})", re.DOTALL)
_OPAQUE = re.compile(OPAQUE, re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def on_one_line(text: str) -> str:
    """Returns the text on one line, without comments; blanks in literals stay as they are.

    A line end in a text block becomes a blank.
    """
    return _PARTS.sub(_settled, text).strip()


def _settled(part: re.Match[str]) -> str:
    if part["blank"]:
        return " "
    literal = part["literal"]
    return " ".join(literal.split()) if "\n" in literal else literal


def without_strings(text: str) -> str:
    """Returns the text of an expression without its string literals."""
    return _STRING.sub("", text)


def blanked(text: str) -> str:
    """Returns the text with a blank instead of each character of comments and literals."""
    return _OPAQUE.sub(lambda match: " " * len(match.group()), text)
