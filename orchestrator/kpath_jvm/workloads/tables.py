"""Tables of a TOML file that answer with values of the right type, or complain in one line."""

import sys
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def read_table(path: Path, what: str) -> "Table":
    """The file's top table; KpathError, naming ``what`` it describes, when it is unreadable."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise KpathError(f"cannot read the {what} {path}: {error}") from error
    return Table(document, path, "")


class Table:
    """A table of the document that answers with values of the right type, or complains."""

    def __init__(self, values: dict[str, Any], path: Path, at: str) -> None:
        self._values = values
        self._path = path
        self._at = at
        self._known: set[str] = set()

    def text(self, key: str) -> str:
        value: str = self._value(key, str)
        return value

    def number(self, key: str, least: int) -> int:
        value: int = self._value(key, int)
        if value < least:
            raise self.error(key, f"is {value}, not {least} or more")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        values = self._value(key, list)
        if not all(isinstance(value, str) for value in values):
            raise self.error(key, "is not a list of strings")
        return tuple(values)

    def table(self, key: str) -> "Table":
        return Table(self._value(key, dict), self._path, f"{self._at}{key}.")

    def optional_table(self, key: str) -> "Table":
        """The table, or an empty one."""
        self._known.add(key)
        return self.table(key) if key in self._values else Table({}, self._path, "")

    def tables(self, key: str) -> dict[str, "Table"]:
        parent = self.table(key)
        return {name: parent.table(name) for name in parent._values}

    def optional_tables(self, key: str) -> list["Table"]:
        """The tables of the list, written as [[key]]; none if there is no list."""
        self._known.add(key)
        entries = self._value(key, list) if key in self._values else []
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
        return list(self._values)

    def finish(self) -> None:
        """Complains about keys that nobody asked for: a misspelt one has no effect."""
        for key in self._values.keys() - self._known:
            raise self.error(key, "is unknown")

    def error(self, key: str, what: str) -> KpathError:
        return KpathError(f"{self._path}: {self._at}{key} {what}; correct the file")

    def _value(self, key: str, kind: type) -> Any:
        self._known.add(key)
        if key not in self._values:
            raise self.error(key, "is missing")
        value = self._values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(key, f"is {value!r}, not of type {kind.__name__}")
        return value
