"""Renaissance: one jar, whose harness loads our plug-in with a class loader of its own.

What Renaissance calls repetitions are our iterations. Renaissance ends with status 1 when a
benchmark fails. Its own measurements go to renaissance.json in the working directory.
"""

from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.harness import (
    CALLBACKS,
    FoundKit,
    Task,
    manifest,
    read_entries,
)

SUITE = "renaissance"
_LAUNCHER = "org/renaissance/core/Launcher.class"


class Renaissance:
    """Recognises and runs the jar of Renaissance, from release 0.11 on."""

    def inspect(self, path: Path) -> FoundKit:
        """Returns the kit in a jar of the GPL or the MIT distribution."""
        with read_entries(path, "a jar of Renaissance") as jar:
            if _LAUNCHER not in jar.namelist():
                what = f"is not a jar of Renaissance 0.11 or later: it has no {_LAUNCHER}"
                raise KpathError(f"{path} {what}", 125)
            version = manifest(jar).get("Implementation-Version", "unknown")
        return FoundKit(path, path, SUITE, version, None)

    def command(self, task: Task) -> list[str]:
        """Returns the command; what we call a size is a configuration of the harness."""
        return [
            *task.start,
            *("-jar", str(task.kit.jar)),
            *("--plugin", f"{task.callbacks}!{CALLBACKS}.RenaissancePlugin"),
            *("-r", str(task.warmups + task.timed), "-c", task.size),
            *("--json", "renaissance.json"),
            task.benchmark,
        ]
