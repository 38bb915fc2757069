"""The edges of one method with their counts, for profilers that count edges."""

from msgspec import Struct

from kpath_jvm.profile.model import Profile


class CountedEdge(Struct, frozen=True):
    """A row of the table ``edge_counts``; ``most`` is None where there is no upper bound."""

    kind: str
    source: int
    target: int
    count: int
    least: int
    most: int | None

    @property
    def is_exact(self) -> bool:
        """Whether the count is certain, whatever exceptions did."""
        return self.least == self.most


def counted_edges(profile: Profile, method: int) -> list[CountedEdge]:
    """Returns the counted edges of a method; none if it is known by its paths."""
    if profile.method_rows.row(method)["completed"]:
        return []
    table = profile.rows_of("edge_counts")
    names = ("kind", "source", "target", "count", "least", "most")
    return [
        CountedEdge(kind, source, target, count, least, None if most < 0 else most)
        for kind, source, target, count, least, most in table.rows(method, *names)
    ]
