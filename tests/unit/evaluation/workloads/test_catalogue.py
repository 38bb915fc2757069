"""Tests that every stand-in in the catalogue is complete and fits the build."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.catalogue import find_workload, list_workloads
from kpath_jvm.evaluation.workloads.model import Workload


class TestCatalogue:
    def test_names_are_unique(self) -> None:
        names = [(it.suite, it.name) for it in list_workloads()]
        assert len(names) == len(set(names))

    def test_the_page_states_the_number_of_stand_ins(self) -> None:
        repository = installation.repository()
        if repository is None:
            pytest.skip("no checkout")
        page = " ".join((repository / "docs" / "workloads.md").read_text("utf-8").split())
        of_suite = Counter(it.suite for it in list_workloads() if it.stand_in)
        told = re.search(r"There are (\d+) stand-ins: (.*?)\.", page)
        assert told
        numbers = re.findall(r"(\d+) for [\w ]+ \(`(\w+)`\)", told[2])
        assert {suite: int(number) for number, suite in numbers} == of_suite
        assert int(told[1]) == of_suite.total()

    def test_eclipse_is_a_stand_in_with_three_sizes(self) -> None:
        workload = find_workload("dacapo", "eclipse")
        assert workload.stand_in
        assert list(workload.sizes) == ["small", "default", "large"]
        assert workload.required_methods == (
            "org.eclipse.jdt.internal.compiler.parser.Scanner.checkTaskTag",
        )

    @pytest.mark.parametrize(
        ("suite", "name", "message"),
        [
            ("grnde", "eclipse", "unknown suite 'grnde'; did you mean grande?"),
            (
                "zzz",
                "eclipse",
                "unknown suite 'zzz'; there are: dacapo, dacapo-2006, dacapo-23.11, dacapo-9.12, "
                "grande, renaissance, specjvm2008, specjvm2008-kit",
            ),
            ("dacapo", "eclispe", "unknown benchmark 'eclispe' of dacapo; did you mean eclipse?"),
        ],
    )
    def test_the_nearest_known_name_is_suggested(self, suite: str, name: str, message: str) -> None:
        with pytest.raises(KpathError) as raised:
            find_workload(suite, name)
        assert str(raised.value) == message


def provided_by_the_build() -> dict[tuple[str, str], str]:
    """Returns the versions of the jars against which benchmarks are compiled.

    The keys are pairs of group and artifact.
    """
    repository = installation.repository()
    if repository is None:
        pytest.skip("no checkout")
    pom = ElementTree.parse(repository / "benchmarks" / "pom.xml")
    properties = {
        item.tag.partition("}")[2]: item.text or "" for item in pom.findall("./{*}properties/*")
    }
    versions = {}
    for item in pom.findall("./{*}dependencies/{*}dependency"):
        is_ours = item.findtext("{*}groupId") == "org.kpathjvm"
        if item.findtext("{*}scope") == "provided" and not is_ours:
            version = item.findtext("{*}version") or ""
            version = re.sub(r"\$\{(.*?)\}", lambda match: properties[match[1]], version)
            versions[item.findtext("{*}groupId") or "", item.findtext("{*}artifactId") or ""] = (
                version
            )
    return versions


class TestEveryStandIn:
    @pytest.mark.parametrize("workload", list_workloads(), ids=lambda it: f"{it.suite}-{it.name}")
    def test_each_stand_in_is_complete_and_fits_the_build(self, workload: Workload) -> None:
        head = workload.config.read_text("utf-8")
        assert head.startswith("# Facts: "), "say where the facts come from"
        assert workload.known_limits
        assert all(size.iterations >= 1 for size in workload.sizes.values())
        work = [(size.inputs, size.settings) for size in workload.sizes.values()]
        assert work[0] != work[1] != work[2] != work[0]
        versions = provided_by_the_build()
        for jar in workload.class_path:
            assert versions.get((jar.group, jar.artifact), jar.version) == jar.version
        assert source_of(workload.benchmark_class).is_file()

    def test_jars_that_the_build_compiles_against_are_on_class_paths(self) -> None:
        running = {(it.group, it.artifact) for w in list_workloads() for it in w.class_path}
        assert provided_by_the_build().keys() <= running


def source_of(class_name: str) -> Path:
    repository = installation.repository()
    if repository is None:
        pytest.skip("no checkout")
    sources = repository / "benchmarks" / "src" / "main" / "java"
    return sources / f"{class_name.replace('.', '/')}.java"
