"""Finds the package that a source file declares, in Java, Kotlin, Scala or Groovy."""

import re

#: Matches the declaration. Also matches literals and comments, in which the word ``package`` may
#: occur, and words that come after the declaration and therefore end the search.
_TOKEN = re.compile(
    r'"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/'
    r"|'(?:\\[^\n]{1,5}|[^'\\\n])'"
    r"|\bpackage\s+(?!object\b)(?P<name>[\w$`]+(?:\s*\.\s*[\w$`]+)*)"
    r"|(?P<end>\b(?:import|class|interface|object|enum|record|fun)\b)",
    re.DOTALL,
)


def declared_package(text: str) -> str:
    """Returns a file's package with slashes, or "" for none.

    A Scala file may declare the package in several parts. Kotlin and Scala put names that are
    keywords between backticks.
    """
    parts = []
    for token in _TOKEN.finditer(text):
        if token["end"]:
            break
        if token["name"]:
            parts += re.split(r"\s*\.\s*", token["name"].replace("`", ""))
    return "/".join(parts)
