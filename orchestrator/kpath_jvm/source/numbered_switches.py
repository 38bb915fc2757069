"""Finds switches over numbers that stand for the labels of the source.

javac compiles a switch over strings to two switches. The first is over hashes, and stores the
label's number in a variable without a name; the second is over this variable. Compilers of Java and
Kotlin compile a switch over an enum to a switch over the constant's ordinal, or over a number that
a table has for the ordinal. A switch over patterns is compiled to a switch over the number of the
label that fits.
"""

import re

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import UNTOLD, Decision

_HASH = ".hashCode()"
_UNNAMED = re.compile(r"local (\d+)")
#: The tables of javac, Kotlin's compiler and ecj that map an enum's ordinals to numbers, and the
#: calls by which code from javac finds the label that fits.
_LOOKED_UP = re.compile(
    r"\$SwitchMap\$|\$EnumSwitchMapping\$|\$SWITCH_TABLE\$|^(?:type|enum)Switch\(.*, local \d+\)$"
)
_PATTERNS = re.compile(r"typeSwitch\(")
NUMBER, ORDINAL = "compiler's number", "ordinal"


def kinds_of_keys(code: MethodCode) -> dict[int, str]:
    """Returns, by block, what a switch's keys are if they aren't the labels of the source."""
    return _found(code)[0]


def is_over_patterns(decision: Decision) -> bool:
    """Returns whether a switch's labels are patterns, as far as its text shows."""
    return bool(_PATTERNS.match(decision.operands[0]))


def parts_of_switches(code: MethodCode) -> frozenset[int]:
    """Returns the blocks in which a switch over strings, compiled by javac, finds a label's number.

    The source has no condition for these blocks.
    """
    return _found(code)[1]


def _found(code: MethodCode) -> tuple[dict[int, str], frozenset[int]]:
    kinds: dict[int, str] = {}
    parts: set[int] = set()
    hashed: str | None = None
    own: list[int] = []
    for block, decision in code.deciding.items():
        told = decision.operands[0]
        if decision.operator == "switch" and told.endswith(_HASH):
            hashed, own = told.removesuffix(_HASH), [block]
        elif (
            decision.operator == "true"
            and hashed is not None
            and (told == UNTOLD or told.startswith(f'{hashed}.equals("'))
        ):
            # The text of a comparison with a long label isn't known.
            own.append(block)
        else:
            if decision.operator == "switch":
                # A comparison whose text isn't known may be with something other than a label. But
                # if this second switch has labels, the agent has found them in the comparisons.
                are_told = all(code.deciding[it].operands[0] != UNTOLD for it in own)
                is_second = (
                    hashed is not None
                    and bool(are_told or decision.labels)
                    and _is_of_strings(decision, hashed, len(own) - 1)
                )
                if is_second:
                    parts.update(own)
                if is_second or _LOOKED_UP.search(told):
                    kinds[block] = NUMBER
                elif told.endswith(".ordinal()"):
                    kinds[block] = ORDINAL
                elif decision.labels:
                    # The operand's text doesn't show what the switch is over, for example because
                    # the text would be too long. But the agent has seen the code, and found the
                    # labels.
                    kinds[block] = NUMBER
            hashed, own = None, []
    return kinds, frozenset(parts)


def _is_of_strings(decision: Decision, hashed: str, equals: int) -> bool:
    """Returns whether javac made the switch for labels that were compared just before.

    javac puts the string in a variable without a name, and the label's number in the next variable.
    Each label has a number, and so has the default.
    """
    string, number = (_UNNAMED.fullmatch(one) for one in (hashed, decision.operands[0]))
    if string is None or number is None:
        return False
    is_next = int(number[1]) == int(string[1]) + 1
    return is_next and equals > 0 and all(0 <= key <= equals for key in decision.keys)
