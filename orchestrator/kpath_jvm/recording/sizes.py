"""Sizes in bytes, as people write and read them."""

import os
import re
from pathlib import Path

#: The largest Java long.
MOST_BYTES = 2**63 - 1
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_SIZE = re.compile(r"([0-9]{1,15})([KMG]?)", re.IGNORECASE)


def parse_size(text: str) -> int | None:
    """Returns the size in bytes that a string such as "1048576", "512K" or "1G" stands for.

    Returns None for other strings, and for more than MOST_BYTES.
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    size = int(match[1]) * _UNITS[match[2].upper()]
    return size if size <= MOST_BYTES else None


def size_text(size_bytes: int) -> str:
    """Returns a size in the largest unit that divides the size, such as "128M"."""
    for unit, factor in reversed(_UNITS.items()):
        if size_bytes and size_bytes % factor == 0:
            return f"{size_bytes // factor}{unit}"
    return str(size_bytes)


def memory_bytes(cgroup: Path = Path("/sys/fs/cgroup")) -> int:
    """Returns the machine's memory, or the container's limit if that is lower."""
    limits = [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    for name in ("memory.max", "memory/memory.limit_in_bytes"):
        try:
            text = (cgroup / name).read_text("ascii").strip()
        except (OSError, ValueError):
            continue
        if text.isdigit():
            limits.append(int(text))
    return min(limits)


def scaled(size_bytes: float) -> tuple[float, str]:
    """Returns a size in the largest unit in which the size is at least 1, such as (1.5, "GiB")."""
    value, unit = float(size_bytes), "bytes"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return value, unit


def format_size(size_bytes: int) -> str:
    """Returns a size as text, such as "128 MiB" or "1.5 GiB"."""
    value, unit = scaled(size_bytes)
    return f"{value:.4g} {unit}"
