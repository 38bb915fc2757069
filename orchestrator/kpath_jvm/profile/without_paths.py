"""Makes the error for profiles of edges, which have no Ball-Larus paths."""

from pathlib import Path

from kpath_jvm.errors import KpathError


def without_paths(path: Path, what: str, *, extended: int) -> KpathError:
    """Returns the error for a profile of edges.

    ``what`` says what is missing, in words that can follow "so there", such as "are no trees".
    ``extended`` is the number of the profile's extended paths.
    """
    others = " and of extended paths (`export --table extended` lists them)" if extended else ""
    return KpathError(
        f"{path} has counts of edges{others} and no Ball-Larus paths, so there {what}; record "
        "Ball-Larus paths with `kpath-jvm run` (without --profiler)"
    )
