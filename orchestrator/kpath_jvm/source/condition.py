"""A condition of a source: what it asks, where it stands, where its answers lead."""

from dataclasses import dataclass, field


@dataclass(eq=False)
class Jump:
    """Where a condition's answer leads: to another one, if it is known that nothing else can be."""

    condition: "Condition | None" = None


@dataclass(frozen=True)
class Case:
    """The labels of a switch's case, as text, and the first and last line of it and its body."""

    labels: tuple[str, ...]
    first_line: int
    last_line: int


@dataclass(eq=False)
class Condition:
    """One that a branch decides, or a switch.

    ``kind`` is ``comparison``, ``truth``, ``element`` (of an enhanced for: is there another
    one), ``assertion`` (are they on), ``hash`` and ``equal`` (of a switch over strings, which
    is two) or ``switch``, ``resource`` (is there one to be closed) and ``type`` (of a record's
    component); in Kotlin and Scala also ``null`` (is it something else), ``type``, ``result``
    (of what other branches found); in Kotlin ``empty``, ``upper`` (is it within the range's
    end) and ``last`` (of a range: was it another one than the last); in Scala ``same`` (is it
    the same object), ``called`` (is it equal, by a call), ``extracted`` (does an extractor find
    something), ``flag`` (how did a test go), ``label`` (is it a switch's string) and
    ``constant``. Its branch may lie on any of the lines from ``first_line`` to ``last_line``:
    those of the statement's part that holds it. ``is_negated``: the text holds where the
    operator does not. ``text`` is on one line and not too long, ``source`` as it is written.
    The answers lead to ``if_true`` and ``if_false`` when the text holds and when it doesn't.
    """

    kind: str
    text: str
    source: str
    first_line: int
    last_line: int
    operator: str = ""
    is_negated: bool = False
    #: The finally block that it lies in, of which there are copies; 0: none.
    finally_block: int = 0
    #: What an operand is compared with, if that is a literal true or false.
    literal: bool | None = None
    #: The whole numbers that are operands, as they are written.
    numbers: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    #: Whether there may be no branch of it.
    is_optional: bool = False
    #: The loop, by a number, whose condition it is a part of, and those it is repeated by:
    #: compilers differ in which of the two they put first.
    head_of: int = 0
    repeated_by: tuple[int, ...] = ()
    if_true: Jump = field(default_factory=Jump)
    if_false: Jump = field(default_factory=Jump)
