"""Finds what a java command runs, and shortens a long command."""

from collections.abc import Iterable, Sequence
from itertools import accumulate, takewhile
from pathlib import Path

#: Options of the java launcher whose value is a separate argument.
WITH_VALUE = frozenset((
    *("-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path"),
    *("--add-modules", "--limit-modules", "--add-reads", "--add-exports", "--add-opens"),
    *("--patch-module", "--enable-native-access", "--source", "-d", "--describe-module"),
))  # fmt: skip
#: The options of WITH_VALUE whose value says where classes are.
OF_PATHS = frozenset((
    *("-cp", "-classpath", "--class-path", "-p", "--module-path", "--upgrade-module-path"),
    "--patch-module",
))  # fmt: skip
#: Options that come directly before the program's name.
NAMING = ("-jar", "-m", "--module")
#: By default, HotSpot compiles no method with more bytes of code than this (-XX:HugeMethodLimit).
HUGE_METHOD_BYTES = 8000
#: The JVM's option with which HotSpot also compiles larger methods.
COMPILE_HUGE_METHODS = "-XX:-DontCompileHugeMethods"
_HUGE_METHODS = (COMPILE_HUGE_METHODS, "-XX:+DontCompileHugeMethods")
_MOST_CHARACTERS = 100
_OMITTED = "…"


def is_java(word: str) -> bool:
    """Returns whether a word of a command names the java launcher."""
    return Path(word).name == "java"


def java_at(command: Sequence[str]) -> int | None:
    """Returns the index of the first word that names the java launcher; None if none does."""
    return next((at for at, word in enumerate(command) if is_java(word)), None)


def program_at(command: Sequence[str]) -> int:
    """Returns the index of what a java command runs, or the command's length if it runs nothing.

    This is the index of ``-jar``, ``-m`` or ``--module``, if the command has such an option. In
    other commands, it is the index of the main class or source file.
    """
    at = 1
    while at < len(command):
        word = command[at]
        if word in NAMING or word.startswith("--module=") or not word.startswith(("-", "@")):
            break
        at += 2 if word in WITH_VALUE else 1
    return min(at, len(command))


def compiles_huge_methods(command: Sequence[str]) -> bool:
    """Returns whether a java command's options make HotSpot compile methods of any size.

    The last such option counts. Options in argument files and environment variables aren't read, so
    HotSpot may compile large methods even if the result is False.
    """
    if not command or not is_java(command[0]):
        return False
    given = [word for word in command[1 : program_at(command)] if word in _HUGE_METHODS]
    return given[-1:] == [COMPILE_HUGE_METHODS]


def shortened(title: str) -> str:
    """Returns a profile's title, without most options and arguments if the title is long.

    A java command keeps its beginning up to ``java``, the name of the program (its main class or
    jar), and as many of the JVM's options and of the program's arguments as fit. Any other long
    command loses its middle.
    """
    if len(title) <= _MOST_CHARACTERS:
        return title
    words = title.split(" ")
    java = java_at(words)
    if java is None:
        return _in_the_middle(title)
    first = java + program_at(words[java:])
    if first == len(words):
        return _in_the_middle(title)
    last = first + (2 if words[first] in NAMING else 1)
    begin, program, rest = words[: java + 1], words[first:last], words[last:]
    options = words[java + 1 : first]
    fixed = sum(len(word) + 1 for word in [*begin, *program])
    shown = _fitting(options, _MOST_CHARACTERS // 2 - fixed)
    omitted = [_OMITTED] if len(shown) < len(options) else []
    front = [*begin, *shown, *omitted, *program]
    more = _fitting(rest, _MOST_CHARACTERS - len(" ".join(front)))
    return " ".join([*front, *more, *([_OMITTED] if len(more) < len(rest) else [])])


def _fitting(words: Sequence[str], room: int) -> list[str]:
    """Returns the first words that fit into ``room`` characters, with a blank before each word."""
    ends: Iterable[int] = accumulate(len(word) + 1 for word in words)
    count = sum(1 for _ in takewhile(lambda end: end <= room, ends))
    # An option is shown only with its value.
    if 0 < count < len(words) and words[count - 1] in WITH_VALUE:
        count -= 1
    return list(words[:count])


def _in_the_middle(text: str) -> str:
    half = (_MOST_CHARACTERS - len(_OMITTED)) // 2
    return f"{text[:half]}{_OMITTED}{text[-half:]}"
