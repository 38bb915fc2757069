"""The papers whose evaluations are compared with ours."""

from collections.abc import Iterable
from dataclasses import dataclass

from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest


@dataclass(frozen=True)
class Paper:
    """A paper; ``key`` is its name in commands and files."""

    key: str
    authors: str
    year: int
    title: str
    #: The programs that were measured, and the tools that measured them.
    measured: str

    @property
    def name(self) -> str:
        """The name, such as "Roy and Srikant, 2009"."""
        return f"{self.authors}, {self.year}"


DELIA = Paper(
    "delia", "D'Elia, Demetrescu and Finocchi", 2013,
    "Ball-Larus Path Profiling Across Multiple Loop Iterations",
    "DaCapo 2006 and 9.12, SPECjvm2008 and Java Grande, in Jikes RVM 3.1.3 on an Intel Core2 Duo",
)  # fmt: skip
BALL_LARUS = Paper(
    "ball-larus",
    "Ball and Larus",
    1996,
    "Efficient Path Profiling",
    "SPEC95, instrumented executables for SPARC (PP), against edge profiling (QPT2)",
)
ROY_SRIKANT = Paper(
    "roy-srikant", "Roy and Srikant", 2009,
    "Profiling k-Iteration Paths: A Generalization of the Ball-Larus Profiling Algorithm",
    "nine small C programs (compress and WCET benchmarks), instrumented by a research compiler",
)  # fmt: skip
YASUE = Paper(
    "yasue",
    "Yasue, Suganuma, Komatsu and Nakatani",
    2004,
    "Structural Path Profiling: An Efficient Online Path Profiling Framework for "
    "Just-In-Time Compilers",
    "SPECjvm98, SPECjbb2000 and jBYTEmark, in IBM's JIT compiler",
)
TALLAM = Paper(
    "tallam",
    "Tallam, Zhang and Gupta",
    2004,
    "Extending Path Profiling across Loop Backedges and Procedure Boundaries",
    "nine SPEC programs in C, with paths across loops and calls",
)
#: The papers by key, in the order of reports: the one about k-BLPP, then the others, oldest first.
PAPERS = {it.key: it for it in (DELIA, BALL_LARUS, TALLAM, YASUE, ROY_SRIKANT)}


def named(keys: Iterable[str]) -> tuple[Paper, ...]:
    """Returns the papers with the given keys.

    Raises KpathError (exit status 2), with the nearest key, for an unknown key.
    """
    found = []
    for key in keys:
        if key not in PAPERS:
            raise KpathError(f"no paper {key!r}{nearest(key, PAPERS)}", 2)
        found.append(PAPERS[key])
    return tuple(dict.fromkeys(found))
