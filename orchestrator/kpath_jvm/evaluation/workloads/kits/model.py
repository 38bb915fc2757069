"""A kit, as described by its file in dacapo_configs/kits, and its benchmarks as workloads."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.toml_tables import Natural, Positive


@dataclass(frozen=True)
class JdkRange:
    """Feature versions of JDKs from ``first`` to ``last``, or to the newest if ``last`` is None."""

    first: int
    last: int | None

    def __contains__(self, version: int) -> bool:
        return self.first <= version and (self.last is None or version <= self.last)

    def __str__(self) -> str:
        if self.last is None:
            return f"JDK {self.first} and later"
        return (
            f"JDK {self.first}" if self.last == self.first else f"JDK {self.first} to {self.last}"
        )


@dataclass(frozen=True)
class Exclusion:
    """JDKs on which a benchmark is known to fail, and why."""

    jdks: JdkRange
    why: str


@dataclass(frozen=True)
class JvmOptions:
    """Options that some JDKs need; ``{jdk}`` stands for the JDK's feature version."""

    jdks: JdkRange
    options: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class KitBenchmark:
    """A benchmark of a kit; ``sizes`` maps our names of sizes to the values that the harness takes.

    If ``starts_jvms`` is true, the benchmark's work is done by other JVMs, which it starts.
    """

    name: str
    does: str
    threads: str
    sizes: Mapping[str, str]
    exclusions: tuple[Exclusion, ...]
    options: tuple[JvmOptions, ...]
    starts_jvms: bool = False

    def jvm_options(self, jdk: int) -> list[str]:
        """Returns the options that this JDK needs for the benchmark."""
        chosen = [entry for entry in self.options if jdk in entry.jdks]
        return [option.replace("{jdk}", str(jdk)) for entry in chosen for option in entry.options]


@dataclass(frozen=True)
class Kit:
    """A suite's official kit.

    ``harness`` names the class that runs this kit (HARNESSES). ``version`` is the beginning of the
    kit's own version. ``file`` is the usual name of the kit's file, and ``get`` says where the user
    can get this file.
    """

    suite: str
    title: str
    harness: str
    version: str
    file: str
    get: str
    warmups: Natural
    iterations: Positive
    jvm_options: tuple[str, ...]
    known_limits: tuple[str, ...]
    benchmarks: Mapping[str, KitBenchmark]
    config: Path


@dataclass(frozen=True)
class KitWorkload(Workload):
    """A benchmark that an official kit runs; the kit is looked for when the benchmark is prepared.

    ``threads`` is 0 if the kit chooses the number of threads. ``benchmark.threads`` describes the
    number of threads in words. ``places`` has the paths that the command line gives for kits.
    """

    kit: Kit
    benchmark: KitBenchmark
    places: KitPlaces

    @property
    def version(self) -> str:
        """The suite's release."""
        return self.kit.title

    @property
    def needs(self) -> str:
        """The usual name of the kit's file."""
        return self.kit.file

    @property
    def thread_text(self) -> str:
        """The number of threads that work at once, in words."""
        return self.benchmark.threads

    def content(self, size: str) -> dict[str, Any]:
        """Returns everything that determines what runs at that size, except the kit itself."""
        chosen = self.sizes[size]
        return {
            "suite": self.suite,
            "name": self.name,
            "size": self.benchmark.sizes[size],
            "warmups": chosen.warmups,
            "iterations": chosen.iterations,
            "jvm_options": self.jvm_options,
            "options": [asdict(entry) for entry in self.benchmark.options],
        }

    def exclusion(self, version: int | None) -> str | None:
        """Returns why the benchmark fails on a JDK of that feature version, or None."""
        found = (it.why for it in self.benchmark.exclusions if version and version in it.jdks)
        return next(found, None)

    @property
    def exclusions(self) -> Mapping[str, str]:
        """Why the benchmark fails on some JDKs, by their names, such as "JDK 17 and later"."""
        return {str(entry.jdks): entry.why for entry in self.benchmark.exclusions}
