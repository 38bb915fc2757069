"""Tests official kits: their descriptions and places, and how their benchmarks are prepared."""

import dataclasses
import zipfile
from pathlib import Path

import pytest

from fake_kits import OPENED, write_jar
from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.benchmarks import Benchmark
from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.evaluation.workloads.kits.catalogue import list_kits, list_official, select_official
from kpath_jvm.evaluation.workloads.kits.configuration import read_kit
from kpath_jvm.evaluation.workloads.kits.harness import manifest, read_entries
from kpath_jvm.evaluation.workloads.kits.model import JdkRange, Kit, KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit
from kpath_jvm.launch.jdk import Jdk

JAVA = Path("/opt/jdk/bin/java")
OLD = {"Harness.class": b"", "dacapo/TestHarness.class": b""}
BACH = {"Harness.class": b"", "harness/org/dacapo/harness/TestHarness.class": b""}
CHOPIN = {"Harness.class": b"", "org/dacapo/harness/TestHarness.class": b""}


@pytest.fixture(autouse=True)
def nothing_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("KPATH_DACAPO_JAR", "KPATH_SPEC_HOME", "KPATH_RENAISSANCE_JAR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(installation, "require_jars", lambda: installation.Jars(tmp_path))


@pytest.fixture
def bach(tmp_path: Path) -> Path:
    return write_jar(
        tmp_path / "b.jar", BACH, "Implementation-Version: 9.12-MR1\n", ["cnf/avrora.cnf"]
    )


def kit(suite: str) -> Kit:
    return next(kit for kit in list_kits() if kit.suite == suite)


def complaint(suite: str, name: str, places: KitPlaces, size: str = "small") -> str:
    with pytest.raises(KpathError) as raised:
        prepare(find_workload(suite, name, places), size, None, JAVA)
    return str(raised.value)


class TestDescriptions:
    @pytest.mark.parametrize("kit", list_kits(), ids=lambda it: it.suite)
    def test_each_kit_has_a_source_known_limits_and_described_benchmarks(self, kit: Kit) -> None:
        assert kit.config.read_text("utf-8").startswith("# Facts: ")
        assert kit.known_limits
        assert all(benchmark.does for benchmark in kit.benchmarks.values())

    def test_all_benchmarks_of_each_release_are_described(self) -> None:
        numbers = {kit.suite: len(kit.benchmarks) for kit in list_kits()}
        assert numbers == {
            "dacapo-2006": 11,
            "dacapo-9.12": 15,
            "dacapo-23.11": 22,
            "renaissance": 25,
            "specjvm2008-kit": 38,
        }

    def test_the_paper_s_benchmarks_are_described(self) -> None:
        names = {(workload.suite, workload.name) for workload in list_official()}
        for name in ("antlr", "chart", "eclipse", "fop", "hsqldb", "jython", "luindex", "pmd"):
            assert ("dacapo-2006", name) in names
        assert ("specjvm2008-kit", "scimark.fft.large") in names

    def test_benchmarks_of_kits_are_official(self) -> None:
        for workload in list_official():
            assert (workload.kind, workload.stand_in) == ("official", False)
            assert "default" in workload.sizes

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("harness = ", "harnes = "), "harness is missing"),
            (('"dacapo"', '"decapo"'), "harness is 'decapo', not one of dacapo, specjvm, renaissa"),
            (("does = ", "dose = "), "benchmarks.antlr.does is missing"),
            (('"small", "default", "large"', '"small"'), "benchmarks.antlr.sizes are small, but "),
            (("from_jdk = 9", "from_jdk = 0"), "from_jdk is 0, not 1 or more"),
            (("from_jdk = 9", "from_jdk = 9\nto_jkd = 9"), "to_jkd is unknown"),
            (("from_jdk = 9", "from_jdk = 9\nto_jdk = 8"), "to_jdk is 8, not 9 or more"),
        ],
    )
    def test_wrong_descriptions_are_refused(
        self, change: tuple[str, str], message: str, tmp_path: Path
    ) -> None:
        text = kit("dacapo-2006").config.read_text("utf-8")
        assert change[0] in text
        path = tmp_path / "kit.toml"
        path.write_text(text.replace(*change), "utf-8")
        with pytest.raises(KpathError) as raised:
            read_kit(path)
        assert message in str(raised.value)

    def test_ranges_of_jdks_include_both_ends(self) -> None:
        assert [version in JdkRange(9, 11) for version in (8, 9, 11, 12)] == [
            False,
            True,
            True,
            False,
        ]
        assert 99 in JdkRange(9, None)
        assert [str(JdkRange(9, end)) for end in (None, 9, 11)] == [
            "JDK 9 and later",
            "JDK 9",
            "JDK 9 to 11",
        ]


class TestPlaces:
    def test_a_missing_kit_s_message_names_the_places_searched(self, tmp_path: Path) -> None:
        assert complaint("dacapo-9.12", "avrora", KitPlaces()) == (
            "DaCapo 9.12 (bach) is not here: looked at --dacapo-jar (not given), KPATH_DACAPO_JAR "
            f"(not set) and {tmp_path}/cache/kpath-jvm/kits; get dacapo-9.12-MR1-bach.jar from "
            "the DaCapo project's page (dacapobench.org), release 9.12-MR1-bach, and name it with "
            "--dacapo-jar"
        )

    def test_the_option_takes_precedence_over_the_variable(
        self, bach: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KPATH_DACAPO_JAR", "/nowhere.jar")
        assert find_kit(kit("dacapo-9.12"), KitPlaces(dacapo=(bach,))).path == bach

    def test_jars_are_recognised_by_their_content(
        self, bach: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = write_jar(tmp_path / "dacapo-9.12.jar", OLD)
        monkeypatch.setenv("KPATH_DACAPO_JAR", f"{old}:{bach}")
        assert find_kit(kit("dacapo-9.12"), KitPlaces()).path == bach
        assert find_kit(kit("dacapo-2006"), KitPlaces()).path == old

    def test_a_variable_without_paths_counts_as_unset(
        self, bach: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        cache = tmp_path / "cache" / "kpath-jvm" / "kits"
        cache.mkdir(parents=True)
        bach.rename(cache / "dacapo-any.jar")
        monkeypatch.setenv("KPATH_DACAPO_JAR", ":")
        assert find_kit(kit("dacapo-9.12"), KitPlaces()).version == "9.12-MR1"

    def test_other_files_in_the_cache_are_ignored(self, bach: Path, tmp_path: Path) -> None:
        cache = tmp_path / "cache" / "kpath-jvm" / "kits"
        cache.mkdir(parents=True)
        (cache / "dacapo-x.jar").write_text("no jar", "utf-8")
        bach.rename(cache / "dacapo-any.jar")
        assert find_kit(kit("dacapo-9.12"), KitPlaces()).version == "9.12-MR1"

    def test_the_newest_kit_in_the_cache_is_preferred(self, tmp_path: Path) -> None:
        cache = tmp_path / "cache" / "kpath-jvm" / "kits"
        cache.mkdir(parents=True)
        versions = ["0.9.0", "0.14.1", "0.16.0", "0.16.10", "0.16.9"]
        for version in versions:
            (cache / f"renaissance-gpl-{version}.jar").touch()
        found = [path.name for _, path in KitPlaces().candidates("renaissance")]
        expected = ["0.16.10", "0.16.9", "0.16.0", "0.14.1", "0.9.0"]
        assert found == [f"renaissance-gpl-{version}.jar" for version in expected]

    def test_jars_of_other_releases_are_refused(self, bach: Path) -> None:
        assert complaint("dacapo-2006", "antlr", KitPlaces(dacapo=(bach,))) == (
            f"--dacapo-jar {bach} is dacapo-9.12 (9.12-MR1), not DaCapo 2006-10 (MR2); name "
            "dacapo-2006-10-MR2.jar too, or run dacapo-9.12"
        )

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (None, "is not there; name a DaCapo jar"),
            (b"text", "is not a jar: File is not a zip file; name a DaCapo jar"),
            (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "it is a Git LFS pointe"),
        ],
    )
    def test_files_that_are_not_jars_are_refused(
        self, content: bytes | None, message: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "x.jar"
        if content is not None:
            path.write_bytes(content)
        told = complaint("dacapo-9.12", "avrora", KitPlaces(dacapo=(path,)))
        assert told.startswith(f"--dacapo-jar: {path} ")
        assert message in told

    def test_unrelated_jars_are_refused(self, tmp_path: Path) -> None:
        path = write_jar(tmp_path / "x.jar", {"Harness.class": b""})
        told = complaint("dacapo-9.12", "avrora", KitPlaces(dacapo=(path,)))
        assert "is not a DaCapo jar: it has no harness of DaCapo's" in told
        told = complaint("renaissance", "als", KitPlaces(renaissance=(path,)))
        assert "is not a jar of Renaissance 0.11 or later" in told

    def test_the_data_of_dacapo_23_11_must_be_beside_its_jar(self, tmp_path: Path) -> None:
        path = write_jar(tmp_path / "c.jar", CHOPIN, OPENED, ["META-INF/cnf/sunflow.cnf"])
        told = complaint("dacapo-23.11", "sunflow", KitPlaces(dacapo=(path,)))
        assert told == (
            f"--dacapo-jar: c.jar needs its data and programs in {tmp_path}/c, but that directory "
            "is not there; unzip all of the release's archive"
        )
        (tmp_path / "c").mkdir()
        found = find_kit(kit("dacapo-23.11"), KitPlaces(dacapo=(path,)))
        assert found.jvm_options == ("--add-opens=java.base/java.util=ALL-UNNAMED",)

    def test_data_of_23_11_are_where_the_harness_looks(self, tmp_path: Path) -> None:
        """DaCapo's harness removes ".jar" from the path of its jar, also in the middle."""
        (tmp_path / "of.jars").mkdir()
        names = ["META-INF/cnf/sunflow.cnf"]
        path = write_jar(tmp_path / "of.jars" / "c.jar", CHOPIN, OPENED, names)
        (tmp_path / "of.jars" / "c").mkdir()
        told = complaint("dacapo-23.11", "sunflow", KitPlaces(dacapo=(path,)))
        assert f"needs its data and programs in {tmp_path}/ofs/c, but" in told
        (tmp_path / "ofs" / "c").mkdir(parents=True)
        assert find_kit(kit("dacapo-23.11"), KitPlaces(dacapo=(path,))).path == path

    def test_incomplete_home_directories_are_refused(self, tmp_path: Path) -> None:
        places = KitPlaces(specjvm=(tmp_path,))
        assert complaint("specjvm2008-kit", "compress", places) == (
            f"--spec-home: {tmp_path} has no SPECjvm2008.jar; name the directory of the installed "
            "kit"
        )
        write_jar(tmp_path / "SPECjvm2008.jar", {"spec/harness/Launch.class": b""})
        assert "has no directory lib; install the whole kit" in complaint(
            "specjvm2008-kit", "compress", places
        )


class TestPreparing:
    def test_the_nearest_known_name_is_suggested(self) -> None:
        with pytest.raises(KpathError) as raised:
            find_workload("dacapo-9.12", "avrorra")
        assert str(raised.value) == (
            "unknown benchmark 'avrorra' of dacapo-9.12; did you mean avrora?"
        )

    def test_unknown_sizes_are_refused(self, bach: Path) -> None:
        told = complaint("dacapo-9.12", "avrora", KitPlaces(dacapo=(bach,)), "smal")
        assert told == "unknown size 'smal' of dacapo-9.12 avrora; did you mean small?"

    def test_sizes_that_the_kit_lacks_are_refused(self, bach: Path) -> None:
        told = complaint("dacapo-9.12", "avrora", KitPlaces(dacapo=(bach,)), "large")
        assert f"avrora of {bach} (9.12-MR1) has no size 'large'; there are: default, sma" in told

    def test_benchmarks_that_the_kit_lacks_are_refused(self, bach: Path) -> None:
        told = complaint("dacapo-9.12", "lusearch-fix", KitPlaces(dacapo=(bach,)))
        assert f"{bach} (9.12-MR1) has no benchmark 'lusearch-fix'; there are: avrora" in told

    @pytest.mark.parametrize(("version", "excluded"), [(17, False), (20, False), (21, True)])
    def test_jdks_on_which_a_benchmark_fails_are_refused(
        self, version: int, excluded: bool, bach: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        jdk = type("Jdk", (), {"feature_version": version})
        for module in ("preparation", "kits.preparation"):
            name = f"kpath_jvm.evaluation.workloads.{module}.of_launcher"
            monkeypatch.setattr(name, lambda _: jdk)
        workload = find_workload("dacapo-9.12", "avrora", KitPlaces(dacapo=(bach,)))
        if not excluded:
            assert prepare(workload, "small", None, JAVA).command[0] == str(JAVA)
            return
        with pytest.raises(KpathError, match=r"does not run on JDK 21: it calls java\.lang\.Compi"):
            prepare(workload, "small", None, JAVA)

    def test_some_options_are_only_for_some_jdks(self) -> None:
        workload = find_workload("dacapo-23.11", "cassandra")
        assert isinstance(workload, KitWorkload)
        options = workload.benchmark.jvm_options
        assert [options(jdk) for jdk in (11, 17, 24)] == [
            [],
            ["-Djava.security.manager=allow"],
            [],
        ]
        h2o = find_workload("dacapo-23.11", "h2o")
        assert isinstance(h2o, KitWorkload)
        assert h2o.benchmark.jvm_options(21) == ["-Dsys.ai.h2o.debug.allowJavaVersions=21"]

    def test_each_size_has_its_warm_ups(self, bach: Path) -> None:
        workload = find_workload("dacapo-9.12", "avrora", KitPlaces(dacapo=(bach,)))
        size = dataclasses.replace(workload.sizes["small"], warmups=4)
        changed = dataclasses.replace(workload, sizes={"small": size})
        ready = prepare(changed, "small", 2, JAVA)
        assert "-Dkpath.kit.warmups=4" in ready.command
        assert ready.command[ready.command.index("-n") + 1] == "6"
        assert ready.description.warmups == 4

    def test_manifest_attributes_may_continue_on_the_next_line(self, tmp_path: Path) -> None:
        path = write_jar(tmp_path / "m.jar", {}, "Add-Opens: java.base/a java.ba\n se/b\nX: y\n")
        with zipfile.ZipFile(path) as jar:
            assert manifest(jar)["Add-Opens"] == "java.base/a java.base/b"


class TestExperiments:
    def test_kits_are_needed_only_if_their_suite_is_named(self, bach: Path) -> None:
        places = KitPlaces(dacapo=(bach,))
        assert select_official(["*", "avrora", "*/avrora", "dacapo/*"], places) == []
        for selector in ("dacapo-9.12/*", "dacapo-9.12/avrora"):
            chosen = select_official([selector, "dacapo-9.12/avrora"], places)
            assert [(it.suite, it.name) for it in chosen] == [("dacapo-9.12", "avrora")]

    def test_naming_a_suite_whose_kit_is_missing_is_an_error(self) -> None:
        with pytest.raises(KpathError, match=r"DaCapo 9\.12 \(bach\) is not here"):
            select_official(["dacapo-9.12/*"])

    def test_benchmarks_in_no_kit_are_an_error(self, bach: Path) -> None:
        with pytest.raises(KpathError, match=r"unknown benchmark 'avrorra' of dacapo-9\.12; did"):
            select_official(["dacapo-9.12/avrorra"], KitPlaces(dacapo=(bach,)))

    def test_benchmarks_that_the_kit_lacks_are_reported_before_any_run(self, bach: Path) -> None:
        lacks = rf"{bach} \(9\.12-MR1\) has no benchmark 'h2'"
        with pytest.raises(KpathError, match=lacks):
            select_official(["dacapo-9.12/h2"], KitPlaces(dacapo=(bach,)))

    def test_the_digest_of_what_runs_depends_on_the_kit(
        self, bach: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def content(jar: Path) -> str:
            monkeypatch.setenv("KPATH_DACAPO_JAR", str(jar))
            workload = find_workload("dacapo-9.12", "avrora")
            jdk = Jdk(tmp_path, "the test")
            return Benchmark(
                "dacapo-9.12", "avrora", "official", "small", jdk, "17", workload
            ).content

        other = write_jar(tmp_path / "o.jar", {**BACH, "more": b""}, cnf=["cnf/avrora.cnf"])
        assert content(bach) == content(bach)
        assert content(bach) != content(other)


def test_directories_are_refused_as_jars(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=f"^{tmp_path} is a directory; name its jar$"):
        read_entries(tmp_path, "its jar")
