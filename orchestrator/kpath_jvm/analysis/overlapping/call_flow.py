"""Bounds the flow of pairs of paths across calls, and compares the bounds with the real flow.

The two paths of a pair are called its first and its second part. The number of times that a pair
occurred is called its flow. The bounds follow from a profile of overlapping paths across calls
(``--profiler ol --calls``). The real flow follows from a profile of the highest degree, in which
the second part of each pair is recorded as a whole.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kpath_jvm.analysis.overlapping.bounds import Bounds, FlowGroup, bounds
from kpath_jvm.analysis.overlapping.matching import matched
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile

Blocks = tuple[int, ...]
#: The kind of the first part's start, the first part's blocks, and the second part's blocks.
Pair = tuple[str, Blocks, Blocks]
#: The kind, the methods of the first and the second part, and the call's offset in the caller.
_Site = tuple[str, int, int, int]
_CALL = "call"
#: The kinds of interesting paths across calls: Type I and Type II of the paper by Tallam et al.
KINDS = (_CALL, "return")
_HIGHEST = 254


@dataclass(frozen=True)
class CallFlow:
    """The interesting paths across a call: Type I (``call``) or Type II (``return``).

    ``first`` and ``second`` are the numbers of the methods of the two parts. ``pairs`` are the
    pairs of paths that may have occurred; ``bounds`` are in the same order. ``real`` is None if
    there is no exact profile, if the exact profile lacks one of the methods, or if several class
    loaders have classes of the same name.
    """

    kind: str
    first: int
    second: int
    offset: int
    pairs: tuple[Pair, ...]
    bounds: Bounds
    real: Mapping[Pair, int] | None

    @property
    def real_flow(self) -> int | None:
        """How often all pairs together occurred, or None if that isn't known."""
        return None if self.real is None else sum(self.real.values())

    @property
    def outside(self) -> list[Pair]:
        """The pairs whose real flow is outside the bounds; none if the bounds are correct."""
        if self.real is None:
            return []
        ranges = zip(self.bounds.lower.tolist(), self.bounds.upper.tolist(), strict=True)
        known = dict(zip(self.pairs, ranges, strict=True))
        return [
            pair
            for pair in {*known, *self.real}
            if not known.get(pair, (0, 0))[0]
            <= self.real.get(pair, 0)
            <= known.get(pair, (0, 0))[1]
        ]


def call_flows(profile: Profile, exact: Profile | None = None) -> list[CallFlow]:
    """Returns the flows across each call, ordered by kind, methods and offset.

    ``exact`` is the profile of another run, with ``--degree 254``. That other run must have had the
    same classes, and done the same work. Raises KpathError for a profile without paths across
    calls, or an exact profile of another degree.
    """
    rows = _rows(profile)
    #: The methods whose real flow is known.
    known: frozenset[int] = frozenset()
    real: dict[_Site, Counter[Pair]] = {}
    if exact is not None:
        if exact.run.option("degree", int) != _HIGHEST:
            raise KpathError(
                f"{exact.path} was recorded with a degree other than {_HIGHEST}, so second parts "
                f"may not be whole paths; record with `--degree {_HIGHEST}`"
            )
        same = matched(exact, profile)
        known, real = frozenset(same.values()), _real(exact, same)
    paths = _Paths(profile)
    flows = []
    for site in sorted(rows):
        kind, first, second, offset = site
        groups, pairs = [], []
        for start, blocks, extension, end, total in sorted(rows[site]):
            seconds = paths.behind(kind, second, extension[0])
            found = sorted(
                one
                for one in seconds
                if (one[: len(extension)] if end == "predicate" else one) == extension
            )
            pairs += [(start, blocks, one) for one in found]
            groups.append(FlowGroup(total, tuple(seconds[one] for one in found)))
        of_site = real.get(site, Counter[Pair]()) if {first, second} <= known else None
        flows.append(CallFlow(kind, first, second, offset, tuple(pairs), bounds(groups), of_site))
    return flows


class _Paths:
    """The possible second parts, and how often they occurred (F_q in equations 12 and 17)."""

    def __init__(self, profile: Profile) -> None:
        self._of_method: dict[int, list[tuple[str, Blocks, int]]] = defaultdict(list)
        row: Any
        for row in profile.paths.itertuples():
            path = str(row.start), tuple(map(int, row.blocks)), int(row.count)
            self._of_method[int(row.method)].append(path)
        self._found: dict[tuple[str, int, int], Counter[Blocks]] = {}

    def behind(self, kind: str, method: int, block: int) -> Counter[Blocks]:
        """Counts the possible second parts.

        After a call, these are the paths that begin at the method's entry. After a return, these
        are the ends of paths, from ``block`` on.
        """
        key = kind, method, block
        if key not in self._found:
            found: Counter[Blocks] = Counter()
            for start, blocks, count in self._of_method[method]:
                if kind == _CALL:
                    found[blocks] += count if start == "entry" else 0
                elif block in blocks:
                    found[blocks[blocks.index(block) :]] += count
            self._found[key] = +found
        return self._found[key]


def _rows(profile: Profile) -> dict[_Site, list[tuple[str, Blocks, Blocks, str, int]]]:
    """Returns, by call site, each row's start, the blocks of both parts, its end and its count."""
    if profile.run.option("calls", bool) is not True:
        raise KpathError(
            f"{profile.path} has no paths across calls; record with `run --profiler ol --calls`"
        )
    table = profile.extended
    found: dict[_Site, list[tuple[str, Blocks, Blocks, str, int]]] = {}
    row: Any
    for row in table[table["other_method"] >= 0].itertuples():
        kind, offset, end, _ = str(row.end).split()
        site = kind, int(row.method), int(row.other_method), int(offset)
        blocks, others = tuple(map(int, row.blocks)), tuple(map(int, row.other_blocks))
        found.setdefault(site, []).append((str(row.start), blocks, others, end, int(row.count)))
    return found


def _real(exact: Profile, same: Mapping[int, int]) -> dict[_Site, Counter[Pair]]:
    """Returns the counts of pairs in ``exact``, with the method numbers to which ``same`` maps."""
    found: dict[_Site, Counter[Pair]] = {}
    for (kind, first, second, offset), rows in _rows(exact).items():
        if first in same and second in same:
            pairs = found.setdefault((kind, same[first], same[second], offset), Counter())
            for start, blocks, others, _, count in rows:
                pairs[start, blocks, others] += count
    return found
