"""kpath-jvm: exact profiles of sequences of loop iterations in Java programs.

The names in ``__all__`` are the whole public interface (docs/api.md); all other names may change.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"
__all__ = [
    "KpathError",
    "Profile",
    "Results",
    "Selection",
    "__version__",
    "advise",
    "always",
    "bounded_pairs",
    "bounds",
    "branches",
    "by_iteration",
    "callers",
    "compare_methods",
    "compare_sequences",
    "coverage",
    "coverage_by_length",
    "dependences",
    "drawing",
    "entropies",
    "findings",
    "followers",
    "gates",
    "iterations_per_entry",
    "judge_all",
    "loops",
    "methods",
    "overlap",
    "overlap_of_sequences",
    "paths",
    "predict",
    "select",
    "sequences",
    "settled",
    "structure",
    "times",
    "tree_of",
    "trend",
    "unrolling",
]

_TABLES = "kpath_jvm.api.tables"
_MODULES = {
    "KpathError": "kpath_jvm.errors",
    "Profile": "kpath_jvm.profile.model",
    "Results": "kpath_jvm.evaluation.results.experiment",
    "Selection": "kpath_jvm.analysis.selection",
    "advise": "kpath_jvm.api.advice",
    "always": "kpath_jvm.api.settled",
    "bounded_pairs": "kpath_jvm.api.bounds",
    "bounds": "kpath_jvm.api.bounds",
    "branches": _TABLES,
    "by_iteration": _TABLES,
    "callers": "kpath_jvm.api.callers",
    "compare_methods": "kpath_jvm.analysis.comparing",
    "compare_sequences": "kpath_jvm.analysis.comparing",
    "coverage": _TABLES,
    "coverage_by_length": _TABLES,
    "dependences": _TABLES,
    "drawing": "kpath_jvm.evaluation.figures.drawing",
    "entropies": "kpath_jvm.analysis.iterations",
    "findings": "kpath_jvm.api.findings",
    "followers": "kpath_jvm.analysis.iterations",
    "gates": "kpath_jvm.api.gates",
    "iterations_per_entry": _TABLES,
    "judge_all": "kpath_jvm.evaluation.results.trends",
    "loops": _TABLES,
    "methods": _TABLES,
    "overlap": "kpath_jvm.api.overlap",
    "overlap_of_sequences": "kpath_jvm.api.overlap",
    "paths": _TABLES,
    "predict": "kpath_jvm.api.prediction",
    "select": "kpath_jvm.analysis.selection",
    "sequences": _TABLES,
    "settled": "kpath_jvm.api.settled",
    "structure": "kpath_jvm.evaluation.structure.frame",
    "times": "kpath_jvm.api.times",
    "tree_of": "kpath_jvm.evaluation.figures.drawing",
    "trend": "kpath_jvm.fleet.frame",
    "unrolling": "kpath_jvm.analysis.iterations",
}


def __getattr__(name: str) -> Any:
    """Imports a name only when it is used, because most of the names need pandas and pyarrow."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    """Returns the public names, so that an editor or shell can suggest them."""
    return sorted(__all__)
