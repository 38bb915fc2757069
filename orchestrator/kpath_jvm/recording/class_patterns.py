"""Which classes a pattern means: what the agent's ClassFilter does, for whoever reads a profile.

The file class-patterns.tsv among the agent's tests has examples, which both are tested with.
"""

import re


class ClassPattern:
    """A pattern such as ``org.foo.*``, ``org/foo``, ``Scanner`` or ``*Test``.

    ``*`` stands for any run of characters, ``/`` for a dot. It means a class if it matches its
    whole name (``a.b.C$D``) or, without a dot, its name without the package, or what is behind a
    ``$`` of that; and whatever is in a package or class that it means.
    """

    def __init__(self, text: str) -> None:
        """Of the pattern as it is written."""
        self.text = text
        dotted = text.replace("/", ".")
        self._is_short = "." not in dotted
        self._expression = re.compile(f"(?:{glob(dotted)})(?:(?<=.)[.$].*)?", re.DOTALL)

    def matches(self, name: str) -> bool:
        """Whether it means the class, named with dots or slashes."""
        name = name.replace("/", ".")
        if self._expression.fullmatch(name):
            return True
        if not self._is_short:
            return False
        first = name.rfind(".") + 1
        starts = [first, *(at.end() for at in re.finditer(r"\$", name) if at.end() > first)]
        return any(self._expression.fullmatch(name, start) for start in starts)


def glob(text: str) -> str:
    """Returns the regular expression of a text in which ``*`` stands for any characters."""
    return ".*".join(map(re.escape, text.split("*")))
