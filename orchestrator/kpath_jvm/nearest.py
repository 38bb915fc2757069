"""Suggestions for an unknown word: the known words with the most similar spelling."""

import difflib
from collections.abc import Iterable, Mapping, Sequence

_MOST = 3
#: An unknown word is tried as a prefix only if it has at least this many letters. Too many known
#: words begin with one or two given letters by chance.
_LEAST_PREFIX = 3


def nearest(word: str, known: Iterable[str]) -> str:
    """Returns the end of a message about an unknown ``word``.

    The end is "; did you mean a or b?" or, if nothing is similar, "; there are: a, b, c".
    """
    words = sorted(set(known))
    close = closest(word, {word: word for word in words})
    return suggestion(close) if close else f"; there are: {', '.join(words) or 'none'}"


def closest(word: str, known: Mapping[str, str]) -> list[str]:
    """Returns the values of up to three keys whose spelling is most like ``word``.

    Keys that begin with the word come first, from the shortest to the longest.
    """
    whole = len(word) >= _LEAST_PREFIX
    begun = sorted((key for key in known if whole and key.startswith(word)), key=len)
    close = difflib.get_close_matches(word, known, n=_MOST)
    return [known[key] for key in list(dict.fromkeys([*begun, *close]))[:_MOST]]


def suggestion(words: Sequence[str]) -> str:
    """Returns "; did you mean a or b?" for the words a and b."""
    return f"; did you mean {' or '.join(words)}?"
