"""The package that a source file declares: Java, Kotlin, Scala and Groovy alike."""

import re

#: What may stand before the declaration and hold the word, the declaration, what ends the search.
_TOKEN = re.compile(
    r'"""(?:.*?)"""|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/'
    r"|\bpackage\s+(?!object\b)(?P<name>[\w$`]+(?:\s*\.\s*[\w$`]+)*)"
    r"|(?P<end>\b(?:import|class|interface|object|enum|record|fun)\b)",
    re.DOTALL,
)


def declared_package(text: str) -> str:
    """Returns a file's package with slashes, "" for none.

    Scala may declare it piece by piece; Kotlin and Scala put names that are words of the language
    between backticks.
    """
    parts = []
    for token in _TOKEN.finditer(text):
        if token["end"]:
            break
        if token["name"]:
            parts += re.split(r"\s*\.\s*", token["name"].replace("`", ""))
    return "/".join(parts)
