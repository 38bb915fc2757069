"""Reads tables of TOML files into dataclasses and typed values, or reports an error in one line.

msgspec converts the values. Which values are allowed follows from the types of a dataclass's
fields, or from the type that is given for a single value. Messages about wrong values use TOML's
terms, not Python's or msgspec's, and contain the key, the value and a remedy.
"""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.toml_values import spelt

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

T = TypeVar("T")
Text = Annotated[str, msgspec.Meta(min_length=1)]
Texts = tuple[Text, ...]
Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
PositiveNumber = Annotated[float, msgspec.Meta(gt=0, le=sys.float_info.max)]
#: The types in msgspec's messages, in words.
_KINDS = {
    "bool": "true or false", "str": "a string", "int": "a whole number", "float": "a number",
    "array": "a list", "object": "a table",
}  # fmt: skip
_MESSAGE = re.compile(
    r"Expected `(?P<kinds>[\w| ]+)`(?P<rule> [^,]+?)?(, got `\w+`)?( - at `\$\[(?P<item>\d+)\]`)?"
)


@dataclass(frozen=True)
class OneOf:
    """Annotates a string type with the words that are allowed as values.

    In a tuple of such strings, repeated words are dropped.
    """

    words: Sequence[str]


def read_document(
    path: Path, what: str, read: Callable[[Path], bytes] = Path.read_bytes
) -> dict[str, Any]:
    """Returns the content of a file; raises KpathError (exit status 2) if it can't be read.

    ``what`` is a noun for the file, for use in the error's message.
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


def read(table: "Table", kind: type[T], /, **given: Any) -> T:
    """Returns a ``kind`` with the table's values and, in other fields, the values ``given``.

    A field whose key is missing gets its default. A field without a default becomes None if its
    type allows None, and is read from an empty table if its type is a dataclass. For any other
    field, the key must be there. Raises KpathError (exit status 2) for a value that doesn't fit, a
    key that is missing but must be there, or an unknown key.
    """
    hints = get_type_hints(kind, include_extras=True)
    for it in fields(kind):  # type: ignore[arg-type]
        if it.name not in given:
            default = None if it.default is MISSING else it.default
            given[it.name] = _field_value(table, it.name, hints[it.name], default)
    table.finish()
    return kind(**given)


def _field_value(table: "Table", name: str, hint: Any, default: Any) -> Any:
    may_be_none = get_origin(hint) in (Union, UnionType)
    if may_be_none:
        hint = next(inner for inner in get_args(hint) if inner is not NoneType)
    if not table.has(name) and (may_be_none or default is not None):
        return default
    if is_dataclass(hint) and isinstance(hint, type):
        return read(table.optional_table(name), hint)
    for one in getattr(hint, "__metadata__", ()):
        if isinstance(one, OneOf):
            is_one = get_args(hint)[0] is str
            return table.word(name, one.words) if is_one else table.words(name, one.words)
    if _is_ints(hint):
        return table.distinct(name, hint)
    return table.value(name, {str: Text, tuple[str, ...]: Texts}.get(hint, hint))


class Table:
    """A table of a TOML file. Its methods return values of the right type, or raise KpathError."""

    def __init__(self, values: dict[str, Any], path: Path, at: str = "") -> None:
        self._values = values
        self._path = path
        self._at = at
        self._known: set[str] = set()

    def has(self, key: str) -> bool:
        """Returns whether the table has a key, which ``finish`` then counts as known."""
        self._known.add(key)
        return key in self._values

    def raw(self, key: str) -> Any:
        """Returns a key's value, of any type, or None if the key is missing."""
        return self._values[key] if self.has(key) else None

    def value(self, key: str, kind: Any, default: Any = None) -> Any:
        """Returns a key's value, converted to a type; without a default, the key must be there."""
        if not self.has(key):
            if default is None:
                raise self.error(key, "is missing")
            return default
        value = self._values[key]
        try:
            return msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            raise self.error(key, _complaint(value, kind, str(error))) from None

    def text(self, key: str, default: str | None = None) -> str:
        """Returns a string, which must not be empty."""
        text: str = self.value(key, Text, default)
        return text

    def distinct(self, key: str, kind: Any) -> tuple[Any, ...]:
        """Returns a tuple of the type ``kind`` without repetitions, in the file's order."""
        return tuple(dict.fromkeys(self.value(key, kind)))

    def words(self, key: str, known: Sequence[str]) -> tuple[str, ...]:
        """Returns the words of a list without repetitions; all words must be among ``known``."""
        values = self.distinct(key, Texts)
        for value in values:
            if value not in known:
                raise self.error(key, f"has {value!r}{nearest(value, known)}", "")
        return values

    def word(self, key: str, known: Sequence[str]) -> str:
        """Returns a word, which must be among ``known``."""
        value = self.text(key)
        if value not in known:
            raise self.error(key, f"is {value!r}{nearest(value, known)}", "")
        return value

    def labelled(self, at: str) -> "Table":
        """Returns the same table, but with ``at`` before each key in messages."""
        return Table(self._values, self._path, at)

    def table(self, key: str) -> "Table":
        """Returns an inner table, which must be there."""
        return Table(self.value(key, dict[str, Any]), self._path, f"{self._at}{key}.")

    def optional_table(self, key: str) -> "Table":
        """Returns an inner table, or an empty table if the key is missing."""
        return Table(self.value(key, dict[str, Any], {}), self._path, f"{self._at}{key}.")

    def inner_tables(self) -> dict[str, "Table"]:
        """Returns this table's values by name; each of them must be a table."""
        return {name: self.table(name) for name in self._values}

    def tables(self, key: str) -> dict[str, "Table"]:
        """Returns the tables within an inner table, by name; {} if the inner table is missing."""
        return self.optional_table(key).inner_tables()

    def list_of_tables(self, key: str) -> list["Table"]:
        """Returns the tables of a list, written as [[key]]; [] if there is no list."""
        if isinstance(self.raw(key), dict):
            remedy = f"; write [[{self._at}{key}]], with two brackets on each side"
            raise self.error(key, "is a table, not a list of tables", remedy)
        entries = self.value(key, list[Any], [])
        if not all(isinstance(entry, dict) for entry in entries):
            raise self.error(key, "is not a list of tables", f"; write each as [[{self._at}{key}]]")
        return [Table(entry, self._path, f"{self._at}{key}.") for entry in entries]

    def items(self, key: str) -> list[Any]:
        """Returns the items of a list, which must be there; an inner table becomes a Table."""
        return [
            Table(one, self._path, f"{self._at}{key} {at}: ") if isinstance(one, dict) else one
            for at, one in enumerate(self.value(key, list[Any]), 1)
        ]

    def is_list(self, key: str) -> bool:
        """Returns whether a key is there and its value is a list."""
        return isinstance(self._values.get(key), list)

    def settings(self) -> dict[str, str]:
        """Returns the values of this table (strings or whole numbers) as strings, by key."""
        return {key: str(self.value(key, int | str)) for key in self._values}

    @property
    def keys(self) -> list[str]:
        """The keys, in the file's order."""
        return list(self._values)

    def finish(self) -> None:
        """Raises KpathError if the table has an unknown key, which may be misspelt."""
        for key in sorted(self._values.keys() - self._known):
            raise self.error(key, f"is unknown{nearest(key, self._known)}", "")

    def error(self, key: str, what: str, remedy: str = "; correct the file") -> KpathError:
        """Returns an error about a key."""
        return KpathError(f"{self._path}: {self._at}{key} {what}{remedy}", 2)


def _complaint(value: Any, kind: Any, message: str) -> str:
    """Returns msgspec's complaint in TOML's terms, such as "is 0, not 1 or more"."""
    found = _MESSAGE.fullmatch(message)
    assert found is not None, message
    item, kinds = found["item"], found["kinds"].split(" | ")
    what = f"is {spelt(value)}" if item is None else f"has {spelt(value[int(item)])}"
    if kinds == ["str"] and item is not None:
        return f"is {spelt(value)}, not a list of strings"
    if kinds == ["str"] and found["rule"]:
        return "is empty"
    expected = " or ".join(sorted(_KINDS[one] for one in kinds))
    if kinds == ["float"] and found["rule"]:
        expected = f"a number above {_least(kind):g}"
    elif kinds == ["int"] and item is not None:
        expected = f"a whole number of {_least(kind)} or more"
    elif kinds == ["int"] and found["rule"]:
        expected = f"{_least(kind)} or more"
    return f"{what}, not {expected}"


def _least(kind: Any) -> float:
    """Returns the lower bound of a number's type, or of the type of a tuple's items."""
    for one in getattr(kind, "__metadata__", ()):
        if isinstance(one, msgspec.Meta):
            bound = one.gt if one.ge is None else one.ge
            assert bound is not None
            return bound
    return _least(get_args(kind)[0])


def _is_ints(hint: Any) -> bool:
    inner = get_args(hint)[:1]
    return get_origin(hint) is tuple and bool(inner) and get_args(inner[0])[:1] == (int,)
