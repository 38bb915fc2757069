"""Provides made-up results for the tests of figures."""

import pytest

from experiment_builder import build_results
from kpath_jvm.evaluation.results.experiment import Results

NAMES = (
    "avrora", "eclipse", "hsqldb", "sunflow", "xalan", "compress", "scimark.monte_carlo",
    "heapsort",
)  # fmt: skip


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results(build_results(tmp_path_factory.mktemp("results"), NAMES, official=("xalan",)))
