"""The keys of ``bounds --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import WorthKeys


class RealFlowKeys(Keys):
    """Sums over the loops (or over the calls) whose real flow is known."""

    pairs: Annotated[
        int,
        "Pairs in loops, or at calls, that both profiles have; `precise`, `definite` and "
        "`potential` count only these pairs.",
    ]
    precise: int
    definite: int
    potential: int
    flow: Annotated[
        int,
        "How often a whole iteration followed another, or a path followed another across a call.",
    ]
    successions: Annotated[
        int | None,
        "How often an iteration of a loop followed another after a back edge; iterations that left "
        "the loop before a latch aren't counted. `flow` counts a succession only if it joins two "
        "whole iterations, neither of which enters an inner loop. Null for calls.",
    ]


class BoundedPairKeys(Keys):
    """Two consecutive iterations, with bounds of the pair's count."""

    first: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block of an iteration.",
    ]
    second: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block of the next iteration.",
    ]
    lower: int
    upper: int
    real: int | None


class BoundedLoopKeys(Keys):
    """A loop with the bounds of its pairs."""

    class_: str
    method: str
    descriptor: str
    title: str
    number: int
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    pairs: int
    precise: int
    definite: int
    potential: int
    back_edges: Annotated[int, "How often the loop's back edges were taken."]
    back_edges_at_least: bool
    real: Annotated[int | None, "The real flow; null if it is not known."]
    successions: Annotated[
        int | None,
        "How often an iteration followed another, whether or not the two are a pair; null if the "
        "real flow is not known.",
    ]
    outside: int
    most: Annotated[list[BoundedPairKeys], "The 20 pairs with the largest upper bounds."]


class AcrossCallsKeys(Keys):
    """The sums over pairs of paths across calls and returns."""

    calls: Annotated[int, "Number of calls and returns, by caller, called method and offset."]
    pairs: Annotated[int, "Pairs of a path before the call or return and the path after it."]
    precise: Annotated[int, "Pairs whose bounds are equal."]
    definite: Annotated[int, "Sum of the lower bounds."]
    potential: Annotated[int, "Sum of the upper bounds."]
    real: Annotated[
        RealFlowKeys | None,
        "The real flow; null unless the exact profile has overlapping paths across calls.",
    ]
    outside: int


class CalledMethodKeys(Keys):
    """The method that is called."""

    class_: str
    method: str
    descriptor: str
    title: str


class BoundedPairOfACallKeys(Keys):
    """A path before a call or return, and a path after it, with bounds of the pair's count."""

    start: Annotated[str, "How the first path starts, as in the profile's table of paths."]
    first: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block of the first path, which lies in the caller "
        "or in the method that returns.",
    ]
    second: Annotated[
        list[list[int]],
        "First and last bytecode offset of each block of the second path.",
    ]
    lower: int
    upper: int
    real: int | None


class BoundedCallKeys(Keys):
    """A call or return with the bounds of its pairs."""

    kind: Annotated[
        str,
        "`call`: from the caller's path into the first path of the called method (Type I); "
        "`return`: from the called method's last path back to the caller (Type II).",
    ]
    class_: Annotated[
        str, "The caller's class; `method`, `descriptor` and `title` are the caller's."
    ]
    method: str
    descriptor: str
    title: str
    offset: Annotated[int, "Bytecode offset of the call."]
    ordinal: Annotated[
        int, "Number among the listed calls on the line, from 1; 0 if there is only one."
    ]
    line: int | None
    place: Annotated[str | None, "The line as texts show it: `line 12`, `Util.kt:12`."]
    called: CalledMethodKeys
    pairs: int
    precise: int
    definite: int
    potential: int
    real: Annotated[int | None, "The real flow; null if it is not known."]
    outside: int
    most: Annotated[list[BoundedPairOfACallKeys], "The 20 pairs with the largest upper bounds."]


class BoundsKeys(Keys):
    """How often pairs of iterations, or of paths across calls, occurred.

    The bounds are computed from overlapping paths. The real flow is that of an exact profile.
    """

    profile: str
    title: str
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    against: Annotated[str | None, "The exact profile."]
    shown: Annotated[str | None, "The filters, in words; null if all is shown."]
    loops_in_all: Annotated[int, "Number of loops with an extended path."]
    loops_with_pairs: Annotated[int, "Number of these loops that have pairs."]
    back_edges: Annotated[
        int,
        "How often the back edges of these loops were taken. After a back edge, the loop may also "
        "be left, or an iteration may not be whole, or enter an inner loop.",
    ]
    back_edges_at_least: Annotated[
        bool,
        "Whether back edges may have been taken more often, because it isn't known to which of "
        "several loops some extended paths belong.",
    ]
    loops_unmatched: Annotated[
        int, "Number of these loops whose code the exact profile doesn't have."
    ]
    pairs: Annotated[int, "Number of pairs whose upper bound isn't 0."]
    precise: Annotated[int, "Pairs whose bounds are equal."]
    definite: Annotated[int, "Sum of the lower bounds."]
    potential: Annotated[int, "Sum of the upper bounds."]
    real: Annotated[RealFlowKeys | None, "The real flow; null without an exact profile."]
    outside: Annotated[
        int,
        "Number of pairs, in loops and at calls, whose real flow is outside its bounds; 0 in sound "
        "profiles.",
    ]
    loops: Annotated[list[BoundedLoopKeys], "The loops with the most potential flow."]
    across: Annotated[
        AcrossCallsKeys | None,
        "The sums across calls; null if these weren't recorded, or if loops are selected.",
    ]
    calls: Annotated[list[BoundedCallKeys], "The calls with the most potential flow."]
