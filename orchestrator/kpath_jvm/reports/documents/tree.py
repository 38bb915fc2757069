"""The keys of ``tree --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import FoldingErrorKeys, MethodKeys, PathKeys, WorthKeys


class MethodFoldingKeys(Keys):
    """What the engine folded or left out in this method."""

    least_count: Annotated[int, "N-grams that were counted less often than this are left out."]
    errors: Annotated[list[FoldingErrorKeys], "The method's errors, one for each n from 2 to k."]


class RarerKeys(Keys):
    """The children that are left out."""

    nodes: int
    count: Annotated[int, "Sum of their counts."]
    share_of_parent: Annotated[float, "Share of the parent's count."]
    name: Annotated[
        str | None,
        "The path's name, if only one child is left out and others are shown; otherwise null.",
    ]
    path: Annotated[int | None, "The number of this path."]


class EndedKeys(Keys):
    """How often no completed path followed a sequence."""

    count: int
    share: Annotated[float, "Share of the node's count."]


class NodeKeys(Keys):
    """A node of the forest: the sequence from the root to here."""

    name: str
    path: int
    count: Annotated[int, "How often the sequence from the root to here occurred."]
    share_of_parent: Annotated[
        float,
        "Share of the parent's count; for a root, of the method's completions.",
    ]
    share_of_root: Annotated[float, "Share of the root's count."]
    children: Annotated["list[NodeKeys]", "The paths that came next, the most frequent first."]
    rarer: Annotated[RarerKeys | None, "The children that are left out."]
    ended: Annotated[
        EndedKeys | None,
        "How often no completed path came next, because the activation or the recording ended, an "
        "exception left the next path, or a handler was entered; null if this never happened, "
        "or if it isn't known. It isn't known after sequences of k paths, and where counts of "
        "sequences can be too low.",
    ]


class LeftOutKeys(Keys):
    """The roots that are left out."""

    roots: Annotated[int, "Number of other paths that were completed."]
    count: Annotated[int, "The sum of their completions."]
    share_of_method: Annotated[float, "Share of the method's path completions."]


class TreePathKeys(PathKeys):
    """A path of the tree."""

    briefly: Annotated[
        list[str],
        "Only decisions that tell the path from the other paths listed here, and from all other "
        "paths that were executed and begin at the same place.",
    ]
    bytecodes: Annotated[int, "Number of instructions of one completion."]
    offsets: Annotated[list[list[int]], "First and last bytecode offset of each block."]


class TreeKeys(Keys):
    """The k-iteration path forest of one method."""

    profile: Annotated[str, "The profile's directory."]
    title: Annotated[str, "What was run, in words."]
    thread: Annotated[str | None, "The thread whose profile this is."]
    selection: Annotated[str | None, "The filters, in words."]
    k: Annotated[int, "Length of the longest sequences shown."]
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    method: MethodKeys
    completed: int
    entries: int
    min_share: Annotated[
        float, "Nodes with less than this share of their root's count are left out."
    ]
    root: Annotated[str | None, "The path that was asked for."]
    folding: Annotated[
        MethodFoldingKeys | None,
        "What the engine folded or left out; null if all its counts are exact.",
    ]
    not_followed: Annotated[
        str | None,
        "In words: after which paths it isn't shown what came next, and why; null if it always is.",
    ]
    roots: Annotated[list[NodeKeys], "The roots, the most frequent first."]
    left_out: LeftOutKeys
    paths: Annotated[list[TreePathKeys], "The paths that are named, each once."]
