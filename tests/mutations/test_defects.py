"""The differential check can fail: it catches each seeded defect of the product."""

import re
from pathlib import Path

import pytest

from differential import Variant, exported, problems, record
from kpath_jvm.installation import require_jars
from mutations.defects import CORE, DEFECTS, ENGINE, RECORDER, Defect
from mutations.mutant import REPOSITORY, build_mutant
from oracle.harness import default_java_home
from oracle.targets import DIRECTORY, Target, compiled, read_target, traced


def find_problems(target: Target, variant: Variant, directory: Path) -> list[str]:
    """Returns where a target's profile differs from its trace or from its stated numbers."""
    if target.traced:
        trace, output = traced(target)
        return problems(compiled(target), trace, output, variant, directory)
    profile = directory / "long.kpath"
    record(compiled(target), variant, profile)
    if not profile.exists():
        return ["the product failed: it wrote no profile"]
    methods = exported(profile)
    return [text for expected in target.expectations for text in expected.failures(methods)]


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))
def test_a_defect_can_be_seeded(defect: Defect) -> None:
    source = (REPOSITORY / defect.source).read_text(encoding="utf-8")
    assert source.count(defect.find) == 1
    assert (DIRECTORY / defect.target).is_file()


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name.replace(" ", "-"))
def test_seeded_defect_is_caught(defect: Defect, tmp_path: Path) -> None:
    """The check finds a difference of the kind that this defect causes."""
    jars = build_mutant(
        require_jars().directory,
        tmp_path, defect.source, defect.find, defect.replacement,
    )  # fmt: skip
    target = read_target(DIRECTORY / defect.target)
    options = (*target.options, *defect.options)
    variant = Variant(default_java_home(), defect.cut, 4, options, jars, defect.engine)
    found = find_problems(target, variant, tmp_path)
    assert any(re.search(defect.shows, text) for text in found), found[:5]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "find"),
    [
        (CORE + "instrument/probes/EdgeInserter.java", "final class EdgeInserter"),
        (RECORDER + "Recorder.java", "public final class Recorder"),
        (ENGINE + "segment/LeaseStream.java", "final class LeaseStream"),
    ],
    ids=["core", "recorder", "engine"],
)
def test_recompiled_product_without_a_defect_is_right(
    source: str, find: str, tmp_path: Path
) -> None:
    """Shows that the test above catches the defect, not the way in which the jars are rebuilt."""
    jars = build_mutant(require_jars().directory, tmp_path, source, find, find)
    target = read_target(DIRECTORY / "Recursion.java")
    variant = Variant(default_java_home(), jars=jars)
    assert find_problems(target, variant, tmp_path) == []
