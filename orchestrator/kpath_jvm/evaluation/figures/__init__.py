"""Charts of an experiment's results; only this package imports matplotlib."""

from collections.abc import Sequence
from pathlib import Path

__all__ = ["draw_all"]


def draw_all(results: Path, only: Sequence[str] | None = None, processes: int = 1) -> list[Path]:
    """Draws the charts of an experiment into its directory ``figures``; returns the files written.

    ``only`` names charts: "8", "figure08", "table1", "overhead" ... Raises KpathError for unknown
    names. A chart without data isn't drawn; figures.json has the reason. Several ``processes`` draw
    charts in parallel. Each process imports the main module, so a script that calls this function
    must guard its work with ``if __name__ == "__main__"``.
    """
    from kpath_jvm.evaluation.figures.drawing import draw

    return draw(results, only, processes)
