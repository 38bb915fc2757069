"""Lists the runs of a program: an exact run, and runs whose profiles are compared with it."""

from collections.abc import Iterator
from dataclasses import dataclass

from kpath_jvm.profilers import BLPP, BPP, EDGE, EDGE_CHORDS, K_BLPP, KITER, OL, SPP, STREAM, named

#: The length of the longest sequences in the exact profile, in paths.
LONGEST = 8
#: The values of k by profiler.
KS = {K_BLPP.name: (2, 3, 4, LONGEST), KITER.name: (2, 3, 4)}
#: The thresholds of Yasue et al. (figures 15 to 17). 0 stands for the complete profile.
THRESHOLDS = (0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
DEGREES = (0, 1, 2, 3, 4, 8, 16)
#: A degree is the number of predicates that an overlapping path's extension passes. At the highest
#: degree, the extensions of paths across calls are whole paths.
HIGHEST_DEGREE = 254
_CUT = "back-edge"


@dataclass(frozen=True)
class Run:
    """A profiler and its options; None stands for an option that isn't set."""

    profiler: str
    k: int | None = None
    degree: int | None = None
    threshold: int | None = None
    calls: bool = False

    @property
    def name(self) -> str:
        """The profile's name, such as ``spp-threshold-100``."""
        given = (("k", self.k), ("degree", self.degree), ("threshold", self.threshold))
        parts = [f"{option}-{value}" for option, value in given if value is not None]
        return "-".join([self.profiler, *(["calls"] if self.calls else []), *parts])

    @property
    def cut(self) -> str:
        """The cut as text in results; "" if the profiler has no option for cuts."""
        return _CUT if self.profiler == STREAM.name or named(self.profiler).takes("cut") else ""

    @property
    def arguments(self) -> list[str]:
        """The arguments for ``kpath-jvm run``."""
        given = (("k", self.k), ("degree", self.degree), ("threshold", self.threshold))
        found = [] if self.profiler == STREAM.name else ["--profiler", self.profiler]
        found += ["--cut", self.cut] if self.cut else []
        for option, value in given:
            if value is not None:
                found += ["-k" if option == "k" else f"--{option}", str(value)]
        return [*found, "--calls"] if self.calls else found


EXACT = Run(STREAM.name, k=LONGEST)
EXACT_CALLS = Run(OL.name, degree=HIGHEST_DEGREE, calls=True)
#: The run that counts Ball-Larus paths, which are compared with the paths of a smaller input.
TRAINED = Run(BLPP.name)


def runs() -> Iterator[Run]:
    """Yields all runs, the exact one first."""
    yield EXACT
    yield Run(EDGE.name)
    yield Run(EDGE_CHORDS.name)
    yield TRAINED
    for profiler, ks in KS.items():
        yield from (Run(profiler, k=k) for k in ks)
    yield from (Run(OL.name, degree=degree) for degree in DEGREES)
    yield EXACT_CALLS
    yield from (Run(OL.name, degree=degree, calls=True) for degree in DEGREES)
    for profiler in (SPP.name, BPP.name):
        yield from (Run(profiler, threshold=threshold) for threshold in THRESHOLDS)
