"""Copying files that are mostly zeros."""

from pathlib import Path

_PIECE_BYTES = 64 * 1024
_ZEROS = bytes(_PIECE_BYTES)


def copy_sparse(source: Path, target: Path) -> None:
    """Copies a file to a new one, with holes for the pieces of 64 KiB that are all zeros.

    OSError when it can't be done, or when ``target`` exists.
    """
    with source.open("rb") as old, target.open("xb") as new:
        while piece := old.read(_PIECE_BYTES):
            if piece == _ZEROS[: len(piece)]:
                new.seek(len(piece), 1)
            else:
                new.write(piece)
        new.truncate(old.tell())
