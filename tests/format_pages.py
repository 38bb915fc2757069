"""Writes the tables of docs/formats that follow from declarations.

    .venv/bin/python tests/format_pages.py

A page has them between the lines ``<!-- NAME -->`` and ``<!-- end of NAME -->``; whatever else is
on the page stays. A test fails when a page isn't what this would write.
"""

import re
import textwrap
import types
from collections.abc import Iterable, Iterator
from itertools import groupby
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
_BLOCK = re.compile(r"(<!-- (?P<name>[\w ]+) -->\n).*?(<!-- end of (?P=name) -->)", re.DOTALL)
_HEAD = ["| key | type | |", "|---|---|---|"]
_WIDTH = 139
_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean"}


def name_of(declared: type[Keys]) -> str:
    """Returns an object's name on the page: of ``HotLoopKeys``, ``hot loop``."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", declared.__name__.removesuffix("Keys")).lower()


def type_of(kind: Any) -> str:
    """Returns a type in the page's words."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is types.UnionType:
        (one,) = (it for it in inner if it is not types.NoneType)
        return f"{type_of(one)} or null"
    if origin is list:
        return f"list of {type_of(inner[0])}"
    if origin is dict:
        return f"map of {type_of(inner[1])}"
    if kind in _SCALARS:
        return _SCALARS[kind]
    return f"*{name_of(kind)}*"


def objects_of(declared: type[Keys]) -> Iterator[type[Keys]]:
    """Yields an object, what it inherits from, and all objects in it, each of them once."""
    met: list[type[Keys]] = []
    todo = [declared]
    while todo:
        one = todo.pop(0)
        if one in met:
            continue
        met.append(one)
        yield one
        bases = [it for it in one.__bases__ if it is not Keys]
        inner = [it for key in keys_of(one, inherited=False) for it in _classes(key.type)]
        todo = [*bases, *inner, *todo]


def _classes(kind: Any) -> list[type[Keys]]:
    if isinstance(kind, type) and issubclass(kind, Keys):
        return [kind]
    return [it for one in get_args(kind) for it in _classes(one)]


def rows(keys: Iterable[Key]) -> Iterator[str]:
    """Yields the rows of keys; neighbours that differ by their names only share one."""
    for (kind, words, is_optional), same in groupby(
        keys, key=lambda it: (type_of(it.type), it.meaning, it.is_optional)
    ):
        names = ", ".join(f"`{key.name}`" for key in same)
        said = " ".join(filter(None, ["*Optional.*" if is_optional else "", words]))
        yield f"| {names} | {kind} | {said} |" if said else f"| {names} | {kind} | |"


def _words(declared: type[Keys]) -> str:
    return " ".join((declared.__doc__ or "").split())


def _paragraph(words: str) -> list[str]:
    lines = textwrap.wrap(words, _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [*lines, ""]


def _object_rows(declared: type[Keys]) -> Iterator[str]:
    bases = [f"*{name_of(it)}*" for it in declared.__bases__ if it is not Keys]
    further = f" It also has all keys of {' and '.join(bases)}." if bases else ""
    yield f"| **{name_of(declared)}** | | {_words(declared)}{further} |"
    yield from rows(keys_of(declared, inherited=False))


def _is_shared(declared: type[Keys]) -> bool:
    return declared.__module__ == shared.__name__


def document(kind: DocumentKind) -> list[str]:
    """Returns the table of a document: its own keys, then the objects that no other one has."""
    _, *inner = objects_of(kind.keys)
    return [
        *_paragraph(_words(kind.keys)),
        *_HEAD,
        f"| `{kind.key}` | {kind.version} | |",
        *rows(keys_of(kind.keys)),
        *(row for one in inner if not _is_shared(one) for row in _object_rows(one)),
    ]


def shared_objects() -> list[str]:
    """Returns the table of the objects that several documents have."""
    met: list[type[Keys]] = []
    for kind in KINDS:
        met += [it for it in objects_of(kind.keys) if _is_shared(it) and it not in met]
    return [*_HEAD, *(row for one in met for row in _object_rows(one))]


def exported(table: str) -> list[str]:
    """Returns the columns of a table that is exported as csv or Parquet."""
    columns = (
        (
            str(it.type).replace("list<element: ", "list of ").rstrip(">"),
            meaning(table, it.name),
            it,
        )
        for it in TABLES[table].schema
    )
    body = [
        f"| {', '.join(f'`{it.name}`' for _, _, it in same)} | {kind} | {words}{' ' * bool(words)}|"
        for (kind, words), same in groupby(columns, key=lambda it: it[:2])
    ]
    return [*_paragraph(ROWS[table]), "| column | type | |", "|---|---|---|", *body]


def block(name: str) -> list[str]:
    """Returns the lines of a block by its name."""
    if name == "shared objects":
        return shared_objects()
    what, _, of = name.partition(" ")
    if what == "table":
        return exported(of)
    (kind,) = (it for it in KINDS if it.verb == of)
    return document(kind)


def written(text: str) -> str:
    """Returns a page with its blocks written anew."""
    return _BLOCK.sub(
        lambda found: found[1] + "\n".join(["", *block(found["name"]), "", found[3]]), text
    )


def names(text: str) -> list[str]:
    """Returns the names of a page's blocks."""
    return [found["name"] for found in _BLOCK.finditer(text)]


def main() -> None:
    for page in PAGES:
        Path(page).write_text(written(page.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
