"""What a workload is, as its file in dacapo_configs says."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

STAND_IN = "stand-in"
OFFICIAL = "official"


@dataclass(frozen=True)
class Artifact:
    """A jar in a Maven repository; ``sha256`` in hex, of the file's bytes."""

    name: str
    group: str
    artifact: str
    version: str
    classifier: str | None
    sha256: str

    @property
    def coordinates(self) -> str:
        """As ``group:artifact:version[:classifier]``."""
        parts = [self.group, self.artifact, self.version]
        return ":".join(parts if self.classifier is None else [*parts, self.classifier])

    @property
    def file_name(self) -> str:
        """As Maven names the file: ``artifact-version[-classifier].jar``."""
        suffix = "" if self.classifier is None else f"-{self.classifier}"
        return f"{self.artifact}-{self.version}{suffix}.jar"


@dataclass(frozen=True)
class Expected:
    """What every iteration has to produce; ``digest`` is a SHA-256 in hex."""

    classes: int
    task_tags: int
    digest: str


@dataclass(frozen=True)
class Size:
    """An input: the sources compiled together, by how many iterations, with what result."""

    name: str
    sources: tuple[Artifact, ...]
    warmups: int
    iterations: int
    expected: Expected


@dataclass(frozen=True)
class Workload:
    """A benchmark of a suite; ``release`` is the Java release compiled against."""

    suite: str
    name: str
    kind: str
    title: str
    stands_for: str
    description: str
    known_limits: tuple[str, ...]
    main_class: str
    class_path: tuple[Artifact, ...]
    jvm_options: tuple[str, ...]
    threads: int
    release: int
    required_methods: tuple[str, ...]
    sizes: Mapping[str, Size]
    config: Path

    @property
    def stand_in(self) -> bool:
        """Whether it stands for the benchmark it is named after, rather than being it."""
        return self.kind == STAND_IN

    @property
    def version(self) -> str:
        """What runs, as "ecj 3.44.0"."""
        return ", ".join(f"{artifact.artifact} {artifact.version}" for artifact in self.class_path)
