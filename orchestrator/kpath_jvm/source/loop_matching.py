"""Finds the loop statement of a Java source from which a loop of the bytecode was compiled.

For each loop of the bytecode, the candidates are all loop statements of the source that are
possible according to the loop's line numbers. A candidate is dropped if another loop of the
bytecode has no candidate that is possible together with it. The right candidate is never dropped,
so if only one candidate is left, it is the right one. All of the following is true of the right
candidates:

- All lines of the loop are lines of the statement. The header begins where the statement's
  condition does; if there is no condition before the body, it begins where the body does.
- If a loop is within another loop, its statement is within the other loop's statement.
- A statement is compiled once, except in a finally block. If two statements begin with the same
  instruction, their code is one loop. This loop counts as the outer statement's.
- The code of two statements is in the statements' order, where compilers agree on the order.

A statement has no loop in the bytecode if its body never goes back to the statement's beginning.
javac may also compile a switch with patterns to a loop, which tries the next case if a guard is
false or if a component has another type.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kpath_jvm.source.statements import LoopStatement

#: If a loop has more candidates than this, none of them is dropped, and they aren't used to drop
#: candidates of other loops.
_MOST_CANDIDATES = 12


@dataclass(frozen=True)
class CompiledLoop:
    """A loop of the bytecode.

    ``top`` is the first line of its header, and ``first`` is the least bytecode offset of its code.
    """

    top: int
    lines: frozenset[int]
    blocks: frozenset[int]
    first: int


@dataclass(frozen=True)
class NamedLoop:
    """A loop's text, or the reason ``why`` it has none.

    ``is_made`` is true if the compiler made the loop, and the source has no loop statement for it.
    ``begins_alone`` is true if no other statement can begin with the same instruction.
    """

    text: str | None
    why: str = ""
    is_made: bool = False
    begins_alone: bool = False


def named(
    loops: Mapping[int, CompiledLoop], scopes: Sequence[Sequence[LoopStatement]]
) -> dict[int, NamedLoop]:
    """Returns each loop's text, or why it has none.

    ``scopes`` has a list for each piece of source that the method may have been compiled from: the
    loop statements of that piece.
    """
    scope_of = {id(one): scope for scope, own in enumerate(scopes) for one in own}
    found = {
        key: [one for own in scopes for one in own if _may_be(loop, one)]
        for key, loop in loops.items()
    }
    few = {key for key, own in found.items() if 0 < len(own) <= _MOST_CANDIDATES}
    waiting = set(few)
    while waiting:
        other = waiting.pop()
        for key in few - {other}:
            left = [
                one
                for one in found[key]
                if any(
                    scope_of[id(one)] == scope_of[id(own)]
                    and _go_together(loops[key], one, loops[other], own)
                    for own in found[other]
                )
            ]
            if len(left) < len(found[key]):
                found[key] = left
                waiting.add(key)
    statements = [one for own in scopes for one in own]
    loop_of = {id(own[0]): key for key, own in found.items() if len(own) == 1}
    return {
        key: replace(_named(own), begins_alone=_begins_alone(key, loops, statements, loop_of))
        for key, own in found.items()
    }


def _begins_alone(
    key: int,
    loops: Mapping[int, CompiledLoop],
    statements: Sequence[LoopStatement],
    loop_of: Mapping[int, int],
) -> bool:
    """Returns whether no statement but the loop's own can begin with the loop's first instruction.

    ``loop_of`` maps the identities of statements to their loops, where these are proven. Such a
    statement begins with its own loop, unless compilers make several loops of it.
    """
    return all(
        id(one) in loop_of and (loop_of[id(one)] == key or not (one.is_copied or one.has_records))
        for one in statements
        if loops[key].top in one.top
    )


def _may_be(loop: CompiledLoop, statement: LoopStatement) -> bool:
    lines = statement.lines
    return (
        loop.top in statement.top
        and all(line in lines for line in loop.lines)
        and all(not loop.lines.isdisjoint(part) for part in statement.within)
    )


def _go_together(
    loop: CompiledLoop, statement: LoopStatement, other: CompiledLoop, others: LoopStatement
) -> bool:
    """Returns whether ``loop`` may stand for ``statement`` if ``other`` stands for ``others``."""
    if statement is others:
        # javac may compile a switch to several loops: a record in a pattern has its own switch.
        is_apart = loop.blocks.isdisjoint(other.blocks)
        return statement.has_records or (statement.is_copied and is_apart)
    if other.blocks < loop.blocks:
        return statement.contains(others)
    if loop.blocks < other.blocks:
        return others.contains(statement)
    if statement.contains(others) or others.contains(statement):
        # One statement is in the other, but neither loop is. That is possible if the outer
        # statement never starts another iteration after the inner one: then the inner statement's
        # code isn't part of the outer statement's loop.
        return True
    has_order = statement.body == others.body and statement.has_place and others.has_place
    if not has_order or statement.is_copied or others.is_copied:
        return True
    return (statement.span < others.span) == (loop.first < other.first)


def _named(candidates: Sequence[LoopStatement]) -> NamedLoop:
    if not candidates:
        return NamedLoop(None, "no loop statement of the source fits it")
    texts = dict.fromkeys(one.text for one in candidates)
    if len(texts) == 1:
        (text,) = texts
        if not any(one.is_hidden for one in candidates):
            return NamedLoop(text)
        if all(one.is_hidden for one in candidates):
            return NamedLoop(
                None,
                f"the compiler made it for {text}, to try the next case if one doesn't fit",
                is_made=True,
            )
    return NamedLoop(None, f"it may be any of {len(candidates)} loops of the source")
