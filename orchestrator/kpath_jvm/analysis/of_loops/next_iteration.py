"""Describes what follows a loop's back edges: an exit from the loop, or another path in it."""

from msgspec import Struct

from kpath_jvm.analysis.uncertainty import TooFew

#: A loop hardly ever went round if its back edges are a smaller share of its iterations than this.
#: Reports show such a share as less than 0.1 %.
RARE = 0.0005


class NextIteration(Struct, frozen=True):
    """The paths that followed the back edges of one loop, in the same activation.

    ``followed`` back edges were followed by a completed path. After ``left`` of these, that path
    led out of the loop. After ``unclear`` of them, the path ended at an athrow that may be caught
    in the loop, or at a block from which some edges stay in the loop and others leave it. Such
    paths are regarded as staying. All other paths stayed in the loop. ``not_followed`` is the
    number of back edges after which no path was completed, because an exception ended the path
    or the recording ended. This number is None if counts of edges or of sequences may be inexact.
    ``caught`` is how many completed paths began at a handler in the loop, after an exception in any
    iteration.

    ``pieces`` is the number of paths that stayed in the loop and ended before their iteration did:
    at an inner loop's back edge, at a cut edge, or at an athrow that may be caught in the loop. The
    figures don't cover the rest of these iterations. ``thrown`` of the pieces ended at an athrow.

    ``bits`` has the uncertainty of the next path, if this path stays in the loop, when 0, 1, 2 ...
    paths before it are known. The uncertainty is the mean of -log2 of the path's share among the
    paths that stayed after the same known paths. Paths before the loop's entry don't count as
    known. If fewer paths have run since the entry, all of these are used, so the uncertainty never
    grows with the number of known paths. ``bits`` is empty if no path stayed. For the same known
    paths, ``exit_bits`` has the uncertainty of whether the loop is left. ``exit_bits`` is empty if
    ``unclear`` isn't 0, and in a LoopRow also if ``is_left_exact`` is False.

    ``exit_bits_by_number`` has the uncertainty of whether the loop is left if only the number of
    those paths is known, which is then the number of back edges taken since the entry. So where it
    equals ``exit_bits``, earlier iterations tell only how many there were. It is empty if
    ``exit_bits`` is, or if paths before a back edge weren't whole iterations.

    Both lists end where there are too few executions for a figure (analysis/uncertainty.py).
    ``too_few`` is set if ``bits`` ends for that reason, and None otherwise. ``bits`` also has fewer
    than k figures if no sequence was longer; then more known paths can't reduce the uncertainty.
    But if ``lacks_longer`` is set, there may have been longer sequences of the loop's iterations
    that the profile lacks, and more known paths may reduce the uncertainty.

    If ``is_left_exact`` is set, the loop was left only after the back edges that ``left`` counts.
    If not, the loop may also have been left in a later part of an iteration that is divided into
    ``pieces``. If ``repetitions`` (repeated.py) is more than 1, low ``bits`` may be coincidences.
    ``entries_alike`` is set if all entries did the same, as far as k shows, because the
    ``repetitions`` are as many as the loop's entries.

    ``left_in_all`` is the number of back edges after which the loop was left in the next iteration,
    in whichever part of it. It is a lower bound unless ``is_left_in_all_exact`` is set. In a
    LoopRow, ``is_rare`` says that the back edges are few compared with the loop's iterations
    (RARE).

    ``left_inside`` is the number of back edges, among ``left``, after which the loop's test began
    another iteration that left the loop, for example by a ``break``. It is None for a loop without
    a loop test.

    ``sure_from`` is the least number of known paths with which the next path, if it stays in the
    loop, is certain wherever so many paths are known. It is None if there is no such number. Even
    with so many paths, ``bits`` needn't be 0, because shortly after an entry fewer paths are known.
    """

    followed: int
    left: int
    unclear: int
    pieces: int
    thrown: int
    not_followed: int | None
    caught: int
    bits: tuple[float, ...]
    exit_bits: tuple[float, ...]
    too_few: TooFew | None
    lacks_longer: bool
    left_inside: int | None = None
    is_left_exact: bool = False
    repetitions: int = 1
    entries_alike: bool = False
    sure_from: int | None = None
    exit_bits_by_number: tuple[float, ...] = ()
    left_in_all: int = 0
    is_left_in_all_exact: bool = False
    is_rare: bool = False

    @property
    def stayed(self) -> int:
        """The number of back edges after which the loop isn't known to have been left."""
        return self.followed - self.left
