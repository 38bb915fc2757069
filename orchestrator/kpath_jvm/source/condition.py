"""A condition in the source: what it asks, where it is, and where its answers lead."""

from dataclasses import dataclass, field


@dataclass(eq=False)
class Jump:
    """Where a condition's answer leads: to another condition, if that is certain."""

    condition: "Condition | None" = None


@dataclass(frozen=True)
class Case:
    """The labels of a switch's case as text, and the first and last line of its code."""

    labels: tuple[str, ...]
    first_line: int
    last_line: int


@dataclass(eq=False)
class Condition:
    """A condition that a branch or a switch decides.

    ``kind`` is ``comparison``, ``truth``, ``switch``, ``hash``, ``equal``, ``element`` (does an
    enhanced for have another element?), ``assertion`` (are assertions enabled?), ``resource`` (is
    there one to close?) or ``type`` (does a record's component have it?). javac makes three things
    of a switch over strings: a switch over their hashes (``hash``), a comparison with each label
    (``equal``), and a ``switch``. In Kotlin and Scala, ``kind`` may also be ``null`` (is it not
    null?), ``type``, or ``result`` (what have other branches found?). In Kotlin it may be
    ``empty``, ``upper`` (is it within the range's end?) or ``last`` (was the element not the last
    of the range?). In Scala it may be ``same`` (is it the same object?), ``called`` (is it equal,
    by a call?), ``extracted`` (does an extractor find something?), ``flag`` (how did a test go?),
    ``label`` (is it a switch's string?) or ``constant``.

    Its branch lies on a line from ``first_line`` to ``last_line``, which are the lines of the part
    of the statement that contains the condition. ``is_negated`` says that the text is true where
    the operator's comparison is false. ``text`` is on one line and not too long; ``source`` is the
    condition as it is written. The answers lead to ``if_true`` when the text holds, and to
    ``if_false`` when it doesn't.
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
    #: The values of the operands that are written as decimal whole numbers.
    numbers: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    #: Whether the condition may have no branch.
    is_optional: bool = False
    #: The number of the loop whose condition this is a part of, and the numbers of the loops whose
    #: bodies it is in. Compilers differ in whether they put a loop's condition or its body first.
    head_of: int = 0
    repeated_by: tuple[int, ...] = ()
    if_true: Jump = field(default_factory=Jump)
    if_false: Jump = field(default_factory=Jump)
