"""Checks JSON documents against the keys that are declared for them."""

import types
from typing import Any, get_args, get_origin

from kpath_jvm.cli import doctor, recover
from kpath_jvm.live import printing
from kpath_jvm.reports import advice_summary, branches_summary, gates, summary, tree_summary
from kpath_jvm.reports.accuracy import bounds_summary, overlap_summary
from kpath_jvm.reports.diff import summary as diff_summary
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.keys import Keys, keys_of
from kpath_jvm.reports.documents.report import WorkloadKeys
from kpath_jvm.reports.export import extended, jsonl
from kpath_jvm.reports.prediction import summary as prediction_summary

#: All kinds of documents, in the order of docs/formats/json.md.
KINDS: tuple[DocumentKind, ...] = (
    summary.DOCUMENT,
    printing.DOCUMENT,
    tree_summary.DOCUMENT,
    branches_summary.DOCUMENT,
    advice_summary.DOCUMENT,
    prediction_summary.DOCUMENT,
    overlap_summary.DOCUMENT,
    bounds_summary.DOCUMENT,
    diff_summary.DOCUMENT,
    gates.DOCUMENT,
    doctor.DOCUMENT,
    recover.DOCUMENT,
    jsonl.LINE,
    extended.LINE,
)
_SCALARS: dict[Any, tuple[str, tuple[type, ...]]] = {
    str: ("a string", (str,)),
    int: ("an integer", (int,)),
    float: ("a number", (int, float)),
    bool: ("a boolean", (bool,)),
}
#: Objects that may have keys besides the declared ones.
_OPEN = (WorkloadKeys,)


def complaints(document: dict[str, Any], verb: str) -> list[str]:
    """Returns where and how a verb's document differs from its declaration."""
    (kind,) = (it for it in KINDS if it.verb == verb)
    if next(iter(document), None) != kind.key:
        return [f"the first key is not {kind.key}"]
    version = document[kind.key]
    found = [] if version == kind.version else [f"$.{kind.key} is not {kind.version}"]
    content = {key: value for key, value in document.items() if key != kind.key}
    return found + _of_object(content, kind.keys, "$")


def _of_object(value: Any, declared: type[Keys], at: str) -> list[str]:
    name = declared.__name__
    if not isinstance(value, dict):
        return [f"{at} is not an object ({name})"]
    keys = {key.name: key for key in keys_of(declared)}
    found = [f"{at}.{key} is not declared ({name})" for key in value if key not in keys]
    if declared in _OPEN:
        found = []
    for key in keys.values():
        if key.name in value:
            found += _of(value[key.name], key.type, f"{at}.{key.name}")
        elif not key.is_optional:
            found.append(f"{at}.{key.name} is missing ({name})")
    return found


def _of(value: Any, kind: Any, at: str) -> list[str]:
    if get_origin(kind) is types.UnionType:
        (inner,) = (it for it in get_args(kind) if it is not types.NoneType)
        return [] if value is None else _of(value, inner, at)
    if get_origin(kind) is list:
        if not isinstance(value, list):
            return [f"{at} is not a list"]
        (inner,) = get_args(kind)
        return [it for i, one in enumerate(value) for it in _of(one, inner, f"{at}[{i}]")]
    if get_origin(kind) is dict:
        if not isinstance(value, dict):
            return [f"{at} is not an object"]
        inner = get_args(kind)[1]
        return [it for key, one in value.items() for it in _of(one, inner, f"{at}.{key}")]
    if isinstance(kind, type) and issubclass(kind, Keys):
        return _of_object(value, kind, at)
    name, classes = _SCALARS[kind]
    # True is an int in Python, but it isn't a number in JSON.
    is_so = isinstance(value, classes) and (kind is bool or not isinstance(value, bool))
    return [] if is_so else [f"{at} is not {name}: {value!r}"]
