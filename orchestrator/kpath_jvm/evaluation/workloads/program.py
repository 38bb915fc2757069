"""A benchmark, given by name, as a program to be recorded."""

from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.run import KitRun
from kpath_jvm.launch.command import require_target
from kpath_jvm.launch.jdk import Jdk, default_jdk
from kpath_jvm.sessions.request import Program


@dataclass(frozen=True)
class NamedBenchmark:
    """A suite's benchmark.

    If ``size`` is None, the default size is run. If ``iterations`` or ``warmups`` is None, the size
    determines the number.
    """

    suite: str
    name: str
    kits: KitPlaces
    size: str | None
    iterations: int | None
    warmups: int | None
    java_home: Path | None

    def prepare(self, engine_jdk: Jdk) -> Program:  # noqa: ARG002
        """Fetches what the benchmark needs, and returns the benchmark as a program.

        Raises KpathError if the benchmark can't be run.
        """
        workload = find_workload(self.suite, self.name, self.kits)
        jdk = default_jdk(self.java_home)
        require_target(jdk.java)
        ready = prepare(
            workload, self.size or "default", self.iterations, jdk.java, warmups=self.warmups
        )
        required = tuple(ready.required_methods)
        if not ready.in_own_directory:
            return Program(self.name, ready.command, jdk, jdk.java, ready.description, required)
        kit = KitRun(ready.description.warmups, ready.description.iterations)
        command = kit.with_log(ready.command)
        jdk = replace(jdk, home=jdk.home.absolute())
        return Program(self.name, command, jdk, jdk.java, ready.description, required, kit)
