"""Tables of TOML files as dataclasses and typed values, or as an error in one line.

The types of a dataclass's fields say what its keys may hold (:class:`Value`).
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T")
#: What a value is expected to be, in words.
_KINDS: dict[type | tuple[type, ...], str] = {
    bool: "true or false",
    str: "a string",
    int: "a whole number",
    (int, float): "a number",
    list: "a list",
    dict: "a table",
}


def read_document(
    path: Path, what: str, read: Callable[[Path], bytes] = Path.read_bytes
) -> dict[str, Any]:
    """Returns what a file holds; raises KpathError (2) if it can't be read.

    ``what`` says in the error what the file describes.
    """
    try:
        document: dict[str, Any] = tomllib.loads(read(path).decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise KpathError(f"cannot read the {what} {path}: {reason}", 2) from error
    return document


def read_table(path: Path, what: str) -> "Table":
    """Returns the file's top table; raises KpathError as :func:`read_document` does."""
    return Table(read_document(path, what), path)


@dataclass(frozen=True)
class Value:
    """What a dataclass's field of a type ``Annotated[TYPE, Value(...)]`` may hold.

    Whole numbers (in a list, too) are at least ``least``, other numbers are above ``above``, and
    words are among ``known``. ``key`` is the field's name in the file, if that is different. If
    ``parse`` returns None, the error says that the text isn't ``meaning``.
    """

    least: int = 0
    above: float = 0
    known: Sequence[str] = ()
    key: str = ""
    parse: Callable[[str], Any] | None = None
    meaning: str = ""


Natural = Annotated[int, Value(least=0)]
Positive = Annotated[int, Value(least=1)]
PositiveNumber = Annotated[float, Value(above=0)]


def read(table: "Table", kind: type[T], /, **given: Any) -> T:
    """Returns a dataclass of the table's values; fields that are ``given`` aren't read.

    If a key is missing, a field that may be None is None, and a field whose type is a dataclass has
    that one's defaults. Raises KpathError (2) for a value that doesn't fit, a missing value and an
    unknown key.
    """
    hints = get_type_hints(kind, include_extras=True)
    for it in fields(kind):  # type: ignore[arg-type]
        if it.name not in given:
            default = None if it.default is MISSING else it.default
            given[it.name] = _field_value(table, it.name, hints[it.name], default)
    table.finish()
    return kind(**given)


def _field_value(table: "Table", name: str, hint: Any, default: Any) -> Any:
    """Returns the value of a field of that type."""
    may_be_none = get_origin(hint) in (Union, UnionType)
    if may_be_none:
        hint = next(inner for inner in get_args(hint) if inner is not NoneType)
    kind, rule = get_args(hint) if get_origin(hint) is Annotated else (hint, Value())
    key = rule.key or name
    if not table.has(key) and (may_be_none or default is not None):
        return default
    if is_dataclass(kind) and isinstance(kind, type):
        return read(table.optional_table(key), kind)
    return table.value(key, kind, rule)


class Table:
    """A table of the document that returns values of the right type, or raises an error."""

    def __init__(self, values: dict[str, Any], path: Path, at: str = "") -> None:
        self._values = values
        self._path = path
        self._at = at
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        """Returns whether there is such a key; from now on it counts as known."""
        self._known.add(key)
        return key in self._values

    def value(self, key: str, kind: Any, rule: Value) -> Any:
        """Returns a value of a type that keeps to the rule.

        The value of a list is a tuple of strings or of ints.
        """
        if rule.parse is not None:
            parsed = rule.parse(self.text(key))
            if parsed is None:
                raise self.error(key, f"is {self.text(key)!r}, not {rule.meaning}")
            return parsed
        readers: dict[Any, Callable[[], Any]] = {
            int: lambda: self.whole(key, rule.least),
            float: lambda: self.number(key, rule.above),
            bool: lambda: self._value(key, bool, None),
            str: lambda: self.choice(key, rule.known) if rule.known else self.text(key),
            tuple[int, ...]: lambda: self.wholes(key, rule.least),
            tuple[str, ...]: lambda: self.texts(key, rule.known),
        }
        return readers[kind]()

    def text(self, key: str, default: str | None = None) -> str:
        """Returns a string, which must not be empty."""
        value: str = self._value(key, str, default)
        if not value:
            raise self.error(key, "is empty")
        return value

    def whole(self, key: str, least: int) -> int:
        """Returns a whole number of at least ``least``."""
        value: int = self._value(key, int, None)
        if value < least:
            raise self.error(key, f"is {value}, not {least} or more")
        return value

    def number(self, key: str, above: float) -> float:
        """Returns a finite number above ``above``."""
        value: float = self._value(key, (int, float), None)
        if not above < value < float("inf"):
            raise self.error(key, f"is {value}, not a number above {above:g}")
        return float(value)

    def wholes(self, key: str, least: int) -> tuple[int, ...]:
        """Returns whole numbers of at least ``least``, without repetition, in the order given."""
        values = self._value(key, list, None)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise self.error(key, f"has {value!r}, not a whole number of {least} or more")
        return tuple(dict.fromkeys(values))

    def flag(self, key: str) -> bool:
        """Returns true or false; false if there is no such key."""
        value: bool = self._value(key, bool, False)
        return value

    def labelled(self, at: str) -> "Table":
        """Returns the same table, called ``at`` in errors."""
        return Table(self._values, self._path, at)

    def sequence(self, key: str, least: int) -> tuple[int, ...]:
        """Returns one or more whole numbers of at least ``least``, as given, with repetitions."""
        self.wholes(key, least)
        values = tuple(self._values[key])
        if not values:
            raise self.error(key, "is empty")
        return values

    def raw(self, key: str) -> Any:
        """Returns a value of any type, None if there is no such key."""
        self._known.add(key)
        return self._values.get(key)

    def flags(self, key: str) -> tuple[bool, ...]:
        """Returns truth values, without repetition, in the order given."""
        values = self._value(key, list, None)
        for value in values:
            if not isinstance(value, bool):
                raise self.error(key, f"has {value!r}, not true or false")
        return tuple(dict.fromkeys(values))

    def texts(self, key: str, known: Sequence[str] = ()) -> tuple[str, ...]:
        """Returns strings; if ``known`` is given, they are among these and without repetition."""
        values = self._value(key, list, None)
        if not all(isinstance(value, str) and value for value in values):
            raise self.error(key, f"is {values!r}, not a list of strings")
        for value in values if known else ():
            if value not in known:
                raise self.error(key, f"has {value!r}{nearest(value, known)}", "")
        return tuple(dict.fromkeys(values)) if known else tuple(values)

    def choice(self, key: str, known: Sequence[str]) -> str:
        """Returns a word that is in ``known``."""
        value = self.text(key)
        if value not in known:
            raise self.error(key, f"is {value!r}{nearest(value, known)}", "")
        return value

    def table(self, key: str) -> "Table":
        """Returns a table, which must be there."""
        return Table(self._value(key, dict, None), self._path, f"{self._at}{key}.")

    def optional_table(self, key: str) -> "Table":
        """Returns a table; an empty one if there is none."""
        return Table(self._value(key, dict, {}), self._path, f"{self._at}{key}.")

    def inner_tables(self) -> dict[str, "Table"]:
        """Returns the tables that make up this one, by name."""
        return {name: self.table(name) for name in self._values}

    def tables(self, key: str) -> dict[str, "Table"]:
        """Returns the tables within a table, by name; none if there is no such table."""
        return self.optional_table(key).inner_tables()

    def list_of_tables(self, key: str) -> list["Table"]:
        """Returns the tables of the list, written as [[key]]; none if there is no list."""
        entries = self._value(key, list, [])
        if not all(isinstance(entry, dict) for entry in entries):
            raise self.error(key, "is not a list of tables")
        return [Table(entry, self._path, f"{self._at}{key}.") for entry in entries]

    def is_list(self, key: str) -> bool:
        """Returns whether the value is there and is a list."""
        return isinstance(self._values.get(key), list)

    def settings(self) -> dict[str, str]:
        """Returns all values of this table, strings or whole numbers, as texts for a command."""
        for key, value in self._values.items():
            if isinstance(value, bool) or not isinstance(value, str | int):
                raise self.error(key, f"is {value!r}, not a string or a whole number")
        return {key: str(value) for key, value in self._values.items()}

    @property
    def keys(self) -> list[str]:
        """The keys, in the file's order."""
        return list(self._values)

    def finish(self) -> None:
        """Raises KpathError for a key that nobody asked for: a misspelt one would do nothing."""
        for key in sorted(self._values.keys() - self._known):
            raise self.error(key, f"is unknown{nearest(key, self._known)}", "")

    def error(self, key: str, what: str, remedy: str = "; correct the file") -> KpathError:
        """Returns an error about a key."""
        return KpathError(f"{self._path}: {self._at}{key} {what}{remedy}", 2)

    def _value(self, key: str, kind: type | tuple[type, ...], default: Any) -> Any:
        self._known.add(key)
        if key not in self._values:
            if default is None:
                raise self.error(key, "is missing")
            return default
        value = self._values[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise self.error(key, f"is {value!r}, not {_KINDS[kind]}")
        return value
