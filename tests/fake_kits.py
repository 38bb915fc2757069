"""Makes small kits that follow the protocols of the official kits."""

import zipfile
from collections.abc import Iterable
from pathlib import Path

from kpath_command import PROGRAMS
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from oracle.harness import compile_java

SOURCES = PROGRAMS / "kits"
SIZES = 'benchmark {}\n  class x;\nsize small args "1"\n  output stdout digest 0x0;\nsize default\n'
OPENED = "Implementation-Version: 23.11-fake\nAdd-Opens: java.base/java.util\n"


def compile_kit(name: str, directory: Path) -> dict[str, bytes]:
    """Compiles a kit, and returns its class files by their relative paths."""
    sources = sorted((SOURCES / name).rglob("*.java"))
    compile_java(sources, directory / name, "--release", "17")
    classes = (directory / name).rglob("*.class")
    return {str(path.relative_to(directory / name)): path.read_bytes() for path in classes}


def write_jar(
    path: Path, entries: dict[str, bytes], manifest: str = "", cnf: Iterable[str] = ()
) -> Path:
    """Writes a jar with these entries, attributes and DaCapo configurations; returns its path."""
    with zipfile.ZipFile(path, "w") as jar:
        jar.writestr("META-INF/MANIFEST.MF", f"Manifest-Version: 1.0\n{manifest}\n")
        for name, content in entries.items():
            jar.writestr(name, content)
        for name in cnf:
            jar.writestr(name, SIZES.format(Path(name).stem))
    return path


def make_dacapo(directory: Path) -> dict[str, Path]:
    """Makes the jars of three releases of DaCapo, and returns them by suite."""
    old = compile_kit("dacapo-2006", directory)
    bach = {
        name if name == "Harness.class" else f"harness/{name}": content
        for name, content in compile_kit("dacapo-9.12", directory).items()
    }
    bach["harness/"] = b""
    chopin = compile_kit("dacapo-23.11", directory)
    (directory / "chopin" / "dat").mkdir(parents=True)
    return {
        "dacapo-2006": write_jar(
            directory / "old.jar", old, cnf=(f"cnf/{it}.cnf" for it in ("antlr", "fop", "pmd"))
        ),
        "dacapo-9.12": write_jar(
            directory / "bach with blank.jar",
            bach,
            "Implementation-Version: 9.12-fake\n",
            (f"cnf/{it}.cnf" for it in ("batik", "fop", "pmd", "xalan")),
        ),
        "dacapo-23.11": write_jar(
            directory / "chopin.jar",
            chopin,
            OPENED,
            (f"META-INF/cnf/{it}.cnf" for it in ("sunflow", "xalan")),
        ),
    }


def make_specjvm(directory: Path) -> Path:
    """Makes a kit of SPECjvm2008, and returns its directory."""
    home = directory / "spec"
    for name in ("lib", "resources"):
        (home / name).mkdir(parents=True)
    (home / "version.txt").write_text("Benchmark= SPECjvm2008\nKit_version=  1.01\n", "utf-8")
    write_jar(home / "SPECjvm2008.jar", compile_kit("specjvm", directory))
    return home


def make_renaissance(directory: Path) -> Path:
    """Makes the jar of Renaissance, and returns its path."""
    return write_jar(
        directory / "renaissance.jar",
        compile_kit("renaissance", directory),
        "Main-Class: org.renaissance.core.Launcher\nImplementation-Version: 0.16.fake\n",
    )


def make_all(directory: Path) -> KitPlaces:
    """Makes all kits, and returns them as the command line would name them."""
    return KitPlaces(
        dacapo=tuple(make_dacapo(directory).values()),
        specjvm=(make_specjvm(directory),),
        renaissance=(make_renaissance(directory),),
    )
