"""What a profile knows: paths, edges, or other paths; and what that lacks, in one line."""

from dataclasses import dataclass

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class KnownCounts:
    """How much of each kind a profile has.

    ``methods`` have counts of edges; of their ``edges`` so many are ``exact``: their bounds meet.
    ``estimated`` are those without any upper bound. ``extended`` are rows of that table. A profile
    of nothing that ran knows paths, of which there are none.
    """

    paths: int
    methods: int
    edges: int
    exact: int
    estimated: int
    extended: int

    @property
    def edges_only(self) -> bool:
        """Whether edges were counted or estimated, and no Ball-Larus paths."""
        return self.edges > 0 and not self.paths


def known(profile: Profile) -> KnownCounts:
    """Returns what a profile, or a part of one, has."""
    edges = profile.table("edge_counts")
    least, most = integers(edges, "least"), integers(edges, "most")
    return KnownCounts(
        paths=int(profile.table("paths").num_rows),
        # numpy's unique imports what takes long.
        methods=len(set(integers(edges, "method").tolist())),
        edges=int(edges.num_rows),
        exact=int((least == most).sum()),
        estimated=int((most < 0).sum()),
        extended=int(profile.table("extended").num_rows),
    )


def require_paths(profile: Profile, what: str) -> None:
    """KpathError if a profile has edges and no Ball-Larus paths, as ``what`` takes."""
    if known(profile).edges_only:
        raise KpathError(
            f"{profile.path} has counts of edges and no Ball-Larus paths, so there is no {what}; "
            "record these with `kpath-jvm run` (without --profiler)"
        )
