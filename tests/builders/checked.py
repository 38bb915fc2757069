"""Writes JSON lines, documents and tables with checksums, as the agent and the launcher do."""

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kpath_jvm.seals import sealed


def checked(*documents: Any) -> str:
    """Returns a line for each object, with a checksum. Objects must have at least one member."""
    return "".join(_checked(json.dumps(one, separators=(",", ":"))) for one in documents)


def _checked(text: str) -> str:
    content = text[:-1]
    return f'{content},"crc32":"{zlib.crc32(content.encode()):08x}"}}\n'


def write_sealed(path: Path, document: Any) -> None:
    """Writes an object with its checksum."""
    path.write_bytes(sealed(json.dumps(document)))


def write_table(directory: Path, name: str, rows: npt.NDArray[Any]) -> None:
    """Writes an inline profiler's table, and puts the table's checksum into inline.json.

    The file inline.json must exist.
    """
    rows.tofile(directory / name)
    path = directory / "inline.json"
    figures = json.loads(path.read_text())
    figures.pop("crc32")
    checksum = zlib.crc32(np.ascontiguousarray(rows).tobytes())
    figures["files"] = figures.get("files", {}) | {name: f"{checksum:08x}"}
    path.write_text(checked(figures))
