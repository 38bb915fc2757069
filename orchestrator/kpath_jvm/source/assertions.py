"""The branch that a compiler puts before each assertion: it asks whether assertions are on.

The field that it reads is the compiler's, so its name would say nothing to a reader of the source.
"""

from kpath_jvm.profile.metadata import Decision

#: What such a branch asks. With ``yes`` the assertion's own condition follows.
ASSERTION_CHECK = "assertion check (are assertions on?)"
#: The compilers' field, which is true while assertions are off. Class files of Java and Kotlin that
#: have assertions have it.
_FIELD = "$assertionsDisabled"


def is_assertion_check(decision: Decision) -> bool:
    """Returns whether a decision asks whether assertions are off in its class."""
    name = decision.operands[0].rpartition(".")[2]
    return decision.operator == "true" and len(decision.operands) == 1 and name == _FIELD
