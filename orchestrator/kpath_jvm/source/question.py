"""The question that a branch asks, in the words of the source."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Question:
    """A condition's text.

    If ``is_negated``, the text is true where the branch's test is false.

    ``answers`` are the labels of a switch, by the block that they lead to. A question without text
    isn't shown: it is part of another question, or its branch always goes the same way.
    """

    text: str
    is_negated: bool = False
    answers: Mapping[int, tuple[str, ...]] | None = None
