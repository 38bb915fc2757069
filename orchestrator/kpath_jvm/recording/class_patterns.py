"""Matches classes against patterns as the agent's ClassFilter does, for readers of profiles.

This module and ClassFilter are tested with the same examples, those in the file class-patterns.tsv
of the agent's tests.
"""

import re

#: The beginnings of the names of classes that are never profiled (ClassFilter.NEVER). The agent's
#: own packages aren't listed, as no program has classes there.
NEVER_PROFILED = ("java.lang.", "jdk.internal.", "sun.")


def is_never_profiled(pattern: str) -> bool:
    """Returns whether a pattern can match only classes that are never profiled."""
    dotted = pattern.replace("/", ".")
    fixed, star, _ = dotted.partition("*")
    if fixed.startswith(NEVER_PROFILED):
        return True
    # A pattern without a dot can also be the name of a class without its package.
    return not star and "." in dotted and f"{dotted}.".startswith(NEVER_PROFILED)


class ClassPattern:
    """A pattern such as ``org.foo.*``, ``org/foo``, ``Scanner`` or ``*Test``.

    ``*`` stands for any characters, and ``/`` for a dot. A pattern matches the whole name of
    a class (``a.b.C$D``). A pattern without a dot also matches the name without the package, or
    the part of that name after a ``$``. A pattern that matches a package or class also matches
    everything in it.
    """

    def __init__(self, text: str) -> None:
        """Takes the pattern as it is written."""
        self.text = text
        dotted = text.replace("/", ".")
        self._is_short = "." not in dotted
        self._expression = re.compile(f"(?:{glob(dotted)})(?:(?<=.)[.$].*)?", re.DOTALL)

    def matches(self, name: str) -> bool:
        """Returns whether the pattern matches a class. ``name`` has dots or slashes."""
        name = name.replace("/", ".")
        if self._expression.fullmatch(name):
            return True
        if not self._is_short:
            return False
        first = name.rfind(".") + 1
        starts = [first, *(at.end() for at in re.finditer(r"\$", name) if at.end() > first)]
        return any(self._expression.fullmatch(name, start) for start in starts)


def glob(text: str) -> str:
    """Returns a regular expression for a pattern in which ``*`` stands for any characters."""
    return ".*".join(map(re.escape, text.split("*")))
