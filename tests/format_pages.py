"""Writes the tables of docs/formats that follow from declarations in the code.

    .venv/bin/python tests/format_pages.py

A page has each table between the lines ``<!-- NAME -->`` and ``<!-- end of NAME -->``; only these
tables are changed. A test fails if a page isn't as this program would write it.
"""

import argparse
import re
import textwrap
import types
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

from json_documents import KINDS
from kpath_command import REPOSITORY
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents import shared
from kpath_jvm.reports.documents.keys import Key, Keys, keys_of
from kpath_jvm.reports.export.meanings import ROWS, meaning
from kpath_jvm.reports.export.tables import TABLES

FORMATS = REPOSITORY / "docs" / "formats"
PAGES = (FORMATS / "json.md", FORMATS / "export.md")
#: The documents of ``export``, which have a page of their own.
_EXPORTED = ("export", "export_extended")
_BLOCK = re.compile(r"(<!-- (?P<name>[\w ]+) -->\n).*?(<!-- end of (?P=name) -->)", re.DOTALL)
_HEAD = ["| key: type | |", "|---|---|"]
_WIDTH = 139
_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}
#: An object is described in one row if it has at most _MOST_KEYS keys, and if the description of
#: the keys has at most _MOST_CHARACTERS characters.
_MOST_KEYS = 8
_MOST_CHARACTERS = 560


def name_of(declared: type[Keys]) -> str:
    """Returns an object's name on the page, for instance ``hot loop`` for ``HotLoopKeys``."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", declared.__name__.removesuffix("Keys")).lower()


def type_of(kind: Any, *, many: bool = False) -> str:
    """Returns a type in the page's words, in the plural if ``many``."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is types.UnionType:
        (one,) = (it for it in inner if it is not types.NoneType)
        return f"{type_of(one)} or null"
    if origin is list:
        return f"list of {type_of(inner[0], many=True)}"
    if origin is dict:
        return f"map of {type_of(inner[1], many=True)}"
    if kind in _SCALARS:
        return _SCALARS[kind]
    if _has_name(kind):
        return f"*{name_of(kind)}*"
    return "objects" if many else "object"


def objects_of(declared: type[Keys]) -> Iterator[type[Keys]]:
    """Yields an object, what it inherits from, and all objects in it, each once."""
    met: list[type[Keys]] = []
    todo = [declared]
    while todo:
        one = todo.pop(0)
        if one in met:
            continue
        met.append(one)
        yield one
        inner = [it for key in keys_of(one, inherited=False) for it in _classes(key.type)]
        todo = [*_bases(one), *inner, *todo]


def _classes(kind: Any) -> list[type[Keys]]:
    if isinstance(kind, type) and issubclass(kind, Keys):
        return [kind]
    return [it for one in get_args(kind) for it in _classes(one)]


def _bases(declared: type[Keys]) -> list[type[Keys]]:
    return [it for it in declared.__bases__ if it is not Keys]


@cache
def _all_objects() -> list[type[Keys]]:
    return list(dict.fromkeys(one for kind in KINDS for one in objects_of(kind.keys)))


@cache
def _named_objects() -> list[type[Keys]]:
    everything = _all_objects()
    told = [it for one in everything for key in keys_of(one, inherited=False)
            for it in _classes(key.type)]  # fmt: skip
    bases = [it for one in everything for it in _bases(one)]
    return [one for one in everything if told.count(one) > 1 or one in bases]


def _has_name(declared: type[Keys]) -> bool:
    """Returns whether an object is described under a name, because it is used in several places.

    An object is used in several places if several keys refer to the object, or if another object
    inherits from the object.
    """
    return declared in _named_objects()


@cache
def common_keys() -> dict[str, str]:
    """Returns the keys that have the same meaning in several objects, with that meaning."""
    inner = [one for kind in KINDS if kind.verb not in _EXPORTED for one in objects_of(kind.keys)]
    told = [
        (key.name, key.meaning)
        for one in dict.fromkeys(inner)
        if _briefly(one) is None
        for key in keys_of(one, inherited=False)
        if key.meaning and not key.is_optional and not _nested(key)
    ]
    return dict(sorted(it for it, times in Counter(told).items() if times > 1))


def _nested(key: Key) -> type[Keys] | None:
    """Returns the object that is described with this key, or None if there is no such object."""
    return next((it for it in _classes(key.type) if not _has_name(it)), None)


def _is_common(key: Key) -> bool:
    return bool(key.meaning) and common_keys().get(key.name) == key.meaning


def _named(keys: Iterable[Key]) -> str:
    """Returns the names of keys by their types, as one text."""
    by_type: dict[str, list[str]] = {}
    for key in keys:
        by_type.setdefault(type_of(key.type), []).append(f"`{key.name}`")
    return "; ".join(f"{', '.join(names)}: {kind}" for kind, names in by_type.items())


def rows(keys: Iterable[Key]) -> Iterator[str]:
    """Yields a row of a page's table for each key."""
    for key in keys:
        said = " ".join(filter(None, ["*Optional.*" if key.is_optional else "", key.meaning]))
        yield f"| `{key.name}`: {type_of(key.type)} | {said} |"


def _without_words(keys: Iterable[Key], *, with_common: bool) -> tuple[set[str], str]:
    """Returns the names of the keys without a row of their own, and a text that lists the keys."""
    plain = [it for it in keys if not it.is_optional and not _nested(it)]
    obvious = [it for it in plain if not it.meaning]
    common = [it for it in plain if with_common and _is_common(it)]
    told = [*([_named(obvious)] if obvious else []),
            *([f"the [common](#common-keys) {_named(common)}"] if common else [])]  # fmt: skip
    return {key.name for key in [*obvious, *common]}, ", and ".join(told)


def _briefly(declared: type[Keys]) -> str | None:
    """Returns the text of a small object's own keys, or None if the object isn't small."""
    keys = keys_of(declared, inherited=False)
    if len(keys) > _MOST_KEYS or any(_nested(key) for key in keys):
        return None
    told = [
        f"`{key.name}` ({type_of(key.type)}{', optional' if key.is_optional else ''})"
        + (f": {key.meaning}" if key.meaning else ".")
        for key in keys
        if key.meaning or key.is_optional
    ]
    untold = _named(key for key in keys if not key.meaning and not key.is_optional)
    text = " ".join([*told, *([f"{untold}."] if untold else [])])
    return text if len(text) <= _MOST_CHARACTERS else None


def _words(declared: type[Keys]) -> str:
    return " ".join((declared.__doc__ or "").split())


def _paragraph(words: str) -> list[str]:
    lines = textwrap.wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [*lines, ""]


def _object_rows(
    declared: type[Keys], title: str, words: str, within: str, *, with_common: bool
) -> Iterator[str]:
    """Yields the rows of an object, then those of the objects that are described with it.

    Args:
        declared: the object.
        title: how the object's first row begins.
        words: the description of the object in this row.
        within: the prefix of the name of each key whose value is an object with its own rows.
        with_common: whether the page has the table of common keys.
    """
    bases = " and ".join(f"*{name_of(it)}*" for it in _bases(declared))
    subject = "Each" if title.endswith("objects") else "It"
    brief = _briefly(declared)
    if brief is not None:
        inherited = f"{subject} has all keys of {bases}." if bases else ""
        yield f"| {title} | {' '.join(filter(None, [words, inherited, brief]))} |"
        return
    keys = keys_of(declared, inherited=False)
    untold, listed = _without_words(keys, with_common=with_common)
    has = ", ".join(filter(None, [f"all keys of {bases}" if bases else "", listed]))
    yield f"| {title} | {words}{f' {subject} has {has}.' if has else ''} |"
    yield from _contents(declared, within, untold, with_common=with_common)


def _contents(
    declared: type[Keys], within: str, untold: set[str], *, with_common: bool
) -> Iterator[str]:
    keys = [it for it in keys_of(declared, inherited=False) if it.name not in untold]
    inner = {it: one for it in keys if (one := _nested(it))}
    small = {key: one for key, one in inner.items() if _briefly(one) is not None}
    yield from rows(it for it in keys if it not in inner)
    for key, one in [*small.items(), *((it, inner[it]) for it in inner if it not in small)]:
        said = ["*Optional.*" if key.is_optional else "", key.meaning or _words(one)]
        name = f"{within}{key.name}"
        title = f"`{key.name}`" if key in small and "." not in name else f"**`{name}`**"
        yield from _object_rows(
            one,
            f"{title}: {type_of(key.type)}",
            " ".join(filter(None, said)),
            f"{name}.",
            with_common=with_common,
        )


def _is_shared(declared: type[Keys]) -> bool:
    return declared.__module__ == shared.__name__


def _named_rows(objects: Iterable[type[Keys]], *, with_common: bool = True) -> Iterator[str]:
    for one in objects:
        name = name_of(one)
        yield from _object_rows(
            one, f"**{name}**", _words(one), f"{name}.", with_common=with_common
        )


def document(kind: DocumentKind) -> list[str]:
    """Returns a document's description and table.

    The table has the document's own keys, then the objects that only this document has.
    """
    _, *inner = objects_of(kind.keys)
    with_common = kind.verb not in _EXPORTED
    untold, listed = _without_words(keys_of(kind.keys), with_common=with_common)
    first = f'`"{kind.key}": {kind.version}`. {_words(kind.keys)}'
    return [
        *_paragraph(
            (f"[{kind.verb}](../verbs/{kind.verb}.md): " if with_common else "")
            + first
            + (f" It has {listed}." if listed else "")
        ),
        *_HEAD,
        *_contents(kind.keys, "", untold, with_common=with_common),
        *_named_rows(
            (it for it in inner if _has_name(it) and not _is_shared(it)), with_common=with_common
        ),
    ]


def documents() -> list[str]:
    """Returns the sections of all documents that verbs print."""
    lines: list[str] = []
    for kind in (it for it in KINDS if it.verb not in _EXPORTED):
        lines += [f"## {kind.verb}", *document(kind), ""]
    return lines[:-1]


def shared_objects() -> list[str]:
    """Returns the table of the objects that several documents have."""
    return [*_HEAD, *_named_rows(it for it in _all_objects() if _is_shared(it) and _has_name(it))]


def common() -> list[str]:
    """Returns the table of the keys that have the same meaning in several objects."""
    keys = [f"| `{name}` | {meaning} |" for name, meaning in common_keys().items()]
    return ["| key | |", "|---|---|", *keys]


def exported() -> list[str]:
    """Returns a table of the columns of all tables that are exported as csv or Parquet."""
    lines = ["| column: type | |", "|---|---|"]
    for name, table in TABLES.items():
        untold: dict[str, list[str]] = {}
        told = []
        for it in table.schema:
            kind, words = _column_type(it.type), meaning(name, it.name)
            if words:
                told.append(f"| `{it.name}`: {kind} | {words} |")
            else:
                untold.setdefault(kind, []).append(f"`{it.name}`")
        listed = "; ".join(f"{', '.join(names)}: {kind}" for kind, names in untold.items())
        lines += [f"| **{name}** | {ROWS[name]} It has {listed}. |", *told]
    return lines


def _column_type(kind: Any) -> str:
    return str(kind).replace("list<element: ", "list of ").rstrip(">")


def block(name: str) -> list[str]:
    """Returns the lines of a block: those between the two lines with the block's name on a page."""
    whole = {"shared objects": shared_objects, "common keys": common, "documents": documents,
             "tables": exported}  # fmt: skip
    if name in whole:
        return whole[name]()
    (kind,) = (it for it in KINDS if f"document {it.verb}" == name)
    return document(kind)


def written(text: str) -> str:
    """Returns a page with newly written blocks."""
    return _BLOCK.sub(lambda found: found[1] + "\n".join([*block(found["name"]), found[3]]), text)


def names(text: str) -> list[str]:
    """Returns the names of a page's blocks."""
    return [found["name"] for found in _BLOCK.finditer(text)]


def main() -> None:
    """Updates the generated parts of the pages. Takes no arguments."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for page in PAGES:
        Path(page).write_text(written(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
