"""Describes a condition in the source: what it asks, where it is, and where its answers lead."""

from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass(eq=False)
class Jump:
    """Where an answer to a condition leads.

    ``condition`` is the next condition. It is None if that isn't certain, or if the jump is part of
    a pattern (patterns/pattern.py), where a JumpPlace says where the jump leads.
    """

    condition: "Condition | None" = None


@dataclass(frozen=True)
class Case:
    """The labels of a switch's case as text, and the first and last line of its code."""

    labels: tuple[str, ...]
    first_line: int
    last_line: int


def is_over_strings(cases: Collection[Case]) -> bool:
    """Returns whether some label of a switch is written as a string."""
    return any(label.startswith('"') for case in cases for label in case.labels)


@dataclass(eq=False)
class Condition:
    """A condition that a branch or a switch decides.

    ``kind`` says what the condition is or asks:

    - ``comparison``, ``truth`` (is a value true?) or ``switch``;
    - ``element`` (does a loop have another element?), ``type`` (does a value, such as a record's
      component, have the type?), ``assertion`` (are assertions enabled?) or ``resource`` (is there
      a resource to close?);
    - ``hash`` or ``equal``, for parts of a switch over strings. javac makes three parts of such a
      switch: a switch over the strings' hashes (``hash``), a comparison with each label
      (``equal``), and a ``switch``;
    - in Kotlin and Scala: ``null`` (is a value not null?) or ``result`` (which result did other
      branches store?);
    - in Kotlin: ``empty`` (is a collection or string empty?), ``upper`` (is a value not beyond the
      range's end?) or ``last`` (was the element not the last of the range?);
    - in Scala: ``same`` (are two objects the same?), ``called`` (does a call find two objects
      equal?), ``extracted`` (does an extractor find something?), ``flag`` (which result did an
      earlier test store?), ``label`` (is a string equal to the label of a switch's case?) or
      ``constant`` (a literal true or false, for which scalac may make a branch).

    The condition's branch lies on a line from ``first_line`` to ``last_line``, the lines of the
    part of the statement that contains the condition. ``text`` is for display, on one line and not
    too long; ``source`` is the condition as it is written. ``is_negated`` says that the text is
    true where the operator's comparison is false. The answers lead to ``if_true`` when the text is
    true, and to ``if_false`` when it isn't.
    """

    kind: str
    text: str
    source: str
    first_line: int
    last_line: int
    operator: str = ""
    is_negated: bool = False
    #: The number of the finally block that contains the condition, or 0. Compilers copy the block.
    finally_block: int = 0
    #: The value that an operand is compared with, if that is a literal true or false.
    literal: bool | None = None
    #: The values of the operands that are written as decimal or octal whole numbers.
    numbers: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    #: Whether the condition may have no branch.
    is_optional: bool = False
    #: The number of the loop whose condition this is, or is a part of; 0 if there is none.
    head_of: int = 0
    #: The numbers of the loops whose bodies contain the condition. Compilers differ in whether they
    #: put a loop's condition or its body first.
    repeated_by: tuple[int, ...] = ()
    if_true: Jump = field(default_factory=Jump)
    if_false: Jump = field(default_factory=Jump)
