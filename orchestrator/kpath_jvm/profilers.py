"""The profilers: each has a descriptor, which is all of it (docs/adding-an-inline-profiler.md)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.options import agent_table

if TYPE_CHECKING:
    # They import numpy, which --help does without.
    from kpath_jvm.profile.recorded.ksf_to_ipf import PathForest
    from kpath_jvm.recording.inline import InlineRecording


@dataclass(frozen=True)
class Profiler:
    """A way to run a program, by its name in options, experiments and results.

    ``records``: what is counted, in words. ``title`` (``technique`` in table 1, if that calls it
    otherwise), ``colour`` and ``hatch`` (matplotlib's, to distinguish bars in grey) are of charts,
    in which profilers stand in the order of their descriptors; with ``coloured_by_k`` each k has a
    colour of its own. ``cost`` is the time of a whole process by native's, roughly, on top of
    which comes ``start_seconds``: until there are trials. ``read`` makes the k-IPF of sequences up
    to some k of an inline profiler's tables; None: no profiles are made of them. ``at_k_1`` names
    what counts single paths in its stead. Which options it takes is the agent's to say.
    """

    name: str
    records: str
    title: str
    colour: str
    hatch: str = ""
    coloured_by_k: bool = False
    cost: float = 1.0
    start_seconds: float = 0.0
    read: "Callable[[InlineRecording, int], PathForest] | None" = None
    technique: str = ""
    at_k_1: str = ""

    @property
    def is_inline(self) -> bool:
        """Whether it is the agent's and keeps its tables in the program's heap."""
        facts = agent_table().profilers.get(self.name)
        return facts is not None and facts.inline

    def takes(self, option: str) -> bool:
        """Whether the agent's option of that name has an effect with it."""
        facts = agent_table().profilers.get(self.name)
        return facts is not None and option in facts.options

    @property
    def least_k(self) -> int | None:
        """The smallest k to count sequences up to; None: it takes no k."""
        if self.name == STREAM.name:
            # The launcher's, with an engine of its own.
            return 1
        return agent_table().options["k"].least if self.takes("k") else None


def _counts(recording: "InlineRecording", _: int) -> "PathForest":
    """What is counted path by path, as sequences of one path."""
    from kpath_jvm.profile.recorded.ksf_to_ipf import single_paths

    return single_paths(*recording.path_counts())


def _forest(recording: "InlineRecording", k: int) -> "PathForest":
    from kpath_jvm.profile.recorded.ksf_to_ipf import ksf_to_ipf

    return ksf_to_ipf(recording.nodes(), k)


def _words(recording: "InlineRecording", k: int) -> "PathForest":
    from kpath_jvm.profile.recorded.ksf_to_ipf import ksf_to_ipf
    from kpath_jvm.profile.recorded.words_to_ksf import words_to_ksf

    return ksf_to_ipf(words_to_ksf(recording.words()), k)


EDGE = Profiler("edge", "edges", "edge counts", "#E69F00", cost=1.5)
BLPP_HASH = Profiler(
    "blpp-hash", "acyclic paths", "BLPP, hash table", "#0072B2", "////", cost=2.5,
    read=_counts,
)  # fmt: skip
BLPP_ARRAY = Profiler(
    "blpp-array", "acyclic paths", "BLPP, arrays", "#56B4E9", "....", cost=2.0,
    technique="BLPP with arrays",
    read=_counts,
)  # fmt: skip
K_BLPP = Profiler(
    "k-blpp", "k-iteration paths", "k-BLPP", "#009E73", coloured_by_k=True, cost=3.5,
    read=_forest, at_k_1=BLPP_HASH.name,
)  # fmt: skip
K_BLPP_PACKED = Profiler(
    "k-blpp-packed", "k-iteration paths", "packed k-BLPP", "#117733", "xx", coloured_by_k=True,
    cost=2.5, technique="k-BLPP with packed paths",
    read=_words, at_k_1=BLPP_HASH.name,
)  # fmt: skip
STREAM = Profiler(
    "stream", "k-iteration paths, any k", "stream", "#D55E00", "xxxx",
    cost=2.5, start_seconds=1.5, technique="kpath-jvm's stream",
)  # fmt: skip

#: The agent's, by name, in the order of charts.
PROFILERS = {one.name: one for one in (EDGE, BLPP_HASH, BLPP_ARRAY, K_BLPP, K_BLPP_PACKED, STREAM)}


def named(name: str) -> Profiler:
    """The agent's profiler of a name; KpathError when this kpath-jvm has none."""
    if name not in PROFILERS:
        raise KpathError(f"this kpath-jvm knows no profiler {name!r}; use the one that recorded it")
    return PROFILERS[name]
