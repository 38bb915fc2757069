"""Sizes in bytes, as people write and read them."""

import re

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
_SIZE = re.compile(r"([0-9]{1,15})([KMG]?)", re.IGNORECASE)


def parse_size(text: str) -> int | None:
    """Bytes of "1048576", "512K", "64M" or "1G"; None when it is none of these."""
    match = _SIZE.fullmatch(text)
    return int(match[1]) * _UNITS[match[2].upper()] if match else None


def format_size(size_bytes: int) -> str:
    """As "128 MiB" or "1.5 GiB"."""
    size = float(size_bytes)
    for unit in ("bytes", "KiB", "MiB"):
        if size < 1024:
            return f"{size:.4g} {unit}"
        size /= 1024
    return f"{size:.4g} GiB"
