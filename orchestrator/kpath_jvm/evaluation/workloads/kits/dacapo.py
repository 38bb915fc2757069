"""DaCapo's jars of 2006-10, 9.12 and 23.11: how to distinguish them and how to run them.

All three are started by the class Harness, which calls our callback for each iteration. But each
release needs the jar with this callback in a different place.

The harness of 2006 is on the class path, and our jar must be there, too. The harness of 9.12 is in
a directory of the kit's jar, and has a class loader of its own. That loader looks for callbacks in
the jar that the property dacapo.callback.classpath names, and must not find our callback in a class
loader above it. The harness of 23.11 also knows this property, but is itself on the class path, and
needs our jar there. The manifest of 23.11 opens packages of the JDK. That has an effect only with
``java -jar``, so we turn the manifest's entries into options.
"""

import os
import re
import zipfile
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.harness import (
    CALLBACKS,
    FoundKit,
    Task,
    manifest,
    read_entries,
)

OLD = "dacapo-2006"
BACH = "dacapo-9.12"
CHOPIN = "dacapo-23.11"

# For each release, a class that only its jar has, and the jar's directory with the configuration
# files of the benchmarks.
_SIGNS = {
    OLD: ("dacapo/TestHarness.class", "cnf/"),
    BACH: ("harness/org/dacapo/harness/TestHarness.class", "cnf/"),
    CHOPIN: ("org/dacapo/harness/TestHarness.class", "META-INF/cnf/"),
}
_SIZE = re.compile(r"^\s*size\s+(\w+)", re.MULTILINE)
_OPENING = {"Add-Exports": "--add-exports", "Add-Opens": "--add-opens"}


class DaCapo:
    """Recognises and runs the jars of DaCapo's three releases."""

    def inspect(self, path: Path) -> FoundKit:
        """Returns the kit in a jar. The jar's content, not its name, identifies the release."""
        with read_entries(path, "a DaCapo jar") as jar:
            names = set(jar.namelist())
            suite = next((suite for suite, (sign, _) in _SIGNS.items() if sign in names), None)
            if suite is None or "Harness.class" not in names:
                raise KpathError(f"{path} is not a DaCapo jar: it has no harness of DaCapo's", 125)
            attributes = manifest(jar)
            version = attributes.get("Implementation-Version", "2006-10" if suite == OLD else "")
            found = FoundKit(
                path=path,
                jar=path,
                suite=suite,
                version=version or "unknown",
                benchmarks=_benchmarks(jar, _SIGNS[suite][1]),
                jvm_options=_openings(attributes) if suite == CHOPIN else (),
            )
        if suite == CHOPIN:
            _require_data(path)
        return found

    def command(self, task: Task) -> list[str]:
        """Returns the command, with the options and the class path that the release needs."""
        kit = task.kit
        size = ["-s", task.size, task.benchmark]
        iterations = ["-n", str(task.warmups + task.timed)]
        if kit.suite == OLD:
            path = os.pathsep.join([str(kit.jar), str(task.callbacks)])
            callback = ["-c", f"{CALLBACKS}.DaCapo2006Callback"]
            return [*task.start, "-cp", path, "Harness", *callback, *iterations, *size]
        callback = ["--callback", f"{CALLBACKS}.DaCapoCallback"]
        if kit.suite == BACH:
            place = f"-Ddacapo.callback.classpath={task.callbacks.as_uri()}"
            at = [place, "-cp", str(kit.jar)]
        else:
            at = ["-cp", os.pathsep.join([str(kit.jar), str(task.callbacks)])]
        return [*task.start, *at, "Harness", *callback, *iterations, *size]


def _benchmarks(jar: zipfile.ZipFile, directory: str) -> dict[str, tuple[str, ...]]:
    """Returns the sizes of each benchmark from its configuration file."""
    benchmarks = {}
    for name in jar.namelist():
        if name.startswith(directory) and name.endswith(".cnf"):
            text = jar.read(name).decode("utf-8", "replace")
            benchmarks[name[len(directory) : -len(".cnf")]] = tuple(_SIZE.findall(text))
    return benchmarks


def _openings(attributes: dict[str, str]) -> tuple[str, ...]:
    return tuple(
        f"{option}={package}=ALL-UNNAMED"
        for attribute, option in _OPENING.items()
        for package in dict.fromkeys(attributes.get(attribute, "").split())
    )


def _require_data(path: Path) -> None:
    """Raises KpathError if the data isn't beside the jar and no settings can name its place."""
    # DaCapo's class Data removes ".jar" wherever it is in the path, so we have to do the same.
    data = Path(str(path.absolute()).replace(".jar", ""))
    if not data.is_dir() and not (Path.home() / ".dacapo-config.properties").is_file():
        raise KpathError(
            f"{path.name} needs its data and programs in {data}, but that directory is not there; "
            "unzip all of the release's archive",
            125,
        )
