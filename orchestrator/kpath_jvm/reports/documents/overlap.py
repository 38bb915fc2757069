"""The keys of ``overlap --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import WorthKeys


class OverlapSideKeys(Keys):
    """One of the two profiles."""

    profile: str
    title: str
    profiler: Annotated[str | None, "The profiler's name; null if it is not known."]
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    has_versions: Annotated[
        bool,
        "Whether several versions of a method ran, from several class files or loaders. They are "
        "one method here; `report` and `diff` count them separately.",
    ]


class OverlapPathKeys(Keys):
    """The path whose shares differ most."""

    start: str
    end: str
    blocks: Annotated[list[list[int]], "First and last bytecode offset of each block."]
    lines_text: Annotated[str, "The lines as texts show them; empty without a table of lines."]
    online_share: Annotated[float, "Share of all path executions of profile A."]
    complete_share: Annotated[float, "Share of all path executions of profile B."]


class OverlapMethodKeys(Keys):
    """A method of either profile, or of both."""

    class_: str
    method: str
    descriptor: str
    title: str
    missing: Annotated[
        float,
        "By how much the method's paths reduce `overlap`: how far their shares in A fall short of "
        "those in B. `overlap` and the `missing` of all methods add up to 1.",
    ]
    surplus: Annotated[
        float,
        "How far the shares of the method's paths in A exceed those in B. `overlap` and the "
        "`surplus` of all methods add up to 1, too.",
    ]
    overlap: Annotated[
        float | None, "Overlap of this method's paths alone; null if B has no path of the method."
    ]
    online_share: Annotated[float, "Share of all path executions of profile A."]
    complete_share: Annotated[float, "Share of all path executions of profile B."]
    online_paths: int
    complete_paths: int
    both_paths: int
    most: Annotated[OverlapPathKeys, "The path whose shares differ most."]


class OverlapSequencesKeys(Keys):
    """How far the sequences of one length agree.

    A sequence's share is its share of all occurrences of sequences of that length.
    """

    length: Annotated[int, "Number of paths of each of these sequences."]
    overlap: Annotated[
        float | None,
        "Overlap of the sequences of all methods together; null if A or B has none of them.",
    ]
    mean: Annotated[
        float | None,
        "Mean of the overlaps of those methods of B that have such sequences; null if none has.",
    ]
    online: Annotated[int, "Number of different sequences in A."]
    complete: Annotated[int, "Number of different sequences in B."]
    both: Annotated[int, "Number of different sequences that A and B both have."]
    online_shared: Annotated[float, "Share in A of the sequences that both have."]
    complete_shared: Annotated[float, "Share in B of the sequences that both have."]


class OverlapKeys(Keys):
    """How well profile A represents profile B. Shares refer to all executions of paths."""

    paths: Annotated[str, "`Ball-Larus paths` or `structural paths`."]
    shown: Annotated[str | None, "The filters, in words; null if all is shown."]
    online: Annotated[OverlapSideKeys, "Profile A."]
    complete: Annotated[OverlapSideKeys, "Profile B."]
    overlap: Annotated[float, "Overlap of all paths together."]
    mean: Annotated[float, "Mean of the overlaps of the methods of B."]
    in_both: Annotated[int, "Number of methods with executed paths in both profiles."]
    online_only: Annotated[int, "Number of methods with executed paths only in A."]
    online_only_share: Annotated[float, "Their share of all path executions of A."]
    online_only_of_edges: Annotated[
        int, "For how many of them B has counts of edges instead of paths."
    ]
    complete_only: Annotated[int, "Number of methods with executed paths only in B."]
    complete_only_share: Annotated[float, "Their share of all path executions of B."]
    complete_only_of_edges: Annotated[
        int, "For how many of them A has counts of edges instead of paths."
    ]
    other_code: Annotated[int, "Number of methods that were left out because their code differs."]
    differing: Annotated[int, "Number of methods with paths whose shares differ."]
    sequences: Annotated[
        list[OverlapSequencesKeys],
        "The overlap of sequences of 2, 3 … paths, up to the lesser k of the two profiles.",
    ]
    sequences_untold: Annotated[
        str | None, "Why sequences can't be compared, in words; null if they can."
    ]
    sequences_left_out: Annotated[
        int,
        "Number of methods whose sequences aren't compared, because `--profiler kiter` doesn't "
        "have what followed some of their paths: it counts no sequence over a back edge of a loop "
        "that it doesn't follow, and no path that an exception ended.",
    ]
    methods: Annotated[
        list[OverlapMethodKeys],
        "The differing methods, those with the most `missing` and `surplus` together first.",
    ]
