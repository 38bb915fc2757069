"""Finds the blocks of a method that can be reached, with or without certain edges."""

from collections.abc import Collection

from kpath_jvm.profile.code import MethodCode


def reached(code: MethodCode, block: int = -1, without: Collection[int] = ()) -> set[int]:
    """Returns the blocks that can be reached from the entry and handlers.

    The edges from ``block`` to the blocks in ``without`` are left out.
    """
    waiting = [0, *code.decoder.begun_at("handler")]
    found: set[int] = set()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += (to for to in _successors(code, one) if one != block or to not in without)
    return found


def forward(code: MethodCode) -> list[frozenset[int]]:
    """Returns for each block the blocks that ordinary edges lead to from it, without back edges.

    If paths end at loop headers and a block has no decision, the tables of paths don't say which
    loop it leads into, and the headers of all loops that it isn't in are included.
    """
    back = {(latch, loop.header) for loop in code.loops for latch in loop.latches}
    # A block that is in a loop leads to its header by a back edge alone.
    around = {(block, loop.header) for loop in code.loops for block in loop.blocks}
    found = []
    for block in range(len(code.offsets)):
        reach: set[int] = set()
        waiting = [block]
        while waiting:
            source = waiting.pop()
            targets = {to for to in _successors(code, source) if (source, to) not in back | around}
            waiting += targets - reach
            reach |= targets
        found.append(frozenset(reach))
    return found


def _successors(code: MethodCode, block: int) -> set[int]:
    """Returns the blocks to which ordinary edges may lead from a block.

    If the block has no decision, the tables of paths don't always say to which header its back edge
    leads. If the loops' latches don't say it either, the headers of all loops are included.
    """
    decision = code.deciding.get(block)
    if decision is not None:
        return set(decision.targets)
    found = set(code.decoder.following(block))
    found |= {target for source, target in code.cuts if source == block}
    if "loop" in code.decoder.ends_at(block):
        own = {loop.header for loop in code.loops if block in loop.latches}
        found |= own or {loop.header for loop in code.loops}
    return found
