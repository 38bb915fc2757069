"""Checks JSON documents against the tables of docs/formats/json.md and export.md."""

import re
from functools import cache
from typing import Any

from kpath_command import REPOSITORY

_PAGES = [REPOSITORY / "docs" / "formats" / name for name in ("json.md", "export.md")]
_ROW = re.compile(r"\| (?:`(?P<key>\w+)`|…) \| (?P<type>[^|]+) \| ?(?P<words>[^|]*)\|")
_LINK = re.compile(r"\[[^\]]+\]\((?:json\.md)?#([\w-]+)\)")
_SCALARS: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
}  # fmt: skip


@cache
def sections() -> dict[str, list[tuple[str | None, str, bool]]]:
    """Returns each row's key, type and whether it is optional, by its table's anchor.

    The table of a verb's document is found by the verb, too.
    """
    found: dict[str, list[tuple[str | None, str, bool]]] = {}
    rows: list[tuple[str | None, str, bool]] = []
    for line in (line for page in _PAGES for line in page.read_text("utf-8").splitlines()):
        if line.startswith("#"):
            rows = []
            anchor = line.lstrip("# ").lower().replace(" ", "-")
            assert anchor not in found, f"two sections {anchor}"
            found[anchor] = rows
        elif line.startswith("| ") and line not in ("| key | type | |", "| column | type | |"):
            row = _ROW.fullmatch(line)
            assert row is not None, f"not a row: {line}"
            rows.append((row["key"], row["type"], row["words"].startswith("optional")))
            if row["key"] and row["key"].startswith("kpath_jvm_"):
                found[row["key"].removeprefix("kpath_jvm_")] = rows
    return found


def complaints(document: dict[str, Any], verb: str) -> list[str]:
    """Returns how and where a verb's document differs from the page."""
    if next(iter(document), None) != f"kpath_jvm_{verb}":
        return [f"the first key is not kpath_jvm_{verb}"]
    return list(_of_object(document, verb, "$"))


def _of_object(value: Any, anchor: str, at: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{at} is not an object ({anchor})"]
    keys = _keys(anchor)
    found = [f"{at}.{key} is not on the page ({anchor})" for key in value if key not in keys]
    if anchor == "workload":
        # The page leaves the rest of it to another one.
        found = []
    for key, (kind, is_optional) in keys.items():
        if key in value:
            found += _of(value[key], kind, f"{at}.{key}")
        elif not is_optional:
            found.append(f"{at}.{key} is missing ({anchor})")
    return found


def _keys(anchor: str) -> dict[str, tuple[str, bool]]:
    keys: dict[str, tuple[str, bool]] = {}
    for key, kind, is_optional in sections()[anchor]:
        if key is None:
            link = _LINK.fullmatch(kind)
            assert link is not None, f"{anchor}: … of what? {kind}"
            keys |= _keys(link[1])
        else:
            keys[key] = kind, is_optional
    return keys


def _of(value: Any, kind: str, at: str) -> list[str]:
    if kind.endswith(" or null"):
        return [] if value is None else _of(value, kind.removesuffix(" or null"), at)
    if kind.startswith("list of "):
        if not isinstance(value, list):
            return [f"{at} is not a list"]
        inner = kind.removeprefix("list of ")
        return [it for i, one in enumerate(value) for it in _of(one, inner, f"{at}[{i}]")]
    if kind.startswith("map of "):
        if not isinstance(value, dict):
            return [f"{at} is not an object"]
        inner = kind.removeprefix("map of ")
        return [it for key, one in value.items() for it in _of(one, inner, f"{at}.{key}")]
    link = _LINK.fullmatch(kind)
    if link is not None:
        return _of_object(value, link[1], at)
    if kind.isdigit():
        return [] if value == int(kind) else [f"{at} is not {kind}"]
    types = _SCALARS[kind]
    # In JSON, true isn't 1.
    is_so = isinstance(value, types) and (kind == "boolean" or not isinstance(value, bool))
    return [] if is_so else [f"{at} is not a {kind}: {value!r}"]
