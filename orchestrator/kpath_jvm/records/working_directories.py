"""Tells programs of the same name apart by the directories in which they ran."""

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

#: The largest number of directories that are named.
_MOST_NAMED = 3


def told_apart(programs: Sequence[tuple[str, str | None]]) -> list[str]:
    """Returns the programs' names, each with a directory if programs of that name ran in several.

    Each program is given as its name and the directory in which it ran, or None if the directory
    isn't known. Programs of the same name that ran in the same directory still have the same name
    in the result.
    """
    found: dict[str, set[str | None]] = {}
    for name, directory in programs:
        found.setdefault(name, set()).add(directory)
    tails: dict[tuple[str, str | None], str] = {
        (name, directory): tail
        for name, directories in found.items()
        if len(directories) > 1
        for directory, tail in _tails(directories).items()
    }
    return [
        f"{name} in {tails[name, directory]}" if (name, directory) in tails else name
        for name, directory in programs
    ]


def several_directories(directories: Iterable[str | None]) -> str:
    """Returns words for the directories in which a program ran; "" if fewer than two are known.

    At most three directories are named, and the other ones are counted.
    """
    tails = sorted(_tails(directories).values())
    if len(tails) < 2:
        return ""
    named, more = tails[:_MOST_NAMED], len(tails) - _MOST_NAMED
    if more <= 0:
        return f"{', '.join(named[:-1])} and {named[-1]}"
    return f"{', '.join(named)} and {more:,} more director{'y' if more == 1 else 'ies'}"


def _tails(directories: Iterable[str | None]) -> dict[str, str]:
    """Maps each known directory to the end of its path, long enough to tell the paths apart."""
    parts = {one: PurePosixPath(one).parts for one in directories if one is not None}
    for length in range(1, max(map(len, parts.values()), default=0) + 1):
        tails = {one: str(PurePosixPath(*own[-length:])) for one, own in parts.items()}
        if len(set(tails.values())) == len(parts):
            return tails
    return {one: one for one in parts}
