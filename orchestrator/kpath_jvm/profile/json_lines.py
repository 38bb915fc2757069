"""What the lines that the agent writes hold, lone surrogates included."""

import json
from typing import Any


def encodable(line: bytes) -> Any:
    """Returns a line's JSON value whose texts have bytes in UTF-8: lone surrogates are escaped.

    Names in class files may hold these, which msgspec refuses. ValueError or RecursionError for
    what is no JSON.
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
