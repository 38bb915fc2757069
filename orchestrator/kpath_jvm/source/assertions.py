"""Recognises the branch that asks, before each assertion, whether assertions are on.

The branch reads a field that the compiler has added, and that isn't in the source.
"""

from kpath_jvm.profile.metadata import Decision

#: The question that such a branch asks. If the answer is yes, the assertion's condition follows.
ASSERTION_CHECK = "assertion check (are assertions on?)"
#: The field that compilers of Java and Kotlin add to classes with assertions. It is true while
#: assertions are off.
_FIELD = "$assertionsDisabled"
#: The call by which a class finds out, when it is initialised, whether assertions are on.
_CALL = ".class.desiredAssertionStatus()"


def is_assertion_check(decision: Decision) -> bool:
    """Returns whether a decision tests the field that is true while assertions are off."""
    name = decision.operands[0].rpartition(".")[2]
    return decision.operator == "true" and len(decision.operands) == 1 and name == _FIELD


def asks_for_assertions(decision: Decision) -> bool:
    """Returns whether a class's initialiser makes this decision to set ``$assertionsDisabled``.

    Such a decision is on the line of the class, and the source has no condition for it.
    """
    return len(decision.operands) == 1 and decision.operands[0].endswith(_CALL)
