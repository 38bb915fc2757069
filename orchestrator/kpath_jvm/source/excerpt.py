"""The text of a condition in the form in which it is shown."""

import re

_MOST_CHARACTERS = 80


def excerpt(text: str, is_end: bool = False) -> str:
    """Returns source text on one line without comments, shortened at its end or beginning."""
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    text = " ".join(text.split())
    if len(text) <= _MOST_CHARACTERS:
        return text
    kept = _MOST_CHARACTERS - 1
    return f"…{text[-kept:]}" if is_end else f"{text[:kept]}…"
