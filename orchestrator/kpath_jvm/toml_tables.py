"""Tables of TOML files that answer with values of the right type, or complain in one line."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

#: What a value is expected to be, in words.
_KINDS: dict[type | tuple[type, ...], str] = {
    str: "a string",
    int: "a whole number",
    (int, float): "a number",
    list: "a list",
    dict: "a table",
}


def read_document(path: Path, what: str) -> dict[str, Any]:
    """What the file holds; KpathError (2), naming ``what`` it describes, when it is unreadable."""
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise KpathError(f"cannot read the {what} {path}: {reason}", 2) from error
    return document


def read_table(path: Path, what: str) -> "Table":
    """The file's top table; KpathError as for :func:`read_document`."""
    return Table(read_document(path, what), path)


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
        """A table, which must be there."""
        return Table(self._value(key, dict, None), self._path, f"{self._at}{key}.")

    def optional_table(self, key: str) -> "Table":
        """A table; an empty one where there is none."""
        return Table(self._value(key, dict, {}), self._path, f"{self._at}{key}.")

    def inner_tables(self) -> dict[str, "Table"]:
        """By name, the tables of which this one consists."""
        return {name: self.table(name) for name in self._values}

    def tables(self, key: str) -> dict[str, "Table"]:
        """The tables within a table, by name; none where there is no such table."""
        return self.optional_table(key).inner_tables()

    def list_of_tables(self, key: str) -> list["Table"]:
        """The tables of the list, written as [[key]]; none if there is no list."""
        entries = self._value(key, list, [])
        if not all(isinstance(entry, dict) for entry in entries):
            raise self.error(key, "is not a list of tables")
        return [Table(entry, self._path, f"{self._at}{key}.") for entry in entries]

    def is_list(self, key: str) -> bool:
        """Whether the value is there and is a list."""
        return isinstance(self._values.get(key), list)

    def settings(self) -> dict[str, str]:
        """All values of this table, which are strings or whole numbers, as a command takes them."""
        for key, value in self._values.items():
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise self.error(key, f"is {value!r}, not a string or a whole number")
        return {key: str(value) for key, value in self._values.items()}

    @property
    def keys(self) -> list[str]:
        """The keys, in the file's order."""
        return list(self._values)

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
            raise self.error(key, f"is {value!r}, not {_KINDS[kind]}")
        return value
