"""Finds the blocks of a method that can be reached, with or without certain edges."""

from collections.abc import Collection, Sequence

from kpath_jvm.profile.code import MethodCode


def reached(code: MethodCode, block: int = -1, without: Collection[int] = ()) -> set[int]:
    """Returns the blocks that can be reached from the entry or a handler.

    Edges from ``block`` to the blocks in ``without`` are ignored.
    """
    waiting = [0, *code.decoder.begun_at("handler")]
    found: set[int] = set()
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += (to for to in _successors(code, one) if one != block or to not in without)
    return found


def forward(code: MethodCode) -> list[int]:
    """Returns which blocks each block can reach over ordinary edges that aren't back edges.

    The result has an integer for each block; bit ``1 << n`` is set in it if the block can reach
    block n. If paths end at loop headers, the tables of paths don't always show which header
    follows a block. Then the headers of all loops that don't contain the block are included.
    """
    back = {(latch, loop.header) for loop in code.loops for latch in loop.latches}
    # A block in a loop leads to the loop's header only by a back edge.
    back |= {(block, loop.header) for loop in code.loops for block in loop.blocks}
    after = [
        [to for to in _successors(code, block) if (block, to) not in back]
        for block in range(len(code.offsets))
    ]
    found = [0] * len(after)
    is_done = False
    # The last blocks come first. Only an irreducible method needs more than two passes.
    order = _last_first(after)
    while not is_done:
        is_done = True
        for block in order:
            reach = found[block]
            for to in after[block]:
                reach |= found[to] | 1 << to
            if reach != found[block]:
                found[block], is_done = reach, False
    return found


def _last_first(after: Sequence[Sequence[int]]) -> list[int]:
    """Returns the blocks in postorder; ``after`` has each block's successors."""
    order: list[int] = []
    seen: set[int] = set()
    for first in range(len(after)):
        way = [(first, iter(after[first]))] if first not in seen else []
        seen.add(first)
        while way:
            block, rest = way[-1]
            to = next((one for one in rest if one not in seen), None)
            if to is None:
                order.append(block)
                way.pop()
            else:
                seen.add(to)
                way.append((to, iter(after[to])))
    return order


def _successors(code: MethodCode, block: int) -> set[int]:
    """Returns the blocks to which ordinary edges may lead from a block.

    A block without a decision has at most one such edge. If the edge ends a path at a loop header,
    the tables of paths don't show which header. A latch leads to its own loop's header; for any
    other block, the headers of all loops are included.
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
