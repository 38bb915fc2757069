"""Tests that classes of all loaders, modules, jars and archives are instrumented."""

import os
import random
import subprocess
import zipfile
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact
from situations.harness import (
    PARTS,
    Situation,
    check_books,
    check_loop,
    chosen,
    classes,
    in_the_matrix,
    java_homes,
    named,
    record,
    release,
    run,
)

pytestmark = pytest.mark.slow

SPRING_BOOT_LOADER = MavenArtifact(
    "loader",
    "org.springframework.boot",
    "spring-boot-loader",
    "2.7.18",
    None,
    "855d80b2d8afc9140036ab20dba5d9333ed427bb1562057265335b244b98ed16",
)
FELIX = MavenArtifact(
    "loader",
    "org.apache.felix",
    "org.apache.felix.framework",
    "7.0.5",
    None,
    "aba72932c5ffe52d1ae9fb735415474bc8305fd04f050e851f3a8f67da1834fd",
)


@pytest.fixture(autouse=True)
def jars() -> None:
    kpath.ensure_jars()


def jdks() -> list[Path]:
    """Returns the JDKs that have a compiler, the default JDK first."""
    return [home for home in java_homes() if (home / "bin" / "javac").is_file()]


def tool(name: str, *arguments: str) -> None:
    done = subprocess.run([jdks()[0] / "bin" / name, *arguments], capture_output=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def jar(path: Path, main: str, *, more: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as file:
        manifest = f"Manifest-Version: 1.0\nMain-Class: {main}\n{more}\n"
        file.writestr("META-INF/MANIFEST.MF", manifest)
        for entry in sorted(classes().glob("*.class")):
            file.write(entry, entry.name)
    return path


def test_classes_of_all_kinds_of_loaders_are_recorded(tmp_path: Path) -> None:
    for home in chosen(0):
        situation = Situation(("-cp", str(classes()), "Loaders"))
        finished, profile = record(situation, home, tmp_path)
        check_books(finished, profile)
        work = named(profile, "Work", "loop")
        # Work was defined once by the system's loader, once by each of 2 loaders that stay and 30
        # that go, and twice by one more loader, whose second class never ran.
        assert len(work) == 35
        assert work["loader"].str.startswith("Loaders$Filtering@").sum() == 34
        (again,) = (rows for _, rows in work.groupby("loader") if len(rows) == 2)
        assert sorted(again["entries"]) == [0, 2]
        assert work["digest"].nunique() == 1
        spans = work[["first_id", "possible_paths"]].sort_values("first_id")
        ends = spans["first_id"] + spans["possible_paths"]
        assert (spans["first_id"].iloc[1:].to_numpy() >= ends.iloc[:-1].to_numpy()).all()
        merged = profile.merged()
        assert len(named(merged, "Work", "loop")) == 1
        check_books(finished, merged)
        for part in random.Random(1).sample(range(PARTS), 5):
            # There are three rounds of eight threads.
            check_loop(profile, f"Parts$P{part}", "run", 24, 240)


@in_the_matrix
def test_an_application_may_have_its_own_system_class_loader(tmp_path: Path) -> None:
    """The loader's own class is loaded before the agent, so the agent retransforms it."""
    for home in chosen(1):
        flags = ("-Djava.system.class.loader=SystemLoader", "-Xshare:off")
        situation = Situation(("-cp", str(classes()), "Loaders"), flags)
        finished, profile = record(situation, home, tmp_path)
        check_books(finished, profile)
        find = named(profile, "SystemLoader", "rounds").iloc[0]
        assert (find["entries"], find["completed"]) == (1, 11)


@in_the_matrix
def test_named_modules_are_recorded(tmp_path: Path) -> None:
    home = chosen(2, jdks())[0]
    situation = Situation(("-p", str(classes("modules/m")), "-m", "m/p.Main"))
    finished, profile = record(situation, home, tmp_path)
    check_books(finished, profile, "p/Main")


def image(directory: Path, modules: str) -> Path:
    made = directory / "image"
    options = ["-p", str(classes("modules/m")), "--add-modules", modules]
    tool("jlink", *options, "--strip-debug", "--output", str(made))
    return made


@in_the_matrix
def test_an_image_needs_only_one_module_for_the_agent(tmp_path: Path) -> None:
    home = image(tmp_path, "m,java.instrument")
    assert 'MODULES="java.base java.instrument m"' in (home / "release").read_text()
    finished, profile = record(Situation(("-m", "m/p.Main")), home, tmp_path / "run")
    check_books(finished, profile, "p/Main")


def test_an_image_that_cannot_load_agents_is_reported_in_one_line(tmp_path: Path) -> None:
    java = str(image(tmp_path, "m") / "bin" / "java")
    for more in ([], ["--follow-children"]):
        done = kpath.run("run", *more, "--", java, "-m", "m/p.Main", directory=tmp_path)
        assert done.returncode == 125
        assert done.stdout == b""
        assert done.stderr.decode() == (
            f"kpath-jvm: {java} lacks the module java.instrument, so it cannot load agents; "
            "use a full JDK (--java-home)\n"
        )


@in_the_matrix
def test_a_signed_jar_is_recorded_and_stays_signed(tmp_path: Path) -> None:
    signed = jar(tmp_path / "signed.jar", "Signed")
    key = ["-keystore", str(tmp_path / "keys"), "-storepass", "throwaway"]
    name = ["-alias", "a", "-dname", "CN=nobody", "-keyalg", "EC", "-validity", "2"]
    tool("keytool", "-genkeypair", *key, *name)
    tool("jarsigner", *key, str(signed), "a")
    for home in chosen(0):
        finished, profile = record(Situation(("-jar", str(signed))), home, tmp_path)
        assert "signers 1" in finished.stdout
        check_books(finished, profile)


def test_a_spring_boot_jar_is_recorded(tmp_path: Path) -> None:
    (loader,) = provide([SPRING_BOOT_LOADER], jdks()[0] / "bin" / "java")
    path = tmp_path / "boot.jar"
    library = jar(tmp_path / "library.jar", "Everyday")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as file:
        file.writestr(
            "META-INF/MANIFEST.MF",
            "Manifest-Version: 1.0\nMain-Class: org.springframework.boot.loader.JarLauncher\n"
            "Start-Class: Everyday\nSpring-Boot-Classes: BOOT-INF/classes/\n"
            "Spring-Boot-Lib: BOOT-INF/lib/\n\n",
        )
        with zipfile.ZipFile(loader) as source:
            for entry in source.infolist():
                if entry.filename.startswith("org/"):
                    file.writestr(entry.filename, source.read(entry))
        file.mkdir("BOOT-INF/classes/") if hasattr(file, "mkdir") else None
        file.writestr("BOOT-INF/classes/application.properties", "")
        file.write(library, "BOOT-INF/lib/library.jar")
    for home in chosen(1):
        situation = Situation(("-jar", str(path), "exit"), options="exclude=org.springframework.*")
        finished, profile = record(situation, home, tmp_path)
        check_books(finished, profile)
        (work,) = named(profile, "Work", "loop").to_dict("records")
        assert work["loader"].startswith("org.springframework.boot.loader.LaunchedURLClassLoader")


def test_a_bundle_in_an_osgi_framework_is_recorded(tmp_path: Path) -> None:
    """The bundle imports nothing, so its loader delegates only java.* packages."""
    (felix,) = provide([FELIX], jdks()[0] / "bin" / "java")
    bundle = jar(
        tmp_path / "bundle.jar",
        "Work",
        more="Bundle-ManifestVersion: 2\nBundle-SymbolicName: bundle\nBundle-Version: 1.0.0\n"
        "Bundle-ClassPath: .\n",
    )
    host = tmp_path / "host"
    host.mkdir()
    source = Path(__file__).parent / "programs" / "osgi" / "Host.java"
    tool("javac", "--release", "11", "-cp", str(felix), "-d", str(host), str(source))
    for home in chosen(2):
        path = os.pathsep.join([str(host), str(felix)])
        main = ("-cp", path, "Host", bundle.as_uri(), str(tmp_path / "cache"))
        situation = Situation(main, options="exclude=org.apache.felix.*:org.osgi.*")
        finished, profile = record(situation, home, tmp_path)
        check_books(finished, profile)
        (work,) = named(profile, "Work", "loop").to_dict("records")
        assert "BundleWiringImpl$BundleClassLoader" in work["loader"]


ARCHIVE_LOG = r"\[[0-9.,]+s\]\[error\]\[(aot|cds)\] .*\n"
ARCHIVES = {
    "dynamic": (13, "-XX:ArchiveClassesAtExit={}", "-XX:SharedArchiveFile={}"),
    "automatic": (
        19,
        "-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile={}",
        "-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile={}",
    ),
    "ahead-of-time": (25, "-XX:AOTCacheOutput={}", "-XX:AOTCache={}"),
}


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(kind, marks=() if kind == "ahead-of-time" else in_the_matrix)
        for kind in ARCHIVES
    ],
)
def test_classes_that_were_archived_without_the_agent_are_recorded(
    kind: str, tmp_path: Path
) -> None:
    least, dump, use = ARCHIVES[kind]
    homes = [home for home in jdks() if release(home) >= least]
    if not homes:
        pytest.skip(f"no JDK {least} or later")
    app = jar(tmp_path / "app.jar", "Everyday")
    for home in chosen(0, homes):
        archive = tmp_path / "archive"
        made = run(
            [str(home / "bin" / "java"), *dump.format(archive).split(), "-jar", str(app)], tmp_path
        )
        assert made.status == 0, made
        assert archive.is_file()
        flags = tuple(use.format(archive).split())
        # From JDK 24 on, the JVM itself says on stdout that the archive was made without an agent.
        situation = Situation(("-jar", str(app)), flags)
        finished, profile = record(situation, home, tmp_path, ignored=ARCHIVE_LOG)
        assert finished.status == 0
        check_books(finished, profile)
        archive.unlink()
