"""Computes overlapping paths from what the profiler ``ol`` counts: paths and their extensions."""

from collections.abc import Iterator
from dataclasses import dataclass

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import InstrumentedMethod, read_metadata
from kpath_jvm.profile.recorded.across_calls import across_calls
from kpath_jvm.profile.recorded.counted import Counted
from kpath_jvm.profile.recorded.cut_off import calls_cut_off
from kpath_jvm.profile.recorded.ksf_to_ipf import single_paths
from kpath_jvm.recording.counted import ExtendedPath
from kpath_jvm.recording.inline import InlineRecording, Overlaps

#: In a row of the table ``extended``, this many low bits of ``number`` are an extension's number.
#: If all of these bits are 1, the row has no extension.
NUMBER_BITS = 24
_NONE = (1 << NUMBER_BITS) - 1

#: The value in the column ``end`` for extensions that weren't completed, because an exception ended
#: them or because they were still being executed.
OPEN = "open"
_LOOP = "loop"


@dataclass(frozen=True)
class _Path:
    number: int
    start: str
    end: str
    blocks: tuple[int, ...]
    count: int


def overlapping(recording: InlineRecording) -> Counted:
    """Returns Ball-Larus paths, and all extensions of the paths that end at back edges.

    Each completion at a back edge has one extension. So the counts of a path's extensions,
    including those that weren't completed, add up to the count of the path. If paths across calls
    were recorded, they come after the extensions. Raises KpathError for counts that contradict each
    other.
    """
    counted = recording.overlaps()
    methods = read_metadata(recording.methods).methods
    extended = [row for one in methods for row in _OfMethod(one, counted).rows()]
    degree = recording.agent.options.get("degree", 0)
    extended += across_calls(methods, counted.uses, degree if isinstance(degree, int) else 0)
    in_rows = sum(use.count * len(use.calls) for use in counted.uses)
    facts = calls_cut_off(recording.figures.calls_taken, in_rows, is_quiet=recording.figures.quiet)
    return Counted(single_paths(counted.ids, counted.counts), extended, facts=tuple(facts))


class _OfMethod:
    """Makes a method's rows, one for each extension of each path."""

    def __init__(self, method: InstrumentedMethod, counted: Overlaps) -> None:
        self._method = method
        self._decoder = method.decoder()
        first = method.counted.first_id
        self._counts = {
            number: count
            for number in range(method.path_ids if method.schemes.overlaps else 0)
            if (count := counted.of_path.get(first + number))
        }
        self._extensions = {
            number: found
            for number in self._counts
            if (found := counted.of_extensions.get(first + number))
        }

    def rows(self) -> Iterator[ExtendedPath]:
        for number, count in self._counts.items():
            blocks, start, end = self._decoder.blocks(number)
            text = start if start == "entry" else f"{start} {blocks[0]}"
            path = _Path(number, text, end, blocks, count)
            if end == _LOOP:
                yield from self._extended(path)

    def _extended(self, path: _Path) -> Iterator[ExtendedPath]:
        loops = [
            place
            for place, loop in enumerate(self._method.flow.loops)
            if path.blocks[-1] in loop.latches
        ]
        if not loops:
            # The path was cut at a loop header, so it doesn't end at a back edge.
            return
        found = self._extensions.get(path.number, {})
        for number, count in found.items():
            place, blocks, is_full = self._decoded(number)
            end = f"{'predicate' if is_full else 'end'} {blocks[-1]}"
            yield self._row(path, number, place, end, blocks, count)
        rest = path.count - sum(found.values())
        if rest < 0:
            raise KpathError(
                f"the recording is damaged: path {path.number} of {self._method.identity.member} "
                f"was extended more often than completed; record again"
            )
        if rest:
            yield self._row(path, _NONE, loops[0] if len(loops) == 1 else -1, OPEN, (), rest)

    def _decoded(self, number: int) -> tuple[int, tuple[int, ...], bool]:
        """Returns the index of an extension's loop, its blocks, and whether the extension is full.

        An extension is full if it ends with its (degree + 1)-th predicate.
        """
        graphs = self._method.schemes.overlaps
        place = max(
            (place for place, graph in enumerate(graphs) if graph.first <= number),
            key=lambda place: graphs[place].first,
        )
        return (place, *graphs[place].extension(number))

    def _row(
        self, path: _Path, number: int, graph: int, end: str, blocks: tuple[int, ...], count: int
    ) -> ExtendedPath:
        return ExtendedPath(
            first_id=self._method.counted.first_id,
            number=path.number << NUMBER_BITS | number,
            kind=_LOOP,
            graph=graph,
            start=path.start,
            end=end,
            blocks=path.blocks + blocks,
            count=count,
        )
