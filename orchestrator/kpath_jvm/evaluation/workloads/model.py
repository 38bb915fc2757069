"""A workload, as described by its file in dacapo_configs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.evaluation.results.schema import STAND_IN
from kpath_jvm.toml_tables import Natural, Positive


@dataclass(frozen=True)
class MavenArtifact:
    """A jar, or a zip file, in a Maven repository; ``sha256`` is the digest of the file, in hex."""

    name: str
    group: str
    artifact: str
    version: str
    classifier: str | None
    sha256: str
    packaging: str = "jar"

    @property
    def coordinates(self) -> str:
        """``group:artifact:version[:classifier][@packaging]``; ``@jar`` is left out."""
        parts = [self.group, self.artifact, self.version]
        joined = ":".join(parts if self.classifier is None else [*parts, self.classifier])
        return joined if self.packaging == "jar" else f"{joined}@{self.packaging}"

    @property
    def file_name(self) -> str:
        """The name that Maven gives the file: ``artifact-version[-classifier].packaging``."""
        suffix = "" if self.classifier is None else f"-{self.classifier}"
        return f"{self.artifact}-{self.version}{suffix}.{self.packaging}"


@dataclass(frozen=True)
class WorkloadSize:
    """One of a workload's sizes: what each iteration has to do, and what it must produce.

    ``inputs`` maps the name of each input to its jars. ``settings`` are plain values by key, and
    include the settings of the whole workload. ``digest`` is the SHA-256 of the expected result, in
    hex.
    """

    name: str
    inputs: Mapping[str, tuple[MavenArtifact, ...]]
    settings: Mapping[str, str]
    warmups: Natural
    iterations: Positive
    digest: str

    @property
    def artifacts(self) -> tuple[MavenArtifact, ...]:
        """The jars of all inputs, in the inputs' order."""
        return tuple(artifact for artifacts in self.inputs.values() for artifact in artifacts)


@dataclass(frozen=True)
class Workload:
    """A benchmark of a suite.

    ``benchmark_class`` implements org.kpathjvm.workloads.Benchmark. ``threads`` is the number of
    threads that work at once. ``jvm_options_from`` maps a feature version to further options for
    JDKs of this version and newer. ``excluded_jdks`` maps a feature version to the reason why the
    workload can't run on JDKs of this version.
    """

    suite: str
    name: str
    kind: str
    title: str
    stands_for: str
    description: str
    known_limits: tuple[str, ...]
    benchmark_class: str
    class_path: tuple[MavenArtifact, ...]
    jvm_options: tuple[str, ...]
    jvm_options_from: Mapping[int, tuple[str, ...]]
    threads: Positive
    required_methods: tuple[str, ...]
    excluded_jdks: Mapping[int, str]
    sizes: Mapping[str, WorkloadSize]
    config: Path

    @property
    def stand_in(self) -> bool:
        """Whether the workload only stands for the benchmark that it is named after."""
        return self.kind == STAND_IN

    @property
    def version(self) -> str:
        """The class path's first jar, such as "ecj 3.44.0"; "our own" without a class path."""
        if not self.class_path:
            return "our own"
        return f"{self.class_path[0].artifact} {self.class_path[0].version}"

    @property
    def thread_text(self) -> str:
        """The number of threads that work at once, as text."""
        return str(self.threads)

    def exclusion(self, version: int | None) -> str | None:
        """Returns why the workload can't run on a JDK of this feature version; None if it can."""
        return None if version is None else self.excluded_jdks.get(version)

    @property
    def exclusions(self) -> Mapping[str, str]:
        """Why some JDKs can't run the workload, by the JDK's name, such as "JDK 17"."""
        return {f"JDK {version}": why for version, why in self.excluded_jdks.items()}

    @property
    def needs(self) -> str:
        """What the workload needs: "Maven Central" if it has jars, or else "nothing"."""
        jars = {artifact.file_name for size in self.sizes.values() for artifact in size.artifacts}
        return "Maven Central" if self.class_path or jars else "nothing"


def selects(selector: str, suite: str, name: str) -> bool:
    """Returns whether a selector fits a benchmark.

    A selector is ``suite/name`` or ``name``. Each part may be ``*``, which fits all.
    """
    wanted, slash, chosen = selector.rpartition("/")
    return (not slash or wanted in ("*", suite)) and chosen in ("*", name)
