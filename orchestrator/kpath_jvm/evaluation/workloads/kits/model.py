"""What a kit is, as its file in dacapo_configs/kits says, and a benchmark of it as a workload."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.model import Workload
from kpath_jvm.toml_tables import Natural, Positive


@dataclass(frozen=True)
class JdkRange:
    """Feature versions, both ends included; no ``last`` means all later ones."""

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
    """What some JDKs have to be given; ``{jdk}`` stands for the JDK's feature version."""

    jdks: JdkRange
    options: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class KitBenchmark:
    """A benchmark of a kit; ``sizes`` has by our name of a size what the harness is given.

    ``starts_jvms``: its work is done by JVMs that it starts.
    """

    name: str
    does: str
    threads: str
    sizes: Mapping[str, str]
    exclusions: tuple[Exclusion, ...]
    options: tuple[JvmOptions, ...]
    starts_jvms: bool = False

    def jvm_options(self, jdk: int) -> list[str]:
        """What this JDK has to be given for it."""
        chosen = [entry for entry in self.options if jdk in entry.jdks]
        return [option.replace("{jdk}", str(jdk)) for entry in chosen for option in entry.options]


@dataclass(frozen=True)
class Kit:
    """A suite's official kit.

    ``harness`` names the way in which it is talked to (HARNESSES); ``version`` is how the kit's
    own version starts; ``file`` is its usual name and ``get`` where one gets it.
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
    """A benchmark that an official kit runs; the kit itself is looked for when it is prepared.

    ``threads`` is 0 where the kit decides by itself; ``benchmark.threads`` says how.
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
        """The kit's usual file."""
        return self.kit.file

    @property
    def thread_text(self) -> str:
        """How many threads work at once, in words."""
        return self.benchmark.threads

    def content(self, size: str) -> dict[str, Any]:
        """What decides on what runs at that size, but for the kit itself."""
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
        """Returns why it fails on a JDK of that feature version, if it does."""
        found = (it.why for it in self.benchmark.exclusions if version and version in it.jdks)
        return next(found, None)

    @property
    def exclusions(self) -> Mapping[str, str]:
        """By the JDKs, in words, why it fails there."""
        return {str(entry.jdks): entry.why for entry in self.benchmark.exclusions}
