"""The profilers, one descriptor for each (docs/adding-an-inline-profiler.md)."""

from enum import Enum

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.options import agent_table, largest_k


class Tells(Enum):
    """What a profiler's counts say about the sequences of a method's paths.

    - ``ALL``: all sequences of up to k paths, each as often as it occurred.
    - ``ITERATED``: the sequences of paths in iterations of a loop, except sequences that an
      exception cut off.
    - ``PATHS``: single paths.
    - ``FIRST_PATHS``: single paths, but only the first ones of each method.
    - ``LEVELS``: parts of paths; each part is within one level of the method's loops.
    - ``EXTENSIONS``: single paths, each with the beginning of what follows it.
    - ``EDGES``: only edges, no paths.
    """

    ALL = "all"
    ITERATED = "iterated"
    PATHS = "paths"
    FIRST_PATHS = "first paths"
    LEVELS = "levels"
    EXTENSIONS = "extensions"
    EDGES = "edges"


class Profiler(Struct, frozen=True):
    """A way to count what a program does.

    Options, experiments and results name the profiler by its ``name``. ``records`` says in words
    what the profiler counts, and ``tells`` is what the counts say about sequences. Charts show
    profilers in the order of their descriptors, each with its ``title``, ``colour`` and ``hatch``
    (a pattern of matplotlib). With ``coloured_by_k``, each k has its own colour. Our version of the
    k-BLPP paper's Table 1 shows ``technique``, or ``title`` if ``technique`` is empty.

    Until an experiment has trials, a process under this profiler is assumed to take ``cost`` times
    as long as a native one, plus ``start_seconds``. ``scheme`` names the code that makes a profile
    from an inline profiler's tables (``profile.recorded.schemes``); for other profilers ``scheme``
    is empty. ``at_k_1`` names the profiler that replaces this one where only single paths are
    counted.
    """

    name: str
    records: str
    title: str
    colour: str
    hatch: str = ""
    coloured_by_k: bool = False
    cost: float = 1.0
    start_seconds: float = 0.0
    scheme: str = ""
    tells: Tells = Tells.PATHS
    technique: str = ""
    at_k_1: str = ""

    @property
    def is_inline(self) -> bool:
        """Whether the profiler belongs to the agent and keeps its tables in the program's heap."""
        facts = agent_table().profilers.get(self.name)
        return facts is not None and facts.inline

    @property
    def numbers_paths(self) -> bool:
        """Whether the profiler belongs to the agent and numbers paths to count them."""
        facts = agent_table().profilers.get(self.name)
        return facts is not None and facts.paths

    def takes(self, option: str) -> bool:
        """Returns whether the agent's option ``option`` has an effect with this profiler."""
        facts = agent_table().profilers.get(self.name)
        return facts is not None and option in facts.options

    @property
    def least_k(self) -> int | None:
        """The smallest k that this profiler takes; None if it takes no k."""
        if self.name == STREAM.name:
            # This profiler's k is for the engine, which also takes k = 1.
            return 1
        return agent_table().options["k"].least if self.takes("k") else None

    @property
    def largest_k(self) -> int:
        """The largest k that this profiler takes; 1 if it takes no k."""
        return 1 if self.least_k is None else largest_k()


EDGE = Profiler(
    "edge", "edges", "edge counts", "#E69F00", cost=1.5, scheme="edges", tells=Tells.EDGES
)
EDGE_CHORDS = Profiler(
    "edge-chords", "edges, by counters on chords", "edge counts, chords", "#F0C987", "**",
    cost=1.4, technique="edge counts on chords",
    scheme="chord edges", tells=Tells.EDGES,
)  # fmt: skip
BLPP_HASH = Profiler(
    "blpp-hash", "acyclic paths", "BLPP, hash table", "#0072B2", "////", cost=2.5,
    scheme="paths",
)  # fmt: skip
BLPP_ARRAY = Profiler(
    "blpp-array", "acyclic paths", "BLPP, arrays", "#56B4E9", "....", cost=2.0,
    technique="BLPP with arrays",
    scheme="paths",
)  # fmt: skip
BLPP = Profiler(
    "blpp", "acyclic paths", "BLPP, event counting", "#332288", "\\\\\\\\", cost=2.0,
    technique="BLPP with event counting",
    scheme="paths",
)  # fmt: skip
KITER = Profiler(
    "kiter", "k-iteration paths by k path registers", "k-iteration numbering", "#CC79A7", "\\\\",
    coloured_by_k=True, cost=2.5, technique="k-iteration numbering",
    scheme="iterations", tells=Tells.ITERATED, at_k_1=BLPP_HASH.name,
)  # fmt: skip
K_BLPP = Profiler(
    "k-blpp", "k-iteration paths", "k-BLPP", "#009E73", coloured_by_k=True, cost=3.5,
    scheme="forests", tells=Tells.ALL, at_k_1=BLPP_HASH.name,
)  # fmt: skip
K_BLPP_PACKED = Profiler(
    "k-blpp-packed", "k-iteration paths", "packed k-BLPP", "#117733", "xx", coloured_by_k=True,
    cost=2.5, technique="k-BLPP with packed paths",
    scheme="words", tells=Tells.ALL, at_k_1=BLPP_HASH.name,
)  # fmt: skip
SPP = Profiler(
    "spp", "paths of each loop's level, in windows", "SPP", "#AA4499", cost=1.3,
    technique="structural path profiling",
    scheme="windows", tells=Tells.LEVELS,
)  # fmt: skip
BPP = Profiler(
    "bpp", "each method's first acyclic paths", "BPP", "#882255", "++", cost=1.3,
    technique="baseline path profiling",
    scheme="first paths", tells=Tells.FIRST_PATHS,
)  # fmt: skip
OL = Profiler(
    "ol", "overlapping paths", "overlapping paths", "#E1BE6A", "oo", cost=3.0,
    scheme="overlaps", tells=Tells.EXTENSIONS,
)  # fmt: skip
STREAM = Profiler(
    "stream", "k-iteration paths, any k", "stream", "#D55E00", "xxxx",
    cost=2.5, start_seconds=1.5, technique="kpath-jvm's stream", tells=Tells.ALL,
)  # fmt: skip

#: The agent's profilers by name, in the order of charts.
PROFILERS = {
    one.name: one
    for one in (
        EDGE,
        EDGE_CHORDS,
        BLPP_HASH,
        BLPP_ARRAY,
        BLPP,
        KITER,
        K_BLPP,
        K_BLPP_PACKED,
        SPP,
        BPP,
        OL,
        STREAM,
    )
}


def named(name: str) -> Profiler:
    """Returns the profiler with this name; raises KpathError if this kpath-jvm has none."""
    if name not in PROFILERS:
        raise KpathError(
            f"this version of kpath-jvm has no profiler {name!r}; use the version that made the "
            "recording"
        )
    return PROFILERS[name]


def told_by(profiler: str | None) -> Tells:
    """Returns what the counts of a profile say about sequences.

    ``profiler`` is the profiler's name in the profile, or None for a profile of ``stream``.
    Raises KpathError if this kpath-jvm has no profiler with this name.
    """
    return STREAM.tells if profiler is None else named(profiler).tells


def counts_threads(name: str | None) -> bool:
    """Returns whether it is known how many threads recorded anything with this profiler.

    In path windows, all threads count in the same tables.
    """
    return told_by(name) not in (Tells.LEVELS, Tells.FIRST_PATHS)
