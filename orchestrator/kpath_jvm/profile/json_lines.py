"""Files of one JSON value a line, as the agent writes them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kpath_jvm.regular_files import require_regular


def json_lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Yields each non-blank line, and whether its end of line was written too.

    OSError when the file can't be read.
    """
    require_regular(path)
    with path.open("rb") as file:
        for line in file:
            if line.strip():
                yield line, line.endswith(b"\n")


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
