"""Reads files that consist of consecutive items of one kind."""

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kpath_jvm.errors import KpathError
from kpath_jvm.regular_files import require_regular


def read_items(path: Path, kind: np.dtype[Any]) -> npt.NDArray[Any]:
    """Reads all items; raises KpathError if the last one is cut off or the file can't be read."""
    try:
        require_regular(path)
        if path.stat().st_size % kind.itemsize:
            raise KpathError(f"{path} is cut off; record again")
        return np.fromfile(path, kind)
    except OSError as error:
        raise KpathError(f"cannot read {path}: {error.strerror or error}; record again") from None
