"""Finds the branches of a pattern's conditions, if branches match the pattern in just one way."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition, Jump
from kpath_jvm.source.patterns.pattern import Choice, Item, JumpPlace, Pattern, conditions_of
from kpath_jvm.source.question import Question

#: If it takes more steps than this to match the branches of a group of lines, these branches get no
#: questions.
_MOST_STEPS = 20_000

#: A function that returns what a branch asks, or None if the branch doesn't fit the condition.
Asked: TypeAlias = Callable[[Branch, Condition], Question | None]
#: Linked lists that share their tails: the items that remain to be matched, the conditions that
#: were matched, and the places of jumps that were passed.
_Rest: TypeAlias = "tuple[Item, _Rest] | None"
_Found: TypeAlias = "tuple[Condition, Question, _Found] | None"
_Places: TypeAlias = "tuple[JumpPlace, int, _Places] | None"


def ways(
    branches: Sequence[Branch], pattern: Pattern, asked: Asked
) -> list[dict[int, Question]] | None:
    """Returns a list with the only way in which branches match a pattern, as questions by block.

    The list is empty if the branches don't match. Returns None if they match in several ways that
    differ, or if finding out takes too many steps.

    ``branches`` are in the order of the code. If the pattern is of one finally block, or of one
    lambda, the branches may match it several times in a row, because compilers copy such code.
    """
    blocks = {one.finally_block for one in conditions_of(pattern)}
    copies = range(1, len(branches) + 1 if len(blocks) == 1 and blocks != {0} else 2)
    found: list[dict[int, Question]] = []
    for count in copies:
        size, rest = divmod(len(branches), count)
        if rest:
            continue
        way: dict[int, Question] = {}
        for at in range(0, len(branches), size or 1):
            part = _once(branches[at : at + size], pattern, asked)
            if part is None:
                return None
            if not part:
                break
            way |= part[0]
        else:
            found.append(way)
    return found[:1] if all(way == found[0] for way in found) else None


def _once(
    branches: Sequence[Branch], pattern: Pattern, asked: Asked
) -> list[dict[int, Question]] | None:
    answer: list[dict[int, Question]] = []
    waiting: list[tuple[_Rest, int, _Found, _Places]] = [(_linked(pattern, None), 0, None, None)]
    steps = 0
    while waiting:
        steps += 1
        if steps > _MOST_STEPS:
            return None
        rest, at, found, places = waiting.pop()
        if rest is None:
            if at < len(branches) or not _leads_as_written(branches, found, places):
                continue
            way = _by_block(branches, found)
            if answer and answer[0] != way:
                return None
            answer = [way]
            continue
        item, rest = rest
        if isinstance(item, Choice):
            waiting += [(_linked(one, rest), at, found, places) for one in item.sequences]
        elif isinstance(item, JumpPlace):
            waiting.append((rest, at, found, (item, at, places)))
        elif at < len(branches):
            question = asked(branches[at], item)
            if question is not None:
                waiting.append((rest, at + 1, (item, question, found), places))
    return answer


def _linked(pattern: Pattern, rest: _Rest) -> _Rest:
    for item in reversed(pattern):
        rest = (item, rest)
    return rest


def _listed(found: _Found) -> list[tuple[Condition, Question]]:
    listed = []
    while found is not None:
        condition, question, found = found
        listed.append((condition, question))
    return listed[::-1]


def _by_block(branches: Sequence[Branch], found: _Found) -> dict[int, Question]:
    pairs = zip(branches, _listed(found), strict=True)
    # Questions without text aren't shown, so they count as equal whether they are negated or not.
    return {
        branch.decision.block: question if question.text else Question("")
        for branch, (_, question) in pairs
    }


def _leads_as_written(branches: Sequence[Branch], found: _Found, places: _Places) -> bool:
    starts: dict[Jump, int] = {}
    ends: dict[Jump, int] = {}
    while places is not None:
        place, at, places = places
        (ends if place.is_end else starts)[place.jump] = at
    for branch, (condition, question) in zip(branches, _listed(found), strict=True):
        if question.answers is not None or branch.decision.operator == "switch":
            continue
        ways = (condition.if_true, condition.if_false)
        for jump, way in zip(ways, (1, 0) if question.is_negated else (0, 1), strict=True):
            to = starts.get(jump)
            if to is None or to == ends.get(jump) or to >= len(branches):
                continue
            if branch.successors[way] != branches[to].decision.block:
                return False
    return True
