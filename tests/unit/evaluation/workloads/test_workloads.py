"""The catalogue of workloads: configurations, jars and commands."""

import dataclasses
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads import (
    Artifact,
    Workload,
    artifacts,
    find_workload,
    list_workloads,
    prepare,
)
from kpath_jvm.evaluation.workloads.configuration import read_workload
from kpath_jvm.launch.jdk import default_jdk

CONFIG = installation.dacapo_configs() / "eclipse.toml"
JAVA = Path("/opt/jdk/bin/java")

FAKE_MAVEN = """#!/bin/sh
for last; do :; done
case "$*" in *dependency-plugin:3.8.1:copy) ;; *) exit 9 ;; esac
while [ "$1" != -f ]; do shift; done
grep -q '<artifactId>' "$2" || exit 8
{action}
"""


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    directory = tmp_path / "kpath-jvm" / "artifacts"
    directory.mkdir(parents=True)
    return directory


@pytest.fixture
def jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> installation.Jars:
    jars = installation.Jars(tmp_path / "jars")
    monkeypatch.setattr(installation, "require_jars", lambda: jars)
    return jars


@pytest.fixture
def eclipse(cache: Path) -> Workload:
    """The real workload with tiny files in place of its jars, all of them in the cache."""

    def tiny(artifact: Artifact) -> Artifact:
        content = artifact.name.encode()
        (cache / artifact.file_name).write_bytes(content)
        return dataclasses.replace(artifact, sha256=hashlib.sha256(content).hexdigest())

    workload = find_workload("dacapo", "eclipse")
    sizes = {
        name: dataclasses.replace(
            size, inputs={key: tuple(map(tiny, jars)) for key, jars in size.inputs.items()}
        )
        for name, size in workload.sizes.items()
    }
    return dataclasses.replace(
        workload, class_path=tuple(map(tiny, workload.class_path)), sizes=sizes
    )


def fake_maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, action: str) -> None:
    """Puts a mvn before the others that does ``action``; $2 is the pom it got."""
    directory = tmp_path / "bin"
    directory.mkdir()
    maven = directory / "mvn"
    maven.write_text(FAKE_MAVEN.format(action=action), "utf-8")
    maven.chmod(0o755)
    monkeypatch.setenv("PATH", f"{directory}:/usr/bin:/bin")


class TestCatalogue:
    def test_names_are_unique(self) -> None:
        names = [(it.suite, it.name) for it in list_workloads()]
        assert len(names) == len(set(names))

    def test_eclipse_is_a_stand_in_in_three_sizes(self) -> None:
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
    def test_unknown_names_suggest_the_nearest(self, suite: str, name: str, message: str) -> None:
        with pytest.raises(KpathError) as raised:
            find_workload(suite, name)
        assert str(raised.value) == message


def provided_by_the_build() -> dict[tuple[str, str], str]:
    """Versions by group and artifact of others' jars that benchmarks is compiled against."""
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
    def test_it_is_complete_and_fits_the_build(self, workload: Workload) -> None:
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

    def test_the_build_compiles_against_nothing_that_never_runs(self) -> None:
        running = {(it.group, it.artifact) for w in list_workloads() for it in w.class_path}
        assert provided_by_the_build().keys() <= running


def source_of(class_name: str) -> Path:
    repository = installation.repository()
    if repository is None:
        pytest.skip("no checkout")
    sources = repository / "benchmarks" / "src" / "main" / "java"
    return sources / f"{class_name.replace('.', '/')}.java"


class TestConfiguration:
    @pytest.mark.parametrize(
        ("pattern", "replacement", "complaint"),
        [
            (r'^suite = "dacapo"\n', "", "suite is missing"),
            (r"^threads = 1", "threads = 0", "threads is 0, not 1 or more"),
            (r"^threads = 1", "threads = true", "threads is True, not a whole number"),
            (r"^threads = 1", 'threads = "1"', "threads is '1', not a whole number"),
            (
                r"^threads = 1",
                "thraeds = 1\nthreads = 1",
                "thraeds is unknown; did you mean threads?",
            ),
            (
                r"^release = 11",
                "release = [11]",
                "settings.release is [11], not a string or a whole number",
            ),
            (
                r"^release = 11",
                "release = true",
                "settings.release is True, not a string or a whole number",
            ),
            (
                r"^release = 11",
                'release = 11\n[excluded_jdks]\nnewest = "no"',
                "excluded_jdks.newest is not a JDK's feature version",
            ),
            (
                r"^release = 11",
                'release = 11\n[jvm_options_from]\n24 = "-x"',
                "jvm_options_from.24 is '-x', not a list",
            ),
            (r'^kind = "stand-in"', 'kind = "real"', "kind is 'real', not 'stand-in'"),
            (
                r'^class_path = \["ecj"\]',
                "class_path = [1]",
                "class_path is [1], not a list of strings",
            ),
            (
                r'^class_path = \["ecj"\]',
                'class_path = ["ejc"]',
                "class_path names 'ejc', which is not among the artifacts",
            ),
            (
                r'"org.eclipse.jdt:ecj:3[^"]*"',
                '"ecj"',
                "artifacts.ecj.coordinates is 'ecj', "
                "not group:artifact:version[:classifier][@packaging]",
            ),
            (
                r'sha256 = "14c4[^"]*"',
                'sha256 = "14"',
                "artifacts.ecj.sha256 is '14', not a SHA-256 in 64 hex digits",
            ),
            (r"^digest = .*", "", "sizes.small.digest is missing"),
            (
                r"^inputs.sources = .*",
                'inputs.sources = ["commons"]',
                "sizes.small.inputs.sources names 'commons', which is not among the artifacts",
            ),
            (
                r"^\[sizes.default\]",
                "[sizes.medium]",
                "sizes are small, medium, large, not small, default, large",
            ),
            (r'^  "gson",\n', "", "artifacts.gson is used by nothing"),
        ],
    )
    def test_what_is_wrong_is_said_in_one_line(
        self, tmp_path: Path, pattern: str, replacement: str, complaint: str
    ) -> None:
        changed, count = re.subn(
            pattern, replacement, CONFIG.read_text("utf-8"), count=1, flags=re.MULTILINE
        )
        assert count == 1
        path = tmp_path / "changed.toml"
        path.write_text(changed, "utf-8")
        with pytest.raises(KpathError) as raised:
            read_workload(path)
        remedy = "" if complaint.endswith("?") else "; correct the file"
        assert str(raised.value) == f"{path}: {complaint}{remedy}"

    def test_a_file_that_is_no_toml(self, tmp_path: Path) -> None:
        path = tmp_path / "broken.toml"
        path.write_text("suite = ", "utf-8")
        with pytest.raises(KpathError, match=r"^cannot read the workload .*broken\.toml: "):
            read_workload(path)


class TestPreparation:
    def test_the_command_of_a_size(self, eclipse: Workload, jars: installation.Jars) -> None:
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
    def test_iterations_are_the_timed_ones(self, eclipse: Workload) -> None:
        prepared = prepare(eclipse, "large", 9, JAVA)
        assert prepared.command[prepared.command.index("--iterations") + 1] == "9"
        assert prepared.description["iterations"] == 9
        assert prepared.description["warmups"] == eclipse.sizes["large"].warmups

    @pytest.mark.usefixtures("jars")
    def test_warmups_may_be_left_out(self, eclipse: Workload) -> None:
        prepared = prepare(eclipse, "large", None, JAVA, warmups=0)
        assert prepared.command[prepared.command.index("--warmups") + 1] == "0"
        assert prepared.description["warmups"] == 0
        assert prepared.description["iterations"] == eclipse.sizes["large"].iterations

    @pytest.mark.usefixtures("jars")
    def test_the_description_says_stand_in(self, eclipse: Workload) -> None:
        description = prepare(eclipse, "small", None, JAVA).description
        assert description["stand_in"] is True
        assert description["size"] == "small"
        coordinates = [artifact["coordinates"] for artifact in description["artifacts"]]
        assert "commons-cli:commons-cli:1.6.0:sources" in coordinates

    def test_an_unknown_size(self, eclipse: Workload) -> None:
        with pytest.raises(KpathError, match=r"unknown size 'smal' .*; did you mean small\?"):
            prepare(eclipse, "smal", None, JAVA)

    @pytest.mark.usefixtures("jars")
    def test_a_jar_in_two_roles_is_fetched_once(self, eclipse: Workload) -> None:
        small = eclipse.sizes["small"]
        jars = {"sources": eclipse.class_path, "more": eclipse.class_path}
        sizes = {"small": dataclasses.replace(small, inputs=jars)}
        prepared = prepare(dataclasses.replace(eclipse, sizes=sizes), "small", None, JAVA)
        ecj = artifacts.cache_directory() / eclipse.class_path[0].file_name
        assert prepared.command[-4:] == ["--input", f"sources={ecj}", "--input", f"more={ecj}"]
        assert len(prepared.description["artifacts"]) == 1

    def test_an_excluded_jdk(self, eclipse: Workload) -> None:
        jdk = default_jdk()
        reasons = {jdk.feature_version: "it hangs"}
        workload = dataclasses.replace(eclipse, excluded_jdks=reasons)
        with pytest.raises(KpathError) as raised:
            prepare(workload, "small", None, jdk.java)
        assert str(raised.value) == (
            f"dacapo eclipse does not run on JDK {jdk.feature_version}: it hangs; "
            "pass another with --java-home"
        )

    @pytest.mark.usefixtures("jars")
    def test_options_for_newer_jdks(self, eclipse: Workload) -> None:
        jdk = default_jdk()
        options = {jdk.feature_version: ("-here",), jdk.feature_version + 1: ("-newer",)}
        workload = dataclasses.replace(eclipse, jvm_options_from=options)
        command = prepare(workload, "small", None, jdk.java).command
        assert "-here" in command[: command.index("-cp")]
        assert "-newer" not in command

    def test_no_iterations(self, eclipse: Workload) -> None:
        with pytest.raises(KpathError, match="-n is 0, but there must be at least 1 iteration"):
            prepare(eclipse, "small", 0, JAVA)


class TestArtifacts:
    def test_a_damaged_jar_in_the_cache(self, eclipse: Workload, cache: Path) -> None:
        ecj = eclipse.class_path[0]
        path = cache / ecj.file_name
        path.write_bytes(b"damaged")
        actual = hashlib.sha256(b"damaged").hexdigest()
        with pytest.raises(KpathError) as raised:
            artifacts.provide([ecj], JAVA)
        assert str(raised.value) == (
            f"{path} ({ecj.coordinates}) has SHA-256 {actual}, expected {ecj.sha256}; "
            "delete it, and Maven's own copy of it if the next one is the same"
        )

    def test_what_is_missing_is_fetched(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        fake_maven(tmp_path, monkeypatch, f'printf ecj > "${{2%/*}}/{ecj.file_name}"')
        assert artifacts.provide([ecj], JAVA) == [cache / ecj.file_name]
        assert [path.name for path in cache.iterdir() if path.is_dir()] == []

    def test_a_damaged_download_does_not_get_into_the_cache(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        fake_maven(tmp_path, monkeypatch, f'printf other > "${{2%/*}}/{ecj.file_name}"')
        with pytest.raises(KpathError, match="has SHA-256"):
            artifacts.provide([ecj], JAVA)
        assert not (cache / ecj.file_name).exists()

    def test_mavens_complaint_is_one_line(
        self, eclipse: Workload, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        fake_maven(
            tmp_path,
            monkeypatch,
            r"printf '[\033[1;31mERROR\033[m] no route -> [Help 1]\n[ERROR]\n'; exit 1",
        )
        with pytest.raises(KpathError) as raised:
            artifacts.provide([ecj], JAVA)
        assert str(raised.value) == (
            "cannot fetch org.eclipse.jdt:ecj:3.44.0: no route; "
            "check the network and Maven's settings.xml"
        )

    def test_no_maven(
        self, eclipse: Workload, cache: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ecj = eclipse.class_path[0]
        (cache / ecj.file_name).unlink()
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr(installation, "repository", lambda: None)
        with pytest.raises(KpathError, match="mvn is not on the PATH"):
            artifacts.provide([ecj], JAVA)
