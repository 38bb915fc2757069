"""Builds the Java part into the package. ``pip install`` runs this file as a hook.

The jars go to kpath_jvm/jars. So does contract.json, which has the constants that the Java and the
Python code share. ``python orchestrator/build_java.py`` builds them without installing anything.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

REPOSITORY = Path(__file__).resolve().parent.parent
JARS = REPOSITORY / "orchestrator" / "kpath_jvm" / "jars"
CONTRACT_EXPORT = "org.kpathjvm.agent.ContractExport"

# The projects that Maven builds; for each jar, where Maven leaves it, and its name in the package.
# The first project includes benchmarks/; the second packs the JavaScript libraries of
# `kpath-jvm html`.
BUILT = {
    "agent": {
        "agent/agent/target/kpath.jar": "kpath.jar",
        "agent/engine/target/kpath-engine-0.1.0.jar": "kpath-engine.jar",
        "agent/runtime/target/kpath-runtime-0.1.0.jar": "kpath-runtime.jar",
        "agent/jmh/target/kpath-jmh-0.1.0.jar": "kpath-jmh.jar",
        "benchmarks/target/kpath-workloads-0.1.0.jar": "kpath-workloads.jar",
    },
    "orchestrator/page-libraries": {
        "orchestrator/page-libraries/target/kpath-page-0.1.0.jar": "kpath-page.jar",
    },
}


def main() -> None:
    """Builds the jars and the contract into the package's source tree."""
    started = time.time()
    java = _jdk_tool("java")
    _jdk_tool("javac")
    for project in BUILT:
        _run_maven(REPOSITORY / project)
    JARS.mkdir(exist_ok=True)
    for project, jars in BUILT.items():
        for built, name in jars.items():
            if not (REPOSITORY / built).is_file():
                again = f"mvn -f {project}/pom.xml clean package"
                raise _fail(f"Maven did not build {built}; `{again}` may help")
            _place(REPOSITORY / built, JARS / name, started)
    _write_contract(java, started)


def _fail(message: str) -> SystemExit:
    return SystemExit(f"kpath-jvm: {message}")


def _jdk_tool(name: str) -> Path:
    """Returns the JDK's ``java`` or ``javac``: JAVA_HOME's if that is set, else the PATH's."""
    home = os.environ.get("JAVA_HOME")
    if home:
        tool = Path(home) / "bin" / name
        if tool.is_file():
            return tool
        raise _fail(f"JAVA_HOME={home} has no bin/{name}; set it to a JDK 17 or newer, or unset it")
    found = shutil.which(name)
    if found:
        return Path(found)
    raise _fail(
        f"no JDK found: JAVA_HOME is unset and {name} is not on the PATH; "
        "install a JDK 17 or newer, or set JAVA_HOME"
    )


def _run_maven(project: Path) -> None:
    maven = shutil.which("mvn")
    wrapper = REPOSITORY / "agent" / "mvnw"
    if maven is None and wrapper.is_file():
        maven = str(wrapper)
    if maven is None:
        raise _fail("no Maven found: mvn is not on the PATH; install Maven 3.6.3 or newer")
    # Tests are neither run nor compiled: they don't go into the jars.
    pom = str(project / "pom.xml")
    command = [maven, "-q", "-B", "-Dmaven.test.skip=true", "-f", pom, "package"]
    status = subprocess.run(command, check=False, stdin=subprocess.DEVNULL).returncode
    if status != 0:
        raise _fail(
            f"Maven ended with status {status} (its output is above); "
            f"run it again with `{' '.join(command)}`"
        )


def _place(built: Path, target: Path, started: float) -> None:
    """Copies a jar under a temporary name and renames the copy.

    Overwriting the old jar could crash a JVM that has mapped it.
    """
    temporary = target.with_suffix(f".{os.getpid()}.tmp")
    shutil.copyfile(built, temporary)
    _publish(temporary, target, started)


def _write_contract(java: Path, started: float) -> None:
    command = [str(java), "-cp", str(JARS / "kpath.jar"), CONTRACT_EXPORT]
    exported = subprocess.run(command, check=False, stdout=subprocess.PIPE)
    if exported.returncode != 0:
        raise _fail(f"{CONTRACT_EXPORT} ended with status {exported.returncode}")
    temporary = JARS / f"contract.{os.getpid()}.tmp"
    temporary.write_bytes(exported.stdout)
    _publish(temporary, JARS / "contract.json", started)


def _publish(temporary: Path, target: Path, started: float) -> None:
    # The file gets the time of the build's start, so that a source saved during the build is newer.
    os.utime(temporary, (started, started))
    temporary.replace(target)


class JavaBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the Java part before hatchling makes a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Builds the jars, and adds dacapo_configs to a wheel that isn't editable.

        ``version`` is "editable" for an editable install, otherwise "standard".
        """
        main()
        if version == "standard":
            build_data["force_include"]["dacapo_configs"] = "kpath_jvm/dacapo_configs"


if __name__ == "__main__":
    main()
