"""Reads Markdown, for tests."""

from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

READER = MarkdownIt("commonmark").enable("table")
HOSTILE = "=a|b`c``<img src=x>*_[x](y)\\|\n\x1b\u202e"


def cells(lines: list[str]) -> list[list[Token]]:
    """Returns the parsed cells of all tables' bodies."""
    tokens = READER.parse("\n".join(lines))
    found = []
    for before, token in pairwise(tokens):
        if before.type == "td_open":
            found.append(token.children or [])
    return found


def text_of(tokens: list[Token]) -> str:
    """Returns the text that a reader of a cell sees, with line breaks as blanks."""
    texts = ("code_inline", "text", "text_special")
    return "".join(
        it.content if it.type in texts else " " * (it.content == "<br>") for it in tokens
    )
