"""Tests the commands that run workloads, with their jars and options."""

import dataclasses
from pathlib import Path

import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads import artifacts
from kpath_jvm.evaluation.workloads.catalogue import prepare
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.launch.jdk import default_jdk

JAVA = Path("/opt/jdk/bin/java")


class TestPreparation:
    def test_a_command_has_the_arguments_of_its_size(
        self, eclipse: Workload, jars: installation.Jars
    ) -> None:
        prepared = prepare(eclipse, "small", None, JAVA)
        directory = artifacts.cache_directory()
        sources = ["commons-cli-1.6.0", "commons-csv-1.10.0"]
        assert prepared.command[: len(eclipse.jvm_options) + 4] == [
            str(JAVA),
            *eclipse.jvm_options,
            "-cp",
            f"{jars.workloads}:{directory / 'ecj-3.44.0.jar'}",
            "org.kpathjvm.workloads.StandIn",
        ]
        arguments = prepared.command[len(eclipse.jvm_options) + 4 :]
        pairs = list(zip(arguments[::2], arguments[1::2], strict=True))
        assert pairs == [
            ("--benchmark", "dacapo eclipse"),
            ("--class", "org.kpathjvm.workloads.dacapo.eclipse.EclipseCompiler"),
            ("--warmups", "1"),
            ("--iterations", "2"),
            ("--expect-digest", eclipse.sizes["small"].digest),
            ("--set", "threads=1"),
            ("--set", "release=11"),
            *(("--input", f"sources={directory}/{source}-sources.jar") for source in sources),
        ]
        assert prepared.required_methods == list(eclipse.required_methods)

    @pytest.mark.usefixtures("jars")
    def test_the_option_iterations_sets_the_timed_iterations(self, eclipse: Workload) -> None:
        prepared = prepare(eclipse, "large", 9, JAVA)
        assert prepared.command[prepared.command.index("--iterations") + 1] == "9"
        assert prepared.description.iterations == 9
        assert prepared.description.warmups == eclipse.sizes["large"].warmups

    @pytest.mark.usefixtures("jars")
    def test_warm_ups_may_be_left_out(self, eclipse: Workload) -> None:
        prepared = prepare(eclipse, "large", None, JAVA, warmups=0)
        assert prepared.command[prepared.command.index("--warmups") + 1] == "0"
        assert prepared.description.warmups == 0
        assert prepared.description.iterations == eclipse.sizes["large"].iterations

    @pytest.mark.usefixtures("jars")
    def test_a_description_has_the_size_and_the_artifacts(self, eclipse: Workload) -> None:
        description = prepare(eclipse, "small", None, JAVA).description
        assert description.stand_in is True
        assert description.size == "small"
        coordinates = [artifact.coordinates for artifact in description.artifacts]
        assert "commons-cli:commons-cli:1.6.0:sources" in coordinates

    def test_unknown_sizes_are_refused(self, eclipse: Workload) -> None:
        with pytest.raises(KpathError, match=r"unknown size 'smal' .*; did you mean small\?"):
            prepare(eclipse, "smal", None, JAVA)

    @pytest.mark.usefixtures("jars")
    def test_a_jar_with_several_roles_is_described_once(self, eclipse: Workload) -> None:
        small = eclipse.sizes["small"]
        jars = {"sources": eclipse.class_path, "more": eclipse.class_path}
        sizes = {"small": dataclasses.replace(small, inputs=jars)}
        prepared = prepare(dataclasses.replace(eclipse, sizes=sizes), "small", None, JAVA)
        ecj = artifacts.cache_directory() / eclipse.class_path[0].file_name
        assert prepared.command[-4:] == ["--input", f"sources={ecj}", "--input", f"more={ecj}"]
        assert len(prepared.description.artifacts) == 1

    def test_excluded_jdks_are_refused(self, eclipse: Workload) -> None:
        jdk = default_jdk()
        reasons = {jdk.feature_version: "it hangs"}
        workload = dataclasses.replace(eclipse, excluded_jdks=reasons)
        with pytest.raises(KpathError) as raised:
            prepare(workload, "small", None, jdk.java)
        assert str(raised.value) == (
            f"dacapo eclipse does not run on JDK {jdk.feature_version}: it hangs; "
            "pass another JDK with --java-home"
        )

    @pytest.mark.usefixtures("jars")
    def test_newer_jdks_get_additional_options(self, eclipse: Workload) -> None:
        jdk = default_jdk()
        options = {jdk.feature_version: ("-here",), jdk.feature_version + 1: ("-newer",)}
        workload = dataclasses.replace(eclipse, jvm_options_from=options)
        command = prepare(workload, "small", None, jdk.java).command
        assert "-here" in command[: command.index("-cp")]
        assert "-newer" not in command

    def test_zero_iterations_are_refused(self, eclipse: Workload) -> None:
        with pytest.raises(KpathError, match="-n is 0, but there must be at least 1 iteration"):
            prepare(eclipse, "small", 0, JAVA)
