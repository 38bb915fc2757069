"""The question that a branch asks, in the words of the source."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """A condition's text.

    ``is_negated`` says that the text is true where the branch's test is false.

    ``answers`` are the labels of a switch's targets, by block. A question without text isn't shown:
    it is part of another one, or its branch always goes the same way.
    """

    text: str
    is_negated: bool = False
    answers: Mapping[int, tuple[str, ...]] | None = None
