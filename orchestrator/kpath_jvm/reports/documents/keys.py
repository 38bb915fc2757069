"""How the keys of a JSON object are declared.

A class of this package declares an object. Each annotation declares a key and its type, and also
its meaning if the name alone doesn't say it. docs/formats/json.md is generated from these classes,
and the tests compare them with the documents that verbs print.
"""

from inspect import get_annotations
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

#: Marks a key that can be missing.
OPTIONAL = object()


class Keys:
    """The base of all classes that declare an object; subclasses inherit keys.

    An underscore at a name's end, as in ``class_``, isn't part of the key.
    """


class Key(NamedTuple):
    """A key: ``type`` is a scalar, ``list``, ``dict``, a class of keys, or a union with None."""

    name: str
    type: Any
    meaning: str
    is_optional: bool


def keys_of(declared: type[Keys], *, inherited: bool = True) -> list[Key]:
    """Returns the keys of an object: the inherited ones, if ``inherited``, and then the others."""
    hints = get_type_hints(declared, include_extras=True)
    own = get_annotations(declared)
    return [_key(name, hint) for name, hint in hints.items() if inherited or name in own]


def _key(name: str, hint: Any) -> Key:
    meanings: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *rest = get_args(hint)
        meanings = tuple(rest)
    text = next((it for it in meanings if isinstance(it, str)), "")
    return Key(name.removesuffix("_"), hint, text, OPTIONAL in meanings)
