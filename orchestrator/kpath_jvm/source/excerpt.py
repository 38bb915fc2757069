"""Shortens the text of a condition to the form in which it is shown."""

from collections.abc import Iterator

from kpath_jvm.source.java_text import blanked

_MOST_CHARACTERS = 80
#: All that is in brackets is left out only if at least this many characters of the text remain.
_LEAST_CHARACTERS = 40
_LEFT_OUT = "…"
_CLOSING = {"(": ")", "[": "]", "{": "}"}


def excerpt(text: str, is_end: bool = False) -> str:
    """Returns a text, shortened if it is long.

    The shortest contents of brackets that suffice are left out. So the outermost operator stays:
    without ``!= (a != 0)``, ``f(x) != (a != 0)`` would seem to ask the opposite. Brackets that hold
    nearly everything keep the beginning of their contents, because ``!(…)`` would say nothing. If
    there are no brackets, the middle is left out. With ``is_end``, only the text's end is kept.
    """
    if is_end and len(text) > _MOST_CHARACTERS:
        return f"{_LEFT_OUT}{text[1 - _MOST_CHARACTERS :]}"
    while len(text) > _MOST_CHARACTERS:
        inner = [(start, end) for start, end in _brackets(text) if end - start > len(_LEFT_OUT)]
        enough = len(text) + len(_LEFT_OUT) - _MOST_CHARACTERS
        fitting = [one for one in inner if one[1] - one[0] >= enough]
        if not inner:
            kept = _MOST_CHARACTERS - len(_LEFT_OUT)
            return f"{text[: kept - kept // 2]}{_LEFT_OUT}{text[-(kept // 2) :]}"
        start, end = min(fitting, key=_length) if fitting else max(inner, key=_length)
        if len(text) - (end - start) + len(_LEFT_OUT) < _LEAST_CHARACTERS:
            start = end - enough
        text = f"{text[:start]}{_LEFT_OUT}{text[end:]}"
    return text


def _length(part: tuple[int, int]) -> int:
    start, end = part
    return end - start


def _brackets(text: str) -> Iterator[tuple[int, int]]:
    """Yields where the contents of each pair of brackets begin and end."""
    opened: list[tuple[str, int]] = []
    for place, sign in enumerate(blanked(text)):
        if sign in _CLOSING:
            opened.append((_CLOSING[sign], place + 1))
        elif opened and sign == opened[-1][0]:
            yield opened.pop()[1], place
