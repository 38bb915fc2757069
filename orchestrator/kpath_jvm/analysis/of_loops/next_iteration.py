"""Describes what follows a loop's back edges: an exit from the loop, or another path in it."""

from msgspec import Struct

from kpath_jvm.analysis.uncertainty import TooFew


class NextIteration(Struct, frozen=True):
    """The paths that followed the back edges of one loop, in the same activation.

    ``followed`` back edges were followed by a completed path. After ``left`` of these, that path
    led out of the loop. After ``unclear`` of them, the path ended at an athrow that may be caught
    in the loop, or at a block from which some edges stay in the loop and others leave it. Such
    paths are regarded as staying. The rest stayed in the loop. ``not_followed`` is the number of
    back edges after which no path was completed, because an exception left the path or the
    recording ended. This number is None if only bounds of counts of edges or sequences are known.
    ``caught`` is how many completed paths began at a handler in the loop, after an exception in any
    iteration.

    ``pieces`` is the number of paths that stayed in the loop and ended before their iteration did.
    They ended at an inner loop's back edge, a cut edge, or an athrow that may be caught in the
    loop. Nothing is said about the rest of these iterations. ``thrown`` of the pieces ended at an
    athrow.

    ``bits`` has the uncertainty of the next path, if it stays in the loop, when 0, 1, 2 ... paths
    before it are known. It is the mean of -log2 of the path's share among the paths that stayed
    after the same known paths. Paths before the loop's entry aren't known paths. If there are fewer
    paths since the entry, all of them are used, so the uncertainty never grows with the number of
    known paths. ``bits`` is empty if no path stayed. ``exit_bits`` has, in the same way, the
    uncertainty of whether the loop is left. It is empty if this is unclear for any back edge, and
    in a LoopRow also if ``is_left_exact`` is False. Both lists end where there are too few
    executions for a figure (analysis/uncertainty.py). ``too_few`` says where ``bits`` ends for that
    reason, and is None otherwise. ``bits`` also ends before k figures if longer sequences didn't
    occur; then more known paths tell nothing more. ``lacks_longer`` says that longer sequences of
    the loop's iterations may have occurred, and may tell more, but the profile doesn't have all of
    them.

    ``is_left_exact`` says that the loop was left only after the ``left`` back edges. Otherwise, it
    may also have been left later in an iteration that is divided into ``pieces``. If
    ``repetitions`` (repeated.py) is more than 1, low ``bits`` may be coincidences.

    ``left_inside`` is the number of back edges, among ``left``, after which the loop's test began
    another iteration that left the loop, as by a break. It is None for a loop without a loop test.

    ``sure_from`` is the least number of known paths that make the next path certain, if it stays in
    the loop and so many are known. It is None if there is none. ``bits`` needn't be 0 there,
    because after an entry fewer paths are known.
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
    sure_from: int | None = None

    @property
    def stayed(self) -> int:
        """The number of back edges after which the loop isn't known to have been left."""
        return self.followed - self.left
