"""What methods are matched by, whatever is known of them else."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar


class Candidate(Protocol):
    """A method of one side that may have a partner on the other."""

    @property
    def class_name(self) -> str:
        """Its class."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def descriptor(self) -> str:
        """Its parameters and result."""

    @property
    def graph(self) -> str:
        """Shapes.graph."""

    @property
    def decisions(self) -> str:
        """Shapes.decisions."""

    @property
    def block_count(self) -> int:
        """How many blocks it has."""

    @property
    def is_executed(self) -> bool:
        """Whether it has run."""

    @property
    def weight(self) -> int:
        """Its executed bytecodes."""

    @property
    def classes_beside(self) -> frozenset[str]:
        """The names of all classes of its side."""

    def is_same(self, other: Any) -> bool:
        """Whether both are of equal class files."""

    def is_alike(self, other: Any) -> bool:
        """Whether all that is known of the code, but its lines, is equal."""

    def share_in_common(self, other: Any) -> float:
        """The share of blocks that both have, 0 to 1; 0 or 1 where single blocks aren't known."""


M = TypeVar("M", bound=Candidate)
