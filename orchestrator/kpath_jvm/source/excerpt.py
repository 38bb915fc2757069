"""The text of a condition in the form in which it is shown."""

_MOST_CHARACTERS = 80


def excerpt(text: str, is_end: bool = False) -> str:
    """Returns a text, shortened if it is long: at its end, or with ``is_end`` at its beginning."""
    if len(text) <= _MOST_CHARACTERS:
        return text
    kept = _MOST_CHARACTERS - 1
    return f"…{text[-kept:]}" if is_end else f"{text[:kept]}…"
