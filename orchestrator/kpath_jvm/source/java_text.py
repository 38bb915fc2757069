"""Finds comments and literals of Java in text that isn't parsed."""

import re

_COMMENT = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_LITERAL = (
    r'"""(?:\\.|[^\\])*?"""'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
)
_OPAQUE = re.compile(f"{_COMMENT}|{_LITERAL}", re.DOTALL)
_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def without_strings(text: str) -> str:
    """Returns the text of an expression without its string literals."""
    return _STRING.sub("", text)


def blanked(text: str) -> str:
    """Returns the text with a blank instead of each character of comments and literals."""
    return _OPAQUE.sub(lambda match: " " * len(match.group()), text)
