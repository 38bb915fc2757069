"""Reads the lines that the agent writes, even if they have lone surrogates."""

import json
from typing import Any


def encodable(line: bytes) -> Any:
    """Returns a line's JSON value, whose lone surrogates are escaped so that texts can be UTF-8.

    Names in class files may have lone surrogates, which msgspec doesn't accept. Raises ValueError
    or RecursionError when the line isn't JSON.
    """
    return _escaped(json.loads(line.decode("utf-8", "surrogatepass")))


def _escaped(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    if isinstance(value, list):
        return [_escaped(item) for item in value]
    if isinstance(value, dict):
        return {_escaped(key): _escaped(item) for key, item in value.items()}
    return value
