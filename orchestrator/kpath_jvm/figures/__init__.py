"""Charts of an experiment's results; the only package that imports matplotlib."""

from collections.abc import Sequence
from pathlib import Path

__all__ = ["draw_all"]


def draw_all(results: Path, only: Sequence[str] | None = None) -> list[Path]:
    """Draw the charts of an experiment into its directory ``figures``; return what was written.

    ``only`` names charts: "8", "figure08", "table1", "overhead" ...; KpathError for unknown ones. A
    chart without data is not drawn: figures.json says which, and what is missing.
    """
    from kpath_jvm.figures.drawing import draw

    return draw(results, only)
