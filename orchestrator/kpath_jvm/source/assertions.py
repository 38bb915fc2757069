"""The branch that a compiler puts before each assertion: it asks whether assertions are on.

The branch reads a field that the compiler has added, whose name isn't in the source.
"""

from kpath_jvm.profile.metadata import Decision

#: The question that such a branch asks. If the answer is yes, the assertion's condition follows.
ASSERTION_CHECK = "assertion check (are assertions on?)"
#: The field that compilers of Java and Kotlin add to classes with assertions. It is true while
#: assertions are off.
_FIELD = "$assertionsDisabled"


def is_assertion_check(decision: Decision) -> bool:
    """Returns whether a decision tests the field that says that assertions are off."""
    name = decision.operands[0].rpartition(".")[2]
    return decision.operator == "true" and len(decision.operands) == 1 and name == _FIELD
