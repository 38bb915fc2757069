"""What follows a loop's back edges: whether the loop is left, and which way it goes if not."""

from msgspec import Struct

from kpath_jvm.analysis.uncertainty import TooFew


class NextIteration(Struct, frozen=True):
    """The paths that followed the back edges of one loop, in the same activation.

    ``followed`` back edges were followed by a completed path. After ``left`` of these, that path
    led out of the loop. After ``unclear`` of them, it ended at a block from which one edge stays in
    the loop and another leaves it, or at an athrow that may be caught in the loop; these count as
    staying. The rest stayed in the loop. ``not_followed`` are the back edges after which no path
    was completed, because an exception left it or the recording ended; None where counts of edges
    or sequences are only known within bounds. ``caught`` is how many completed paths began at a
    handler in the loop, whether the exception came after a back edge or in a first iteration.

    Of those that stayed, ``pieces`` ended before the iteration did: at the back edge of an inner
    loop, or at a cut. Nothing is said about the rest of such an iteration.

    ``bits`` say how uncertain the next path is, if it stays in the loop, when 0, 1, 2 ... paths
    before it are known: the mean of -log2 of the path's share among those that stayed after the
    same known paths. ``exit_bits`` say in the same way how uncertain it is whether the loop is
    left; they are empty if that is unclear for any back edge. Paths from before the loop was
    entered don't count as known. If an entry has fewer paths before the next one, all of them are
    known, so neither list ever grows. ``bits`` are empty if no path stayed. Both lists end where
    there are too few executions to tell (analysis/uncertainty.py). ``too_few`` says where ``bits``
    stop for that reason, and is None otherwise. ``is_left_exact`` says that the loop was left after
    no other back edges than those ``left``, not even later in an iteration that ``pieces`` divide.
    """

    followed: int
    left: int
    unclear: int
    pieces: int
    not_followed: int | None
    caught: int
    bits: tuple[float, ...]
    exit_bits: tuple[float, ...]
    too_few: TooFew | None
    is_left_exact: bool = False

    @property
    def stayed(self) -> int:
        """The number of back edges after which the loop wasn't left, as far as that is clear."""
        return self.followed - self.left
