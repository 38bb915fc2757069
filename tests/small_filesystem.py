"""Makes a file system that is soon full."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def small_file_system(parent: Path, size: str) -> Iterator[Path]:
    """Yields a tmpfs of the given size (such as ``64k``) below ``parent``.

    Raises OSError if the tmpfs can't be mounted.
    """
    directory = parent / "small"
    directory.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(directory)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"no file system can be mounted: {done.stderr}")
    try:
        yield directory
    finally:
        subprocess.run(["umount", str(directory)], check=True)
