"""Tests the names of Maven artifacts, and which benchmarks a pattern selects."""

import pytest

from kpath_jvm.evaluation.workloads.model import MavenArtifact, selects


@pytest.mark.parametrize(
    ("classifier", "packaging", "coordinates", "file_name"),
    [
        (None, "jar", "g:a:1", "a-1.jar"),
        ("sources", "jar", "g:a:1:sources", "a-1-sources.jar"),
        (None, "zip", "g:a:1@zip", "a-1.zip"),
    ],
)
def test_artifacts_have_maven_s_names(
    classifier: str | None, packaging: str, coordinates: str, file_name: str
) -> None:
    artifact = MavenArtifact("name", "g", "a", "1", classifier, "0" * 64, packaging)
    assert (artifact.coordinates, artifact.file_name) == (coordinates, file_name)


@pytest.mark.parametrize("pattern", ["*", "one", "suite/one", "suite/*", "*/one", "*/*"])
def test_whole_names_and_wildcards_match_a_benchmark(pattern: str) -> None:
    assert selects(pattern, "suite", "one")


@pytest.mark.parametrize("pattern", ["on", "other/one", "other/*", "suite/two", "suite", ""])
def test_parts_of_names_and_other_names_match_no_benchmark(pattern: str) -> None:
    assert not selects(pattern, "suite", "one")
