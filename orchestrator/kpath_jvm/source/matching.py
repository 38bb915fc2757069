"""Finds which branch decides which condition of a source, as far as that can be proven.

Branches and conditions are grouped by the lines of the statements that they lie in. A group is
matched only if all of this is true:

- The group's branches and conditions are equal in number. But there may be more branches if a
  finally block has copies, and fewer if some conditions may have no branch.
- Each branch makes the comparison of its condition.
- Every name that the branch mentions occurs in the condition's text.
- The answers of && and || lead from one branch to the next as in the source.
- Compilers agree on the order of the conditions.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.assertions import is_assertion_check
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Case, Condition, is_over_strings
from kpath_jvm.source.java_text import primitive_classes, without_strings
from kpath_jvm.source.numbers import are_compared
from kpath_jvm.source.patterns.optional import fitting
from kpath_jvm.source.question import Question

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_UNNAMED = re.compile(r"local \d+")
_NUMBER = re.compile(r"(?<![\w$])\d[\w.]*")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
#: The default labels of Java, Kotlin and Scala, and the text for a switch without a default.
_OTHERS = frozenset(("default", "else", "_", "no case"))
#: A name without its qualifiers, because these may be classes that the source has imported.
_NAME = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*(?![\w$.])")
_MADE_BY_COMPILERS = re.compile(
    r"local|this|null|instanceof|class|length|byte|short|int|long|char|float|double|boolean"
    r"|Infinity|NaN|valueOf|(?:byte|short|int|long|char|float|double|boolean)Value"
    r"|access\$.*|lambda|lambda\$.*|this\$.*|makeConcat.*|\$.*"
)


def agreed(told: Iterable[Mapping[int, Question]]) -> dict[int, Question]:
    """Returns the given questions by block, without the blocks that got different questions."""
    found: dict[int, Question] = {}
    disputed: set[int] = set()
    for one in told:
        disputed |= {block for block, own in one.items() if found.get(block, own) != own}
        found |= one
    return {block: question for block, question in found.items() if block not in disputed}


def matched(branches: Sequence[Branch], conditions: Sequence[Condition]) -> dict[int, Question]:
    """Returns the questions that are proven, by block.

    ``branches`` are in the order of the code.
    """
    found: dict[int, Question] = {}
    for lines, group in _groups(conditions):
        there = [one for one in branches if one.line in lines]
        if any(one.is_optional for one in group):
            if there and _has_one_order(group):
                found |= fitting(there, group, _question)
        elif there and _has_one_order(group) and _copies(there, group):
            answers = _answered(there, group)
            if answers is not None:
                found |= answers
    return found


def why_unmatched(branch: Branch, told: Sequence[tuple[Sequence[Branch], list[Condition]]]) -> str:
    """Returns why ``matched`` proves no question for a branch.

    ``told`` has, for each piece of source that the method may be compiled from, the method's
    branches and the conditions of that piece.
    """
    reasons = dict.fromkeys(_why_unmatched(branch, *one) for one in told)
    if not reasons:
        return (
            "several methods of the source may be this method, or the source can't be parsed there"
        )
    if len(reasons) > 1 or "" in reasons:
        return "the method may be any of several lambdas on the line"
    return next(iter(reasons))


def _why_unmatched(
    branch: Branch, branches: Sequence[Branch], conditions: Sequence[Condition]
) -> str:
    """Returns the reason for one piece of source, or "" if the branch is matched there."""
    if branch.is_elsewhere:
        return "the code was inlined from another file"
    for lines, group in _groups(conditions):
        if branch.line not in lines:
            continue
        there = [one for one in branches if one.line in lines]
        if branch.decision.block in matched(there, group):
            return ""
        if not any(_question(branch, one) is not None for one in group):
            return "no condition of the source there can be the one that the branch decides"
        if not _has_one_order(group):
            return (
                "a loop's condition and body are on one line, and compilers differ in their order"
            )
        if any(one.is_optional for one in group):
            return "patterns or resources there leave open which branch decides which condition"
        if not _copies(there, group):
            return (
                f"the source has {len(group):,} condition{'' if len(group) == 1 else 's'} there, "
                f"and the bytecode {len(there):,} branch{'' if len(there) == 1 else 'es'}"
            )
        return "the branches there ask or lead to something other than the source's conditions"
    return "the source has no condition there"


def can_be_asked(branch: Branch, conditions: Iterable[Condition]) -> bool:
    """Returns whether any condition on the branch's line can be the one that the branch decides.

    ``matched`` proves more: it also finds out which of several conditions the branch decides.
    """
    return any(
        one.first_line <= branch.line <= one.last_line and _question(branch, one) is not None
        for one in conditions
    )


def _groups(conditions: Sequence[Condition]) -> list[tuple[range, list[Condition]]]:
    """Returns disjoint ranges of lines, each with its conditions in the order of the list."""
    groups: list[tuple[range, list[int]]] = []
    for place in sorted(range(len(conditions)), key=lambda at: conditions[at].first_line):
        one = conditions[place]
        if groups and one.first_line < groups[-1][0].stop:
            lines, places = groups[-1]
            stop = max(lines.stop, one.last_line + 1)
            groups[-1] = (range(lines.start, stop), [*places, place])
        else:
            groups.append((range(one.first_line, one.last_line + 1), [place]))
    return [(lines, [conditions[at] for at in sorted(places)]) for lines, places in groups]


def _has_one_order(conditions: Sequence[Condition]) -> bool:
    """Returns whether compilers agree on the order of the conditions.

    They don't agree on whether a loop's condition comes before its body. If the two are on the same
    lines, which is rare, their branches get no questions from the source.
    """
    heads = {one.head_of for one in conditions}
    return not any(heads & set(one.repeated_by) for one in conditions)


def _copies(branches: Sequence[Branch], conditions: Sequence[Condition]) -> int:
    """Returns how often the branches repeat the conditions, or 0 if their numbers don't fit."""
    copies, rest = divmod(len(branches), len(conditions))
    blocks = {condition.finally_block for condition in conditions}
    is_copied = len(blocks) == 1 and blocks != {0}
    return copies if rest == 0 and (copies == 1 or is_copied) else 0


def _answered(
    branches: Sequence[Branch], conditions: Sequence[Condition]
) -> dict[int, Question] | None:
    found = {}
    for place, branch in enumerate(branches):
        copy, at = divmod(place, len(conditions))
        question = _question(branch, conditions[at])
        if question is None:
            return None
        own = branches[copy * len(conditions) : (copy + 1) * len(conditions)]
        if not _leads_as_written(branch, question, conditions, at, own):
            return None
        found[branch.decision.block] = question
    return found


def _question(branch: Branch, condition: Condition) -> Question | None:
    """Returns what the branch asks, or None if it can't be the condition's branch."""
    decision, kind = branch.decision, condition.kind
    if kind in ("switch", "hash"):
        if decision.operator != "switch":
            return None
        if kind == "hash":
            return Question("") if decision.operands[0].endswith("hashCode()") else None
        answers = answers_by_target(branch, condition.cases)
        if answers is None and is_over_strings(condition.cases):
            answers = answers_by_number(decision, condition.cases)
        return Question(condition.text, answers=answers)
    if decision.operator == "switch":
        return None
    if kind == "element":
        return _element(decision)
    if kind == "equal":
        return _equal(decision, condition)
    if kind == "resource":
        return _resource(decision, condition)
    if kind == "type":
        return _type(decision, condition)
    return _asked(decision, condition)


def _asked(decision: Decision, condition: Condition) -> Question | None:
    """Returns what a branch asks, for conditions of the kinds comparison, truth and assertion."""
    is_comparison = condition.kind == "comparison"
    holds = compares(decision, condition) if is_comparison else asks_truth(decision)
    if holds is None:
        return None
    if condition.kind == "assertion":
        if not is_assertion_check(decision):
            return None
    elif not _names_of_java(decision) <= _written_in_java(condition.source):
        return None
    return Question(condition.text, is_negated=holds == condition.is_negated)


def _equal(decision: Decision, condition: Condition) -> Question | None:
    """Returns a question without text if a branch compares a string with a label of a switch."""
    labels = {f"equals({label})" for case in condition.cases for label in case.labels}
    is_equal = decision.operands[0].endswith(tuple(labels))
    return Question("") if is_equal and decision.operator == "true" else None


def _resource(decision: Decision, condition: Condition) -> Question | None:
    if decision.operator not in ("==", "!=") or decision.operands[1:] != ("null",):
        return None
    told = decision.operands[0]
    if told != condition.source and not _UNNAMED.fullmatch(told):
        return None
    return Question(condition.text, is_negated=decision.operator == "==")


def _type(decision: Decision, condition: Condition) -> Question | None:
    """Returns the question of whether a record's component, in an unnamed variable, has a type."""
    told, _, name = decision.operands[0].partition(" instanceof ")
    is_it = name == condition.source and _UNNAMED.fullmatch(told)
    return Question(condition.text) if is_it and decision.operator == "true" else None


def _element(decision: Decision) -> Question | None:
    if decision.operands[0].endswith("hasNext()"):
        holds = asks_truth(decision)
        return None if holds is None else Question("another element", is_negated=not holds)
    if decision.operator in ("<", ">=") and decision.type == "I" and len(decision.operands) == 2:
        return Question("another element", is_negated=decision.operator == ">=")
    return None


def asks_truth(decision: Decision) -> bool | None:
    """Returns whether a branch's operand is true where the branch's comparison is true.

    Returns None for a branch that doesn't test whether its operand is true or false.
    """
    if decision.operator == "true":
        return True
    if decision.operator in ("==", "!=") and decision.operands[1:] == ("0",):
        return decision.operator == "!="
    return None


def compares(decision: Decision, condition: Condition) -> bool | None:
    """Returns whether a condition is true where the branch's comparison is true.

    Returns None if the branch doesn't make the condition's comparison.
    """
    if condition.literal is not None:
        truth = asks_truth(decision)
        if truth is not None:
            is_positive = (condition.operator == "==") == condition.literal
            return truth == is_positive
    if not are_compared(decision.operands, condition.numbers):
        return None
    if decision.operator == condition.operator:
        return True
    is_opposite = _OPPOSITE.get(decision.operator) == condition.operator
    # With NaN, neither < nor >= is true. But one of == and != is always true.
    is_exact = decision.operator in ("==", "!=") or decision.type not in ("F", "D")
    return False if is_opposite and is_exact else None


def _written_in_java(source: str) -> set[str]:
    return set(_WORD.findall(source)) | primitive_classes(without_strings(source))[0]


def _names_of_java(decision: Decision) -> set[str]:
    """Returns the names as ``names`` does, but classes of primitive types as ``int.class``."""
    types, text = primitive_classes(_without_strings(decision))
    return types | _names_in(text)


def names(decision: Decision) -> set[str]:
    """Returns the names that the operands mention, without qualifiers, as sources write them."""
    return _names_in(_without_strings(decision))


def _without_strings(decision: Decision) -> str:
    return " ".join(map(without_strings, decision.operands))


def _names_in(text: str) -> set[str]:
    text = _NUMBER.sub("", text)
    names = {name.removeprefix("val$") for name in _NAME.findall(text)}
    return {name for name in names if not _MADE_BY_COMPILERS.fullmatch(name)}


def _leads_as_written(
    branch: Branch,
    question: Question,
    conditions: Sequence[Condition],
    at: int,
    own: Sequence[Branch],
) -> bool:
    condition = conditions[at]
    if condition.kind not in ("comparison", "truth"):
        return True
    ways = (condition.if_true, condition.if_false)
    for jump, target in zip(ways, (1, 0) if question.is_negated else (0, 1), strict=True):
        if jump.condition is None:
            continue
        place = next((i for i, one in enumerate(conditions) if one is jump.condition), None)
        if place is not None and branch.successors[target] != own[place].decision.block:
            return False
    return True


def answers_by_target(branch: Branch, cases: Collection[Case]) -> dict[int, tuple[str, ...]] | None:
    """Returns the labels of each target, found by its first line; None if they aren't certain."""
    found: dict[int, tuple[str, ...]] = {}
    targets = branch.decision.targets
    for target, line in zip(targets, branch.target_lines, strict=True):
        holding = [case for case in cases if case.first_line <= line <= case.last_line]
        if len(holding) > 1:
            return None
        if holding:
            found[target] = holding[0].labels
        elif target == targets[-1] and target not in targets[:-1]:
            found[target] = _labels_of_default(cases)
        else:
            return None
    if len(set(found.values())) < len(found) or not _keys_agree(branch.decision, found):
        return None
    has_records = any("(" in label for case in cases for label in case.labels)
    if has_records and not {case.labels for case in cases} <= set(found.values()):
        # Cases of one record may have been merged, so that a later test decides between them.
        return None
    return found


def answers_by_number(
    decision: Decision, cases: Collection[Case]
) -> dict[int, tuple[str, ...]] | None:
    """Returns the labels of each target of the second switch that javac makes for strings.

    javac numbers the labels from 0, in the order of the source, and counts the default, too. So the
    labels are certain even if several cases are on one line. Returns None if the keys aren't these
    numbers.
    """
    labels = [label for case in cases for label in case.labels]
    numbered = {at: label for at, label in enumerate(labels) if label not in _OTHERS}
    targets = dict(zip(decision.keys, decision.targets, strict=False))
    default = decision.targets[-1]
    # A tableswitch also has a key for a default between two labels.
    if any(to != default for key, to in targets.items() if key not in numbered):
        return None
    if not numbered.keys() <= targets.keys():
        return None
    found: dict[int, list[str]] = {target: [] for target in decision.targets}
    for at, label in numbered.items():
        found[targets[at]].append(label)
    found[default] += _labels_of_default(cases)[-1:]
    return {target: tuple(own) for target, own in found.items()}


def _labels_of_default(cases: Collection[Case]) -> tuple[str, ...]:
    """Returns the labels of the default case, or "no case" if none is written.

    The default may lead past the switch's end even if its case is written, because the case's body
    may be empty or only leave the switch.
    """
    written = (case.labels for case in cases if not _OTHERS.isdisjoint(case.labels))
    return next(written, ("no case",))


def _keys_agree(decision: Decision, answers: Mapping[int, tuple[str, ...]]) -> bool:
    """Returns whether each target's keys fit its labels.

    A target must have as many keys as labels, and its labels that are numbers must be among its
    keys. The target of the default may have more keys than labels.
    """
    for target, all_labels in answers.items():
        labels = [label for label in all_labels if label not in _OTHERS]
        pairs = zip(decision.keys, decision.targets, strict=False)
        keys = {key for key, to in pairs if to == target}
        numbers = {int(label) for label in labels if re.fullmatch(r"-?\d+", label)}
        if not numbers <= keys:
            return False
        # A tableswitch also has keys for the gaps between its labels.
        is_default = target == decision.targets[-1]
        if len(labels) > len(keys) or (len(labels) < len(keys) and not is_default):
            return False
    return True
