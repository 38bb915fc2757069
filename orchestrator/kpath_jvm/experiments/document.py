"""Declarative files: TOML with includes, and tables that complain in one line."""

import difflib
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_INCLUDE = "include"


def load(path: Path, settings: Sequence[str] = ()) -> dict[str, Any]:
    """The document in ``path``: what it includes, then its own values, then ``settings``.

    ``include = ["base.toml"]`` names files relative to the including one. Tables are merged key by
    key; any other value, lists too, replaces what was there. A setting is ``dotted.key=VALUE`` with
    the value as TOML writes it (a bare word is a string). KpathError when something is unreadable.
    """
    document = _load(path, ())
    for setting in settings:
        document = merged(document, _setting(setting))
    return document


def merged(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Both documents as one; where they disagree, ``above`` is right."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(old, value) if both else value  # type: ignore[arg-type]
    return result


def _load(path: Path, including: tuple[Path, ...]) -> dict[str, Any]:
    resolved = path.resolve()
    if resolved in including:
        raise KpathError(f"{path} includes itself; correct its `include`", 2)
    try:
        own = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise KpathError(f"cannot read the experiment {path}: {reason}", 2) from error
    names = own.pop(_INCLUDE, [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise KpathError(f"{path}: include is {names!r}, not a list of files; correct the file", 2)
    document: dict[str, Any] = {}
    for name in names:
        document = merged(document, _load(path.parent / name, (*including, resolved)))
    return merged(document, own)


def _setting(text: str) -> dict[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise KpathError(f"--set {text!r} is not KEY=VALUE, as limits.trial_seconds=60", 2)
    quoted = value.strip().replace("\\", "\\\\").replace('"', '\\"')
    document: dict[str, Any]
    try:
        document = tomllib.loads(f"{key} = {value}")
    except tomllib.TOMLDecodeError:
        pass
    else:
        return document
    try:
        document = tomllib.loads(f'{key} = "{quoted}"')
    except tomllib.TOMLDecodeError as error:
        raise KpathError(f"--set {text!r} is not KEY=VALUE in TOML: {error}", 2) from error
    return document


def nearest(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about ``word``: the nearest of the known words, or all of them."""
    words = sorted(set(known))
    close = difflib.get_close_matches(word, words, n=3)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    return f"; there are: {', '.join(words) or 'none'}"


class Table:
    """A table of the document that answers with values of the right type, or complains."""

    def __init__(self, values: dict[str, Any], path: Path, at: str = "") -> None:
        self._values = values
        self._path = path
        self._at = at
        self._known: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def text(self, key: str, default: str | None = None) -> str:
        """A string, which must not be empty."""
        value: str = self._value(key, str, default)
        if not value:
            raise self.error(key, "is empty")
        return value

    def whole(self, key: str, least: int, default: int | None = None) -> int:
        """A whole number of at least ``least``."""
        value: int = self._value(key, int, default)
        if value < least:
            raise self.error(key, f"is {value}, not {least} or more")
        return value

    def optional_whole(self, key: str, least: int) -> int | None:
        """A whole number of at least ``least``, or None where there is none."""
        self._known.add(key)
        return self.whole(key, least) if key in self else None

    def number(self, key: str, least: float, default: float | None = None) -> float:
        """A finite number above ``least``."""
        value: float = self._value(key, (int, float), default)
        if not least < value < float("inf"):
            raise self.error(key, f"is {value}, not a number above {least:g}")
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        self._known.add(key)
        value = self._values.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"is {value!r}, not true or false")
        return value

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Strings."""
        values = self._value(key, list, None if default is None else list(default))
        if not all(isinstance(value, str) and value for value in values):
            raise self.error(key, f"is {values!r}, not a list of strings")
        return tuple(values)

    def wholes(self, key: str, least: int, default: Sequence[int] | None = None) -> tuple[int, ...]:
        """Whole numbers of at least ``least``, without repetition, in the order given."""
        values = self._value(key, list, None if default is None else list(default))
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise self.error(key, f"has {value!r}, not a whole number of {least} or more")
        return tuple(dict.fromkeys(values))

    def choices(
        self, key: str, known: Sequence[str], default: Sequence[str] | None = None
    ) -> tuple[str, ...]:
        """Words out of ``known``."""
        values = self.texts(key, default)
        for value in values:
            if value not in known:
                raise self.error(key, f"has {value!r}{nearest(value, known)}", "")
        return tuple(dict.fromkeys(values))

    def table(self, key: str) -> "Table":
        """A table; an empty one where there is none."""
        return Table(self._value(key, dict, {}), self._path, f"{self._at}{key}.")

    def tables(self, key: str) -> dict[str, "Table"]:
        """The tables within a table, by name."""
        parent = self.table(key)
        return {
            name: Table(parent._value(name, dict, None), self._path, f"{self._at}{key}.{name}.")
            for name in parent._values
        }

    def finish(self) -> None:
        """Complains about a key that nobody asked for: a misspelt one would have no effect."""
        for key in sorted(self._values.keys() - self._known):
            raise self.error(key, f"is unknown{nearest(key, self._known)}", "")

    def error(self, key: str, what: str, remedy: str = "; correct the file") -> KpathError:
        """An error about a key."""
        return KpathError(f"{self._path}: {self._at}{key} {what}{remedy}", 2)

    def _value(self, key: str, kind: type | tuple[type, ...], default: Any) -> Any:
        self._known.add(key)
        if key not in self._values:
            if default is None:
                raise self.error(key, "is missing")
            return default
        value = self._values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            names = " or ".join(
                it.__name__ for it in (kind if isinstance(kind, tuple) else (kind,))
            )
            raise self.error(key, f"is {value!r}, not of type {names}")
        return value
