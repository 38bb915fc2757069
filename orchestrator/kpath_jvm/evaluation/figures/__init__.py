"""Charts of an experiment's results; the only package that imports matplotlib."""

from collections.abc import Sequence
from pathlib import Path

__all__ = ["draw_all"]


def draw_all(results: Path, only: Sequence[str] | None = None, processes: int = 1) -> list[Path]:
    """Draws the charts of an experiment into its directory ``figures``; return what was written.

    ``only`` names charts: "8", "figure08", "table1", "overhead" ...; KpathError for unknown ones. A
    chart without data is not drawn: figures.json says which, and what is missing. More than one of
    ``processes`` draw side by side; they import the main module, so that a script which asks for
    them has to guard what it does by ``if __name__ == "__main__"``.
    """
    from kpath_jvm.evaluation.figures.drawing import draw

    return draw(results, only, processes)
