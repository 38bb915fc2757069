"""SPECjvm2008: a directory with SPECjvm2008.jar, its libraries and its resources.

Runs do fixed work (--lagom) in one benchmark thread. With the option -ikv, the kit doesn't check
its own digests; with -ict, it doesn't run its benchmark ``check``. The kit ends with status 0
whatever happens, so our main class checks the results afterwards.
"""

import os
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.harness import CALLBACKS, FoundKit, Task, read_entries

SUITE = "specjvm2008-kit"
_JAR = "SPECjvm2008.jar"
_SIGN = "spec/harness/Launch.class"
# A thread of the kit polls the analyzers. Our analyzer needs no polling, so the thread polls only
# once an hour.
_ANALYZER = (
    "-Dspecjvm.benchmark.analyzer.names=KpathIterations",
    "-Dspecjvm.benchmark.analyzer.frequency=1h",
)


class SpecJvm:
    """Recognises and runs the kit of SPECjvm2008."""

    def inspect(self, path: Path) -> FoundKit:
        """Returns the kit in a directory; ``path`` is the directory, or the jar in it."""
        home = path.parent if path.name == _JAR else path
        if not (home / _JAR).is_file():
            raise KpathError(f"{path} has no {_JAR}; name the directory of the installed kit", 125)
        with read_entries(home / _JAR, f"the kit's own {_JAR}") as jar:
            if _SIGN not in jar.namelist():
                raise KpathError(f"{home / _JAR} is not the jar of SPECjvm2008: no {_SIGN}", 125)
        for needed in ("lib", "resources"):
            if not (home / needed).is_dir():
                raise KpathError(f"{home} has no directory {needed}; install the whole kit", 125)
        return FoundKit(home, home / _JAR, SUITE, _version(home), None)

    def command(self, task: Task) -> list[str]:
        """Returns the command. A size is a number of operations.

        The kit hands our JVM options on to the JVMs of the benchmarks ``startup.*``.
        """
        total = task.warmups + task.timed
        home = f"-Dspecjvm.home.dir={task.kit.path}"
        path = os.pathsep.join([str(task.kit.jar), str(task.callbacks)])
        handed_on = []
        if task.benchmark.startswith("startup."):
            handed_on = ["-ja", " ".join(task.jvm_options)]
        return [
            *task.start,
            f"-Dkpath.kit.iterations={total}",
            home,
            *("-cp", path, f"{CALLBACKS}.SpecJvm"),
            *("--lagom", "-ikv", "-ict", "-crf", "false"),
            *("-bt", "1", "-ops", task.size, "-i", str(total)),
            *handed_on,
            home,
            # The directory for the output of failed operations; the default one doesn't exist.
            "-Dspecjvm.result.dir=.",
            *_ANALYZER,
            task.benchmark,
        ]


def _version(home: Path) -> str:
    try:
        lines = (home / "version.txt").read_text("utf-8", "replace").splitlines()
    except OSError:
        return "unknown"
    for line in lines:
        name, found, value = line.partition("=")
        if found and name.strip() == "Kit_version":
            return value.strip()
    return "unknown"
