"""Finds out which kinds of counts a profile has, and raises errors if a needed kind is missing."""

from dataclasses import dataclass

from kpath_jvm.analysis.of_edges.path_windows import is_windowed, of_completed_paths
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.without_paths import without_paths
from kpath_jvm.records.completeness import Cause


@dataclass(frozen=True)
class KnownCounts:
    """How many counts of each kind a profile has.

    ``paths`` and ``extended`` are the numbers of rows of the tables with these names. ``methods``
    is the number of methods with counts of edges, and ``edges`` is the number of these edges: of
    them, ``exact`` have equal bounds, ``completed`` have exact counts of completed paths, and
    ``estimated`` have no upper bound and aren't ``completed``. ``is_windowed`` is set if only first
    paths were counted, in path windows, except in methods whose edges were counted. ``is_scaled``
    is set if counts of edges are estimated from what the path windows counted.

    If nothing was executed, the profile is regarded as a profile of paths, with 0 paths.
    """

    paths: int
    methods: int
    edges: int
    exact: int
    estimated: int
    extended: int
    completed: int = 0
    is_windowed: bool = False
    is_scaled: bool = False

    @property
    def edges_only(self) -> bool:
        """Whether edges were counted or estimated, but no Ball-Larus paths were counted."""
        return self.edges > 0 and not self.paths


def known(profile: Profile) -> KnownCounts:
    """Returns how many counts of each kind a profile, or a part of one, has."""
    edges = profile.table("edge_counts")
    least, most = integers(edges, "least"), integers(edges, "most")
    is_completed = of_completed_paths(profile, integers(edges, "method"), most)
    return KnownCounts(
        paths=int(profile.table("paths").num_rows),
        # numpy's unique would import modules that take long to load.
        methods=len(set(integers(edges, "method").tolist())),
        edges=int(edges.num_rows),
        exact=int((least == most).sum()),
        estimated=int(((most < 0) & ~is_completed).sum()),
        extended=int(profile.table("extended").num_rows),
        completed=int(is_completed.sum()),
        is_windowed=is_windowed(profile),
        is_scaled=profile.completeness.has(Cause.ESTIMATED),
    )


def require_sequences(profile: Profile, what: str, k: int | None = None, least: int = 1) -> None:
    """Raises KpathError if a profile has no sequences of two paths, which ``what`` needs.

    If ``k`` is passed, also raises KpathError if k is less than ``least`` or greater than the
    profile's k.
    """
    require_paths(profile, what)
    if profile.k < 2:
        raise KpathError(
            f"{profile.path} has single paths only (k = 1), so there is no {what}; record with "
            "`kpath-jvm run -k K`, with a K of 2 or more and without --profiler"
        )
    if k is not None and k < least:
        raise KpathError(f"with k = {k} there is no {what}; give a k from {least} to {profile.k}")
    if k is not None and k > profile.k:
        raise KpathError(
            f"{profile.path} has sequences of at most {profile.k} paths, and k is {k}; give a k up "
            f"to {profile.k}, or record with `kpath-jvm run -k {k}`"
        )


def require_paths(profile: Profile, what: str) -> None:
    """Raises KpathError if a profile has edges but no Ball-Larus paths, which ``what`` needs."""
    counts = known(profile)
    if counts.edges_only:
        raise without_paths(profile.path, f"is no {what}", extended=counts.extended)
